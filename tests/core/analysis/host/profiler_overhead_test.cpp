// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/profiler_overhead.h"

#include <gtest/gtest.h>

#include "core/analysis/replay/replay_edit.h"
#include "core/io/plain_sources.h"
#include "core/session/session.h"

#include "tests/core/analysis/replayed.h"

namespace gaplight::test {
namespace {

std::vector<ReplayEdit> editsOf(const Trace& trace) {
    const LaunchIndex launches = LaunchIndex::build(trace);
    ProfilerOverhead overhead(trace, launches);
    return withoutProfiler(trace, overhead);
}

std::vector<ReplayEdit> editsOf(const TraceDsl& t) {
    return editsOf(*t.trace());
}

// With its facts.
std::vector<ReplayEdit> editsOfFile(const TraceDsl& t) {
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    const auto read = readTrace("made.json", *source);
    EXPECT_TRUE(read);
    return editsOf(*read->trace);
}

// CUPTI requests a buffer inside a launch call, and records that on a track of its own.
TEST(ProfilerOverhead, HasWhatCuptiDoesInACall) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, us(0, 900), "aten::add");
    t.kernel(t.stream(0, 7), us(905, 950), t.launch(host, us(10, 800)));
    const auto cupti = t.thread("CUPTI", 1);
    t.slice(cupti, us(20, 780), "overhead", "Activity Buffer Request");
    t.slice(cupti, us(790, 1'500), "overhead", "Buffer Flush");  // not inside the call
    const auto trace = t.trace();
    const std::vector<RecordedOverhead> found = recordedOverhead(*trace);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(trace->name(found[0].call), "cudaLaunchKernel");
    EXPECT_EQ(found[0].range, (TimeRange{timeFromNs(20 * kUs), timeFromNs(780 * kUs)}));
    EXPECT_TRUE(found[0].isProfilers);
    const std::vector<ReplayEdit> edits = editsOf(*trace);
    ASSERT_EQ(edits.size(), 2U);
    EXPECT_EQ(edits[1].range.length(), ProfilerOverhead::kLaunch + 760 * kMicrosecond);
}

TEST(ProfilerOverhead, LiesAtTheStartOfEachSlice) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, us(0, 50), "aten::add");
    t.kernel(t.stream(0, 7), us(30, 40), t.launch(host, us(10, 20)));
    t.call(host, us(60, 70), "cudaDeviceSynchronize");
    const std::vector<ReplayEdit> edits = editsOf(t);
    ASSERT_EQ(edits.size(), 3U);
    EXPECT_EQ(edits[0].range.length(), ProfilerOverhead::kOperator);
    EXPECT_EQ(edits[1].range.length(), ProfilerOverhead::kLaunch);
    EXPECT_EQ(edits[2].range.length(), ProfilerOverhead::kCall);
    for (const ReplayEdit& edit : edits) {
        EXPECT_EQ(edit.kind, ReplayEdit::Kind::ScaleHost);
        EXPECT_EQ(edit.factor, 0);
    }
}

TEST(ProfilerOverhead, AddsUpWhereSlicesStartTogether) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.annotation(host, {0, 90'000}, "step");
    t.op(host, {100, 50'000}, "aten::linear");
    t.op(host, {200, 40'000}, "aten::mm");
    const std::vector<ReplayEdit> edits = editsOf(t);
    ASSERT_EQ(edits.size(), 1U);
    EXPECT_EQ(edits[0].range.length(),
              ProfilerOverhead::kAnnotation + 2 * ProfilerOverhead::kOperator);
}

TEST(ProfilerOverhead, IsUnknownForOtherRecorders) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 7), us(30, 40), t.launch(host, us(10, 20)));
    EXPECT_TRUE(editsOf(t).empty());
    const Analyzed a(t);
    EXPECT_FALSE(ProfilerOverhead(*a.trace, a.launches).isKnown());
}

// As our recorder writes it; PyTorch's profiler has its own costs.
TEST(ProfilerOverhead, OfStacksIsWhatTheRecorderMeasured) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.fact("stack_cost_ns", "7500");
    t.annotation(host, us(0, 100), "step");
    t.kernel(t.stream(0, 7), us(30, 40), t.launch(host, us(10, 20)));
    t.call(host, us(60, 70), "cudaDeviceSynchronize");
    const std::vector<ReplayEdit> edits = editsOfFile(t);
    ASSERT_EQ(edits.size(), 2U);
    EXPECT_EQ(edits[0].range.length(), std::chrono::nanoseconds(7'500));
    EXPECT_EQ(edits[1].range.length(), std::chrono::nanoseconds(7'500));
    t.op(host, us(110, 120), "aten::add");
    EXPECT_EQ(editsOfFile(t).size(), 4U);  // and an annotation, all at PyTorch's costs
}

TEST(ProfilerOverhead, OfStacksIsUnknownWhereTheFileCannotBeRight) {
    for (const char* cost : {"-7500", "2000000", "99999999999999999999", ""}) {
        SCOPED_TRACE(cost);
        TraceDsl t;
        const auto host = t.thread("main");
        t.fact("stack_cost_ns", cost);
        t.annotation(host, us(0, 100), "step");
        t.kernel(t.stream(0, 7), us(30, 40), t.launch(host, us(10, 20)));
        EXPECT_TRUE(editsOfFile(t).empty());
    }
}

TEST(ProfilerOverhead, OfAnOperatorIsMoreWithStacks) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, us(0, 10), "aten::add");
    EXPECT_FALSE(hasPythonStacks(*t.trace()));
    EXPECT_EQ(editsOf(t).at(0).range.length(), ProfilerOverhead::kOperator);
    t.python(host, us(20, 30), "train.py(1): step");
    EXPECT_TRUE(hasPythonStacks(*t.trace()));
    EXPECT_EQ(editsOf(t).at(0).range.length(), ProfilerOverhead::kStackedOperator);
    EXPECT_EQ(editsOf(t).at(1).range.length(), ProfilerOverhead::kFrame);
}

TEST(ProfilerOverhead, InsideARange) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (int at = 0; at < 10; ++at) {
        t.op(host, us(10 * at, 10 * at + 5), "aten::add");
    }
    const Analyzed a(t);
    ProfilerOverhead overhead(*a.trace, a.launches);
    const TrackId thread = a.trace->trackOf(SliceId(0));
    const auto inside = [&](std::int64_t begin, std::int64_t end) {
        return overhead.recordingTime(thread, {timeFromNs(begin), timeFromNs(end)});
    };
    EXPECT_EQ(inside(0, 100'000), 10 * ProfilerOverhead::kOperator);
    EXPECT_EQ(inside(5'000, 25'000), 2 * ProfilerOverhead::kOperator);
    EXPECT_EQ(inside(10'200, 10'500).count(), 300);
    EXPECT_EQ(inside(3'000, 9'000).count(), 0);
}

// The profiler looks up the line of each call in a function of thousands of lines.
TEST(ProfilerOverhead, FillsTheTimeBetweenCallsOfALongFunction) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, us(0, 5), "aten::add");
    t.python(host, us(100, 1'100), "generated.py(1): call");
    for (int at = 0; at < 20; ++at) {
        t.python(host, {110'000 + 30'000 * at, 110'500 + 30'000 * at},
                 "<built-in function assert_size_stride>");
    }
    t.python(host, us(800, 900), "torch/run.py(2): run");
    const Analyzed a(t);
    ProfilerOverhead overhead(*a.trace, a.launches);
    const TrackId thread = a.trace->trackOf(SliceId(0));
    const auto inside = [&](std::int64_t begin, std::int64_t end) {
        return overhead.recordingTime(thread, {timeFromNs(begin), timeFromNs(end)}).count();
    };
    EXPECT_EQ(inside(200'500, 230'000), 29'500);  // from one call to the next
    EXPECT_EQ(inside(200'000, 200'500), 0);       // inside a call
    EXPECT_EQ(inside(680'500, 800'000), 119'500);
    EXPECT_EQ(inside(900'000, 1'100'000), 0);  // behind the last call

    // The same calls, one right after the other.
    TraceDsl quick;
    const auto main = quick.thread("main");
    quick.op(main, us(0, 5), "aten::add");
    quick.python(main, us(100, 1'100), "train.py(1): step");
    for (int at = 0; at < 20; ++at) {
        quick.python(main, {110'000 + 800 * at, 110'500 + 800 * at}, "<built-in function len>");
    }
    EXPECT_EQ(editsOf(quick).at(2).range.length(), ProfilerOverhead::kFrame);
}

}  // namespace
}  // namespace gaplight::test
