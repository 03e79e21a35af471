// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/launch_bound_intervals.h"

#include <gtest/gtest.h>

#include "core/analysis/host/profiler_overhead.h"
#include "tests/core/analysis/analyzed.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::PacedTrace;

std::vector<LaunchBoundInterval> intervalsOf(const Analyzed& a,
                                             const LaunchBoundLimits& limits = {}) {
    return launchBoundIntervals(*a.trace, a.launches, a.analysis, LaunchBoundScope::of(*a.trace),
                                a.device(), limits);
}

std::size_t countOf(const PacedTrace& t, const LaunchBoundLimits& limits = {}) {
    return intervalsOf(Analyzed(t.dsl), limits).size();
}

TEST(LaunchBoundIntervals, OfLaunchesThatTheGpuWaitsFor) {
    PacedTrace t;
    t.launch(60);
    const Analyzed a(t.dsl);
    const auto intervals = intervalsOf(a);
    ASSERT_EQ(intervals.size(), 1U);
    const LaunchBoundInterval& interval = intervals.front();
    EXPECT_EQ(interval.launches.size(), 60U);
    EXPECT_EQ(interval.queueEmpty, 60U);
    EXPECT_EQ(interval.host.length().count(), 59 * 20'000 + 5'000);
    EXPECT_EQ(interval.gpu.length().count(), 59 * 20'000 + 3'000);
    // Between kernels of 3 µs, one every 20 µs.
    EXPECT_EQ(interval.idle.count(), 59 * 17'000);
    EXPECT_EQ(interval.busy().count(), 60 * 3'000);
}

TEST(LaunchBoundIntervals, IdleThatTheProfilerDoesNotExplain) {
    PacedTrace t;
    t.op("aten::add", 60);
    const Analyzed a(t.dsl);
    const auto part = cutIntoParts(*a.trace, intervalsOf(a).front(), a.analysis.steps).front();
    ProfilerOverhead overhead(*a.trace, a.launches);
    // From the first launch call to the end of the last: 60 launches, 59 operators.
    const Duration recording = 60 * ProfilerOverhead::kLaunch + 59 * ProfilerOverhead::kOperator;
    EXPECT_EQ(part.idle.count(), 59 * 17'000);
    EXPECT_EQ(part.idleWithout(overhead), part.idle - recording);
}

TEST(LaunchBoundIntervals, NeedsLengthAndNumber) {
    PacedTrace few;
    few.hostTime = 40'000;
    few.launch(31);
    EXPECT_EQ(countOf(few), 0U);
    few.launch();
    EXPECT_EQ(countOf(few), 1U);

    PacedTrace quick;
    quick.hostTime = 10'000;
    quick.launch(99);
    EXPECT_EQ(countOf(quick), 0U);
    LaunchBoundLimits limits;
    limits.minLength = std::chrono::microseconds(900);
    EXPECT_EQ(countOf(quick, limits), 1U);
}

TEST(LaunchBoundIntervals, NoneWhereTheHostIsAhead) {
    PacedTrace t;
    t.work = 25'000;  // more than a launch takes
    t.launch(400);
    EXPECT_EQ(countOf(t), 0U);
}

TEST(LaunchBoundIntervals, EndsWhereTheHostGetsAhead) {
    PacedTrace t;
    t.launch(60);
    t.work = 40'000;
    t.launch(40);  // 16 of them in a row are queued
    t.sync();
    const auto intervals = intervalsOf(Analyzed(t.dsl));
    ASSERT_EQ(intervals.size(), 1U);
    EXPECT_LE(intervals.front().launches.size(), 62U);
    EXPECT_TRUE(intervals.front().launches.back().queueEmpty);
}

TEST(LaunchBoundIntervals, ShareOfQueueEmptyLaunches) {
    PacedTrace t;
    for (int burst = 0; burst < 40; ++burst) {  // one in three finds an empty queue
        t.hostTime = 40'000;
        t.launch();
        t.hostTime = 5'500;
        t.launch(2);
    }
    EXPECT_EQ(countOf(t), 1U);
    LaunchBoundLimits limits;
    limits.minQueueEmptyPpm = 350'000;
    EXPECT_EQ(countOf(t, limits), 0U);
}

TEST(LaunchBoundIntervals, EndsAtAPause) {
    PacedTrace t;
    t.launch(60);
    t.pause(600'000);
    t.launch(60);
    EXPECT_EQ(countOf(t), 2U);
    LaunchBoundLimits limits;
    limits.maxPause = std::chrono::milliseconds(1);
    EXPECT_EQ(countOf(t, limits), 1U);
}

TEST(LaunchBoundIntervals, GoesOnAcrossWaits) {
    PacedTrace t;
    t.launch(60);
    t.work = 700'000;  // longer than a pause may be: the host waits meanwhile
    t.launch();
    t.sync();
    t.work = 3'000;
    t.launch(60);
    LaunchBoundLimits limits;
    limits.minIdlePpm = 0;
    const auto intervals = intervalsOf(Analyzed(t.dsl), limits);
    ASSERT_EQ(intervals.size(), 1U);
    EXPECT_EQ(intervals.front().launches.size(), 121U);
}

TEST(LaunchBoundIntervals, NeedsAShareOfIdleTime) {
    PacedTrace t;
    t.work = 14'000;  // of 20: idle for 30 %
    t.launch(60);
    EXPECT_EQ(countOf(t), 0U);  // the first kernel has no gap before it
    t.work = 13'000;
    t.launch(60);
    EXPECT_EQ(countOf(t), 1U);
}

TEST(LaunchBoundIntervals, EndsAtAGraphLaunch) {
    PacedTrace t;
    t.launch(60);
    t.graphLaunch(20);
    t.launch(60);
    const auto intervals = intervalsOf(Analyzed(t.dsl));
    ASSERT_EQ(intervals.size(), 2U);
    EXPECT_EQ(intervals[0].launches.size(), 60U);

    PacedTrace graphs;
    for (int at = 0; at < 100; ++at) {
        graphs.graphLaunch(1);
    }
    EXPECT_EQ(countOf(graphs), 0U);
}

TEST(LaunchBoundIntervals, NoneInAFullQueue) {
    PacedTrace t;
    const std::int64_t begin = t.now;
    t.launch(60);
    t.dsl.slice(t.dsl.thread("overhead", -1), {begin, t.now}, "overhead", "Command Buffer Full");
    EXPECT_EQ(countOf(t), 0U);
}

TEST(LaunchBoundIntervals, GoesOnInAnotherThread) {
    PacedTrace t;
    const auto forward = t.host;
    t.launch(40);
    t.host = t.dsl.thread("autograd");
    t.launch(40);
    const Analyzed a(t.dsl);
    const auto intervals = intervalsOf(a);
    ASSERT_EQ(intervals.size(), 1U);
    EXPECT_EQ(intervals.front().launches.size(), 80U);
    const auto parts = cutIntoParts(*a.trace, intervals.front(), a.analysis.steps);
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_NE(parts[0].thread, parts[1].thread);
    EXPECT_EQ(parts[0].launches.size(), 40U);
    EXPECT_EQ(parts[0].idle + parts[1].idle, intervals.front().idle);
    EXPECT_EQ(parts[0].gpu.length() + parts[1].gpu.length(), intervals.front().gpu.length());
}

// Backward runs on a thread of its own, between forward and optimizer of the main thread.
TEST(LaunchBoundIntervals, PartsDoNotCoverEachOther) {
    PacedTrace t;
    const auto main = t.host;
    const auto autograd = t.dsl.thread("autograd");
    for (int step = 0; step < 2; ++step) {
        t.host = main;
        t.launch(40);
        t.host = autograd;
        t.launch(40);
    }
    t.host = main;
    t.launch(40);
    const Analyzed a(t.dsl);
    const LaunchBoundInterval interval = intervalsOf(a).front();
    const auto parts = cutIntoParts(*a.trace, interval, a.analysis.steps);
    ASSERT_EQ(parts.size(), 5U);
    Duration length{};
    for (std::size_t at = 0; at < parts.size(); ++at) {
        EXPECT_TRUE(at == 0 || parts[at - 1].gpu.end <= parts[at].gpu.begin);
        length += parts[at].gpu.length();
    }
    EXPECT_EQ(length, interval.gpu.length());
}

// A few launches on another thread in each step, and some outside of all steps.
TEST(LaunchBoundIntervals, AShortBackwardIsAPartOfItsOwn) {
    PacedTrace t;
    const auto main = t.host;
    const auto autograd = t.dsl.thread("autograd");
    t.launch(6);
    for (int step = 0; step < 3; ++step) {
        t.host = main;
        const std::int64_t begin = t.now;
        t.launch(9);
        t.host = autograd;
        t.launch(10);
        t.host = main;
        t.launch(9);
        t.dsl.annotation(main, {begin, t.now}, "ProfilerStep#" + std::to_string(step));
    }
    t.launch(6);
    const Analyzed a(t.dsl);
    const LaunchBoundInterval interval = intervalsOf(a).front();
    const auto parts = cutIntoParts(*a.trace, interval, a.analysis.steps);
    ASSERT_EQ(parts.size(), 11U);
    Duration length{};
    for (std::size_t at = 0; at < parts.size(); ++at) {
        EXPECT_TRUE(at == 0 || parts[at - 1].gpu.end <= parts[at].gpu.begin);
        length += parts[at].gpu.length();
    }
    // The gap behind the last step is the capture's edge, and no part's.
    EXPECT_EQ(length + Duration(17'000), interval.gpu.length());
}

// What is launched before the first step and after the last one is not one part.
TEST(LaunchBoundIntervals, PartsOutsideStepsAreApart) {
    PacedTrace t;
    t.launch(40);
    for (int step = 0; step < 2; ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] { t.launch(60); });
    }
    t.launch(40);
    const Analyzed a(t.dsl);
    const auto parts = cutIntoParts(*a.trace, intervalsOf(a).front(), a.analysis.steps);
    ASSERT_EQ(parts.size(), 4U);
    EXPECT_FALSE(parts[0].step.has_value());
    EXPECT_FALSE(parts[3].step.has_value());
    EXPECT_LE(parts[0].gpu.end, parts[1].gpu.begin);
}

TEST(LaunchBoundIntervals, CutAtSteps) {
    PacedTrace t;
    for (int step = 0; step < 3; ++step) {
        t.within("ProfilerStep#" + std::to_string(step), [&] { t.launch(60); });
    }
    const Analyzed a(t.dsl);
    const auto intervals = intervalsOf(a);
    ASSERT_EQ(intervals.size(), 1U);
    const auto parts = cutIntoParts(*a.trace, intervals.front(), a.analysis.steps);
    ASSERT_EQ(parts.size(), 3U);
    for (std::size_t at = 0; at < 3; ++at) {
        EXPECT_EQ(parts[at].step, at);
        EXPECT_EQ(parts[at].launches.size(), 60U);
        EXPECT_EQ(parts[at].thread, parts[0].thread);
    }
    EXPECT_EQ(parts[1].idle.count(), 60 * 17'000);
}

// Steps that only kernels tell begin anywhere; an interval of one iteration stays whole.
// Of two kernels with one start, the gap is before the one that was launched first.
TEST(LaunchBoundIntervals, HasTheGapBeforeKernelsThatStartTogether) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 7), {1'000, 1'030}, t.launch(host, {910, 920}));
    t.kernel(t.stream(0, 8), {1'000, 1'010}, t.launch(host, {900, 905}));
    const Analyzed a(t);
    LaunchBoundInterval interval;
    for (std::size_t at = 0; at < 2; ++at) {
        interval.launches.push_back({ActivityId(at), a.launches.launchOf(ActivityId(at)),
                                     Duration(at == 1 ? 200 : 0), true});
    }
    const auto parts = cutIntoParts(*a.trace, interval, {});
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_EQ(parts[0].gpu, (TimeRange{timeFromNs(800), timeFromNs(1'030)}));
    EXPECT_EQ(parts[0].busy(), Duration(30));
}

TEST(LaunchBoundIntervals, NotCutWhereItIsOneStep) {
    const Analyzed a([] {
        PacedTrace t;
        for (int step = 0; step < 6; ++step) {
            t.launch(60);
            t.graphLaunch(1);
        }
        return t.dsl;
    }());
    Steps steps = a.analysis.steps;
    steps.markers.source = StepSource::Kernels;
    steps.markers.host.clear();
    const std::int64_t length = 61 * 20'000;
    for (int step = 0; step < 6; ++step) {
        const std::int64_t begin = 1'000'000 + step * length - length / 4;
        steps.markers.host.push_back({timeFromNs(begin), timeFromNs(begin + length)});
    }
    const LaunchBoundInterval second = intervalsOf(a).at(1);
    const auto parts = cutIntoParts(*a.trace, second, steps);
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_EQ(parts.front().step, 1U);
    steps.markers.source = StepSource::Annotations;
    EXPECT_EQ(cutIntoParts(*a.trace, second, steps).size(), 2U);
}

// `pieces` launches inside an operator that runs for 130 µs before it, after 20 short ones each.
LaunchBoundInterval withPieces(int pieces, std::int64_t length, bool isRecorded = true) {
    PacedTrace t;
    t.launch(20);
    for (int at = 0; at < 6; ++at) {
        if (at >= pieces) {
            t.launch();
        } else if (isRecorded) {
            t.inside("cpu_op", "PythonSubclass", [&] {
                t.pause(length);
                t.launch();
            });
        } else {
            t.pause(length);
            t.launch();
        }
        t.launch(20);
    }
    const Analyzed a(t.dsl);
    const auto intervals = intervalsOf(a);
    return intervals.empty() ? LaunchBoundInterval{} : intervals.front();
}

// One long call before each of six launches: what runs in it is no cost of launching.
TEST(LaunchBoundIntervals, LeaveOutPiecesOfHostCode) {
    const LaunchBoundInterval interval = withPieces(6, 130'000);
    EXPECT_EQ(interval.launches.size(), 146U);
    EXPECT_EQ(interval.code.count(), 6 * 147'000);
    EXPECT_EQ(interval.idle.count(), (145 - 6) * 17'000);
    EXPECT_EQ(interval.busy().count(), 146 * 3'000);
}

TEST(LaunchBoundIntervals, ArePartedByPiecesOfHostCode) {
    PacedTrace t;
    for (int at = 0; at < 4; ++at) {
        t.launch(20);
        t.inside("cpu_op", "c10d::alltoall_base_", [&] {
            t.pause(130'000);
            t.launch();
        });
    }
    const Analyzed a(t.dsl);
    const LaunchBoundInterval interval = intervalsOf(a).front();
    const auto parts = cutAtCode(*a.trace, interval);
    ASSERT_EQ(parts.size(), 5U);
    Duration idle{};
    for (const LaunchBoundInterval& part : parts) {
        EXPECT_EQ(part.code.count(), 0);
        EXPECT_LT(part.host.length(), Duration(500'000));
        idle += part.idle;
    }
    EXPECT_EQ(idle, interval.idle);
}

// Nor where it is a small part of the gaps, no longer than a few launches, or not one call's.
TEST(LaunchBoundIntervals, KeepGapsThatAreNoPieces) {
    EXPECT_EQ(withPieces(2, 130'000).code.count(), 0);
    EXPECT_EQ(withPieces(6, 70'000).code.count(), 0);
    EXPECT_EQ(withPieces(6, 130'000, false).code.count(), 0);
    PacedTrace slow;  // every launch takes as long
    slow.hostTime = 150'000;
    slow.op("aten::add", 60);
    EXPECT_EQ(intervalsOf(Analyzed(slow.dsl)).front().code.count(), 0);
}

}  // namespace
}  // namespace gaplight
