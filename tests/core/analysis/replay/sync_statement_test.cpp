// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/sync_records.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/replayed.h"

namespace gaplight::test {
namespace {

constexpr int kOp = 10;

// Operators 2 µs apart, and a synchronize() with `around` µs on both sides in their middle.
TraceDsl program(int around) {
    TraceDsl t;
    const auto host = t.thread("main");
    int now = 0;
    for (int i = 0; i < 8; ++i) {
        if (i == 4) {
            now += around - 2;
            t.call(host, us(now, now + 5), "cudaDeviceSynchronize");
            now += 5 + around;
        }
        t.op(host, us(now, now + kOp), i == 3 ? "before" : (i == 4 ? "after" : "op"));
        t.op(host, us(now + 1, now + kOp - 1), "inside");
        now += kOp + 2;
    }
    return t;
}

std::optional<ReplayEdit> without(const Trace& trace) {
    return SyncStatements(trace).without(sliceNamed(trace, "cudaDeviceSynchronize"));
}

TEST(SyncStatements, TakesWhatIsBeyondTheUsual) {
    const auto trace = program(8).trace();
    const std::optional<ReplayEdit> edit = without(*trace);
    ASSERT_TRUE(edit);
    EXPECT_EQ(edit->kind, ReplayEdit::Kind::ScaleHost);
    EXPECT_EQ(edit->range.begin, trace->slices().end(sliceNamed(*trace, "before")));
    EXPECT_EQ(edit->range.end, trace->slices().start(sliceNamed(*trace, "after")));
    EXPECT_NEAR(edit->factor, 2.0 / 16, 1e-9);  // of 16 µs, the usual 2 stay
}

TEST(SyncStatements, TakesNoMoreThanAStatement) {
    const auto trace = program(500).trace();
    const std::optional<ReplayEdit> edit = without(*trace);
    ASSERT_TRUE(edit);
    EXPECT_NEAR(edit->factor, 1 - 34.0 / 1000, 1e-9);
}

TEST(SyncStatements, TakesNothingOfTheUsual) {
    EXPECT_FALSE(without(*program(1).trace()));
}

TEST(SyncStatements, LeavesOperatorsAndFramesAlone) {
    for (const bool isFrame : {true, false}) {
        TraceDsl t;
        const auto host = t.thread("main");
        t.op(host, us(0, 10), "before");
        t.op(host, us(12, 22), "before");
        if (isFrame) {
            t.python(host, us(40, 90), "torch/cuda/__init__.py(12): synchronize");
        } else {
            t.op(host, us(40, 90), "aten::item");
        }
        t.call(host, us(50, 60), "cudaDeviceSynchronize");
        t.op(host, us(120, 130), "after");
        EXPECT_FALSE(without(*t.trace()));
    }
}

}  // namespace
}  // namespace gaplight::test
