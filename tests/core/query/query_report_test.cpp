// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_report.h"

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/core/query/query_rows.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

TEST(QueryReport, TablesAndTheirColumns) {
    std::string text = tablesText(nullptr, PageStyle::Plain);
    for (const QueryTable& table : queryTables()) {
        text += "\n" + tablesText(&table, PageStyle::Plain);
    }
    EXPECT_TRUE(test::matchesGolden("query/tables.txt", text));
}

TEST(QueryReport, Formats) {
    const QueryData data = test::smallQueryData();
    const auto result =
        runQuery(data, "SELECT name, dur, 1.5 AS ratio, NULL AS missing, name FROM slice LIMIT 2");
    ASSERT_TRUE(result);
    EXPECT_EQ(queryText(*result, QueryFormat::Csv, PageStyle::Plain),
              "name,dur,ratio,missing,name:2\r\n"
              "step,900000,1.5,,step\r\n"
              "aten::mm,100000,1.5,,aten::mm\r\n");
    const auto json =
        nlohmann::json::parse(queryText(*result, QueryFormat::JsonText, PageStyle::Plain));
    EXPECT_EQ(json["rows"][1], (nlohmann::json{{"name", "aten::mm"},
                                               {"dur", 100'000},
                                               {"ratio", 1.5},
                                               {"missing", nullptr},
                                               {"name:2", "aten::mm"}}));
    EXPECT_TRUE(test::matchesGolden(
        "query/formats.txt", queryText(*result, QueryFormat::Text, PageStyle::Plain) +
                                 queryText(*result, QueryFormat::Markdown, PageStyle::Plain)));
}

TEST(QueryReport, NoRowsAndNamesThatAreNoText) {
    const QueryData data = test::smallQueryData();
    const auto none = runQuery(data, "SELECT id FROM slice WHERE id < 0");
    for (const QueryFormat format : {QueryFormat::Text, QueryFormat::Markdown}) {
        EXPECT_EQ(queryText(*none, format, PageStyle::Plain), "no rows\n");
    }
    const auto strange = runQuery(data, "SELECT '\xff'");
    EXPECT_NE(queryText(*strange, QueryFormat::JsonText, PageStyle::Plain).find("\uFFFD"),
              std::string::npos);
}

TEST(QueryReport, RowsOfSeveralTraces) {
    const QueryData data = test::smallQueryData();
    QueryResult all;
    for (const char* trace : {"a.json", "b.json"}) {
        addLabeledRows(all, "trace", std::string(trace),
                       runQuery(data, "SELECT id FROM slice LIMIT 2").value(), 3);
    }
    EXPECT_EQ(queryText(all, QueryFormat::Csv, PageStyle::Plain),
              "trace,id\r\na.json,0\r\na.json,1\r\nb.json,0\r\n");
    EXPECT_TRUE(all.isCut);
}

}  // namespace
}  // namespace gaplight
