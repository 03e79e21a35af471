// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/steady_loop.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::kMs;
using test::kUs;
using test::TraceDsl;

TEST(WarmUpName, IsAWholeWord) {
    for (const char* name : {"warmup", "warm_up", "warm-up", "Warm up 3", "WARMUP", "model/warmup",
                             "1. warm-up of all shapes"}) {
        EXPECT_TRUE(isWarmUpName(name)) << name;
    }
    for (const char* name : {"warmups2", "prewarmup", "warm", "warm cache", "up", "forward",
                             "warm the upper part", ""}) {
        EXPECT_FALSE(isWarmUpName(name)) << name;
    }
}

// Two ranges, in each of which a kernel is late by 20 ms.
class WarmUpRanges : public ::testing::Test {
protected:
    void range(std::int64_t from, const std::string& name) {
        m_dsl.annotation(m_host, {from, from + 30 * kMs}, name);
        kernel(from + kMs);
        kernel(from + 21 * kMs);
    }
    void kernel(std::int64_t at) {
        m_dsl.kernel(m_stream, {at + 10 * kUs, at + 60 * kUs},
                     m_dsl.launch(m_host, {at, at + 5 * kUs}));
    }
    // Of the gaps inside ranges, which are those of 10 ms and more.
    static std::vector<bool> areFirstUse(const Analyzed& result) {
        std::vector<bool> found;
        for (std::size_t at = 0; at < result.device().gaps.size(); ++at) {
            found.push_back(result.device().gapReason[at] == GapReasonKind::FirstUse);
        }
        return found;
    }

    TraceDsl m_dsl;
    TraceDsl::Track m_host = m_dsl.thread("main");
    TraceDsl::Track m_stream = m_dsl.stream(0, 7);
};

TEST_F(WarmUpRanges, GapsInThemAreFirstUseAndNoOthers) {
    range(0, "warmup");
    range(40 * kMs, "benchmark");
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.analysis.firstUse.warmUpRanges(), 1U);
    // In the first range, from there to the second one, in the second one.
    EXPECT_EQ(areFirstUse(result), (std::vector<bool>{true, false, false}));
}

TEST_F(WarmUpRanges, WhereNothingFollowsTheyAreTheProgram) {
    range(0, "load");
    range(40 * kMs, "warmup");
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.analysis.firstUse.warmUpRanges(), 0U);
    EXPECT_EQ(areFirstUse(result), (std::vector<bool>{false, false, false}));
}

TEST_F(WarmUpRanges, InSteadyStepsTheyAreTheProgram) {
    for (int i = 0; i < 4; ++i) {
        m_dsl.annotation(m_host, {i * 40 * kMs, (i + 1) * 40 * kMs},
                         "ProfilerStep#" + std::to_string(i));
        range(i * 40 * kMs + kMs, "warmup");
    }
    EXPECT_EQ(Analyzed(m_dsl).analysis.firstUse.warmUpRanges(), 1U) << "that of the first step";
}

}  // namespace
}  // namespace gaplight
