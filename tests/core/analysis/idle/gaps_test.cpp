// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gaps.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::sliceNamed;
using test::TraceDsl;

// A GPU that is busy until 1,000 and again from 21,000 on, to be fed by the test.
class GapTriggers : public ::testing::Test {
protected:
    GapTriggers() { m_dsl.kernel(m_stream, {0, 1'000}, m_dsl.launch(m_host, {-100, -90})); }
    void feed(test::Span launch) {
        m_dsl.kernel(m_stream, {21'000, 22'000}, m_dsl.launch(m_host, launch), "after");
    }
    Gap onlyGap() {
        const Analyzed result(m_dsl);
        EXPECT_EQ(result.device().gaps.size(), 1U);
        EXPECT_EQ(result.triggered(result.device().gaps.front().trigger), 20'000);
        return result.device().gaps.front();
    }

    TraceDsl m_dsl;
    TraceDsl::Track m_host = m_dsl.thread("main");
    TraceDsl::Track m_stream = m_dsl.stream(0, 7);
};

TEST_F(GapTriggers, WorkThatWasSubmittedBeforeIsGpuSide) {
    feed({999, 1'500});
    const Gap gap = onlyGap();
    EXPECT_EQ(gap.trigger, GapTrigger::GpuSide);
    EXPECT_EQ(gap.begin, timeFromNs(1'000));
    EXPECT_EQ(gap.end, timeFromNs(21'000));
}

TEST_F(GapTriggers, ASlowLaunchCallThatBeganBeforeTheGapIsLate) {
    feed({999, 11'001});  // host part 10,001 of 20,000
    EXPECT_EQ(onlyGap().trigger, GapTrigger::HostLate);
}

TEST_F(GapTriggers, ALaunchCallThatFillsLessThanHalfOfTheGapIsGpuSide) {
    feed({999, 11'000});
    EXPECT_EQ(onlyGap().trigger, GapTrigger::GpuSide);
}

TEST(Gaps, AnActivityThatStartsLongAfterItsLaunchWaitedOnTheGpu) {
    for (const std::int64_t rest : {100'000, 100'001}) {
        TraceDsl t;
        const auto host = t.thread("main");
        const auto stream = t.stream(0, 7);
        t.kernel(stream, {0, 1'000}, t.launch(host, {-100, -90}));
        t.kernel(stream, {2'000 + rest, 200'000}, t.launch(host, {1'500, 2'000}));
        const Analyzed result(t);
        EXPECT_EQ(result.device().gaps.at(0).trigger,
                  rest > 100'000 ? GapTrigger::GpuSide : GapTrigger::HostLate);
    }
}

TEST_F(GapTriggers, ALaunchAtTheGapsBeginIsLate) {
    feed({1'000, 1'500});
    EXPECT_EQ(onlyGap().trigger, GapTrigger::HostLate);
}

TEST_F(GapTriggers, AWaitThatDrainedTheQueueIsTheCause) {
    m_dsl.call(m_host, {500, 1'200}, "cudaStreamSynchronize");
    feed({15'000, 15'100});
    const Gap gap = onlyGap();
    EXPECT_EQ(gap.trigger, GapTrigger::AfterSync);
    EXPECT_TRUE(gap.blockingCall.isValid());
}

TEST_F(GapTriggers, AWaitThatReturnedTenMicrosecondsBeforeStillCounts) {
    m_dsl.call(m_host, {-20'000, -9'000}, "cudaStreamSynchronize");
    feed({15'000, 15'100});
    EXPECT_EQ(onlyGap().trigger, GapTrigger::AfterSync);
}

TEST_F(GapTriggers, AnEarlierOneDoesNot) {
    m_dsl.call(m_host, {-20'000, -9'001}, "cudaStreamSynchronize");
    feed({15'000, 15'100});
    EXPECT_EQ(onlyGap().trigger, GapTrigger::HostLate);
}

TEST_F(GapTriggers, AWaitThatBeganInsideTheGapDidNotDrainTheQueue) {
    m_dsl.call(m_host, {500, 900}, "cudaStreamSynchronize");
    m_dsl.call(m_host, {1'001, 9'000}, "cudaStreamSynchronize");
    feed({15'000, 15'100});
    EXPECT_EQ(onlyGap().trigger, GapTrigger::HostLate);
}

TEST_F(GapTriggers, AnotherThreadsWaitIsNotTheCause) {
    m_dsl.call(m_dsl.thread("other"), {500, 1'200}, "cudaStreamSynchronize");
    feed({15'000, 15'100});
    EXPECT_EQ(onlyGap().trigger, GapTrigger::HostLate);
}

TEST_F(GapTriggers, NoLaunchIsUnknown) {
    m_dsl.kernel(m_stream, {21'000, 22'000});
    const Gap gap = onlyGap();
    EXPECT_EQ(gap.trigger, GapTrigger::Unknown);
    EXPECT_FALSE(gap.launch.isValid());
}

TEST_F(GapTriggers, TheEarliestLaunchOfThoseThatStartTogetherDecides) {
    feed({15'000, 15'100});
    m_dsl.kernel(m_dsl.stream(0, 8), {21'000, 22'000}, m_dsl.launch(m_host, {800, 900}), "early");
    m_dsl.kernel(m_dsl.stream(0, 9), {21'000, 22'000}, 0, "unlaunched");
    const Analyzed result(m_dsl);
    const Gap& gap = result.device().gaps.front();
    EXPECT_EQ(gap.trigger, GapTrigger::GpuSide);
    EXPECT_EQ(gap.activity, sliceNamed(*result.trace, "early"));
}

TEST(Gaps, ThresholdCountsAreInclusive) {
    TraceDsl t;
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, 10});
    t.kernel(stream, {100'010, 100'020});
    t.kernel(stream, {200'019, 200'020});
    const Analyzed result(t);
    EXPECT_EQ(result.device().gaps.size(), 2U);
    EXPECT_EQ(result.device().gapsOverThreshold, 1U);
    EXPECT_EQ(result.device().gapsOverThresholdTotal, Duration(100'000));
}

TEST(Gaps, AnActivityWithoutLengthSplitsAGap) {
    TraceDsl t;
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, 10});
    t.kernel(stream, {50, 50});
    t.kernel(stream, {90, 100});
    const Analyzed result(t);
    ASSERT_EQ(result.device().gaps.size(), 2U);
    EXPECT_EQ(result.device().totals.idle, Duration(80));
}

}  // namespace
}  // namespace gaplight
