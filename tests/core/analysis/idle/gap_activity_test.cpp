// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gap_activity.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

// A GPU that is idle over [1,000, 2,000); the launch runs over [1,900, 1,950) on m_host.
class GapActivityTest : public ::testing::Test {
protected:
    GapActivityTest() {
        m_dsl.kernel(m_stream, {0, 1'000}, m_dsl.launch(m_host, {-100, -90}));
        m_dsl.kernel(m_stream, {2'000, 2'100}, m_dsl.launch(m_host, {1'900, 1'950}));
    }
    // Time that the launch and what follows it leave for the rest of the host.
    static constexpr std::int64_t kHost = 900;

    TraceDsl m_dsl;
    TraceDsl::Track m_host = m_dsl.thread("main");
    TraceDsl::Track m_stream = m_dsl.stream(0, 7);
};

TEST_F(GapActivityTest, NothingRecordedThenTheLaunchThenTheGpu) {
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.filled(GapActivity::Untraced), kHost);
    EXPECT_EQ(result.filled(GapActivity::Launch), 50);
    EXPECT_EQ(result.filled(GapActivity::GpuSide), 50);
    EXPECT_EQ(result.device().gapActivity.front(), GapActivity::Untraced);
}

TEST_F(GapActivityTest, TheInnermostSliceHasTheInstant) {
    m_dsl.annotation(m_host, {-500, 3'000}, "step");
    m_dsl.python(m_host, {1'000, 1'800}, "model.py(10): forward");
    m_dsl.op(m_host, {1'100, 1'400}, "aten::mm");
    m_dsl.call(m_host, {1'150, 1'200}, "cudaStreamSynchronize");
    m_dsl.call(m_host, {1'200, 1'230}, "cudaMalloc");
    m_dsl.call(m_host, {1'230, 1'240}, "cudaMemcpyAsync");
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.filled(GapActivity::Sync), 50);
    EXPECT_EQ(result.filled(GapActivity::Alloc), 30);
    EXPECT_EQ(result.filled(GapActivity::Copy), 10);
    EXPECT_EQ(result.filled(GapActivity::Op), 300 - 90);
    EXPECT_EQ(result.filled(GapActivity::Python), 800 - 300);
    EXPECT_EQ(result.filled(GapActivity::Annotation), 100);
    EXPECT_EQ(result.filled(GapActivity::Untraced), 0);
    EXPECT_EQ(result.device().gapActivity.front(), GapActivity::Python);
}

TEST_F(GapActivityTest, AllThatRunsInsideACompilationIsCompilation) {
    m_dsl.op(m_host, {1'000, 1'500}, "_compile.compile_inner (dynamo_timed)");
    m_dsl.python(m_host, {1'050, 1'450}, "sympy/core/add.py(33): flatten");
    m_dsl.op(m_host, {1'100, 1'200}, "aten::empty");
    m_dsl.annotation(m_host, {1'200, 1'300}, "compile_id 0/0");
    m_dsl.call(m_host, {1'300, 1'400}, "cudaStreamSynchronize");
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.filled(GapActivity::Compile), 400);
    EXPECT_EQ(result.filled(GapActivity::Sync), 100);
    EXPECT_EQ(result.filled(GapActivity::Op), 0);
}

TEST_F(GapActivityTest, DataLoaderAndProfilerHaveWhatTheyCall) {
    m_dsl.annotation(m_host, {1'000, 1'300}, "enumerate(DataLoader)#Iter.__next__");
    m_dsl.op(m_host, {1'000, 1'200}, "aten::stack");
    m_dsl.python(m_host, {1'300, 1'400}, "torch/profiler/profiler.py(10): step");
    m_dsl.op(m_host, {1'310, 1'390}, "aten::zeros");
    m_dsl.slice(m_host, {1'400, 1'450}, "overhead", "Buffer Flush");
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.filled(GapActivity::DataLoader), 300);
    EXPECT_EQ(result.filled(GapActivity::Profiler), 150);
}

// CUPTI records CUDA's loading as overhead; it is not the profiler's.
TEST_F(GapActivityTest, LoadingIsNotTheProfilers) {
    m_dsl.call(m_host, {1'000, 1'200}, "cudaLaunchKernel");
    m_dsl.slice(m_host, {1'010, 1'190}, "overhead", "Lazy Function Loading");
    m_dsl.slice(m_host, {1'200, 1'300}, "overhead", "Runtime Triggered Module Loading");
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.filled(GapActivity::Profiler), 0);
    EXPECT_EQ(result.filled(GapActivity::Launch), 300 + 50);
}

TEST_F(GapActivityTest, OtherApiCallsAndAnnotationsTakeTheClassAroundThem) {
    m_dsl.python(m_host, {1'000, 1'100}, "a.py(1): f");
    m_dsl.call(m_host, {1'010, 1'020}, "cudaEventRecord");
    m_dsl.annotation(m_host, {1'030, 1'040}, "inner");
    m_dsl.call(m_host, {1'200, 1'250}, "cudaEventRecord");
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.filled(GapActivity::Python), 100);
    EXPECT_EQ(result.filled(GapActivity::Op), 50);
    EXPECT_EQ(result.filled(GapActivity::Annotation), 0);
}

// Overflow lanes: slices that overlap without nesting.
TEST_F(GapActivityTest, OfOverlappingSlicesTheLatestStartIsInnermost) {
    m_dsl.op(m_host, {1'000, 1'500}, "first");
    m_dsl.python(m_host, {1'300, 1'700}, "a.py(1): overlapping");
    m_dsl.op(m_host, {1'400, 1'450}, "inside both");
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.filled(GapActivity::Op), 300 + 50);
    EXPECT_EQ(result.filled(GapActivity::Python), 400 - 50);
    EXPECT_EQ(result.filled(GapActivity::Untraced), 200);
}

TEST_F(GapActivityTest, WhatOutlivesTheSliceItBeganInIsNotAPartOfIt) {
    m_dsl.python(m_host, {900, 1'100}, "torch/profiler/profiler.py(884): step");
    m_dsl.annotation(m_host, {1'050, 2'500}, "ProfilerStep#5");
    m_dsl.op(m_host, {1'200, 1'700}, "aten::mm");
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.filled(GapActivity::Profiler), 50);
    EXPECT_EQ(result.filled(GapActivity::Op), 500);
    EXPECT_EQ(result.filled(GapActivity::Annotation), kHost - 550);
}

TEST_F(GapActivityTest, SlicesThatEndedBeforeTheGapDoNotMatter) {
    m_dsl.op(m_host, {0, 5'000}, "long");
    for (int i = 0; i < 100; ++i) {
        m_dsl.python(m_host, {i * 10, i * 10 + 8}, "a.py(1): short");
    }
    const Analyzed result(m_dsl);
    EXPECT_EQ(result.filled(GapActivity::Op), kHost);
}

TEST_F(GapActivityTest, OnlyTheLaunchingThreadCounts) {
    m_dsl.op(m_dsl.thread("other"), {1'000, 1'900}, "elsewhere");
    EXPECT_EQ(Analyzed(m_dsl).filled(GapActivity::Untraced), kHost);
}

TEST(GapActivities, ALaunchBeforeTheGapLeavesItToTheGpu) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 7), {0, 1'000}, t.launch(host, {-100, -90}));
    t.kernel(t.stream(0, 7), {2'000, 2'100}, t.launch(host, {900, 1'100}));
    const Analyzed result(t);
    EXPECT_EQ(result.filled(GapActivity::Launch), 100);
    EXPECT_EQ(result.filled(GapActivity::GpuSide), 900);
}

TEST(GapActivities, ALaunchCallOfAnyNameIsALaunchAndACopyCallACopy) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 7), {0, 1'000}, t.launch(host, {-100, -90}));
    t.kernel(t.stream(0, 7), {2'000, 2'100}, t.call(host, {1'000, 2'000}, "cudaMemPrefetchAsync"));
    t.memcpy(t.stream(0, 7), {3'000, 3'100}, t.call(host, {2'100, 3'000}, "cudaMemcpyAsync"));
    const Analyzed result(t);
    EXPECT_EQ(result.filled(GapActivity::Launch), 1'000);
    EXPECT_EQ(result.filled(GapActivity::Copy), 900);
}

TEST(GapActivities, WithoutALaunchNothingIsKnown) {
    TraceDsl t;
    t.op(t.thread("main"), {0, 5'000}, "aten::mm");
    t.kernel(t.stream(0, 7), {0, 1'000});
    t.kernel(t.stream(0, 7), {2'000, 2'100});
    EXPECT_EQ(Analyzed(t).filled(GapActivity::Untraced), 1'000);
}

TEST(GapActivities, OneThreadFeedsTwoGpusWhoseGapsOverlap) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (const int device : {0, 1}) {
        t.kernel(t.stream(device, 7), {0, 1'000}, t.launch(host, {-100 + device, -90 + device}));
        const std::int64_t at = 1'900 + 20 * device;
        t.kernel(t.stream(device, 7), {2'000, 2'100}, t.launch(host, {at, at + 10}));
    }
    t.op(host, {1'000, 1'800}, "aten::mm");
    const Analyzed result(t);
    EXPECT_EQ(result.filled(GapActivity::Op, 0), 800);
    EXPECT_EQ(result.filled(GapActivity::Op, 1), 800);
    EXPECT_EQ(result.filled(GapActivity::Launch, 0), 10);
    EXPECT_EQ(result.filled(GapActivity::Launch, 1), 20);
}

}  // namespace
}  // namespace gaplight
