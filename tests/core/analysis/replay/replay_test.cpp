// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// What a replay knows of a program: each mechanism alone, shown by a cause that moves and what has
// to move with it.

#include "core/analysis/replay/replay.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/analysis/replay/graph_launches.h"
#include "core/analysis/replay/host_calls.h"
#include "tests/core/analysis/replayed.h"

namespace gaplight::test {
namespace {

TEST(Replay, HasNothingToSayWithoutGpuWork) {
    TraceDsl t;
    t.call(t.thread("main"), us(0, 10), "cudaDeviceSynchronize");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 0);
    EXPECT_FALSE(r.replay().trusted());
    EXPECT_EQ(r.with({r.drop("cudaDeviceSynchronize")}), 0);
}

TEST(Replay, TheHostFeedsTheGpu) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(10, 20), t.launch(host, us(0, 5)));
    t.op(host, us(20, 980), "slow");
    t.kernel(stream, us(1010, 1030), t.launch(host, us(1000, 1005)));
    const Replayed r(t);
    EXPECT_EQ(r.window(), 1020);
    EXPECT_EQ(r.with({r.host("slow", 0)}), 60);
    EXPECT_EQ(r.with({r.host("slow", 0.5)}), 540);
    // A kernel that the host is in no hurry for.
    EXPECT_EQ(r.with({r.activity("kernel", 0.5)}), 1020);
}

TEST(Replay, AStreamRunsInOrder) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(10, 510), t.launch(host, us(0, 5)), "first");
    t.kernel(stream, us(511, 600), t.launch(host, us(10, 15)), "second");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 590);
    EXPECT_EQ(r.with({r.activity("first", 0.5)}), 340);
    // So short that the second waits for its own launch: 10 + 6 µs.
    EXPECT_EQ(r.with({r.activity("first", 0)}), 95);
}

TEST(Replay, WorkMayOverlapOnItsStream) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(100, 300), t.launch(host, us(0, 5)), "first");
    t.kernel(stream, us(290, 400), t.launch(host, us(10, 15)), "second");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 300);
    EXPECT_EQ(r.with({r.activity("first", 0.5)}), 200);
    // The second still does not start before the first.
    EXPECT_EQ(r.with({r.activity("first", 0)}), 110);
}

// Older CUPTI puts the kernels of a graph on the stream that it was captured on.
TEST(Replay, AGraphIsInOrderWithTheStreamThatItIsLaunchedTo) {
    const auto made = [](bool isOverlapping) {
        TraceDsl t;
        const auto host = t.thread("main");
        const auto stream = t.stream(0, 7);
        const auto capture = t.stream(0, 165);
        const std::int64_t early = isOverlapping ? 100 : 0;
        t.kernel(stream, us(10, 510), t.launch(host, us(0, 5)), "before");
        const auto graph = t.call(host, us(10, 20), "cudaGraphLaunch");
        t.kernel(capture, us(511 - early, 600), graph, "in graph 1");
        t.kernel(capture, us(601, 700), graph, "in graph 2");
        t.kernel(stream, us(701, 800), t.launch(host, us(30, 35)), "after");
        return t;
    };
    const Replayed r(made(false));
    EXPECT_EQ(r.window(), 790);
    EXPECT_LT(r.replay().modelError(), 0.001);
    EXPECT_EQ(r.with({r.activity("before", 0.5)}), 790 - 250);
    EXPECT_EQ(r.with({r.activity("in graph 2", 0)}), 790 - 99);
    // On a stream of its own: it starts before the launching stream's work has ended.
    const Replayed own(made(true));
    EXPECT_EQ(own.with({own.activity("before", 0.9)}), 790);
}

TEST(Replay, AGraphBehindAStreamWaitHasItsOwnStream) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(10, 510), t.launch(host, us(0, 5)), "before");
    t.call(host, us(10, 12), "cudaStreamWaitEvent");
    const auto graph = t.call(host, us(15, 20), "cudaGraphLaunch");
    t.kernel(t.stream(0, 165), us(511, 600), graph, "in graph");
    t.kernel(stream, us(601, 700), t.launch(host, us(30, 35)), "after");
    const Replayed r(t);
    const auto trace = t.trace();
    const LaunchIndex launches = LaunchIndex::build(*trace);
    const GraphStreams streams =
        GraphStreams::find(*trace, hostCalls(*trace, launches, NameClasses::build(*trace)));
    for (const GpuActivity& activity : trace->gpuActivities()) {
        const std::uint64_t key = GraphStreams::keyOf(*trace, activity);
        EXPECT_EQ(streams.launchStreamOf(key), key);
        EXPECT_EQ(GraphStreams::numberOf(key), activity.stream);
    }
}

TEST(Replay, ADeviceWaitEndsWithTheDevice) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 7), us(10, 500), t.launch(host, us(0, 5)), "long");
    t.kernel(t.stream(0, 9), us(20, 100), t.launch(host, us(10, 15)), "short");
    t.call(host, us(20, 510), "cudaDeviceSynchronize");
    t.op(host, us(515, 595), "work");
    t.kernel(t.stream(0, 9), us(610, 700), t.launch(host, us(600, 605)), "last");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 690);
    EXPECT_EQ(r.with({r.activity("long", 0.5)}), 690 - 245);
    EXPECT_EQ(r.with({r.activity("short", 0.5)}), 690);
    // Without the wait the rest comes at once, but nothing is shorter than its longest part.
    EXPECT_EQ(r.with({r.drop("cudaDeviceSynchronize")}), 490);
}

TEST(Replay, AWaitBehindWhichTheQueueIsFullCostsLittle) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto other = t.stream(0, 9);
    const auto stream = t.stream(0, 7);
    t.kernel(other, us(10, 1000), t.launch(host, us(0, 5)), "long");
    t.kernel(stream, us(20, 500), t.launch(host, us(10, 15)), "short");
    t.call(host, us(20, 510), "cudaStreamSynchronize");
    t.kernel(other, us(1001, 1100), t.launch(host, us(520, 525)), "next");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 1090);
    EXPECT_EQ(r.with({r.drop("cudaStreamSynchronize")}), 1090);
}

TEST(Replay, AStreamWaitIsForTheStreamLaunchedToLast) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 9), us(10, 400), t.launch(host, us(0, 5)), "other");
    t.kernel(t.stream(0, 7), us(20, 300), t.launch(host, us(10, 15)), "own");
    t.call(host, us(20, 310), "cudaStreamSynchronize");
    t.kernel(t.stream(0, 7), us(330, 900), t.launch(host, us(320, 325)), "last");
    const Replayed r(t);
    EXPECT_EQ(r.with({r.activity("own", 0.5)}), 890 - 140);
    EXPECT_EQ(r.with({r.activity("other", 0.5)}), 890);
}

TEST(Replay, AnEventWaitIsForWhatEndedWhenItReturned) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 9), us(10, 300), t.launch(host, us(0, 5)), "awaited");
    t.kernel(t.stream(0, 7), us(20, 600), t.launch(host, us(10, 15)), "running");
    t.call(host, us(20, 305), "cudaEventSynchronize");
    t.kernel(t.stream(0, 9), us(900, 1000), t.launch(host, us(890, 895)), "last");
    const Replayed r(t);
    // The call itself still takes 3 µs.
    EXPECT_EQ(r.with({r.activity("awaited", 0)}), 990 - 282);
    EXPECT_EQ(r.with({r.activity("running", 0.5)}), 990);
}

TEST(Replay, APageableCopyHoldsUpTheHost) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(10, 400), t.launch(host, us(0, 5)), "before");
    t.memcpy(stream, us(401, 500), t.call(host, us(10, 490), "cudaMemcpyAsync"));
    t.kernel(stream, us(510, 600), t.launch(host, us(500, 505)), "last");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 590);
    // It waits for what its stream had been given before.
    EXPECT_EQ(r.with({r.activity("before", 0.5)}), 590 - 195);
    EXPECT_EQ(r.with({r.async("cudaMemcpyAsync")}), 581);
}

TEST(Replay, ALaunchWaitsForAPlaceInTheQueue) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    constexpr int kPlaces = 1022;
    constexpr int kAll = 2000;
    for (int i = 0; i < kAll; ++i) {
        // The GPU needs 100 µs for each; the host 10, and then a place.
        const int begin = 10 * i;
        const int freed = i < kPlaces ? 0 : 20 + 100 * (i - kPlaces + 1);
        const int end = std::max(begin + 5, freed + 5);
        const int start = i < kPlaces ? begin : std::max(begin, freed - 90);
        t.kernel(stream, us(20 + 100 * i, 120 + 100 * i), t.launch(host, us(start, end)),
                 i == 0 ? "first" : "kernel");
    }
    t.op(host, us(110000, 200000), "busy");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 100 * kAll);
    EXPECT_LE(r.replay().modelError(), 0.001);
    // The host was waiting: doing its own work faster gains nothing.
    EXPECT_EQ(r.with({r.host("busy", 0)}), 100 * kAll);
    EXPECT_EQ(r.with({r.activity("first", 0.5)}), 100 * kAll - 50);
}

TEST(Replay, AGraphKeepsItsInnerOrder) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    const auto graph = t.call(host, us(0, 20), "cudaGraphLaunch");
    t.kernel(stream, us(25, 125), graph, "a");
    t.kernel(stream, us(126, 226), graph, "b");
    t.kernel(stream, us(227, 327), graph, "c");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 302);
    EXPECT_EQ(r.with({r.activity("a", 0), r.activity("c", 0.5)}), 152);
}

TEST(Replay, AStreamWaitsForAnotherWhereItWasTold) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.memcpy(t.stream(0, 9), us(10, 400), t.launch(host, us(0, 5)), "Memcpy HtoD (Pinned)");
    t.call(host, us(10, 12), "cudaEventRecord");
    t.call(host, us(15, 17), "cudaStreamWaitEvent");
    t.kernel(t.stream(0, 7), us(600, 700), t.launch(host, us(20, 25)), "waits");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 690);
    EXPECT_EQ(r.with({r.activity("Memcpy HtoD (Pinned)", 0.5)}), 690 - 195);
    // 200 µs of it nobody can explain: kept, but not taken for a good model.
    EXPECT_GT(r.replay().modelError(), kReplayTrustError);
}

TEST(Replay, AStreamThatGoesOnWhenAnotherIsDoneWaitedForIt) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 9), us(10, 400), t.launch(host, us(0, 5)), "first");
    t.kernel(t.stream(0, 7), us(402, 500), t.launch(host, us(10, 15)), "waits");
    const Replayed r(t);
    EXPECT_EQ(r.with({r.activity("first", 0.5)}), 490 - 195);
}

// The waits are no time that the stream itself needs between two kernels.
TEST(Replay, AStreamThatWaitsAgainAndAgainFollowsTheOther) {
    constexpr int kAll = 24;
    TraceDsl t;
    const auto host = t.thread("main");
    for (int i = 0; i < kAll; ++i) {
        const int call = 10 * i;
        const int end = 500 + 100 * i;
        t.kernel(t.stream(0, 9), us(end - 100, end), t.launch(host, us(call, call + 2)),
                 i == 5 ? "long" : "first");
        t.call(host, us(call + 3, call + 4), "cudaEventRecord");
        t.call(host, us(call + 5, call + 6), "cudaStreamWaitEvent");
        t.kernel(t.stream(0, 7), us(end, end + 10), t.launch(host, us(call + 7, call + 9)),
                 "waits");
    }
    const Replayed r(t);
    EXPECT_EQ(r.window(), 100 * kAll + 10);
    EXPECT_EQ(r.with({r.activity("long", 0.5)}), 100 * kAll + 10 - 50);
}

TEST(Replay, StreamsThatOverlapAreIndependent) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 9), us(10, 400), t.launch(host, us(0, 5)), "first");
    t.kernel(t.stream(0, 7), us(20, 500), t.launch(host, us(10, 15)), "second");
    const Replayed r(t);
    EXPECT_EQ(r.with({r.activity("first", 0)}), 490);
    EXPECT_EQ(r.with({r.activity("second", 0)}), 390);
}

TEST(Replay, WorkSubmittedBeforeTheCaptureRunsOn) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(0, 100), 0, "early");
    t.kernel(t.stream(0, 9), us(100, 110), t.launch(host, us(90, 95)), "first");
    t.kernel(stream, us(101, 301), 0, "early too");
    t.kernel(stream, us(302, 400), t.launch(host, us(96, 99)), "second");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 300);
    EXPECT_LE(r.replay().modelError(), 0.01);
    EXPECT_EQ(r.with({r.activity("early too", 0.5)}), 300 - 100);
}

// Without the work from before it the window would begin sooner, and be longer.
TEST(Replay, TheWindowBeginsWhereItBegins) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(0, 100), 0, "early");
    t.kernel(stream, us(101, 110), t.launch(host, us(10, 15)), "first");
    t.kernel(stream, us(510, 520), t.launch(host, us(500, 505)), "second");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 419);
    EXPECT_EQ(r.with({r.activity("early", 0)}), 419);
}

TEST(Replay, SaysThatItCannotExplainATraceWithoutLaunches) {
    TraceDsl t;
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(0, 100), 0);
    t.kernel(stream, us(800, 900), 0);
    const Replayed r(t);
    EXPECT_EQ(r.window(), 900);
    EXPECT_FALSE(r.replay().trusted());
}

// As launch counts the first call with the activity's correlation, whatever it is.
TEST(Replay, AnyCallMayLaunch) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(10, 30), t.launch(host, us(0, 5)), "first");
    t.kernel(stream, us(60, 100), t.call(host, us(50, 55), "cudaStreamWaitEvent"), "second");
    const Replayed r(t);
    EXPECT_EQ(r.window(), 90);
    EXPECT_EQ(r.with({r.activity("second", 0.5)}), 70);
}

// Work of a step on a second stream ends after all work of the next step.
TEST(Replay, StepsEndInOrder) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 7), us(10, 900), t.launch(host, us(0, 5)), "first");
    t.kernel(t.stream(0, 9), us(110, 150), t.launch(host, us(100, 105)), "second");
    const std::vector<TimeRange> steps{{timeFromNs(0), timeFromNs(100 * kUs)},
                                       {timeFromNs(100 * kUs), timeFromNs(200 * kUs)}};
    const Replayed r(t);
    EXPECT_EQ(r.replay().timeline({}, steps).step, Duration::zero());
}

}  // namespace
}  // namespace gaplight::test
