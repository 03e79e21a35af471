// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/time_ruler.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/quantity_text.h"
#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

constexpr double kPixels = 1380;

TEST(TimeRuler, StepsAreOneTwoOrFive) {
    EXPECT_EQ(rulerScale(0, 3'190'000'000, 3.19e9 / kPixels, 90).stepNs, 500'000'000);
    EXPECT_EQ(rulerScale(0, 1'380, 1, 90).stepNs, 100);
    EXPECT_EQ(rulerScale(0, 1'380, 1, 90).minorNs, 20);
    EXPECT_EQ(rulerScale(0, 2'000'000, 2e6 / kPixels, 90).stepNs, 200'000);
    EXPECT_EQ(rulerScale(0, 2'000'000, 2e6 / kPixels, 90).minorNs, 50'000);
}

TEST(TimeRuler, LabelsNeverHaveMoreThanFourDigits) {
    for (double nsPerPixel = 1; nsPerPixel < 1e8; nsPerPixel *= 1.37) {
        const auto length = static_cast<std::int64_t>(kPixels * nsPerPixel);
        for (const std::int64_t begin : {std::int64_t{0}, std::int64_t{999'999},
                                         std::int64_t{1'234'567'891'234}, -length / 20}) {
            const RulerScale scale = rulerScale(begin, length, nsPerPixel, 90);
            EXPECT_GE(static_cast<double>(scale.stepNs), 90 * nsPerPixel);
            EXPECT_LE(static_cast<double>(scale.stepNs), 5 * 90 * nsPerPixel + 1);
            EXPECT_EQ(scale.stepNs % scale.minorNs, 0);
            EXPECT_EQ(scale.stepNs % (scale.unitNs / (scale.hasDecimal ? 10 : 1)), 0);
            if (scale.unitNs == 1'000'000'000) {
                continue;  // hours have more seconds than four digits hold
            }
            for (const std::int64_t at : {begin, begin + length}) {
                const std::string text = tickText(scale, at);
                EXPECT_LE(std::count_if(text.begin(), text.end(),
                                        [](unsigned char c) { return std::isdigit(c) != 0; }),
                          4)
                    << text;
            }
        }
    }
}

TEST(TimeRuler, CountsMinutesAndHoursOfLongTraces) {
    const auto scaleOf = [](std::int64_t seconds) {
        const std::int64_t length = seconds * 1'000'000'000;
        return rulerScale(0, length, static_cast<double>(length) / kPixels, 90);
    };
    EXPECT_EQ(tickText(scaleOf(400), 60'000'000'000), "60\u2009s");
    EXPECT_EQ(tickText(scaleOf(1'500), 120'000'000'000), "2\u2009min");
    EXPECT_EQ(scaleOf(20'000).stepNs, 1'800'000'000'000);
    EXPECT_EQ(tickText(scaleOf(312 * 3600), 72'000'000'000'000), "20\u2009h");
    const RulerScale scale = scaleOf(1'000'000);
    EXPECT_EQ(scale.stepNs % scale.minorNs, 0);
}

TEST(TimeRuler, CountsFromAnAnchorDeepInsideALongTrace) {
    const RulerScale scale = rulerScale(3'158'437'280, 1'380, 1, 90);
    EXPECT_EQ(anchorText(scale), "3\u2009s 158\u2009ms 437\u2009µs");
    EXPECT_EQ(tickText(scale, 3'158'437'300), "+300\u2009ns");
    const RulerScale whole = rulerScale(0, 3'190'000'000, 3.19e9 / kPixels, 90);
    EXPECT_EQ(anchorText(whole), "");
    EXPECT_EQ(tickText(whole, 1'500'000'000), "1.5\u2009s");
}

// "+5000 ns" could be 5 µs.
TEST(TimeRuler, HasADecimalWhereLabelsWouldHaveFourDigits) {
    const RulerScale scale = rulerScale(3'158'437'000, 5'500, 5'500 / kPixels, 125);
    EXPECT_EQ(tickText(scale, 3'158'437'500), "+0.5\u2009µs");
    EXPECT_EQ(tickText(scale, 3'158'442'000), "+5.0\u2009µs");
    EXPECT_EQ(tickText(rulerScale(-2'000'000, 5'000'000, 5e6 / kPixels, 90), -1'500'000),
              "\u22121.5\u2009ms");
}

// As tips and tables have it: "1.07 s" and "1.0716 s", not "1070 ms".
TEST(TimeRuler, ATickHasTheUnitThatADurationHas) {
    const RulerScale fine = rulerScale(0, 1'380, 1, 30);
    EXPECT_EQ(fine.stepNs, 50);
    EXPECT_EQ(tickText(fine, 950), "950\u2009ns");
    EXPECT_EQ(tickText(fine, 1'050), "1.05\u2009µs");
    const RulerScale scale = rulerScale(1'050'000'000, 50'000'000, 5e7 / kPixels, 90);
    EXPECT_EQ(scale.stepNs, 5'000'000);
    EXPECT_EQ(tickText(scale, 995'000'000), "995\u2009ms");
    EXPECT_EQ(tickText(scale, 1'070'000'000), "1.070\u2009s");
    EXPECT_EQ(tickText(scale, -1'070'000'000), "\u22121.070\u2009s");
    const RulerScale whole = rulerScale(0, 1'100'000'000, 1.1e9 / kPixels, 90);
    EXPECT_EQ(tickText(whole, 900'000'000), "900\u2009ms");
    EXPECT_EQ(tickText(whole, 1'000'000'000), "1.0\u2009s");
}

// A trace whose clock counts from the epoch, or from somewhere else, with two steps.
class RulerOrigins : public ::testing::Test {
protected:
    [[nodiscard]] static test::SceneFixture sceneAt(std::int64_t begin) {
        test::TraceDsl t;
        t.op(t.thread("main"), {begin, begin + 20'000'000'000}, "all");
        return test::SceneFixture(t.trace());
    }
    [[nodiscard]] static std::string nameOf(test::SceneFixture& scene, TimeFormat format,
                                            std::int64_t begin, std::int64_t end) {
        scene.state.timeFormat = format;
        const Viewport view = scene.view(begin, end);
        return rulerOrigin(scene.input(view)).name;
    }
};

TEST_F(RulerOrigins, UtcCountsFromASecondOrAMinute) {
    constexpr std::int64_t kBegin = 1'700'000'012'345'678'900;
    test::SceneFixture scene = sceneAt(kBegin);
    EXPECT_EQ(nameOf(scene, TimeFormat::Utc, kBegin, kBegin + 1'000'000), "2023-11-14 22:13:32");
    EXPECT_EQ(nameOf(scene, TimeFormat::Utc, kBegin, kBegin + 20'000'000'000),
              "2023-11-14 22:13:00");
    EXPECT_EQ(nameOf(scene, TimeFormat::Relative, kBegin, kBegin + 1'000'000), "");
    test::SceneFixture uptime = sceneAt(5'000'000'000);  // nobody knows when that was
    EXPECT_EQ(nameOf(uptime, TimeFormat::Utc, 5'000'000'000, 5'001'000'000), "");
}

TEST_F(RulerOrigins, StepsCountFromTheOneAtTheLeftEdge) {
    test::SceneFixture scene = sceneAt(0);
    const std::array steps{TimeRange{timeFromNs(1'000), timeFromNs(5'000)},
                           TimeRange{timeFromNs(5'000), timeFromNs(9'000)}};
    scene.model.steps = steps;
    EXPECT_EQ(nameOf(scene, TimeFormat::Step, 0, 4'000), "");
    EXPECT_EQ(nameOf(scene, TimeFormat::Step, 1'000, 4'000), "step 1");
    EXPECT_EQ(nameOf(scene, TimeFormat::Step, 6'000, 8'000), "step 2");
    EXPECT_TRUE(test::matchesGolden("scene/ruler_steps.txt",
                                    scene.dump(scene.view(6'000, 8'000, 820, 60))));
}

TEST_F(RulerOrigins, TextsTellAnInstantAsTheRulerDoes) {
    constexpr std::int64_t kBegin = 1'700'000'012'345'678'900;
    test::SceneFixture scene = sceneAt(kBegin);
    const std::array steps{TimeRange{timeFromNs(kBegin + 1'000), timeFromNs(kBegin + 5'000)},
                           TimeRange{timeFromNs(kBegin + 5'000), timeFromNs(kBegin + 9'000)}};
    scene.model.steps = steps;
    const auto text = [&scene](TimeFormat format, std::int64_t time) {
        return timeText(scene.model, format, timeFromNs(time));
    };
    EXPECT_EQ(text(TimeFormat::Relative, kBegin + 5'250), "5.25\u2009µs");
    EXPECT_EQ(text(TimeFormat::Utc, kBegin + 5'250), "22:13:32.345684150 UTC");
    EXPECT_EQ(text(TimeFormat::Step, kBegin + 5'250), "step 2 + 250\u2009ns");
    EXPECT_EQ(text(TimeFormat::Step, kBegin + 20'000), "step 2 + 15.0\u2009µs");
    EXPECT_EQ(text(TimeFormat::Step, kBegin + 500), "500\u2009ns") << "before the first one";
    const test::SceneFixture uptime = sceneAt(5'000'000'000);
    EXPECT_EQ(timeText(uptime.model, TimeFormat::Utc, timeFromNs(5'000'001'000)), "1.00\u2009µs");
}

// The label of the last tick stands left of it where there is no room at the right.
TEST_F(RulerOrigins, TheLastTickHasALabel) {
    const test::SceneFixture scene = sceneAt(0);
    const Viewport view = scene.view(0, 1'000, 820, 60);
    const DisplayList list = scene.build(view);
    std::vector<std::pair<float, float>> places;
    for (const TextItem& item : list.texts) {
        if (item.baselineY < Viewport::kRulerHeight && item.x >= view.timeLeft()) {
            places.emplace_back(item.x, item.x + item.width);
            if (list.text(item).starts_with("1000") || list.text(item).starts_with("1.00")) {
                EXPECT_LT(item.x + item.width, view.width);
            }
        }
    }
    std::sort(places.begin(), places.end());
    ASSERT_EQ(places.size(), 6U);  // 0, 200 … 1000 ns
    for (std::size_t at = 1; at < places.size(); ++at) {
        EXPECT_GT(places[at].first, places[at - 1].second);
    }
}

TEST(ResolvedDurationText, HasTheDigitsOfAPixel) {
    const auto text = [](std::int64_t length, std::int64_t resolution) {
        return resolvedDurationText(Duration(length), Duration(resolution));
    };
    EXPECT_EQ(text(2'123'456'789, 288), "2.1234568\u2009s");
    EXPECT_EQ(text(2'123'456'789, 1), "2.123456789\u2009s");
    EXPECT_EQ(text(2'123'456'789, 50'000'000), "2.12\u2009s");
    EXPECT_EQ(text(1'223'400, 100), "1.2234\u2009ms");
    EXPECT_EQ(text(1'999'999'999, 1'000'000), "2.000\u2009s");
    EXPECT_EQ(text(-1'223'400, 100), "\u22121.2234\u2009ms");
    EXPECT_EQ(text(1'234'500'000'000, 2'000'000'000), "1235\u2009s");
    constexpr std::int64_t kSecond = 1'000'000'000;
    EXPECT_EQ(text(470'568 * kSecond, 2 * kSecond), "130\u2009h 42\u2009min 48\u2009s");
    EXPECT_EQ(text(3'661 * kSecond + 499'960'000, 100'000'000), "1\u2009h 1\u2009min 1.5\u2009s");
    EXPECT_EQ(text(7'199 * kSecond + 960'000'000, 100'000'000), "2\u2009h 0\u2009min 0.0\u2009s");
    EXPECT_EQ(text(812, 1), "812\u2009ns");
    EXPECT_EQ(text(0, 1), durationText(Duration(0)));
}

}  // namespace
}  // namespace gaplight
