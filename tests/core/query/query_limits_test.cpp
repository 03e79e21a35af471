// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// A query ends by its limits, whatever it computes.
#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "tests/core/query/query_rows.h"

namespace gaplight {
namespace {

using namespace std::chrono_literals;

constexpr const char* kEndless =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";

TEST(QueryLimits, Time) {
    const QueryData data = test::smallQueryData();
    QueryLimits limits;
    limits.maxTime = 50ms;
    for (const char* sql :
         {kEndless,
          "SELECT count(*) FROM slice a, slice b, slice c, slice d, slice e, slice f, "
          "slice g, slice h, slice i, slice j"}) {
        const auto result = runQuery(data, sql, limits);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, ErrorCode::TooLarge);
        EXPECT_NE(result.error().message.find("takes longer than 50"), std::string::npos);
    }
}

TEST(QueryLimits, Stop) {
    const QueryData data = test::smallQueryData();
    std::stop_source stop;
    QueryLimits limits;
    limits.stop = stop.get_token();
    std::jthread stopping([&] {
        std::this_thread::sleep_for(20ms);
        stop.request_stop();
    });
    const auto result = runQuery(data, kEndless, limits);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::Cancelled);
}

TEST(QueryLimits, Memory) {
    const QueryData data = test::smallQueryData();
    QueryLimits limits;
    limits.maxBytes = 10'000'000;
    const std::string endless =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT ";
    for (const std::string& sql :
         {endless + "x FROM c ORDER BY x DESC", endless + "DISTINCT x FROM c",
          endless + "printf('%.*c', 100000, 'x') FROM c"}) {
        const auto result = runQuery(data, sql, limits);
        ASSERT_FALSE(result) << sql;
        EXPECT_EQ(result.error().code, ErrorCode::TooLarge) << result.error().message;
    }
}

TEST(QueryLimits, Rows) {
    const QueryData data = test::smallQueryData();
    QueryLimits limits;
    limits.maxRows = 3;
    const auto cut = runQuery(data, "SELECT id FROM slice", limits);
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->rowCount(), 3U);
    EXPECT_TRUE(cut->isCut);
    const auto whole = runQuery(data, "SELECT id FROM slice LIMIT 3", limits);
    ASSERT_TRUE(whole);
    EXPECT_FALSE(whole->isCut);
}

TEST(QueryLimits, LengthOfValues) {
    const QueryData data = test::smallQueryData();
    const auto result = runQuery(data, "SELECT length(hex(zeroblob(900000)))");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::TooLarge);
}

}  // namespace
}  // namespace gaplight
