// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

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

// The first call of an operator takes 12 ms, 10 of them in a launch that loads its kernel.
TEST(FirstUseRule, SlowLaunchesInsideAnOperatorAreOfTheirOwnKind) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    const auto launch = [&](std::int64_t at, std::int64_t length) {
        const auto call = dsl.launch(host, {at, at + length});
        dsl.kernel(stream, {at + length + kUs, at + length + 11 * kUs}, call, "norm");
    };
    dsl.kernel(stream, {6 * kUs, 9 * kUs}, dsl.launch(host, {0, 5 * kUs}), "other");
    dsl.op(host, {100 * kUs, 12'100 * kUs}, "aten::norm");
    launch(1'100 * kUs, 10 * kMs);
    for (std::int64_t i = 0; i < 20; ++i) {
        const std::int64_t at = 13 * kMs + i * 100 * kUs;
        dsl.op(host, {at, at + 20 * kUs}, "aten::norm");
        launch(at + 10 * kUs, 5 * kUs);
    }
    const auto found = Detected(dsl).of(kFirstUseRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 1U);
    EXPECT_EQ(found[0].values.time("time"), Duration(12 * kMs));
    const ValueRows& kinds = found[0].values.rows("kinds");
    ASSERT_EQ(kinds.size(), 2U);
    EXPECT_EQ(kinds[0].caseOf("kind"), "loading");
    EXPECT_EQ(kinds[0].time("kind_time"), Duration(10 * kMs));
    EXPECT_EQ(kinds[1].caseOf("kind"), "operator");
    EXPECT_EQ(kinds[1].time("kind_time"), Duration(2 * kMs));
    EXPECT_EQ(found[0].values.caseOf("main_kind"), "loading");
    EXPECT_EQ(found[0].values.time("main_time"), Duration(10 * kMs));
    EXPECT_TRUE(valuesAreDeclared(found[0]));
}

// Its gap is in no other finding and explains most of the idle time.
TEST(FirstUseRule, ItsTimeIsInNoOtherFinding) {
    const Detected detected(slowFirstLaunch());
    EXPECT_TRUE(detected.of("gpu-idle").empty());
    EXPECT_TRUE(detected.of("host-hotspot").empty());
    EXPECT_TRUE(detected.of("underused-gpu").empty());
    const auto& parts = detected.set().explanations.at(0).parts;
    EXPECT_EQ(parts.front().reason.name(), kFirstUseRule);
    EXPECT_GE(parts.front().time, Duration(20 * kMs));
}

// The GPU runs work from before the capture for 40 ms, then waits 20 of 22 ms for a slow launch.
TEST(FirstUseRule, ItsShareIsOfTimeInWhichTheGpuWasJudged) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 3);
    dsl.kernel(dsl.stream(0, 2), {10 * kUs, 14 * kUs}, dsl.launch(host, {0, 5 * kUs}));
    const auto launch = [&](std::int64_t at, std::int64_t length, std::int64_t start) {
        dsl.kernel(stream, {start, start + 10 * kUs}, dsl.launch(host, {at, at + length}), "usual");
    };
    launch(20 * kUs, 5 * kUs, 40 * kMs);
    dsl.kernel(stream, {60'120 * kUs, 60'130 * kUs}, dsl.launch(host, {40'100 * kUs, 60'100 * kUs}),
               "new");
    for (std::int64_t i = 0; i < 20; ++i) {
        const std::int64_t at = 60'200 * kUs + i * 100 * kUs;
        launch(at, 5 * kUs, at + 6 * kUs);
    }
    const auto found = Detected(dsl).of(kFirstUseRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_GT(found[0].values.rows("idle_of_gpus").at(0).share("window_share").value_or(0), 0.85);
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

// The calls are the host's, whatever GPU they prepare.
TEST(FirstUseRule, IsOneFindingForTwoGpus) {
    TraceDsl dsl = slowFirstLaunch();
    const auto other = dsl.thread("other");
    const auto stream = dsl.stream(1, 7);
    for (std::int64_t i = 0; i < 20; ++i) {
        const std::int64_t at = 50 * kUs + i * kMs;
        dsl.kernel(stream, {at + 10 * kUs, at + 500 * kUs}, dsl.launch(other, {at, at + 5 * kUs}));
    }
    const Detected detected(dsl);
    const auto found = detected.of(kFirstUseRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].count, 1U);
    EXPECT_FALSE(found[0].where.gpu);
    const ValueRows& idle = found[0].values.rows("idle_of_gpus");
    ASSERT_EQ(idle.size(), 2U);
    EXPECT_GE(idle[0].time("idle_time"), Duration(20 * kMs));
    EXPECT_EQ(*idle[0].time("idle_time") + *idle[1].time("idle_time"), found[0].cost.gpuIdle);
    EXPECT_TRUE(valuesAreDeclared(found[0]));
}

TEST(FirstUseRule, DoesNotAdviseToWarmUpAGraphCapture) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.kernel(stream, {20 * kUs, 30 * kUs}, dsl.launch(host, {0, 10 * kUs}));
    dsl.call(host, {100 * kUs, 110 * kUs}, "cudaStreamBeginCapture");
    dsl.call(host, {9 * kMs, 9'100 * kUs}, "cudaStreamEndCapture");
    dsl.kernel(stream, {10 * kMs, 10'010 * kUs}, dsl.launch(host, {9'900 * kUs, 9'910 * kUs}));
    const auto found = Detected(dsl).of(kFirstUseRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].values.caseOf("fix"), "capturing");
    EXPECT_EQ(found[0].fix.find("Warm up"), std::string::npos) << found[0].fix;
}

// Weights are copied from pageable memory, in two calls that wait, before anything is computed.
TEST(FirstUseRule, DataThatIsCopiedBeforeTheFirstKernelIsInNoOtherFinding) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.call(host, {0, 50 * kUs}, "cudaMalloc");
    for (const std::int64_t at : {kMs, 40 * kMs}) {
        const auto copy = dsl.call(host, {at, at + 20 * kMs}, "cudaMemcpyAsync");
        dsl.memcpy(stream, {at + 20 * kUs, at + 19 * kMs}, copy);
        dsl.arg("bytes", "100000000");
        dsl.call(host, {at + 20 * kMs, at + 21 * kMs}, "cudaStreamSynchronize");
    }
    for (std::int64_t i = 0; i < 20; ++i) {
        const std::int64_t at = 62 * kMs + i * 100 * kUs;
        dsl.kernel(stream, {at + 10 * kUs, at + 100 * kUs}, dsl.launch(host, {at, at + 5 * kUs}));
    }
    const Detected detected(dsl);
    const auto found = detected.of(kFirstUseRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].values.rows("kinds")[0].caseOf("kind"), "upload");
    EXPECT_EQ(found[0].values.caseOf("fix"), "upload");
    EXPECT_GE(found[0].values.time("time"), Duration(41 * kMs));
    EXPECT_TRUE(valuesAreDeclared(found[0]));
    for (const char* rule : {"pageable-copy", "copy-not-overlapped", "host-sync", "gpu-idle"}) {
        EXPECT_TRUE(detected.of(rule).empty()) << detected.text(rule);
    }
    const ReplaySummary& replay = detected.set().replay;
    EXPECT_LE(replay.pricedWindow, replay.measured - Duration(39 * kMs));
}

TEST(FirstUseRule, NamesRangesThatWarmUp) {
    TraceDsl dsl;
    const auto host = dsl.thread("main");
    const auto stream = dsl.stream(0, 7);
    dsl.annotation(host, {0, 50 * kMs}, "warm_up");
    for (const std::int64_t at : {kMs, 20 * kMs, 49 * kMs, 51 * kMs, 52 * kMs}) {
        dsl.kernel(stream, {at + 10 * kUs, at + 990 * kUs}, dsl.launch(host, {at, at + 5 * kUs}));
    }
    const auto found = Detected(dsl).of(kFirstUseRule);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::Info);
    EXPECT_GE(found[0].cost.gpuIdle, Duration(46 * kMs));
    EXPECT_EQ(found[0].title, "First use, 1 warm-up range");
    EXPECT_TRUE(valuesAreDeclared(found[0]));
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
