// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

TEST(HostHotspot, FindsTheModuleWalk) {
    const Detected wan("wan_before_compile");
    ASSERT_EQ(wan.of("host-hotspot").size(), 1U);
    const Finding walk = wan.of("host-hotspot").front();
    EXPECT_EQ(walk.values.text("caller"), "_set_context");
    EXPECT_EQ(walk.values.text("function"), "named_modules");
    EXPECT_EQ(walk.count, 3U);
    EXPECT_EQ(walk.values.text("cure"), "hook-walk");
    EXPECT_GT(walk.cost.gpuIdle, std::chrono::milliseconds(15));
    EXPECT_LT(walk.cost.gpuIdle, std::chrono::milliseconds(17));
    EXPECT_TRUE(evidenceExists(wan.session(), walk));
    EXPECT_TRUE(Detected("wan_after_compile").of("host-hotspot").empty());
}

TEST(HostHotspot, Texts) {
    EXPECT_TRUE(matchesGolden("findings/rules/host-hotspot.txt",
                              textOf("host-hotspot", {"wan_before_compile", "flux2_before_compile",
                                                      "host_small_before"})));
}

TEST(HostHotspot, MergesCallers) {
    const Detected flux("flux2_before_compile");
    ASSERT_EQ(flux.of("host-hotspot").size(), 1U);
    const Finding walk = flux.of("host-hotspot").front();
    std::set<std::string> callers;
    for (const FindingValues& row : walk.values.rows("callers")) {
        callers.insert(row.text("caller"));
    }
    EXPECT_TRUE(callers.contains("_set_context"));
    EXPECT_TRUE(callers.contains("get_parameter_dtype"));
}

// Reading the step counters is host time of the optimizer, not a wait.
TEST(HostHotspot, FindsTheOptimizersHostTime) {
    const auto findings = Detected("ema_loop_none").of("host-hotspot");
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].values.text("caller"), "Optimizer.step#AdamW.step");
    EXPECT_EQ(findings[0].values.text("cure"), "fused-optimizer");
}

TEST(HostHotspot, FindsHostWorkOnlyWhereTheGpuWaitsForIt) {
    const auto findings = Detected("host_small_before").of("host-hotspot");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.text("caller"), "bookkeeping");
    EXPECT_EQ(findings[0].perStep, 1);
    EXPECT_TRUE(Detected("host_large_before").of("host-hotspot").empty());
    EXPECT_TRUE(Detected("host_small_after").of("host-hotspot").empty());
}

TEST(HostHotspot, NamesARegionOfManyShortGaps) {
    const auto findings = Detected("optimizer_fused").of("host-hotspot");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.text("caller"), "Optimizer.step#AdamW.step");
    EXPECT_TRUE(findings[0].isBound);
    EXPECT_EQ(findings[0].severity, Severity::Warning);
    EXPECT_EQ(findings[0].edits.size(), 6U);
}

TEST(HostHotspot, IsSilentAboutLaunchBoundPrograms) {
    for (const char* name : {"sync_small_before", "graph_small_before", "optimizer_loop",
                             "resnet18_eager", "sync_large_before", "transformer_compile"}) {
        EXPECT_TRUE(Detected(name).of("host-hotspot").empty()) << name;
    }
}

TraceDsl loopWith(std::int64_t workUs) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    for (std::int64_t step = 0; step < 3; ++step) {
        const std::int64_t at = step * 10'000 * kUs;
        dsl.annotation(host, {at, at + 9000 * kUs}, "ProfilerStep#" + std::to_string(step));
        dsl.kernel(stream, {at + 10 * kUs, at + 100 * kUs},
                   dsl.launch(host, {at + 2 * kUs, at + 4 * kUs}), "a");
        dsl.python(host, {at + 101 * kUs, at + (101 + workUs) * kUs}, "train.py(9): log");
        dsl.kernel(stream, {at + 110 * kUs + workUs * kUs, at + 10'005 * kUs},
                   dsl.launch(host, {at + (102 + workUs) * kUs, at + (104 + workUs) * kUs}), "b");
    }
    return dsl;
}

TEST(HostHotspot, HasThresholds) {
    EXPECT_EQ(Detected(loopWith(200)).of("host-hotspot").size(), 1U);  // 600 µs of 30 ms
    EXPECT_TRUE(Detected(loopWith(150)).of("host-hotspot").empty());   // 450 µs
    EXPECT_EQ(Detected(loopWith(150), {"host-hotspot.min_time=400us"}).of("host-hotspot").size(),
              1U);
    EXPECT_TRUE(Detected(loopWith(200), {"host-hotspot.min_share=3%"}).of("host-hotspot").empty());
    EXPECT_TRUE(Detected(loopWith(200), {"host-hotspot.min_gap=1ms"}).of("host-hotspot").empty());
    const Finding found = Detected(loopWith(200)).of("host-hotspot").front();
    EXPECT_EQ(found.cost.gpuIdle.count(), 3 * 200 * kUs);
    EXPECT_EQ(found.count, 3U);
    EXPECT_EQ(found.where.python, "train.py(9): log");
}

}  // namespace
}  // namespace gaplight::test
