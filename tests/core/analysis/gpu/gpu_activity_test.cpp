// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/gpu_activity.h"

#include <utility>

#include <gtest/gtest.h>

#include "core/trace/trace_builder.h"
#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

TEST(GpuActivity, BusyIsTheUnionOverAllStreams) {
    TraceDsl t;
    t.kernel(t.stream(0, 7), {100, 200});
    t.kernel(t.stream(0, 9), {150, 260});
    t.memcpy(t.stream(0, 9), {300, 310});
    t.memset(t.stream(0, 7), {305, 400});
    const GpuActivityTotals gpu = Analyzed(t).device().totals;
    EXPECT_EQ(gpu.window.length(), Duration(300));
    EXPECT_EQ(gpu.busy, Duration(260));
    EXPECT_EQ(gpu.idle, Duration(40));
    EXPECT_DOUBLE_EQ(gpu.utilization(), 260.0 / 300.0);
    EXPECT_EQ(gpu.kernels, 2U);
    EXPECT_EQ(gpu.memcpys, 1U);
    EXPECT_EQ(gpu.memsets, 1U);
    EXPECT_EQ(gpu.streams, 2U);
}

TEST(GpuActivity, BusyTimeHasThreePartsThatSumToIt) {
    TraceDsl t;
    const auto compute = t.stream(0, 7);
    const auto other = t.stream(0, 9);
    t.kernel(compute, {0, 100}, 0, "gemm");
    t.kernel(other, {50, 300}, 0, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(int)");
    t.memcpy(compute, {200, 400});  // 200 to 300 is communication, beside a copy
    t.memset(compute, {500, 510});
    const GpuActivityTotals gpu = Analyzed(t).device().totals;
    EXPECT_EQ(gpu.compute, Duration(110));
    EXPECT_EQ(gpu.communicationAlone, Duration(200));
    EXPECT_EQ(gpu.copiesAlone, Duration(100));
    EXPECT_EQ(gpu.compute + gpu.communicationAlone + gpu.copiesAlone, gpu.busy);
}

TEST(GpuActivity, TheWindowBeginsWithTheFirstActivityThatWasLaunchedInTheCapture) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, 100});
    t.kernel(stream, {110, 250});  // still runs when the window begins
    t.kernel(t.stream(0, 9), {200, 210}, t.launch(host, {150, 160}));
    t.kernel(stream, {300, 400}, t.launch(host, {260, 270}));
    t.kernel(stream, {410, 500});  // without a launch, inside the window
    const Analyzed result(t);
    const GpuActivityTotals& gpu = result.device().totals;
    EXPECT_EQ(gpu.window, (TimeRange{timeFromNs(200), timeFromNs(500)}));
    EXPECT_EQ(gpu.beforeCapture, 2U);
    EXPECT_EQ(gpu.kernels, 3U);
    EXPECT_EQ(gpu.busy, Duration(50 + 100 + 90));
    ASSERT_EQ(result.device().gaps.size(), 2U);
    EXPECT_EQ(result.device().gaps[0].range(), (TimeRange{timeFromNs(250), timeFromNs(300)}));
    EXPECT_EQ(result.device().byStart.size(), 3U);
}

TEST(GpuActivity, WithoutAnyLaunchTheWindowBeginsWithTheFirstActivity) {
    TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 100});
    t.kernel(t.stream(0, 7), {200, 300});
    const GpuActivityTotals gpu = Analyzed(t).device().totals;
    EXPECT_EQ(gpu.window.length(), Duration(300));
    EXPECT_EQ(gpu.beforeCapture, 0U);
}

TEST(GpuActivity, DevicesAreApartAndInOrder) {
    TraceDsl t;
    t.kernel(t.stream(3, 7), {0, 10});
    t.kernel(t.stream(1, 7), {100, 130});
    const Analyzed result(t);
    ASSERT_EQ(result.analysis.devices.size(), 2U);
    EXPECT_EQ(result.device(0).totals.gpu, GpuId(SourceId(), 1));
    EXPECT_EQ(result.device(0).totals.window.length(), Duration(30));
    EXPECT_EQ(result.device(1).totals.gpu, GpuId(SourceId(), 3));
    EXPECT_EQ(result.device(1).totals.busy, Duration(10));
}

TEST(GpuActivity, AnAnnotationOnAStreamIsNotActivity) {
    TraceDsl t;
    t.slice(t.stream(0, 7), {0, 1000}, "gpu_user_annotation", "step");
    t.kernel(t.stream(0, 7), {100, 200});
    EXPECT_EQ(Analyzed(t).device().totals.window.length(), Duration(100));
}

TEST(GpuActivity, StreamsWithoutANumberAreTheirTracks) {
    TraceDsl t;
    t.kernel({"0", "compute", 0, -1}, {0, 10});
    t.kernel({"0", "copies", 0, -1}, {20, 30});
    t.kernel({"0", "compute", 0, -1}, {40, 50});
    EXPECT_EQ(Analyzed(t).device().totals.streams, 2U);
}

TEST(GpuActivity, AnEmptyWindowHasNoUtilization) {
    TraceDsl t;
    t.kernel(t.stream(0, 7), {100, 100});
    const Analyzed result(t);
    EXPECT_EQ(result.device().totals.window.length(), Duration(0));
    EXPECT_EQ(result.device().totals.utilization(), 0.0);
    EXPECT_TRUE(result.device().gaps.empty());
}

// By HSA node where the file has one GPU under another number (device_properties.h).
TEST(GpuActivity, EachGpuHasItsRecordedProperties) {
    TraceDsl t;
    t.kernel(t.stream(2, 7), {100, 200});
    TraceFacts facts;
    facts.devices.emplace_back();
    facts.devices.back().gpu = GpuId(SourceId(), 0);
    facts.devices.back().name = "MI300X";
    TraceBuilder builder;
    builder.add(t.batch());
    const Analyzed result(builder.finish(std::move(facts)));
    const GpuId gpu(SourceId(), 2);
    ASSERT_NE(result.device().properties, nullptr);
    EXPECT_EQ(result.device().properties->name, "MI300X");
    EXPECT_EQ(propertiesOf(result.analysis, gpu), result.device().properties);
    EXPECT_EQ(propertiesOf(result.analysis, GpuId(SourceId(), 0)), nullptr) << "no activities";
    EXPECT_EQ(Analyzed(t).device().properties, nullptr) << "not recorded";
}

TEST(GpuActivity, NoGpuAtAll) {
    TraceDsl t;
    t.op(t.thread("main"), {0, 10}, "aten::mm");
    EXPECT_TRUE(Analyzed(t).analysis.devices.empty());
}

}  // namespace
}  // namespace gaplight
