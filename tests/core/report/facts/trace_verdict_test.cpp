// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/trace_verdict.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/analysed.h"
#include "tests/support/trace_dsl.h"

namespace gaplight {
namespace {

std::string verdictText(const test::TraceDsl& t) {
    const test::Analysed result(t);
    const FindingSet findings;
    return verdictOf({*result.trace, result.analysis, findings, {}}).text();
}

TEST(TraceVerdict, NamesTheFunctionsWithMostSelfTimeWithoutGpuWork) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.slice(host, {0, 1000}, "python_function", "model.py(3): forward");
    t.slice(host, {100, 700}, "python_function", "data.py(9): load");
    EXPECT_EQ(verdictText(t),
              "No GPU work in this file. Most self time: load 60.0\u2009%, forward 40.0\u2009%.");
}

// A window of no length has no shares.
TEST(TraceVerdict, HoldsForWorkOfNoLength) {
    test::TraceDsl t;
    t.kernel(t.stream(0, 7), {500, 500});
    EXPECT_TRUE(verdictText(t).starts_with("The GPU computes ")) << verdictText(t);
}

TEST(TraceVerdict, HasNothingToNameInAnEmptyFile) {
    EXPECT_EQ(verdictText(test::TraceDsl()), "No GPU work in this file.");
}

}  // namespace
}  // namespace gaplight
