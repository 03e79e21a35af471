// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/settings.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

constexpr Threshold kTime{"t",  ThresholdUnit::Nanoseconds, gaplight::microseconds(100), "m", "s",
                          false};
constexpr Threshold kShare{"p", ThresholdUnit::Share, percent(5), "m", "s", true};
constexpr Threshold kCount{"c", ThresholdUnit::Count, 32, "m", "s", false};
constexpr std::array kThresholds{kTime, kShare, kCount};

std::string complaint(std::string_view assignment) {
    Settings settings;
    const Result<void> set = settings.set(assignment);
    EXPECT_TRUE(settings.values().empty() || set);
    return set ? std::string() : set.error().message;
}

TEST(Threshold, ReadsWhatPeopleWrite) {
    EXPECT_EQ(parseThreshold(kTime, "50us"), 50'000);
    EXPECT_EQ(parseThreshold(kTime, " 5 ms "), 5'000'000);
    EXPECT_EQ(parseThreshold(kTime, "0"), 0);
    EXPECT_EQ(parseThreshold(kShare, "5%"), 50'000);
    EXPECT_EQ(parseThreshold(kShare, "0.5 %"), 5'000);
    EXPECT_EQ(parseThreshold(kShare, "0.05"), 50'000);
    EXPECT_EQ(parseThreshold(kShare, "100%"), 1'000'000);
    EXPECT_EQ(parseThreshold(kCount, "32"), 32);
}

TEST(Threshold, RefusesTheRest) {
    for (const char* text : {"", "5", "-5us", "fast", "5%"}) {
        EXPECT_FALSE(parseThreshold(kTime, text)) << text;
    }
    for (const char* text : {"", "101%", "-1%", "1.5", "nan", "5us", "5 % %"}) {
        EXPECT_FALSE(parseThreshold(kShare, text)) << text;
    }
    for (const char* text : {"", "-1", "1.5", "many", "99999999999999999999"}) {
        EXPECT_FALSE(parseThreshold(kCount, text)) << text;
    }
}

TEST(Threshold, WritesThemWithTheirUnit) {
    EXPECT_EQ(thresholdText(kTime, 100'000), "100\u2009µs");
    EXPECT_EQ(thresholdText(kShare, 50'000), "5\u2009%");
    EXPECT_EQ(thresholdText(kShare, 5'000), "0.5\u2009%");
    EXPECT_EQ(thresholdText(kCount, 32), "32");
}

TEST(Settings, MistakesSayWhatThereIs) {
    EXPECT_TRUE(complaint("gpu-idle").starts_with("\"gpu-idle\" sets nothing"));
    EXPECT_TRUE(complaint("gpu-idle.min_gap").starts_with("\"gpu-idle.min_gap\" sets nothing"));
    EXPECT_EQ(complaint("gpu-idel.min_gap=5us"),
              "there is no rule 'gpu-idel'; did you mean 'gpu-idle'?");
    EXPECT_NE(complaint("gpu-idle.max=5us").find("min_gap"), std::string::npos);
    EXPECT_TRUE(complaint("gpu-idle.min_gap=soon").starts_with("gpu-idle.min_gap: "));
}

TEST(Settings, TheLastOneHolds) {
    Settings settings;
    ASSERT_TRUE(settings.set("gpu-idle.min_gap=50us"));
    ASSERT_TRUE(settings.set("gpu-idle.min_gap = 70us"));
    EXPECT_EQ(settings.find("gpu-idle", "min_gap"), 70'000);
    settings.reset("gpu-idle", "min_gap");
    EXPECT_EQ(settings.find("gpu-idle", "min_gap"), std::nullopt);
    EXPECT_EQ(settings, Settings());
}

TEST(Settings, AcceptTheFormerIdOfARule) {
    Settings settings;
    ASSERT_TRUE(settings.set("retaken-memory.min_steps=5"));
    EXPECT_EQ(settings.find("double-buffered-output", "min_steps"), 5);
    ASSERT_NE(findRule("retaken-memory"), nullptr);
    EXPECT_EQ(findRule("retaken-memory")->id, "double-buffered-output");
    EXPECT_EQ(findRule(""), nullptr);
}

TEST(RuleSettings, PresetsHoldUntilSet) {
    Settings settings;
    const RuleSettings rule(settings, "r", kThresholds);
    EXPECT_EQ(rule.time("t"), Duration(100'000));
    EXPECT_EQ(rule.ppm("p"), 50'000);
    EXPECT_EQ(rule.named("p", "vae.decode"), std::nullopt);
    settings.set("r", "t", 7);
    settings.set("r", "p.vae.decode", 123);
    EXPECT_EQ(rule.time("t"), Duration(7));
    EXPECT_EQ(rule.named("p", "vae.decode"), 123);
    EXPECT_EQ(rule.ppm("p"), 50'000);
}

TEST(RuleSettings, SharesAreComparedInIntegers) {
    const Settings settings;
    const RuleSettings rule(settings, "r", kThresholds);
    EXPECT_TRUE(rule.reaches("p", Duration(5), Duration(100)));
    EXPECT_FALSE(rule.reaches("p", Duration(4), Duration(100)));
    EXPECT_FALSE(rule.reaches("p", Duration(0), Duration(0)));
    // 292 years would not survive a product of 64 bits.
    const Duration whole(9'000'000'000'000'000'000);
    EXPECT_TRUE(rule.reaches("p", whole / 20, whole));
    EXPECT_FALSE(rule.reaches("p", whole / 20 - Duration(1), whole));
}

TEST(Rules, AreFoundById) {
    for (const Detector* rule : detectors()) {
        EXPECT_EQ(findDetector(rule->id), rule);
    }
    EXPECT_EQ(findDetector("no-such-rule"), nullptr);
}

}  // namespace
}  // namespace gaplight
