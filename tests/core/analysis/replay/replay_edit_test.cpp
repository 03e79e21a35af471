// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// What each kind of edit changes, and how several combine.

#include "core/analysis/replay/replay_edit.h"

#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/replayed.h"

namespace gaplight::test {
namespace {

// Five launches of 10 µs kernels, 100 µs apart, inside "step"; a wait in the middle if wanted.
TraceDsl steps(bool withWait) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.annotation(host, us(0, 450), "step");
    for (int i = 0; i < 5; ++i) {
        const int at = 100 * i;
        t.kernel(stream, us(at + 6, at + 16), t.launch(host, us(at, at + 5)));
    }
    if (withWait) {
        t.call(host, us(250, 253), "cudaDeviceSynchronize");
    }
    return t;
}

TEST(ReplayEdits, NoneIsTheTraceItself) {
    const Replayed r(steps(true));
    EXPECT_EQ(r.with({}), r.window());
    EXPECT_EQ(r.with({r.host("step", 1), r.activity("kernel", 1)}), r.window());
    EXPECT_EQ(r.window(), 410);
}

TEST(ReplayEdits, ThatPointAtNothingChangeNothing) {
    const Replayed r(steps(true));
    EXPECT_EQ(r.with({r.drop("no such call"), r.activity("no such kernel", 0), r.drop("step")}),
              r.window());
    const ReplayEdit elsewhere{ReplayEdit::Kind::ScaleHost, {}, TrackId(99), r.trace().range(), 0};
    EXPECT_EQ(r.with({elsewhere}), r.window());
}

TEST(ReplayEdits, ScaledHostTimeIsWhatLiesInTheRange) {
    TraceDsl t = steps(false);
    const TraceDsl::Track main{"434", "1", -1, -1};
    t.op(main, us(110, 190), "part");
    const Replayed r(t);
    EXPECT_EQ(r.with({r.host("part", 0)}), 410 - 80);
    EXPECT_EQ(r.with({r.host("part", 0.25)}), 410 - 60);
    EXPECT_EQ(r.with({r.host("part", 2)}), 410 + 80);
}

TEST(ReplayEdits, OverlappingRangesCountOnce) {
    TraceDsl t = steps(false);
    const TraceDsl::Track main{"434", "1", -1, -1};
    t.op(main, us(110, 190), "outer");
    t.op(main, us(120, 160), "inner");
    const Replayed r(t);
    EXPECT_EQ(r.with({r.host("outer", 0.5), r.host("outer", 0.5)}), 410 - 40);
    // The smaller factor wins where both are.
    EXPECT_EQ(r.with({r.host("outer", 0.5), r.host("inner", 0)}), 410 - 60);
    EXPECT_EQ(r.with({r.host("outer", 0), r.host("inner", 0.5)}), 410 - 80);
}

// Two launches of 100 µs, 50 µs of each in other ranges than the rest: what a range removes does
// not depend on where others begin in it.
TEST(ReplayEdits, ARangeIsTheSumOfItsParts) {
    const auto program = [](Span second) {
        TraceDsl t;
        const auto host = t.thread("main");
        const auto stream = t.stream(0, 7);
        t.kernel(stream, us(6, 16), t.launch(host, us(0, 5)));
        t.kernel(stream, us(206, 216), t.launch(host, us(100, 200)));
        t.op(host, us(100, 200), "op");
        t.kernel(stream, us(216, 226), t.launch(host, second));
        t.kernel(stream, us(806, 816), t.launch(host, us(800, 805)));
        return t;
    };
    const auto saving = [](const Replayed& r, std::vector<TimeRange> ranges) {
        std::vector<ReplayEdit> edits;
        double factor = 0.2;
        for (const TimeRange& range : ranges) {
            edits.push_back(
                {ReplayEdit::Kind::ScaleHost, {}, r.host("op", 0).track, range, factor});
            factor = 0;
        }
        return r.window() - r.with(edits);
    };
    const auto range = [](std::int64_t begin, std::int64_t end) {
        return TimeRange{timeFromNs(begin * 1'000), timeFromNs(end * 1'000)};
    };
    // A call inside the first one, with an operator between them.
    const Replayed inside(program(us(150, 150)));
    EXPECT_EQ(saving(inside, {range(100, 200)}), 80);
    EXPECT_EQ(saving(inside, {range(100, 200), range(150, 200)}), 40 + 50);
    // One that begins inside it and ends after it.
    const Replayed overlapping(program(us(150, 250)));
    EXPECT_GE(saving(overlapping, {range(100, 250), range(160, 250)}),
              saving(overlapping, {range(100, 250)}));
    EXPECT_GE(saving(overlapping, {range(100, 250), range(100, 160)}),
              saving(overlapping, {range(100, 250)}));
}

TEST(ReplayEdits, AWaitIsNoHostTime) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(10, 500), t.launch(host, us(0, 5)));
    t.annotation(host, us(7, 600), "all");
    t.call(host, us(8, 508), "cudaDeviceSynchronize");
    t.kernel(stream, us(610, 700), t.launch(host, us(600, 605)));
    const Replayed r(t);
    EXPECT_EQ(r.window(), 690);
    EXPECT_EQ(r.with({r.host("all", 0)}), 690 - 92);
    EXPECT_EQ(r.with({r.host("all", 0), r.drop("cudaDeviceSynchronize")}), 490 + 1 + 90);
}

TEST(ReplayEdits, LaunchesBecomeOneGraph) {
    const Replayed r(steps(false));
    // 5 kernels of 10 µs, 0.4 µs apart.
    EXPECT_EQ(r.with({r.graph("step")}), 52);
    EXPECT_EQ(r.with({r.graph("step"), r.graph("step")}), 52);
}

TEST(ReplayEdits, AGraphEndsAtAWait) {
    const Replayed r(steps(true));
    // Three kernels, the wait where it was behind them, two kernels.
    const std::int64_t split = r.with({r.graph("step")});
    EXPECT_GT(split, 52);
    EXPECT_LT(split, 210);
    EXPECT_EQ(r.with({r.graph("step"), r.drop("cudaDeviceSynchronize")}), 52);
}

TEST(ReplayEdits, TogetherTheyAreOneReplay) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, us(10, 310), t.launch(host, us(0, 5)), "long");
    t.op(host, us(10, 310), "slow");
    t.kernel(stream, us(330, 340), t.launch(host, us(320, 325)));
    const Replayed r(t);
    // Either alone leaves the other in the way.
    EXPECT_EQ(r.with({r.activity("long", 0)}), 330);
    EXPECT_EQ(r.with({r.host("slow", 0)}), 311);
    EXPECT_EQ(r.with({r.activity("long", 0), r.host("slow", 0)}), 30);
}

}  // namespace
}  // namespace gaplight::test
