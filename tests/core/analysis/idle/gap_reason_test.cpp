// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gap_reason.h"

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

std::vector<std::string> explanationsOf(const TraceDsl& dsl) {
    const Analyzed result(dsl);
    std::vector<std::string> names;
    for (const GapReasonKind explanation : result.device().gapReason) {
        names.emplace_back(gapReasonName(explanation));
    }
    return names;
}

using Names = std::vector<std::string>;

class GapExplanations : public ::testing::Test {
protected:
    // A kernel of 10 µs from `at` on, launched by a call that returns 5 µs before.
    void kernel(std::int64_t at) {
        m_dsl.kernel(m_stream, {at, at + 10 * kUs},
                     m_dsl.launch(m_host, {at - 10 * kUs, at - 5 * kUs}));
    }

    TraceDsl m_dsl;
    TraceDsl::Track m_host = m_dsl.thread("main");
    TraceDsl::Track m_stream = m_dsl.stream(0, 7);
};

TEST_F(GapExplanations, AGapInTheProgramIsForTheRules) {
    m_dsl.op(m_host, {0, kMs}, "aten::mm");
    kernel(100 * kUs);
    kernel(700 * kUs);
    EXPECT_EQ(explanationsOf(m_dsl), Names{"unexplained"});
}

TEST_F(GapExplanations, AShortGapThatTheHostFillsIsTheHostBetweenLaunches) {
    m_dsl.op(m_host, {0, kMs}, "aten::mm");
    kernel(100 * kUs);
    kernel(500 * kUs);
    EXPECT_EQ(explanationsOf(m_dsl), Names{"host_between_launches"});
}

// Launched long before it starts, with an event to wait for, perhaps.
TEST_F(GapExplanations, AShortGapOnTheGpusSideIsNotTheHosts) {
    m_dsl.op(m_host, {0, kMs}, "aten::mm");
    kernel(100 * kUs);
    m_dsl.kernel(m_stream, {400 * kUs, 410 * kUs}, m_dsl.launch(m_host, {96 * kUs, 99 * kUs}));
    EXPECT_EQ(explanationsOf(m_dsl), Names{"unexplained"});
}

TEST_F(GapExplanations, AGapFilledByAWaitIsNoCodeBetweenLaunches) {
    m_dsl.op(m_host, {0, kMs}, "aten::mm");
    kernel(100 * kUs);
    m_dsl.call(m_host, {105 * kUs, 480 * kUs}, "cudaDeviceSynchronize");
    kernel(500 * kUs);
    EXPECT_EQ(explanationsOf(m_dsl), Names{"unexplained"});
}

TEST_F(GapExplanations, WhereTheThreadRecordedNothingTheHostIsNotRecorded) {
    kernel(100 * kUs);
    kernel(500 * kUs);
    EXPECT_EQ(explanationsOf(m_dsl), Names{"host_not_recorded"});
}

TEST_F(GapExplanations, WithoutALaunchTheHostIsNotRecorded) {
    kernel(100 * kUs);
    m_dsl.kernel(m_stream, {500 * kUs, 510 * kUs});
    EXPECT_EQ(explanationsOf(m_dsl), Names{"host_not_recorded"});
}

TEST_F(GapExplanations, AGapShorterThanTheUsualLaunchIntervalIsBelowTheThreshold) {
    m_dsl.op(m_host, {0, kMs}, "aten::mm");
    kernel(100 * kUs);
    kernel(119 * kUs);  // a gap of 9 µs
    kernel(139 * kUs);  // one of 10 µs
    EXPECT_EQ(explanationsOf(m_dsl), (Names{"below_threshold", "host_between_launches"}));
}

TEST_F(GapExplanations, OutsideOfAllProfilerStepsIsTheEdgeOfTheCapture) {
    m_dsl.annotation(m_host, {0, kMs}, "ProfilerStep#1");
    m_dsl.op(m_host, {10, 2 * kMs}, "aten::mm");
    kernel(100 * kUs);
    kernel(500 * kUs);
    kernel(1'900 * kUs);
    EXPECT_EQ(explanationsOf(m_dsl), (Names{"host_between_launches", "capture_edge"}));
}

TEST_F(GapExplanations, AGapThatIsMostlyACallOfMpiWaitsForAnotherRank) {
    m_dsl.annotation(m_host, {0, 10 * kMs}, "exchange");
    kernel(100 * kUs);
    m_dsl.annotation(m_host, {200 * kUs, 700 * kUs}, "MPI_Waitall");
    kernel(kMs);  // a gap of 890 µs
    m_dsl.annotation(m_host, {1'200 * kUs, 1'500 * kUs}, "MPI_Waitall");
    kernel(2 * kMs);  // one of 990 µs
    EXPECT_EQ(explanationsOf(m_dsl), (Names{"waiting_for_rank", "unexplained"}));
}

TEST_F(GapExplanations, TheUsualIntervalIsTheMedianOverBusyQueues) {
    for (int i = 0; i < 20; ++i) {
        const auto call = m_dsl.launch(m_host, {i * 7 * kUs, i * 7 * kUs + 2 * kUs});
        m_dsl.kernel(m_stream, {(10 + i * 50) * kUs, (60 + i * 50) * kUs}, call);
    }
    const Analyzed result(m_dsl);
    EXPECT_EQ(usualLaunchInterval(*result.trace, result.launches, result.device().byStart),
              Duration(7 * kUs));
}

}  // namespace
}  // namespace gaplight
