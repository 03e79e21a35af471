// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "core/index/search.h"
#include "core/index/search_hits.h"
#include "tests/core/index/row_fixture.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

// "texts | shortest..longest | before → value", or the error.
std::string parsed(std::string_view text) {
    const Result<ParsedQuery> query = parseQuery(text);
    if (!query) {
        return query.error().message;
    }
    std::string all;
    for (const std::string& one : query->texts) {
        all += "'" + one + "' ";
    }
    if (query->hasDurations()) {
        const bool isOpen = query->longest == Duration::max();
        all += std::to_string(ns(query->shortest)) + ".." +
               (isOpen ? "" : std::to_string(ns(query->longest))) + " ";
    }
    for (const ArgText& arg : query->args) {
        all += "{" + arg.before + "=" + arg.value + "} ";
    }
    return all.substr(0, all.find_last_not_of(' ') + 1);
}

TEST(SearchQuery, PlainTextIsOneText) {
    EXPECT_EQ(parsed("Memcpy HtoD (Pageable -> Device)"), "'Memcpy HtoD (Pageable -> Device)'");
    EXPECT_EQ(parsed("  gemm "), "'gemm'");
    EXPECT_EQ(parsed(""), "");
    EXPECT_EQ(parsed("duration"), "'duration'");
    EXPECT_EQ(parsed("mydur>5us"), "'mydur>5us'");
    EXPECT_EQ(parsed("gemm<float>"), "'gemm<float>'");
    EXPECT_EQ(parsed("a == b"), "'a == b'");
    EXPECT_EQ(parsed("a <= b"), "'a <= b'");
    EXPECT_EQ(parsed("stream="), "'stream='");
}

TEST(SearchQuery, Durations) {
    EXPECT_EQ(parsed("dur>50us"), "50001..");
    EXPECT_EQ(parsed("dur>=50us"), "50000..");
    EXPECT_EQ(parsed("dur<1ms"), "0..999999");
    EXPECT_EQ(parsed("dur<=1ms"), "0..1000000");
    EXPECT_EQ(parsed("dur=7ns"), "7..7");
    EXPECT_EQ(parsed("dur > 50us  dur < 1ms"), "50001..999999");
    EXPECT_EQ(parsed("gemm dur>2µs relu"), "'gemm' 'relu' 2001..");
    EXPECT_EQ(parsed("dur>"), "'dur>': expected a duration with its unit, as in dur>50us");
    EXPECT_EQ(parsed("gemm dur<=12 x"),
              "'dur<=12': expected a duration with its unit, as in dur<=50us");
}

TEST(SearchQuery, Args) {
    EXPECT_EQ(parsed("stream=7"), "{stream=7}");
    EXPECT_EQ(parsed("Input Dims=[4096, *]"), "{Input Dims=[4096, *]}");
    EXPECT_EQ(parsed("conv \"Input Dims\"=[[8, 3], *] dur>1us relu"),
              "'relu' 1001.. {conv Input Dims=[[8, 3], *]}");
    EXPECT_EQ(parsed("name=\"a b\" stream=7 gemm"), "'gemm' {name=a b} {stream=7}");
}

TEST(SearchQuery, IsMetByNamesAndLengths) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 10}, "aten::mm");
    t.op(host, {20, 50}, "aten::mm");
    t.op(host, {60, 90}, "aten::mm_out");
    t.op(host, {100, 200}, "aten::relu");
    const auto trace = t.trace();
    const auto found = [&](std::string_view text) {
        const auto conditions = conditionsOf(*parseQuery(text), false);
        return searchSlices(*trace, *conditions)->size();
    };
    EXPECT_EQ(found("MM"), 3U);
    EXPECT_EQ(found("mm dur>=30ns"), 2U);
    EXPECT_EQ(found("dur>=30ns mm dur<100ns out"), 1U);
    EXPECT_EQ(found("dur>30ns"), 1U);
    EXPECT_EQ(found("dur<1ns"), 0U);
    EXPECT_FALSE(conditionsOf(*parseQuery("a( dur>1us"), true).has_value());
}

TEST(SearchTotals, SumAndSortHitsByName) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    const auto other = t.thread("loader");
    t.op(host, {0, 10}, "mm");
    t.op(host, {20, 50}, "mm");
    t.op(host, {60, 62}, "mm");
    t.op(host, {100, 200}, "relu");
    t.op(other, {5, 12}, "mm");
    const auto trace = t.trace();
    const auto hits = SearchHits::build(*trace, *searchNames(*trace, TextPattern::substring("")));
    const SearchTotals totals = SearchTotals::build(*trace, hits);
    ASSERT_EQ(totals.names().size(), 2U);
    EXPECT_EQ(totals.count(), 5U);
    EXPECT_EQ(ns(totals.total()), 149);
    EXPECT_EQ(ns(totals.median()), 10);
    EXPECT_EQ(trace->text(totals.names()[0].name), "relu");
    const NameTotal& mm = totals.names()[1];
    EXPECT_EQ(mm.count, 4U);
    EXPECT_EQ(ns(mm.total), 49);
    EXPECT_EQ(ns(mm.median), 7);
    EXPECT_EQ(ns(trace->slices().duration(mm.longest)), 30);
    std::vector<std::int64_t> starts;
    for (const SliceId slice : totals.slicesOf(mm)) {
        starts.push_back(ns(trace->slices().start(slice)));
    }
    EXPECT_EQ(starts, (std::vector<std::int64_t>{0, 5, 20, 60}));
    EXPECT_EQ(SearchTotals::build(*trace, SearchHits()).names().size(), 0U);
}

}  // namespace
}  // namespace gaplight
