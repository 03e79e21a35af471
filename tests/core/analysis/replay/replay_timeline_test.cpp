// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Replays in full: when everything happens, and what the window is made of.

#include <array>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/recorded_replay.h"
#include "tests/core/analysis/replayed.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight::test {
namespace {

using Kind = ReplayEdit::Kind;

// The parts follow each other from the window's begin to its end, and the totals are theirs.
void expectWhole(const ReplayTimeline& timeline) {
    const std::vector<PathSegment>& parts = timeline.path.segments;
    const Duration sum =
        std::accumulate(timeline.path.totals.begin(), timeline.path.totals.end(), Duration{});
    EXPECT_EQ(sum, timeline.window.length());
    ASSERT_FALSE(parts.empty());
    EXPECT_EQ(parts.front().range.begin, timeline.window.begin);
    EXPECT_EQ(parts.back().range.end, timeline.window.end);
    CriticalPath again;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ASSERT_LT(parts[i].range.begin, parts[i].range.end);
        ASSERT_TRUE(i == 0 || parts[i].range.begin == parts[i - 1].range.end);
        again.totals[static_cast<std::size_t>(parts[i].kind)] += parts[i].range.length();
    }
    EXPECT_EQ(again.totals, timeline.path.totals);
}

class RecordedTimeline : public ::testing::TestWithParam<std::string> {};

TEST_P(RecordedTimeline, ThePathIsTheWindow) {
    const RecordedReplay recorded(GetParam());
    const Replay& replay = recorded.replay();
    const ReplayTimeline unchanged = replay.timeline({});
    EXPECT_EQ(unchanged.window.length(), replay.replayedWindow());
    expectWhole(unchanged);
    EXPECT_TRUE(std::is_sorted(
        unchanged.slices.begin(), unchanged.slices.end(),
        [](const ReplayedSlice& a, const ReplayedSlice& b) { return a.slice < b.slice; }));

    std::vector<ReplayEdit> edits = recorded.withoutWaits();
    for (std::size_t i = 0; i < recorded.trace().tracks().size(); ++i) {
        edits.push_back({Kind::ScaleHost, {}, TrackId(i), recorded.trace().range(), 0.3});
    }
    const ReplayTimeline faster = replay.timeline(edits);
    EXPECT_EQ(faster.window.length(), replay.windowWith(edits));
    expectWhole(faster);
    for (std::size_t i = 0; i < recorded.trace().tracks().size(); ++i) {
        edits.push_back({Kind::GraphLaunch, {}, TrackId(i), recorded.trace().range(), 0});
    }
    expectWhole(replay.timeline(edits));
}

TEST_P(RecordedTimeline, UnchangedItIsTheTrace) {
    const RecordedReplay recorded(GetParam());
    const ReplayTimeline timeline = recorded.replay().timeline({});
    const SliceTable& slices = recorded.trace().slices();
    const Duration window = recorded.replay().measuredWindow();
    std::size_t activities = 0;
    for (const ReplayedSlice& replayed : timeline.slices) {
        const Duration off = replayed.range.begin - slices.start(replayed.slice);
        ASSERT_LE(std::chrono::abs(off), window / 500);
        activities += isGpuActivity(recorded.trace().kind(replayed.slice)) ? 1 : 0;
    }
    EXPECT_EQ(activities, recorded.trace().gpuActivities().size());
}

INSTANTIATE_TEST_SUITE_P(Recorded, RecordedTimeline, ::testing::ValuesIn(recordedTraces()),
                         [](const auto& trace) { return trace.param; });

TEST(ReplayTimeline, ThePathGoesThroughWhatHoldsTheEndUp) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(10, 100), t.launch(host, us(0, 5)), "first");
    t.call(host, us(20, 105), "cudaDeviceSynchronize");
    t.op(host, us(105, 400), "slow");
    t.kernel(stream, us(410, 500), t.launch(host, us(400, 405)), "second");
    t.kernel(stream, us(505, 600), t.launch(host, us(410, 415)), "third");
    const Replayed r(t);
    const ReplayTimeline timeline = r.replay().timeline({});
    expectWhole(timeline);
    EXPECT_EQ(timeline.path.total(PathKind::Kernel), std::chrono::microseconds(90 + 90 + 95));
    EXPECT_EQ(timeline.path.total(PathKind::Sync), std::chrono::microseconds(5));
    EXPECT_EQ(timeline.path.total(PathKind::Host), std::chrono::microseconds(295));
    EXPECT_EQ(timeline.path.total(PathKind::Launch), std::chrono::microseconds(10));
    EXPECT_EQ(timeline.path.total(PathKind::GpuWait), std::chrono::microseconds(5));
    // Without the slow part the host is ahead: the window is the kernels.
    const ReplayTimeline faster =
        r.replay().timeline(std::vector{r.host("slow", 0), r.drop("cudaDeviceSynchronize")});
    expectWhole(faster);
    EXPECT_EQ(faster.path.total(PathKind::Kernel), std::chrono::microseconds(90 + 90 + 95));
    EXPECT_EQ(faster.path.total(PathKind::Host), Duration{});
    EXPECT_EQ(faster.path.total(PathKind::Sync), Duration{});
}

TEST(ReplayTimeline, CopiesAndCollectivesAreToldApart) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.memcpy(stream, us(10, 110), t.call(host, us(0, 112), "cudaMemcpyAsync"));
    t.kernel(stream, us(130, 330), t.launch(host, us(120, 125)), "ncclDevKernel_AllReduce_Sum");
    const Replayed r(t);
    const ReplayTimeline timeline = r.replay().timeline({});
    expectWhole(timeline);
    EXPECT_EQ(timeline.path.total(PathKind::Copy), std::chrono::microseconds(100));
    EXPECT_EQ(timeline.path.total(PathKind::Collective), std::chrono::microseconds(200));
}

TEST(ReplayTimeline, AStepIsFromEndToEnd) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    std::vector<TimeRange> steps;
    for (int i = 0; i < 5; ++i) {
        const int at = 1000 * i;
        t.op(host, us(at, at + 800), "work");
        t.kernel(stream, us(at + 810, at + 900), t.launch(host, us(at + 801, at + 805)));
        steps.push_back({timeFromNs(at * 1000), timeFromNs((at + 1000) * 1000)});
    }
    const Replayed r(t);
    EXPECT_EQ(r.replay().timeline({}, steps).step, std::chrono::microseconds(1000));
    EXPECT_EQ(r.replay().timeline({}).step, std::nullopt);
    std::vector<ReplayEdit> edits;
    const TrackId thread = r.trace().trackOf(sliceNamed(r.trace(), "work"));
    for (const TimeRange& step : steps) {
        edits.push_back({Kind::ScaleHost, {}, thread, step, 0.5});
    }
    EXPECT_LT(*r.replay().timeline(edits, steps).step, std::chrono::microseconds(600));
}

TEST(ReplayTimeline, WithoutActivitiesThereIsNothing) {
    TraceDsl t;
    t.op(t.thread("main"), us(0, 10), "op");
    const ReplayTimeline timeline = Replayed(t).replay().timeline({});
    EXPECT_EQ(timeline.window.length(), Duration{});
    EXPECT_TRUE(timeline.path.segments.empty());
    EXPECT_TRUE(timeline.slices.empty());
}

// A made program: threads that launch on streams, copy, and wait, in any order.
TraceDsl randomProgram(std::mt19937& random) {
    const auto upTo = [&](int most) { return static_cast<int>(random() % (most + 1)); };
    TraceDsl t;
    const int threads = 1 + upTo(1);
    int correlated = 0;
    for (int i = 0; i < threads; ++i) {
        const auto host = t.thread("thread " + std::to_string(i));
        std::vector<int> free(3, 0);
        int now = upTo(50);
        for (int call = 0; call < 12 + upTo(20); ++call) {
            now += upTo(40);
            const int stream = i + upTo(1);
            int& busy = free[static_cast<std::size_t>(stream)];
            const int kind = upTo(9);
            const int start = std::max(now + 5 + upTo(10), busy) + upTo(5);
            const int end = start + upTo(120);
            if (kind < 6) {
                t.kernel(t.stream(0, 7 + stream), us(start, end), t.launch(host, us(now, now + 4)),
                         "kernel " + std::to_string(call));
                busy = end;
                now += 4;
                ++correlated;
            } else if (kind < 7) {
                t.memcpy(t.stream(0, 7 + stream), us(start, end),
                         t.call(host, us(now, end + 3), "cudaMemcpyAsync"));
                busy = end;
                now = end + 3;
                ++correlated;
            } else if (kind < 9) {
                const int until = std::max(now + 3, busy + 2);
                t.call(host, us(now, until),
                       kind == 7 ? "cudaStreamSynchronize" : "cudaDeviceSynchronize");
                now = until;
            } else {
                t.op(host, us(now, now + 30), "op");
                now += 30;
            }
        }
    }
    return t;
}

constexpr std::array kKinds{"drop wait", "scale host", "scale activity", "async copy", "graph"};

// Property: whatever is removed, in whatever order, nothing gets longer, and every answer is whole.
TEST(ReplayTimeline, RemovingFromRandomProgramsNeverLengthensThem) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        const TraceDsl program = randomProgram(random);
        const Replayed r(program);
        const Trace& trace = r.trace();
        if (trace.gpuActivities().empty()) {
            continue;
        }
        std::vector<ReplayEdit> edits;
        std::string told;
        Duration before = r.replay().replayedWindow();
        expectWhole(r.replay().timeline({}));
        for (int step = 0; step < 12; ++step) {
            const SliceId slice(random() % trace.slices().size());
            const double factor = static_cast<double>(random() % 4) / 4;
            const TimeRange range{trace.slices().start(slice),
                                  trace.slices().end(slice) + Duration(random() % 100'000)};
            const auto kind = static_cast<Kind>(random() % 5);
            edits.push_back({kind, slice, trace.trackOf(slice), range, factor});
            told += std::string(kKinds[static_cast<std::size_t>(kind)]) + " of " +
                    std::string(trace.name(slice)) + " from " + std::to_string(ns(range.begin)) +
                    " to " + std::to_string(ns(range.end)) + " × " + std::to_string(factor) + "\n";
            const Duration now = r.replay().windowWith(edits);
            ASSERT_LE(now, before) << told << program.json();
            ASSERT_GE(now, Duration{});
            const ReplayTimeline timeline = r.replay().timeline(edits);
            ASSERT_EQ(timeline.window.length(), now);
            expectWhole(timeline);
            if (HasFatalFailure()) {
                return;
            }
            before = now;
        }
    }
}

}  // namespace
}  // namespace gaplight::test
