// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/profiler_overhead.h"

#include <gtest/gtest.h>

#include "core/analysis/replay/replay_edit.h"

#include "tests/core/analysis/replayed.h"

namespace gaplight::test {
namespace {

std::vector<ReplayEdit> editsOf(const TraceDsl& t) {
    const auto trace = t.trace();
    return withoutProfiler(*trace, LaunchIndex::build(*trace), ProfilerOverhead(*trace));
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
    EXPECT_FALSE(ProfilerOverhead(*t.trace()).hasEventCosts());
}

TEST(ProfilerOverhead, IsMoreWithStacks) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, us(0, 10), "aten::add");
    EXPECT_FALSE(hasPythonStacks(*t.trace()));
    const ProfilerOverhead plain(*t.trace());
    EXPECT_EQ(plain.hostPercent(), ProfilerOverhead::kHostPercent);
    EXPECT_EQ(plain.unprofiled(Duration(300)), Duration(200));
    EXPECT_EQ(plain.costOf(SliceKind::CpuOp, false), ProfilerOverhead::kOperator);
    t.python(host, us(20, 30), "train.py(1): step");
    EXPECT_TRUE(hasPythonStacks(*t.trace()));
    const ProfilerOverhead stacked(*t.trace());
    EXPECT_EQ(stacked.hostPercent(), ProfilerOverhead::kStackedHostPercent);
    EXPECT_EQ(stacked.unprofiled(Duration(300)), Duration(150));
    EXPECT_EQ(stacked.costOf(SliceKind::CpuOp, false), ProfilerOverhead::kStackedOperator);
}

}  // namespace
}  // namespace gaplight::test
