// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/range_tables.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "core/session/session.h"
#include "tests/core/analysis/analyzed.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

using test::allTracks;
using test::Analyzed;
using test::TraceDsl;

// An op of 1000 with one inside, three kernels, a gap of 200 between the first two.
class RangeTablesTest : public ::testing::Test {
protected:
    RangeTablesTest() : m_analyzed(makeTrace()), m_rows(RowIndex::build(*m_analyzed.trace)) {}

    static TraceDsl makeTrace() {
        TraceDsl t;
        const auto host = t.thread("main");
        const auto stream = t.stream(0, 7);
        t.op(host, {0, 1000}, "step");
        t.op(host, {100, 300}, "inner");
        t.kernel(stream, {100, 200}, t.launch(host, {110, 120}), "gemm_a");
        t.kernel(stream, {400, 700}, t.launch(host, {380, 390}), "gemm_a");
        t.kernel(stream, {700, 800}, t.launch(host, {395, 399}), "softmax_b");
        return t;
    }
    RangeTables measure(std::int64_t begin, std::int64_t end) const {
        return rangeTables(*m_analyzed.trace, m_rows, m_analyzed.analysis,
                           allTracks(*m_analyzed.trace), {timeFromNs(begin), timeFromNs(end)});
    }
    const RangeRow& row(const RangeTables& tables, std::string_view name) const {
        static const RangeRow kNone;
        for (const RangeName& one : tables.names) {
            if (m_analyzed.trace->text(one.name) == name) {
                return one.row;
            }
        }
        ADD_FAILURE() << name;
        return kNone;
    }

    Analyzed m_analyzed;
    RowIndex m_rows;
};

TEST_F(RangeTablesTest, SelfTimeIsWithoutTheSlicesInside) {
    const RangeTables tables = measure(0, 1000);
    EXPECT_EQ(row(tables, "inner").self, Duration(200 - 10));
    EXPECT_EQ(row(tables, "step").self, Duration(1000 - 200 - 10 - 4));
    EXPECT_EQ(row(tables, "gemm_a").self, row(tables, "gemm_a").total);
    Duration sum{};
    for (const RangeName& name : measure(250, 600).names) {
        sum += name.row.self;
    }
    EXPECT_EQ(sum, Duration(350 + 200));  // what is covered of the thread and of the stream
}

TEST_F(RangeTablesTest, CountsByName) {
    const RangeTables tables = measure(0, 1000);
    EXPECT_EQ(tables.slices, 8U);
    EXPECT_EQ(tables.cut, 0U);
    const RangeRow& gemm = row(tables, "gemm_a");
    EXPECT_EQ(gemm.count, 2U);
    EXPECT_EQ(gemm.total, Duration(400));
    EXPECT_EQ(gemm.mean(), Duration(200));
    EXPECT_EQ(gemm.shortest, Duration(100));
    EXPECT_EQ(gemm.longest, Duration(300));
    EXPECT_EQ(gemm.longestSlice, test::sliceNamed(*m_analyzed.trace, "gemm_a", 1));
    EXPECT_EQ(gemm.histogram.front(), 1U);
    EXPECT_EQ(gemm.histogram.back(), 1U);
    EXPECT_EQ(m_analyzed.trace->text(tables.names.front().name), "step");
}

TEST_F(RangeTablesTest, CutsAtTheEdges) {
    const RangeTables tables = measure(150, 500);
    EXPECT_EQ(row(tables, "step").total, Duration(350));
    EXPECT_EQ(row(tables, "inner").total, Duration(150));
    EXPECT_EQ(row(tables, "gemm_a").total, Duration(50 + 100));
    EXPECT_EQ(tables.cut, 4U);
    EXPECT_EQ(tables.slices, 6U);  // two launches of the three, softmax_b not at all
}

TEST_F(RangeTablesTest, OnlyTheChosenTracks) {
    const Trace& trace = *m_analyzed.trace;
    const TrackId stream = trace.trackOf(test::sliceNamed(trace, "softmax_b"));
    const RangeTables tables =
        rangeTables(trace, m_rows, m_analyzed.analysis, std::span(&stream, 1), trace.range());
    EXPECT_EQ(tables.slices, 3U);
    EXPECT_EQ(tables.names.size(), 2U);
    EXPECT_EQ(tables.gpus.size(), 1U);
}

TEST_F(RangeTablesTest, SumsKernelGroups) {
    const RangeTables tables = measure(0, 1000);
    ASSERT_EQ(tables.groups.size(), 2U);
    EXPECT_EQ(tables.groups[0].group, KernelGroup::Matmul);
    EXPECT_EQ(tables.groups[0].row.total, Duration(400));
    EXPECT_EQ(tables.groups[1].group, KernelGroup::Reduction);
}

// A function that calls itself has the time of the outermost calls, on each of two threads.
TEST(RangeTablesOfThreads, CountWhatCallsItselfOnce) {
    TraceDsl t;
    for (const char* name : {"a", "b"}) {
        const auto thread = t.thread(name);
        t.op(thread, {0, 900}, "main");
        t.op(thread, {100, 700}, "fib");
        t.op(thread, {150, 500}, "add");
        t.op(thread, {200, 400}, "fib");
        t.op(thread, {700, 800}, "fib");
    }
    const Analyzed analyzed(t);
    const Trace& trace = *analyzed.trace;
    const RangeTables tables = rangeTables(trace, RowIndex::build(trace), analyzed.analysis,
                                           allTracks(trace), {timeFromNs(0), timeFromNs(1000)});
    const auto fib = std::ranges::find_if(
        tables.names, [&](const RangeName& name) { return trace.text(name.name) == "fib"; });
    ASSERT_NE(fib, tables.names.end());
    EXPECT_EQ(fib->row.count, 6U);
    EXPECT_EQ(fib->row.tracks, 2U);
    EXPECT_EQ(fib->row.total, Duration(2 * 700));
    EXPECT_EQ(fib->row.lengths, Duration(2 * 900));
    EXPECT_EQ(fib->row.self, Duration(2 * (250 + 200 + 100)));
}

// Copies that run at once on one stream: no share of the range exceeds 100 %.
TEST(RangeTablesOfThreads, SlicesThatOverlapAreTracksOfTheirOwn) {
    TraceDsl t;
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, 900}, 0, "gemm");
    t.kernel(stream, {100, 1000}, 0, "gemm");
    const Analyzed analyzed(t);
    const Trace& trace = *analyzed.trace;
    const RangeTables tables = rangeTables(trace, RowIndex::build(trace), analyzed.analysis,
                                           allTracks(trace), {timeFromNs(0), timeFromNs(1000)});
    ASSERT_EQ(tables.names.size(), 1U);
    EXPECT_EQ(tables.names[0].row.total, Duration(1800));
    EXPECT_EQ(tables.names[0].row.tracks, 2U);
}

TEST_F(RangeTablesTest, GpuTimeAddsUp) {
    for (const auto& [begin, end] : {std::pair{0, 1000}, {150, 500}, {250, 300}, {900, 1000}}) {
        const RangeGpu gpu = measure(begin, end).gpus.front();
        EXPECT_EQ(gpu.busy + gpu.idle, gpu.window);
        EXPECT_EQ(std::accumulate(gpu.byMainActivity.begin(), gpu.byMainActivity.end(), Duration{}),
                  gpu.idle);
    }
    const RangeGpu gpu = measure(150, 500).gpus.front();
    EXPECT_EQ(gpu.window, Duration(350));
    EXPECT_EQ(gpu.idle, Duration(200));
    EXPECT_EQ(gpu.gaps, 1U);
    EXPECT_EQ(gpu.longestGap.begin, timeFromNs(200));
    EXPECT_EQ(measure(900, 1000).gpus.front().window, Duration(0));
}

TEST_F(RangeTablesTest, StopsEarly) {
    std::stop_source stop;
    stop.request_stop();
    // Only that it comes back: what it gives is to be thrown away.
    (void)rangeTables(*m_analyzed.trace, m_rows, m_analyzed.analysis, allTracks(*m_analyzed.trace),
                      m_analyzed.trace->range(), stop.get_token());
}

// On a recorded trace: what the whole range gives is what the analysis measured.
TEST(RangeTables, TheWholeTraceIsTheAnalysis) {
    const auto session = openSession(test::dataFile("streams_overlap.json.zst"));
    ASSERT_TRUE(session);
    const Trace& trace = *(*session)->trace;
    const RangeTables tables =
        rangeTables(trace, (*session)->indexes->rows, (*session)->analysis, allTracks(trace),
                    {trace.range().begin, trace.range().end + Duration(1)});
    EXPECT_EQ(tables.slices, trace.slices().size());
    EXPECT_EQ(tables.cut, 0U);
    std::uint64_t counted = 0;
    for (const RangeName& name : tables.names) {
        counted += name.row.count;
        EXPECT_EQ(
            std::accumulate(name.row.histogram.begin(), name.row.histogram.end(), std::uint64_t{0}),
            name.row.count);
    }
    EXPECT_EQ(counted, tables.slices);
    ASSERT_EQ(tables.gpus.size(), (*session)->analysis.devices.size());
    for (std::size_t i = 0; i < tables.gpus.size(); ++i) {
        const DeviceAnalysis& device = (*session)->analysis.devices[i];
        EXPECT_EQ(tables.gpus[i].busy, device.totals.busy);
        EXPECT_EQ(tables.gpus[i].idle, device.totals.idle);
    }
}

}  // namespace
}  // namespace gaplight
