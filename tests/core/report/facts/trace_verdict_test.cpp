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
              "The GPU computes 100\u2009% of the time. No rule found more than 1 % to gain.");
    findings.combinedSaving = std::chrono::microseconds(40);
    EXPECT_EQ(text(),
              "The GPU computes 100\u2009% of the time. 40.0\u2009µs (4.0\u2009%) to gain.");
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
