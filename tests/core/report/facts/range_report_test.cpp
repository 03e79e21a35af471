// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/range_report.h"

#include <array>

#include <gtest/gtest.h>

#include "core/report/table/table.h"

namespace gaplight {
namespace {

std::array<NamedRangeRow, 2> rows() {
    NamedRangeRow kernel{"void f<a, b>(int)", "f<a, b>", {}};
    kernel.row.count = 2;
    kernel.row.total = kernel.row.lengths = kernel.row.self = Duration(4'000);
    kernel.row.shortest = Duration(1'000);
    kernel.row.longest = Duration(3'000);
    NamedRangeRow op{"a|b", "a|b", {}};
    op.row.count = 1;
    op.row.total = op.row.lengths = op.row.shortest = op.row.longest = Duration(500);
    return {kernel, op};
}

TEST(RangeTable, CsvHasRecordedNamesAndNanoseconds) {
    EXPECT_EQ(tableCsv(rangeTable(rows(), Duration(8'000))),
              "name,count,self_ns,share_of_self,total_ns,share_of_tracks,mean_ns,min_ns,max_ns\r\n"
              "\"void f<a, b>(int)\",2,4000,1.000000,4000,0.500000,2000,1000,3000\r\n"
              "a|b,1,0,0.000000,500,0.062500,500,500,500\r\n");
}

TEST(RangeTable, MarkdownIsWhatTheWindowShows) {
    EXPECT_EQ(tableMarkdown(rangeTable(rows(), Duration(8'000))),
              "| name | count | self | of self | total | of its tracks | mean | min | max |\n"
              "| --- | --: | --: | --: | --: | --: | --: | --: | --: |\n"
              "| f\\<a, b\\> | 2 | 4.00\u2009µs | 100\u2009% | 4.00\u2009µs | 50.0\u2009% | "
              "2.00\u2009µs | 1.00\u2009µs | 3.00\u2009µs |\n"
              "| a\\|b | 1 | 0\u2009ns | 0.0\u2009% | 500\u2009ns | 6.2\u2009% | 500\u2009ns | "
              "500\u2009ns | 500\u2009ns |\n");
}

TEST(RangeTable, ShareIsOfTheRangeOnEachTrack) {
    std::array<NamedRangeRow, 2> named = rows();
    named[0].row.total = Duration(24'000);
    named[0].row.tracks = 4;
    EXPECT_NE(tableCsv(rangeTable(named, Duration(8'000))).find(",24000,0.750000,"),
              std::string::npos);
}

TEST(RangeTable, RowsLeadToTheLongestSlice) {
    std::array<NamedRangeRow, 2> named = rows();
    named[1].row.longestSlice = SliceId(7);
    const Table table = rangeTable(named, Duration(8'000));
    EXPECT_EQ(table.rows[0].target, -1);
    EXPECT_EQ(table.rows[1].target, 7);
}

}  // namespace
}  // namespace gaplight
