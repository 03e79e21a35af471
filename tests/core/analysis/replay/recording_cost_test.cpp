// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/recording_cost.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/replayed.h"

namespace gaplight::test {
namespace {

std::vector<ReplayEdit> costsOf(const TraceDsl& t) {
    const auto trace = t.trace();
    return withoutRecordingCost(*trace, LaunchIndex::build(*trace));
}

TEST(RecordingCost, IsPaidWhereASliceBegins) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, us(0, 50), "aten::add");
    t.kernel(t.stream(0, 7), us(30, 40), t.launch(host, us(10, 20)));
    t.call(host, us(60, 70), "cudaDeviceSynchronize");
    const std::vector<ReplayEdit> edits = costsOf(t);
    ASSERT_EQ(edits.size(), 3U);
    EXPECT_EQ(edits[0].range.length(), kOperatorCost);
    EXPECT_EQ(edits[1].range.length(), kLaunchCost);
    EXPECT_EQ(edits[2].range.length(), kCallCost);
    for (const ReplayEdit& edit : edits) {
        EXPECT_EQ(edit.kind, ReplayEdit::Kind::ScaleHost);
        EXPECT_EQ(edit.factor, 0);
    }
}

TEST(RecordingCost, AddsUpWhereSlicesBeginTogether) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.annotation(host, {0, 90'000}, "step");
    t.op(host, {100, 50'000}, "aten::linear");
    t.op(host, {200, 40'000}, "aten::mm");
    const std::vector<ReplayEdit> edits = costsOf(t);
    ASSERT_EQ(edits.size(), 1U);
    EXPECT_EQ(edits[0].range.length(), kAnnotationCost + 2 * kOperatorCost);
}

TEST(RecordingCost, IsUnknownOfOtherRecorders) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.kernel(t.stream(0, 7), us(30, 40), t.launch(host, us(10, 20)));
    EXPECT_TRUE(costsOf(t).empty());
}

}  // namespace
}  // namespace gaplight::test
