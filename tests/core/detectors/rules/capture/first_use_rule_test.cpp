// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/golden.h"
#include "tests/support/trace_dsl.h"

namespace gaplight::test {
namespace {

constexpr const char* kFirstUseRule = "first-use";

// A loop of short launches behind one that takes 20 ms.
TraceDsl slowFirstLaunch() {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    const auto launch = [&](std::int64_t at, std::int64_t length, const char* kernel = "usual") {
        const auto call = dsl.launch(host, {at, at + length});
        dsl.kernel(stream, {at + length + kUs, at + length + 11 * kUs}, call, kernel);
    };
    launch(0, 5 * kUs);
    launch(100 * kUs, 20 * kMs, "new");
    for (std::int64_t i = 0; i < 20; ++i) {
        launch(20'200 * kUs + i * 100 * kUs, 5 * kUs);
    }
    return dsl;
}

TEST(FirstUseRule, NamesACallThatIsSlowOnce) {
    const Detected detected(slowFirstLaunch());
    const auto found = detected.of(kFirstUseRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::Info);
    EXPECT_TRUE(found[0].edits.empty());
    EXPECT_EQ(found[0].count, 1U);
    EXPECT_EQ(found[0].values.time("time"), Duration(20 * kMs));
    EXPECT_EQ(found[0].values.rows("kinds")[0].caseOf("kind"), "loading");
    EXPECT_TRUE(valuesAreDeclared(found[0]));
    EXPECT_TRUE(evidenceExists(detected.session(), found[0]));
}

// Its gap is in no other finding and explains most of the idle time.
TEST(FirstUseRule, ItsTimeIsInNoOtherFinding) {
    const Detected detected(slowFirstLaunch());
    EXPECT_TRUE(detected.of("gpu-idle").empty());
    EXPECT_TRUE(detected.of("host-hotspot").empty());
    EXPECT_TRUE(detected.of("underused-gpu").empty());
    const auto& parts = detected.set().explanations.at(0).parts;
    EXPECT_EQ(parts.front().first, kFirstUseRule);
    EXPECT_GE(parts.front().second, Duration(20 * kMs));
}

// Shares of savings are of the window without it.
TEST(FirstUseRule, ItsTimeIsInNoSaving) {
    const Detected detected(slowFirstLaunch());
    const ReplaySummary& replay = detected.set().replay;
    EXPECT_LE(replay.pricedWindow, replay.measured - Duration(19 * kMs));
    EXPECT_LE(detected.set().combinedSaving.value_or(Duration{}), replay.pricedWindow);
}

TEST(FirstUseRule, IsSilentInSteadyLoops) {
    for (const char* name :
         {"wan_before_compile", "llm_decode_eager", "train_sync_pageable", "memory_growth",
          "host_small_before", "optimizer_loop", "ddp_straggler_rank1"}) {
        EXPECT_TRUE(Detected(name).of(kFirstUseRule).empty()) << name;
    }
}

TEST(FirstUseRule, HasThresholds) {
    EXPECT_TRUE(Detected(slowFirstLaunch(), {"first-use.min_time=30ms", "first-use.min_share=99%"})
                    .of(kFirstUseRule)
                    .empty());
}

TEST(FirstUseRule, Texts) {
    EXPECT_TRUE(matchesGolden("findings/rules/first-use.txt",
                              textOf(kFirstUseRule, {"compile_time", "streams_overlap"})));
}

}  // namespace
}  // namespace gaplight::test
