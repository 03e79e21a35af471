// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/range_report.h"

#include <array>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

std::array<NamedRangeRow, 2> rows() {
    NamedRangeRow kernel{"void f<a, b>(int)", {}};
    kernel.row.count = 2;
    kernel.row.total = Duration(4'000);
    kernel.row.shortest = Duration(1'000);
    kernel.row.longest = Duration(3'000);
    NamedRangeRow op{"a|b", {}};
    op.row.count = 1;
    op.row.total = op.row.shortest = op.row.longest = Duration(500);
    return {kernel, op};
}

TEST(RangeReport, Csv) {
    EXPECT_EQ(rangeCsv("name", rows(), Duration(8'000)),
              "name,count,total_ns,share_of_range,mean_ns,min_ns,max_ns\r\n"
              "\"void f<a, b>(int)\",2,4000,0.500000,2000,1000,3000\r\n"
              "a|b,1,500,0.062500,500,500,500\r\n");
}

TEST(RangeReport, Markdown) {
    EXPECT_EQ(
        rangeMarkdown("name", rows(), Duration(8'000)),
        "| name | count | total | share | mean | min | max |\n"
        "|---|--:|--:|--:|--:|--:|--:|\n"
        "| void f\\<a, b\\>(int) | 2 | 4.00\u2009µs | 50.0\u2009% | 2.00\u2009µs | 1.00\u2009µs | "
        "3.00\u2009µs |\n"
        "| a\\|b | 1 | 500\u2009ns | 6.2\u2009% | 500\u2009ns | 500\u2009ns | 500\u2009ns |\n");
}

}  // namespace
}  // namespace gaplight
