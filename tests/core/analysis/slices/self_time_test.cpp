// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/slices/slice_scan.h"

#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

TEST(SelfTime, LeavesOutNestedSlicesStreamsAndTheProfiler) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.slice(host, {0, 100}, "cpu_op", "outer");
    t.slice(host, {10, 40}, "cpu_op", "inner");
    t.slice(host, {20, 25}, "cpu_op", "leaf");
    t.slice(host, {200, 210}, "cpu_op", "inner");
    t.slice(host, {300, 900}, "overhead", "Buffer Flush");
    t.kernel(t.stream(0, 7), {0, 1000});
    const auto trace = t.trace();
    const HostSelfTimes times = hostSelfTimes(*trace, 2);
    EXPECT_EQ(times.total, Duration(110));
    ASSERT_EQ(times.longest.size(), 2U);
    EXPECT_EQ(trace->text(times.longest[0].name), "outer");
    EXPECT_EQ(times.longest[0].self, Duration(70));
    EXPECT_EQ(trace->text(times.longest[1].name), "inner");
    EXPECT_EQ(times.longest[1].self, Duration(35));
    EXPECT_EQ(hostSelfTimes(*trace, 10).longest.size(), 3U);
}

// clang writes the sum of each name on a thread of its own.
TEST(SelfTime, LeavesOutSumsOfOtherThreads) {
    test::TraceDsl dsl;
    dsl.op(dsl.thread("clang"), {0, 300}, "Frontend");
    dsl.op(dsl.thread("total"), {0, 300}, "Total Frontend");
    dsl.op(dsl.thread("other"), {0, 100}, "Total loss");
    const auto trace = dsl.trace();
    const HostSelfTimes times = hostSelfTimes(*trace, 10);
    EXPECT_EQ(times.longest.size(), 2U);
    EXPECT_EQ(times.total, Duration(400));
}

// Bazel writes the actions of the critical path again on a thread of their own.
TEST(SelfTime, LeavesOutTheCriticalPath) {
    test::TraceDsl dsl;
    dsl.slice(dsl.thread("Critical Path"), {0, 300}, "critical path component", "action 'x'");
    dsl.slice(dsl.thread("skyframe-evaluator 0"), {0, 300}, "general information", "x");
    const auto trace = dsl.trace();
    EXPECT_EQ(hostSelfTimes(*trace, 10).total, Duration(300));
}

}  // namespace
}  // namespace gaplight
