// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// What a database of unknown origin may do: give rows, in proportion to its bytes.
#include "core/formats/sqlite/database.h"

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/sqlite/row_scan.h"
#include "core/io/plain_sources.h"
#include "tests/core/formats/sql_case.h"

namespace gaplight::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Result<std::shared_ptr<const Database>> opened(std::string bytes) {
    return Database::open(
        plainMemorySource(std::make_shared<const std::string>(std::move(bytes)))->randomAccess());
}

std::string refusalOf(std::string bytes) {
    const auto database = opened(std::move(bytes));
    return database ? "" : database.error().message;
}

// Numbers in a page are big-endian.
void put(std::string& bytes, std::size_t at, std::uint64_t number, std::size_t size) {
    for (std::size_t byte = size; byte-- > 0; number >>= 8U) {
        bytes[at + byte] = static_cast<char>(number);
    }
}

std::uint64_t numberAt(const std::string& bytes, std::size_t at, std::size_t size) {
    std::uint64_t number = 0;
    for (std::size_t byte = 0; byte < size; ++byte) {
        number = number << 8U | static_cast<unsigned char>(bytes[at + byte]);
    }
    return number;
}

constexpr ColumnNames kPlace("pid", "tid");
constexpr ColumnNames kCall = kPlace.with("name_id.text", "name_id.file_id.path");
static_assert(kPlace["tid"] == kCall["tid"] && kCall["name_id.file_id.path"] == 4);

// A name that is not there does not compile.
constexpr std::array<std::string_view, 2> kAsked{"tid", "text"};
template <std::size_t I>
concept IsColumn = requires {
    typename std::integral_constant<int, kCall[kAsked[I]]>;
};
static_assert(IsColumn<0> && !IsColumn<1>);

TEST(Database, ScansWhatKeysOfKeysReferTo) {
    const auto database = *opened(databaseBytes(
        "CREATE TABLE calls(pid, name_id); CREATE TABLE names(text, file_id); CREATE TABLE "
        "files(path); INSERT INTO calls VALUES (7, 2), (8, 1), (9, 5); INSERT INTO names VALUES "
        "('open', 9), ('read', 1); INSERT INTO files VALUES ('a.c')"));
    const std::array<Database::JoinedTable, 2> joined{
        {{"names", "name_id"}, {"files", "name_id.file_id"}}};
    std::string rows;
    ASSERT_TRUE(
        forEachResult(database->scan("calls", kCall, joined), [&](const DatabaseQuery& row) {
            rows += fmt::format("{} {} [{}] {} {}\n", row.displayText(kRowid),
                                row.displayText(kCall["pid"]), row.displayText(kCall["tid"]),
                                row.displayText(kCall["name_id.text"]),
                                row.displayText(kCall["name_id.file_id.path"]));
        }));
    EXPECT_EQ(rows, "1 7 [] read a.c\n2 8 [] open \n3 9 []  \n");
}

TEST(Database, RefusesComputedColumns) {
    for (const char* kind : {"VIRTUAL", "STORED"}) {
        const std::string bytes =
            databaseBytes("CREATE TABLE a(x); CREATE TABLE names(id, value AS (hex(id)) " +
                          std::string(kind) + "); INSERT INTO names(id) VALUES (1)");
        EXPECT_THAT(refusalOf(bytes), AllOf(HasSubstr("'names'"), HasSubstr("'value'"))) << kind;
    }
}

TEST(Database, RunsNothingButSelects) {
    const auto database = *opened(databaseBytes(
        "CREATE TABLE t(x); INSERT INTO t VALUES ('ab'); CREATE VIEW v AS SELECT x FROM t"));
    for (const char* sql :
         {"SELECT count(*) FROM t", "SELECT 1 FROM t WHERE x GLOB 'a*' AND x LIKE '%b'"}) {
        auto query = database->query(sql);
        ASSERT_TRUE(query) << query.error().message;
        EXPECT_EQ(query->next().value_or(false) ? query->integer(0).value_or(0) : 0, 1) << sql;
    }
    for (const char* sql :
         {"SELECT hex(x) FROM t", "SELECT zeroblob(9) FROM t", "SELECT x FROM v",
          "ATTACH ':memory:' AS other", "PRAGMA writable_schema = 1", "CREATE TABLE u(x)",
          "INSERT INTO t VALUES (1)",
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"}) {
        EXPECT_FALSE(database->query(sql)) << sql;
    }
}

TEST(Database, EndsAStatementWithMoreWorkThanItsSizeAllows) {
    const auto database = *opened(databaseBytes(
        "CREATE TABLE t(x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
        "300) INSERT INTO t SELECT i FROM n"));
    auto query = database->query("SELECT count(*) FROM t a, t b, t c, t d WHERE a.x + b.x = c.x");
    ASSERT_TRUE(query);
    const Result<bool> row = query->next();
    ASSERT_FALSE(row);
    EXPECT_EQ(row.error().code, ErrorCode::Corrupt);
    EXPECT_THAT(row.error().message, HasSubstr("more work than a file of 8,192 bytes"));
    // Each statement for itself.
    auto next = database->query("SELECT count(*) FROM t a, t b");
    EXPECT_TRUE(next->next().value_or(false));
    EXPECT_EQ(next->integer(0), 90'000);
}

// Rows of two leaves, of which the first is named by both places of the inner page.
TEST(Database, RefusesAPageInTwoPlaces) {
    constexpr std::size_t kPageBytes = 4096;
    const std::string whole = databaseBytes(
        "CREATE TABLE t(x); INSERT INTO t VALUES (hex(zeroblob(1500))), (hex(zeroblob(1500)))");
    std::string bytes = whole;
    const std::size_t root = kPageBytes;  // page 2
    ASSERT_EQ(numberAt(bytes, root, 1), 5U);
    ASSERT_EQ(numberAt(bytes, root + 3, 2), 1U);
    EXPECT_EQ(refusalOf(bytes), "");
    const std::uint64_t last = numberAt(bytes, root + 8, 4);
    put(bytes, root + numberAt(bytes, root + 12, 2), last, 4);
    EXPECT_THAT(refusalOf(bytes), HasSubstr("page 4 is in two places"));

    // An inner page beside a leaf: its children were never looked at.
    std::string uneven = whole;
    put(uneven, (numberAt(whole, root + numberAt(whole, root + 12, 2), 4) - 1) * kPageBytes, 5, 1);
    const auto database = opened(uneven);
    ASSERT_TRUE(database) << database.error().message;
    for (const char* sql : {"SELECT count(*) FROM t", "SELECT x FROM t"}) {
        const auto row =
            (*database)->query(sql).and_then([](DatabaseQuery query) { return query.next(); });
        ASSERT_FALSE(row) << sql;
        EXPECT_EQ(row.error().code, ErrorCode::Corrupt);
    }

    // The same of two tables, and of the schema.
    std::string two = databaseBytes("CREATE TABLE t(x); CREATE TABLE u(x)");
    EXPECT_EQ(refusalOf(two), "");
    const std::size_t row = two.find("tableuu\x03");
    ASSERT_NE(row, std::string::npos);
    two[row + 7] = '\x02';
    EXPECT_THAT(refusalOf(two), HasSubstr("page 2 is in two places"));
    two[row + 7] = '\x01';
    EXPECT_NE(refusalOf(two), "");
}

constexpr std::size_t kSmallPage = 512;
constexpr std::size_t kPagesOfText = 400;
constexpr std::size_t kLeaves = 60;
constexpr std::size_t kRowsOfLeaf = 10;
// What is left of a text where its row begins, by the form of the file, and the text's first bytes.
constexpr std::size_t kLocalBytes = 39;
constexpr std::size_t kTextBytes = kLocalBytes + kPagesOfText * (kSmallPage - 4);

std::string leafOfSharedText(std::size_t leaf, std::uint64_t textPage) {
    std::string page(kSmallPage, '\0');
    put(page, 0, 13, 1);
    put(page, 3, kRowsOfLeaf, 2);
    std::size_t at = kSmallPage;
    for (std::size_t row = 0; row < kRowsOfLeaf; ++row) {
        const std::size_t id = 1 + leaf * kRowsOfLeaf + row;
        const auto varint = [](std::size_t number, std::size_t size) {
            std::string text(size, '\0');
            for (std::size_t byte = size; byte-- > 0; number >>= 7U) {
                text[byte] = static_cast<char>((number & 0x7fU) | (byte + 1 < size ? 0x80U : 0));
            }
            return text;
        };
        constexpr std::size_t kHeaderBytes = 4;
        std::string cell = varint(kTextBytes, 3) + varint(id, 2) + varint(kHeaderBytes, 1) +
                           varint(13 + 2 * (kTextBytes - kHeaderBytes), 3);
        cell += std::to_string(100'000 + id) + std::string(kLocalBytes - kHeaderBytes - 6, 'x');
        cell.append(4, '\0');
        put(cell, cell.size() - 4, textPage, 4);
        at -= cell.size();
        page.replace(at, cell.size(), cell);
        put(page, 8 + 2 * row, at, 2);
    }
    put(page, 5, at, 2);
    return page;
}

// 600 rows of 50 bytes, whose texts of 203 kB differ in their first bytes and share the rest.
std::string databaseOfSharedText() {
    std::string bytes = databaseBytes("PRAGMA page_size = 512; CREATE TABLE t(name)");
    EXPECT_EQ(bytes.size(), 2 * kSmallPage);
    std::string root(kSmallPage, '\0');
    put(root, 0, 5, 1);
    put(root, 3, kLeaves - 1, 2);
    std::string leaves;
    for (std::size_t leaf = 0; leaf < kLeaves; ++leaf) {
        leaves += leafOfSharedText(leaf, 3 + kLeaves);
        const std::size_t at = kSmallPage - 6 * (leaf + 1);
        if (leaf + 1 == kLeaves) {
            put(root, 8, 3 + leaf, 4);
            continue;
        }
        const std::size_t lastId = (leaf + 1) * kRowsOfLeaf;
        put(root, at, 3 + leaf, 4);
        put(root, at + 4, 0x8000U | (lastId >> 7U << 8U) | (lastId & 0x7fU), 2);
        put(root, 12 + 2 * leaf, at, 2);
        put(root, 5, at, 2);
    }
    bytes.replace(kSmallPage, kSmallPage, root);
    bytes += leaves;
    for (std::size_t page = 0; page < kPagesOfText; ++page) {
        std::string text(kSmallPage, 'y');
        put(text, 0, page + 1 < kPagesOfText ? 4 + kLeaves + page : 0, 4);
        bytes += text;
    }
    put(bytes, 28, bytes.size() / kSmallPage, 4);
    return bytes;
}

TEST(Database, BoundsTextThatManyRowsShare) {
    const auto database = *opened(databaseOfSharedText());
    constexpr std::array<std::string_view, 1> kColumns{"name"};
    std::uint64_t rows = 0;
    std::uint64_t bytes = 0;
    const Result<void> read = forEachRow(*database, "t", kColumns, [&](const DatabaseQuery& row) {
        ++rows;
        bytes += row.text(1).size();
        EXPECT_EQ(row.integer(0), rows);
        EXPECT_TRUE(row.text(1).starts_with(std::to_string(100'000 + rows)));
    });
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message, HasSubstr("have more text than a file of"));
    EXPECT_LE(bytes, database->maxValueBytes() + kTextBytes);
    EXPECT_GT(rows, 100U);

    auto scan = RowScan::open(*database, "t", kColumns, {});
    ASSERT_TRUE(scan);
    scan->begin(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
    RowBlock block;
    Result<bool> more = true;
    std::uint64_t scanned = 0;
    while (more && *more) {
        block.clear();
        more = scan->fill(block);
        scanned += block.byteCount();
    }
    ASSERT_FALSE(more);
    EXPECT_EQ(more.error().code, ErrorCode::Corrupt);
    EXPECT_LE(scanned, database->maxValueBytes() + kTextBytes);
}

}  // namespace
}  // namespace gaplight::test
