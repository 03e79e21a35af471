// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/blocking_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/analysis/analyzed.h"

namespace gaplight {
namespace {

using test::Analyzed;
using test::TraceDsl;

std::vector<std::string> profilerMade(const Analyzed& result) {
    std::vector<std::string> starts;
    for (const BlockingCall& call : result.analysis.blockingCalls) {
        if (call.byProfiler) {
            starts.push_back(std::to_string(ns(result.trace->slices().start(call.slice))));
        }
    }
    return starts;
}

TEST(BlockingCalls, TotalsPerNameLongestFirst) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.call(host, {0, 10}, "cudaEventSynchronize");
    t.call(t.thread("other"), {0, 5}, "cudaStreamSynchronize");
    t.call(host, {20, 50}, "cudaStreamSynchronize");
    t.call(host, {60, 70}, "cudaMemcpyAsync");
    t.op(host, {80, 90}, "cudaStreamSynchronize");
    t.op(host, {95, 96}, "last");
    const Analyzed result(t);
    ASSERT_EQ(result.analysis.blockingCallTotals.size(), 2U);
    const BlockingCallTotals& streams = result.analysis.blockingCallTotals[0];
    EXPECT_EQ(result.trace->text(streams.name), "cudaStreamSynchronize");
    EXPECT_EQ(streams.count, 2U);
    EXPECT_EQ(streams.total, Duration(35));
    EXPECT_EQ(streams.byProfiler, 0U);
    EXPECT_EQ(result.analysis.blockingCallTotals[1].count, 1U);
}

TEST(BlockingCalls, UnderAFrameOfTheProfiler) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.python(host, {0, 100}, "torch/profiler/profiler.py(200): step");
    t.op(host, {10, 90}, "aten::empty");
    t.call(host, {20, 30}, "cudaDeviceSynchronize");
    t.call(host, {110, 120}, "cudaStreamSynchronize");
    EXPECT_THAT(profilerMade(Analyzed(t)), ::testing::ElementsAre("20"));
}

TEST(BlockingCalls, TheClosingWaitOfTheCapture) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.annotation(host, {0, 100}, "step");
    t.call(host, {20, 30}, "cudaDeviceSynchronize");
    t.call(host, {100, 120}, "cudaDeviceSynchronize");
    EXPECT_THAT(profilerMade(Analyzed(t)), ::testing::ElementsAre("100"));
}

TEST(BlockingCalls, NotWhileAnAnnotationIsOpenNorForOneStream) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.annotation(host, {0, 101}, "step");
    t.call(host, {100, 120}, "cudaDeviceSynchronize");
    EXPECT_THAT(profilerMade(Analyzed(t)), ::testing::IsEmpty());
    t.call(host, {200, 220}, "cudaStreamSynchronize");
    EXPECT_THAT(profilerMade(Analyzed(t)), ::testing::IsEmpty());
}

}  // namespace
}  // namespace gaplight
