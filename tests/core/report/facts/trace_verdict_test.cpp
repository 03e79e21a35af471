// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/trace_verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/detectors/engine/rules.h"
#include "tests/core/analysis/analyzed.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

std::string verdictText(const test::TraceDsl& t) {
    const test::Analyzed result(t);
    const FindingSet findings;
    return verdictOf({*result.trace, result.analysis, findings, {}}).text();
}

TEST(TraceVerdict, NamesTheFunctionsWithMostSelfTimeWithoutGpuWork) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.slice(host, {0, 1000}, "python_function", "model.py(3): forward");
    t.slice(host, {100, 700}, "python_function", "data.py(9): load");
    EXPECT_EQ(verdictText(t),
              "No GPU activity that Gaplight knows in this file. Most self time: load 60.0\u2009%, "
              "forward 40.0\u2009%.");
}

TEST(TraceVerdict, NamesTheCriticalPathOfABuild) {
    test::TraceDsl t;
    const auto path = t.thread("Critical Path");
    t.slice(path, {0, 300'000}, "critical path component", "action 'a'");
    t.slice(path, {300'000, 800'000}, "critical path component", "action 'b'");
    t.slice(t.thread("evaluator"), {0, 1'000'000}, "general information", "build");
    EXPECT_EQ(
        verdictText(t),
        "No GPU activity that Gaplight knows in this file. The critical path takes 800\u2009µs "
        "of 1.00\u2009ms, longest: action 'b' 500\u2009µs. Most self time: build "
        "100\u2009%.");
}

// A window of no length has no shares.
TEST(TraceVerdict, HoldsForWorkOfNoLength) {
    test::TraceDsl t;
    t.kernel(t.stream(0, 7), {500, 500});
    EXPECT_TRUE(verdictText(t).starts_with("The GPU computes ")) << verdictText(t);
}

TEST(TraceVerdict, HasNothingToNameInAnEmptyFile) {
    EXPECT_EQ(verdictText(test::TraceDsl()), "No GPU activity that Gaplight knows in this file.");
}

// Two findings below the floor of a warning, which gain 4 % of 1 ms together.
TEST(TraceVerdict, StatesWhatSmallFindingsGainTogether) {
    test::TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 1'000'000});
    const test::Analyzed result(t);
    FindingSet findings;
    findings.findings.resize(2);
    findings.replay.pricedWindow = std::chrono::milliseconds(1);
    const auto text = [&] {
        return verdictOf({*result.trace, result.analysis, findings, {}}).text();
    };
    findings.combinedSaving = std::chrono::microseconds(9);
    EXPECT_EQ(text(),
              "The GPU computes 100\u2009% of 1.00\u2009ms. No rule found more than 1 % to gain.");
    findings.combinedSaving = std::chrono::microseconds(40);
    EXPECT_EQ(text(),
              "The GPU computes 100\u2009% of 1.00\u2009ms. 40.0\u2009µs (4.0\u2009%) to gain.");
    findings.replay.unprofiled = {0.8, 0.1};
    EXPECT_THAT(text(), testing::EndsWith(" to gain. Without the profiler: about 800\u2009µs (± "
                                          "100\u2009µs)."));
    findings.replay.unprofiled = {0.8, 0.3};
    EXPECT_THAT(text(), testing::EndsWith(" to gain."));
}

// What launches make while a graph is captured does not run, so that shares of it say nothing.
TEST(TraceVerdict, OfGraphCaptureSaysSo) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.call(host, {1'000, 2'000}, "cudaStreamBeginCapture");
    t.call(host, {5'000'000, 5'001'000}, "cudaStreamEndCapture");
    t.call(host, {5'002'000, 5'500'000}, "cudaGraphInstantiate");
    t.kernel(t.stream(0, 7), {10'000, 12'000}, t.launch(host, {5'000, 6'000}));
    const test::Analyzed result(t);
    FindingSet findings;
    findings.findings.resize(1);
    EXPECT_THAT(verdictOf({*result.trace, result.analysis, findings, {}}).text(),
                testing::StartsWith("This is mostly graph capture, in which launches are recorded "
                                    "and do not run: the GPU works 2.00\u2009µs of "));
}

// Most of the idle time has one reason, whose rule has words of its own; else the class has.
TEST(TraceVerdict, NamesTheReasonOfMostIdleTime) {
    test::TraceDsl t;
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, 10'000});
    t.kernel(stream, {90'000, 100'000});
    const test::Analyzed result(t);
    FindingSet findings;
    const auto text = [&](std::int64_t ofJitter) {
        const GpuId gpu = result.analysis.devices.at(0).totals.gpu;
        findings.explanations = {
            {gpu,
             Duration(100'000),
             {{{GapReasonKind::ByRule, findDetector("host-jitter")}, Duration(ofJitter)},
              {{GapReasonKind::ByRule, findDetector("gpu-idle")}, Duration(80'000 - ofJitter)}},
             {0},
             {0}}};
        return verdictOf({*result.trace, result.analysis, findings, {}}).text();
    };
    EXPECT_THAT(text(60'000), testing::HasSubstr("mostly while the host is held up."));
    EXPECT_THAT(text(30'000), testing::HasSubstr("mostly while the host runs other code."));
}

}  // namespace
}  // namespace gaplight
