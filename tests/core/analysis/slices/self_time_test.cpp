// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/slices/slice_scan.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/analysis/range_tables.h"
#include "core/index/summary_thread.h"
#include "tests/core/analysis/analyzed.h"
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

// The table of the window names the same functions, with the same shares of the same whole.
TEST(SelfTime, IsThatOfTheTableOfHostThreads) {
    test::TraceDsl dsl;
    const auto host = dsl.thread("main");
    dsl.op(host, {0, 100}, "first");
    dsl.op(host, {60, 140}, "second");  // ends after the slice that it begins in
    dsl.slice(host, {70, 90}, "overhead", "Buffer Flush");
    dsl.op(dsl.thread("worker"), {0, 50}, "second");
    dsl.op(dsl.thread("total"), {0, 130}, "Total second");
    dsl.kernel(dsl.stream(0, 7), {0, 1000});
    const test::Analyzed result(dsl);
    const Trace& trace = *result.trace;
    const HostSelfTimes times = hostSelfTimes(trace, 10);
    const RangeTables tables =
        rangeTables(trace, RowIndex::build(trace), result.analysis, hostThreads(trace),
                    trace.range(), {}, RecorderSlices::LeftOut);
    ASSERT_EQ(times.longest.size(), 2U);
    ASSERT_EQ(tables.names.size(), 2U);
    Duration sum{};
    for (const RangeName& name : tables.names) {
        const auto same = std::ranges::find(times.longest, name.name, &NameSelfTime::name);
        ASSERT_NE(same, times.longest.end());
        EXPECT_EQ(name.row.self, same->self) << trace.text(name.name);
        sum += name.row.self;
    }
    EXPECT_EQ(times.total, sum);
    EXPECT_EQ(sum, Duration(100 + 80 + 50));
}

}  // namespace
}  // namespace gaplight
