// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/annotations.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

const AnnotationTotals& named(const Analyzed& result, std::string_view name) {
    for (const AnnotationTotals& row : result.analysis.annotations) {
        if (result.trace->text(row.name) == name) {
            return row;
        }
    }
    ADD_FAILURE() << "no annotation " << name;
    return result.analysis.annotations.front();
}

TEST(Annotations, CountTimeKernelsAndBusyPerName) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.annotation(host, {0, 100}, "step");
    t.annotation(host, {100, 300}, "step");
    t.annotation(host, {20, 40}, "forward");
    t.kernel(stream, {50, 90}, t.launch(host, {0, 5}));
    t.kernel(t.stream(0, 9), {80, 120}, t.launch(host, {20, 45}));
    t.memcpy(stream, {130, 150}, t.call(host, {100, 110}, "cudaMemcpyAsync"));
    t.kernel(stream, {400, 500}, t.launch(host, {300, 310}));
    const Analyzed result(t);
    const AnnotationTotals& step = named(result, "step");
    EXPECT_EQ(step.count, 2U);
    EXPECT_EQ(step.total, Duration(300));
    EXPECT_EQ(step.kernels, 2U);
    EXPECT_EQ(step.gpuBusy, Duration(70 + 20));
    EXPECT_EQ(step.exposedIdle, Duration(10));
    const AnnotationTotals& forward = named(result, "forward");
    EXPECT_EQ(forward.kernels, 1U);
    EXPECT_EQ(forward.gpuBusy, Duration(40));
    EXPECT_EQ(forward.exposedIdle, Duration(0));
    EXPECT_EQ(result.trace->text(result.analysis.annotations.front().name), "step");
}

TEST(Annotations, BlockingCallsThatStartInside) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.annotation(host, {0, 100}, "step");
    t.call(host, {0, 10}, "cudaStreamSynchronize");
    t.call(host, {90, 200}, "cudaStreamSynchronize");
    t.call(host, {100 + 150, 300}, "cudaStreamSynchronize");
    t.call(t.thread("other"), {50, 60}, "cudaStreamSynchronize");
    const AnnotationTotals step = named(Analyzed(t), "step");
    EXPECT_EQ(step.blockingCalls, 2U);
    EXPECT_EQ(step.blocking, Duration(120));
}

TEST(Annotations, WorkInsideNestedSlicesOfANameCountsOnce) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.annotation(host, {0, 100}, "recursive");
    t.annotation(host, {10, 90}, "recursive");
    t.annotation(host, {20, 80}, "other");
    t.annotation(host, {30, 70}, "recursive");
    t.kernel(t.stream(0, 7), {50, 60}, t.launch(host, {40, 45}));
    const AnnotationTotals row = named(Analyzed(t), "recursive");
    EXPECT_EQ(row.count, 3U);
    EXPECT_EQ(row.total, Duration(220));
    EXPECT_EQ(row.kernels, 1U);
    EXPECT_EQ(row.gpuBusy, Duration(10));
}

TEST(Annotations, OverlappingSlicesCoverAnInstantTogether) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.annotation(host, {0, 50}, "first");
    t.annotation(host, {20, 100}, "second");
    t.annotation(host, {60, 70}, "third");
    t.kernel(t.stream(0, 7), {200, 210}, t.launch(host, {30, 35}));
    t.kernel(t.stream(0, 7), {210, 220}, t.launch(host, {65, 67}));
    t.kernel(t.stream(0, 7), {220, 230}, t.launch(host, {90, 95}));
    const Analyzed result(t);
    EXPECT_EQ(named(result, "first").kernels, 1U);
    EXPECT_EQ(named(result, "second").kernels, 3U);
    EXPECT_EQ(named(result, "third").kernels, 1U);
}

TEST(Annotations, EndsAreOutsideAndBeginsInside) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.annotation(host, {10, 20}, "step");
    t.kernel(t.stream(0, 7), {100, 110}, t.launch(host, {10, 30}));
    t.kernel(t.stream(0, 7), {110, 120}, t.launch(host, {20, 25}));
    EXPECT_EQ(named(Analyzed(t), "step").kernels, 1U);
}

TEST(Annotations, BusyIsAUnionPerGpu) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.annotation(host, {0, 100}, "step");
    t.kernel(t.stream(0, 7), {10, 20}, t.launch(host, {1, 2}));
    t.kernel(t.stream(1, 7), {10, 20}, t.launch(host, {3, 4}));
    EXPECT_EQ(named(Analyzed(t), "step").gpuBusy, Duration(20));
}

TEST(Annotations, ShadowsOnStreamsAreNotAnnotations) {
    TraceDsl t;
    t.slice(t.stream(0, 7), {0, 100}, "gpu_user_annotation", "step");
    t.slice(t.stream(0, 7), {0, 100}, "user_annotation", "step");
    t.kernel(t.stream(0, 7), {0, 10});
    EXPECT_TRUE(Analyzed(t).analysis.annotations.empty());
}

TEST(AnalysisIssues, ActivitiesBeforeTheirLaunchAndWithoutOne) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 7), {50, 60}, t.launch(host, {55, 58}), "early");
    t.kernel(t.stream(0, 7), {70, 80}, 999, "orphan");
    t.kernel(t.stream(0, 7), {90, 95}, 998, "second orphan");
    t.kernel(t.stream(0, 7), {96, 97}, 0, "no correlation");
    const ImportIssues issues = Analyzed(t).analysis.issues;
    EXPECT_EQ(issues.count(IssueKind::GpuBeforeLaunch), 1U);
    EXPECT_EQ(issues.count(IssueKind::LaunchMissing), 2U);
    EXPECT_EQ(issues.list().back().example, "orphan");
}

}  // namespace
}  // namespace gaplight
