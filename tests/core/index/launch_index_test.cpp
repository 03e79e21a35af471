// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/launch_index.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::sliceNamed;
using test::TraceDsl;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> launchedBy(const Trace& trace, const LaunchIndex& index, SliceId call) {
    std::vector<std::string> names;
    for (const ActivityId id : index.activitiesOf(call)) {
        names.emplace_back(trace.name(trace.gpuActivities()[id.index()].slice));
    }
    return names;
}

TEST(LaunchIndex, BindsByCorrelationBothWays) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    const auto first = t.launch(host, {0, 10});
    const auto second = t.call(host, {20, 30}, "cudaMemcpyAsync");
    t.kernel(stream, {100, 110}, second, "copied");
    t.kernel(stream, {50, 90}, first, "launched");
    t.op(host, {40, 50}, "aten::mm");
    const auto trace = t.trace();
    const LaunchIndex index = LaunchIndex::build(*trace);
    const SliceId launch = sliceNamed(*trace, "cudaLaunchKernel");
    EXPECT_EQ(index.launchOf(sliceNamed(*trace, "launched")), launch);
    EXPECT_EQ(index.launchOf(sliceNamed(*trace, "copied")), sliceNamed(*trace, "cudaMemcpyAsync"));
    EXPECT_THAT(launchedBy(*trace, index, launch), ElementsAre("launched"));
    EXPECT_THAT(index.launches(), ElementsAre(launch, sliceNamed(*trace, "cudaMemcpyAsync")));
    EXPECT_FALSE(index.launchOf(sliceNamed(*trace, "aten::mm")).isValid());
    EXPECT_THAT(launchedBy(*trace, index, sliceNamed(*trace, "aten::mm")), IsEmpty());
}

TEST(LaunchIndex, OneGraphLaunchHasManyActivitiesInTimeOrder) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto graph = t.call(host, {0, 10}, "cudaGraphLaunch");
    t.kernel(t.stream(0, 9), {30, 40}, graph, "second");
    t.kernel(t.stream(0, 7), {40, 50}, graph, "third");
    t.kernel(t.stream(0, 7), {20, 25}, graph, "first");
    const auto trace = t.trace();
    const LaunchIndex index = LaunchIndex::build(*trace);
    EXPECT_THAT(launchedBy(*trace, index, sliceNamed(*trace, "cudaGraphLaunch")),
                ElementsAre("first", "second", "third"));
}

TEST(LaunchIndex, TheFirstCallWithACorrelationWins) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto other = t.thread("other");
    t.call(other, {50, 60}, "cuLaunchKernel");
    t.correlate(7);
    t.call(host, {40, 70}, "cudaLaunchKernel");
    t.correlate(7);
    t.call(host, {40, 45}, "cudaPeekAtLastError");
    t.correlate(7);
    t.kernel(t.stream(0, 7), {80, 90}, 7, "kernel");
    const auto trace = t.trace();
    EXPECT_EQ(LaunchIndex::build(*trace).launchOf(sliceNamed(*trace, "kernel")),
              sliceNamed(*trace, "cudaLaunchKernel"));
}

TEST(LaunchIndex, OperatorsWithACorrelationLaunchNothing) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 100}, "aten::mm");
    t.correlate(7);
    t.kernel(t.stream(0, 7), {80, 90}, 7);
    const auto trace = t.trace();
    EXPECT_FALSE(LaunchIndex::build(*trace).launchOf(sliceNamed(*trace, "kernel")).isValid());
}

// Two ranks in one file use the same correlations.
class TwoProcesses : public ::testing::Test {
protected:
    TwoProcesses() {
        m_dsl.call(m_rank0, {0, 10}, "rank 0");
        m_dsl.correlate(7);
        m_dsl.call(m_rank1, {50, 60}, "rank 1");
        m_dsl.correlate(7);
    }
    std::string launchOfKernel() {
        const auto trace = m_dsl.trace();
        return std::string(
            trace->name(LaunchIndex::build(*trace).launchOf(sliceNamed(*trace, "kernel"))));
    }

    TraceDsl m_dsl;
    TraceDsl::Track m_rank0 = m_dsl.thread("main", 100);
    TraceDsl::Track m_rank1 = m_dsl.thread("main", 101);
};

TEST_F(TwoProcesses, TheActivitysOwnProcessComesFirst) {
    TraceDsl::Track stream{"100", "stream 7", 0, 7};
    m_dsl.kernel(stream, {80, 90}, 7);
    EXPECT_EQ(launchOfKernel(), "rank 0");
}

TEST_F(TwoProcesses, ThenTheCallWithItsExternalId) {
    m_dsl.call(m_rank0, {12, 14}, "rank 0, tagged");
    m_dsl.correlate(8);
    m_dsl.externalId(31);
    m_dsl.call(m_rank1, {62, 64}, "rank 1");
    m_dsl.correlate(8);
    m_dsl.externalId(32);
    m_dsl.kernel(m_dsl.stream(0, 7), {80, 90}, 8);
    m_dsl.externalId(31);
    EXPECT_EQ(launchOfKernel(), "rank 0, tagged");
}

TEST_F(TwoProcesses, ThenTheLastBeforeIt) {
    m_dsl.kernel(m_dsl.stream(0, 7), {80, 90}, 7);
    EXPECT_EQ(launchOfKernel(), "rank 1");
}

TEST_F(TwoProcesses, AndTheFirstOfAllWhereNoneIsBefore) {
    m_dsl.kernel(m_dsl.stream(0, 7), {-20, -10}, 7);
    EXPECT_EQ(launchOfKernel(), "rank 0");
}

TEST(LaunchIndex, ArrowsBindOnlyWhatHasNoCorrelation) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    const auto other = t.launch(host, {0, 10});
    t.op(host, {20, 30}, "by arrow");
    t.kernel(stream, {40, 50}, 0, "plain");
    t.flow(host, 20, stream, 40);
    t.kernel(stream, {60, 70}, other, "correlated");
    t.flow(host, 20, stream, 60);
    t.kernel(stream, {80, 90}, 999, "orphan");
    t.flow(host, 20, stream, 80);
    const auto trace = t.trace();
    const LaunchIndex index = LaunchIndex::build(*trace);
    EXPECT_EQ(index.launchOf(sliceNamed(*trace, "plain")), sliceNamed(*trace, "by arrow"));
    EXPECT_EQ(index.launchOf(sliceNamed(*trace, "correlated")),
              sliceNamed(*trace, "cudaLaunchKernel"));
    EXPECT_FALSE(index.launchOf(sliceNamed(*trace, "orphan")).isValid());
}

TEST(LaunchIndex, NothingToBind) {
    const auto trace = TraceDsl().trace();
    const LaunchIndex index = LaunchIndex::build(*trace);
    EXPECT_THAT(index.launches(), IsEmpty());
    EXPECT_FALSE(index.launchOf(SliceId(0)).isValid());
    EXPECT_THAT(index.activitiesOf(SliceId(0)), IsEmpty());
}

}  // namespace
}  // namespace gaplight
