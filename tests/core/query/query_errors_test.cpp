// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// What is refused, and how the message says where, why and what to write.
#include <string>

#include <gtest/gtest.h>

#include "tests/core/query/query_rows.h"

namespace gaplight {
namespace {

struct Refused {
    const char* sql;
    const char* message;  // a part
};

void PrintTo(const Refused& refused, std::ostream* out) {
    *out << refused.sql;
}

class QueryErrors : public testing::TestWithParam<Refused> {};

TEST_P(QueryErrors, SayWhatToWrite) {
    const QueryData data = test::smallQueryData();
    const std::string message = test::errorOf(data, GetParam().sql);
    EXPECT_NE(message.find(GetParam().message), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    All, QueryErrors,
    testing::Values(
        Refused{"", "the query is empty"}, Refused{"-- only a comment", "the query is empty"},
        Refused{"SELECT nme FROM slice",
                "line 1, character 8: there is no column 'nme'; did you mean 'name'?"},
        Refused{"SELECT s.name,\n       s.duration\nFROM slice s", "line 2"},
        Refused{"SELECT * FROM slize", "there is no table 'slize'; did you mean 'slice'?"},
        Refused{"SELECT dur_txt(1)", "there is no function 'dur_txt'; did you mean 'dur_text'?"},
        Refused{"SELECT * FROM slice WHER dur > 1", "line 1, character"},
        Refused{"SELECT 'abc' REGEXP '('", "the regular expression is wrong"},
        Refused{"INCLUDE PERFETTO MODULE slices.with_context; SELECT 1",
                "INCLUDE PERFETTO MODULE slices.with_context is not needed"},
        Refused{"CREATE PERFETTO TABLE x AS SELECT 1", "put WITH name AS (SELECT …)"},
        Refused{"create or replace perfetto function f() returns int as select 1",
                "CREATE PERFETTO function"},
        Refused{"CREATE VIEW x AS SELECT 1", "put WITH name AS (SELECT …)"},
        Refused{"CREATE VIRTUAL TABLE x USING SPAN_JOIN(a, b)", "overlap(a.ts, a.ts_end"},
        Refused{"SELECT * FROM intervals_flatten!(slice)", "intervals_flatten!(…) is a macro"},
        Refused{"FROM slice |> WHERE dur > 1", "not with 'FROM'"},
        Refused{"SELECT * FROM slice |> WHERE dur > 1", "|> is a pipeline"},
        Refused{"SELECT 1; SELECT 2", "line 1, character 11: a second statement"},
        Refused{"SELECT name FROM thread_slice", "JOIN thread USING (utid)"},
        Refused{"SELECT * FROM sqlite_master", "line 1, character 15: 'gaplight tables' lists"},
        Refused{"SELECT * FROM pragma_database_list", "is prohibited"},
        Refused{"SELECT * FROM dbstat", ""},
        Refused{"SELECT load_extension('x')", "not authorized"},
        Refused{"EXPLAIN DELETE FROM slice", "slice"},
        Refused{"PRAGMA temp_store = 1", "not with 'PRAGMA'"},
        Refused{"ATTACH 'x.db' AS y", "not with 'ATTACH'"},
        Refused{"INSERT INTO slice(id) VALUES (1)", "not with 'INSERT'"},
        Refused{"WITH x AS (SELECT 1) INSERT INTO slice(id) SELECT * FROM x", "not authorized"},
        Refused{"WITH x AS (SELECT 1) DELETE FROM slice", "slice"},
        Refused{"VACUUM INTO '/tmp/x'", "not with 'VACUUM'"},
        Refused{"DROP TABLE slice", "not with 'DROP'"}));

TEST(Queries, StatementsThatRead) {
    const QueryData data = test::smallQueryData();
    for (const char* sql :
         {"SELECT 1;", "  /* all */ select 1 -- end", "VALUES (1), (2)",
          "WITH x AS (SELECT 1) SELECT * FROM x",
          "SELECT 'a;b', \"name\", [ts] FROM slice WHERE name != ('x')",
          "EXPLAIN QUERY PLAN SELECT * FROM slice", "SELECT * FROM json_each('[1,2]')",
          "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 9) SELECT x "
          "FROM c"}) {
        EXPECT_EQ(test::errorOf(data, sql), "") << sql;
    }
}

}  // namespace
}  // namespace gaplight
