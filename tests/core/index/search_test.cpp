// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/search.h"

#include <gtest/gtest.h>

#include "core/index/search_hits.h"
#include "tests/core/index/row_fixture.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::Span;
using test::TraceDsl;

std::vector<std::string> namesOf(const Trace& trace, std::span<const SliceId> slices) {
    std::vector<std::string> names;
    for (const SliceId slice : slices) {
        names.emplace_back(trace.name(slice));
    }
    return names;
}

std::vector<SliceId> found(const Trace& trace, const SearchQuery& query) {
    Result<TextPattern> pattern = patternOf(query);
    EXPECT_TRUE(pattern.has_value());
    Result<std::vector<SliceId>> slices = searchNames(trace, *pattern);
    EXPECT_TRUE(slices.has_value());
    return *slices;
}

class Search : public ::testing::Test {
protected:
    Search() {
        const auto host = m_dsl.thread("main");
        const auto other = m_dsl.thread("loader");
        const auto stream = m_dsl.stream(0, 7);
        m_dsl.op(other, {5, 8}, "aten::mm");
        m_dsl.op(host, {0, 100}, "aten::matmul");
        m_dsl.op(host, {10, 60}, "aten::mm");
        m_dsl.kernel(stream, {40, 90}, m_dsl.launch(host, {20, 30}), "gemm_f16");
        m_dsl.op(host, {200, 210}, "aten::mm");
        m_trace = m_dsl.trace();
    }
    SearchHits hits(const std::string& text) const {
        return SearchHits::build(*m_trace, found(*m_trace, {text}));
    }

    TraceDsl m_dsl;
    std::shared_ptr<const Trace> m_trace;
};

TEST_F(Search, FindsNamesAndCategories) {
    EXPECT_EQ(found(*m_trace, {"MM"}).size(), 4U);  // gemm too
    EXPECT_EQ(found(*m_trace, {"::mm$", true}).size(), 3U);
    EXPECT_EQ(namesOf(*m_trace, found(*m_trace, {"kernel"})),
              (std::vector<std::string>{"cudaLaunchKernel", "gemm_f16"}));  // its category
    EXPECT_TRUE(found(*m_trace, {"nothing"}).empty());
}

TEST_F(Search, OrdersHitsByTrackAndByTime) {
    const SearchHits mm = hits("aten::mm");
    ASSERT_EQ(mm.count(), 3U);
    EXPECT_TRUE(std::is_sorted(mm.byId().begin(), mm.byId().end()));
    std::vector<std::int64_t> starts;
    for (const SliceId hit : mm.byTime()) {
        starts.push_back(ns(m_trace->slices().start(hit)));
        EXPECT_TRUE(mm.contains(hit));
        EXPECT_EQ(mm.byTime()[mm.rankOf(*m_trace, hit)], hit);
    }
    EXPECT_EQ(starts, (std::vector<std::int64_t>{5, 10, 200}));
    EXPECT_EQ(mm.rankFrom(*m_trace, timeFromNs(6)), 1U);
    const TrackId host = m_trace->trackOf(test::sliceNamed(*m_trace, "aten::matmul"));
    EXPECT_EQ(mm.countOn(*m_trace, host), 2U);
    EXPECT_FALSE(mm.contains(test::sliceNamed(*m_trace, "gemm_f16")));
}

TEST_F(Search, WalksThroughHitsAndRound) {
    const SearchHits mm = hits("aten::mm");
    const Time start = timeFromNs(6);
    EXPECT_EQ(nextHit(*m_trace, mm, {}, start), 1U);
    EXPECT_EQ(previousHit(*m_trace, mm, {}, start), 0U);
    EXPECT_EQ(nextHit(*m_trace, mm, mm.byTime()[2], start), 0U);
    EXPECT_EQ(previousHit(*m_trace, mm, mm.byTime()[0], start), 2U);
    // From a slice that is no hit.
    const SliceId kernel = test::sliceNamed(*m_trace, "gemm_f16");
    EXPECT_EQ(nextHit(*m_trace, mm, kernel, start), 2U);
    EXPECT_EQ(previousHit(*m_trace, mm, kernel, start), 1U);
    EXPECT_FALSE(nextHit(*m_trace, hits("nothing"), kernel, start).has_value());
}

TEST_F(Search, IndexesTheRowsOfHitsAlone) {
    const SearchHits mm = hits("aten::mm");
    const TrackId host = m_trace->trackOf(test::sliceNamed(*m_trace, "aten::matmul"));
    EXPECT_EQ(mm.rows().row(*m_trace, host, 0).size(), 1U);  // the one at 200
    const Row inner = mm.rows().row(*m_trace, host, 1);
    ASSERT_EQ(inner.size(), 1U);
    EXPECT_EQ(ns(inner.start(0)), 10);
    const TrackId stream = m_trace->trackOf(test::sliceNamed(*m_trace, "gemm_f16"));
    EXPECT_EQ(mm.rows().row(*m_trace, stream, 0).size(), 0U);
}

TEST(SearchInBatches, ReportsEachAndStopsBetweenThem) {
    std::vector<test::TimedSlice> slices;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(2 * kSearchBatch + 10); ++i) {
        slices.push_back({i * 10, 5});
    }
    const auto trace = test::traceOf(slices);
    std::vector<std::size_t> seen;
    std::vector<std::size_t> counts;
    std::stop_source stop;
    const auto all = searchNames(*trace, TextPattern::substring("7"), {}, [&](auto hits, auto at) {
        seen.push_back(at);
        counts.push_back(hits.size());
    });
    ASSERT_TRUE(all.has_value());
    EXPECT_EQ(seen, (std::vector<std::size_t>{kSearchBatch, 2 * kSearchBatch, slices.size()}));
    EXPECT_EQ(counts, (std::vector<std::size_t>{50'000, 100'000, 100'001}));
    const auto stopped = searchNames(*trace, TextPattern::substring("7"), stop.get_token(),
                                     [&](auto, auto) { stop.request_stop(); });
    ASSERT_FALSE(stopped.has_value());
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
    // The index of some slices answers as that of all does.
    const SearchHits hits = SearchHits::build(*trace, *all);
    const Row row = hits.rows().row(*trace, TrackId(std::size_t{0}), 0);
    ASSERT_EQ(row.size(), 100'001U);
    EXPECT_FALSE(row.detailLevels().empty());
    EXPECT_EQ(row.slice(3), (*all)[3]);
}

}  // namespace
}  // namespace gaplight
