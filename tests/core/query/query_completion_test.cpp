// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_completion.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/core/query/query_rows.h"

namespace gaplight {
namespace {

class Completion : public ::testing::Test {
protected:
    // The first completions at the mark ^, and what they replace: "[typed] one two".
    std::string at(std::string sql, bool isAsked = false, std::size_t most = 4) {
        const std::size_t cursor = sql.find('^');
        sql.erase(cursor, 1);
        const QueryCompletions made = completeQuery(sql, cursor, m_names, isAsked);
        std::string text = "[" + sql.substr(made.from, made.to - made.from) + "]";
        for (std::size_t item = 0; item < std::min(most, made.items.size()); ++item) {
            text += " " + made.items[item].text;
        }
        return text;
    }

    const QueryData m_data = test::smallQueryData();
    const TraceNames m_names{m_data.trace()};
};

TEST_F(Completion, OffersTablesAfterFrom) {
    EXPECT_EQ(at("SELECT name FROM ker^"), "[ker] kernel");
    EXPECT_EQ(at("SELECT name FROM s^ WHERE x"), "[s] slice sched stack_sample step");
    EXPECT_EQ(at("SELECT * FROM kernel JOIN ^", true, 2), "[] slice gpu_slice");
    EXPECT_EQ(at("SELECT name FROM ^"), "[]");  // nothing is typed or asked for
}

TEST_F(Completion, OffersColumnsOfTheTablesFunctionsAndWords) {
    EXPECT_EQ(at("SELECT du^ FROM slice", false, 2), "[du] dur dur_text(");
    EXPECT_EQ(at("SELECT grid^ FROM kernel"), "[grid] grid_x grid_y grid_z");
    EXPECT_EQ(at("SELECT grid^ FROM slice"), "[grid]");
    EXPECT_EQ(at("SELECT name FROM slice whe^"), "[whe] WHERE WHEN");
    EXPECT_EQ(at("SELECT short^", false, 2), "[short] short_name short_name(");
    // A whole word has nothing to add, a part inside a word has.
    EXPECT_EQ(at("SELECT dur^ FROM slice", false, 1), "[dur] dur_text(");
    EXPECT_EQ(at("SELECT na^me FROM slice", false, 1), "[name] name");
}

TEST_F(Completion, OffersColumnsOfAnAlias) {
    EXPECT_EQ(at("SELECT k.gri^ FROM kernel k JOIN slice s"), "[gri] grid_x grid_y grid_z");
    EXPECT_EQ(at("SELECT s.^ FROM kernel AS k JOIN slice AS s", false, 2), "[] id ts");
    EXPECT_EQ(at("SELECT gap.trig^ FROM gap"), "[trig] trigger");
    EXPECT_EQ(at("SELECT x.^ FROM gap"), "[]");
}

TEST_F(Completion, OffersNamesOfTheTrace) {
    EXPECT_EQ(at("SELECT 1 FROM slice WHERE name = 'cuda^"),
              "['cuda] 'cudaLaunchKernel' 'cudaDeviceSynchronize'");
    EXPECT_EQ(at("SELECT 1 FROM slice WHERE name IN ('a', '^')", false, 1),
              "[''] 'cudaLaunchKernel'");
    EXPECT_EQ(at("SELECT 1 FROM kernel WHERE short_name = 'g^'"), "['g'] 'gemm'");
    EXPECT_EQ(at("SELECT 1 FROM slice WHERE kind = 'mem^"), "['mem] 'memcpy' 'memset'");
    EXPECT_EQ(at("SELECT 1 FROM slice WHERE name = 'add' AND ^"), "[]");
}

TEST_F(Completion, NothingInsideAComment) {
    EXPECT_EQ(at("-- ker^"), "[]");
    EXPECT_EQ(at("SELECT 1 /* ker^ */"), "[]");
    EXPECT_EQ(at("-- kernels\nSELE^"), "[SELE] SELECT");
}

// Every beginning of a statement, and every place in it.
TEST_F(Completion, StaysWithinTheText) {
    const std::string sql =
        "SELECT k.name, 'it''s ü' FROM kernel AS k -- all\nWHERE name LIKE '%a%' /* x */ AND [b";
    for (std::size_t length = 0; length <= sql.size(); ++length) {
        for (std::size_t cursor = 0; cursor <= length + 1; ++cursor) {
            for (const bool isAsked : {false, true}) {
                const auto made = completeQuery(sql.substr(0, length), cursor, m_names, isAsked);
                ASSERT_LE(made.from, made.to);
                ASSERT_LE(made.to, length);
                ASSERT_LE(made.items.size(), kMaxCompletions);
            }
        }
    }
}

}  // namespace
}  // namespace gaplight
