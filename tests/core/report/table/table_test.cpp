// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/table/table.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

struct Call {
    std::string name;
    std::optional<Duration> wait;
    std::uint64_t count = 0;
    std::int64_t bytes = 0;
};

Table callTable() {
    const std::vector<Call> calls{{"a|b", std::chrono::microseconds(4), 1000, 1 << 20},
                                  {"=f()", std::nullopt, 3000, 0}};
    return tableOf(
        calls, column("name", "call", Unit::Code, &Call::name),
        column("wait_ns", "waits", Unit::Nanoseconds, [](auto& call) { return call.wait; }),
        column("", "count", Unit::Count, &Call::count),
        column("bytes", "", Unit::Bytes, &Call::bytes),
        column("share", "of all", Unit::Share,
               [](auto& call) { return shareOf(call.count, 4000U); }));
}

TEST(Table, MarkdownHasTitledColumnsAndADashForUnknownValues) {
    EXPECT_EQ(tableMarkdown(callTable()),
              "| call | waits | count | of all |\n"
              "| --- | --: | --: | --: |\n"
              "| `a\\|b` | 4.00\u2009µs | 1,000 | 25.0\u2009% |\n"
              "| `=f()` | – | 3,000 | 75.0\u2009% |\n");
}

TEST(Table, CsvHasKeyedColumnsInWholeUnits) {
    EXPECT_EQ(tableCsv(callTable()),
              "name,wait_ns,bytes,share\r\n"
              "a|b,4000,1048576,0.250000\r\n"
              "'=f(),,0,0.750000\r\n");
}

TEST(Table, JsonHasNullForUnknownValues) {
    EXPECT_EQ(tableJson(callTable()).dump(),
              R"([{"name":"a|b","wait_ns":4000,"bytes":1048576,"share":0.25},)"
              R"-({"name":"=f()","wait_ns":null,"bytes":0,"share":0.75}])-");
}

TEST(Table, APageShowsTheFirstRows) {
    EXPECT_EQ(pageTable(callTable(), 1).rows.size(), 1U);
    EXPECT_EQ(pageTable(callTable(), 1).columns.size(), 4U);
}

TEST(CompareCells, UnknownValuesComeLastInBothDirections) {
    const CellValue unknown;
    const CellValue known = Duration(5);
    for (const bool isDescending : {false, true}) {
        EXPECT_LT(compareCells(known, unknown, isDescending), 0);
        EXPECT_GT(compareCells(unknown, known, isDescending), 0);
        EXPECT_EQ(compareCells(unknown, unknown, isDescending), 0);
    }
}

TEST(CompareCells, TimesThatDifferByANanosecondAreOrderedExactly) {
    const Duration large(9'007'199'254'740'993);  // 2^53 + 1
    EXPECT_LT(compareCells(large - Duration(1), large, false), 0);
    EXPECT_GT(compareCells(large - Duration(1), large, true), 0);
}

TEST(CompareCells, TextsAreOrderedWithoutCase) {
    EXPECT_LT(compareCells(std::string("alpha"), std::string("Beta"), false), 0);
    EXPECT_EQ(compareCells(std::string("A"), std::string("a"), false), 0);
}

TEST(CompareCells, DigitsInTextsAreNumbers) {
    EXPECT_LT(compareCells(std::string("(32, 4, 1)"), std::string("(1024, 1, 1)"), false), 0);
    EXPECT_GT(compareCells(std::string("step 9"), std::string("Step 10"), true), 0);
    EXPECT_EQ(compareCells(std::string("gpu 007"), std::string("GPU 7"), false), 0);
}

TEST(CompareCells, SharesOfDifferentWholesAreOrderedByRatio) {
    EXPECT_LT(compareCells(ShareValue{1, 4}, ShareValue{1, 2}, false), 0);
    EXPECT_EQ(compareCells(ShareValue{0, 0}, ShareValue{0, 7}, false), 0);
}

TEST(CompareCells, FiguresAreOrderedByTheirNumbers) {
    const CellValue less = FigureValue{-15'800'000, "−15.8 ms"};
    const CellValue more = FigureValue{1'200, "+1.20 µs"};
    EXPECT_LT(compareCells(less, more, false), 0);
    EXPECT_GT(compareCells(less, more, true), 0);
    EXPECT_EQ(cellText(Unit::Figure, less), "−15.8 ms");
}

TEST(CellText, NumbersAreWrittenByTheirUnit) {
    EXPECT_EQ(cellText(Unit::Number, std::int64_t{12345}), "12345");
    EXPECT_EQ(cellText(Unit::Count, std::int64_t{12345}), "12,345");
    EXPECT_EQ(cellText(Unit::Factor, 1.5), "1.50×");
    EXPECT_EQ(cellText(Unit::Share, 0.5), "50.0\u2009%");
}

}  // namespace
}  // namespace gaplight
