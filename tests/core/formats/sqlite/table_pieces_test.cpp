// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// Tables read in pieces by several threads: each row once, in order, whatever the threads.
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include "core/formats/sqlite/piece_scans.h"
#include "tests/core/formats/read_text.h"
#include "tests/core/formats/sql_case.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kFileBytes = std::uint64_t{64} << 20U;

std::vector<TablePiece> piecesOf(TablePieces& pieces) {
    std::vector<TablePiece> all;
    while (const auto piece = pieces.next()) {
        all.push_back(*piece);
    }
    return all;
}

// Every rowid is in one piece, and only the last piece says that it is.
void expectWhole(const std::vector<TablePiece>& pieces, std::size_t table) {
    ASSERT_FALSE(pieces.empty());
    std::int64_t next = kMin;
    for (const TablePiece& piece : pieces) {
        EXPECT_EQ(piece.table, table);
        EXPECT_EQ(piece.first, next);
        EXPECT_GE(piece.last, piece.first);
        EXPECT_EQ(piece.isLast, piece.last == kMax);
        next = piece.isLast ? kMin : piece.last + 1;
    }
    EXPECT_TRUE(pieces.back().isLast);
}

std::vector<TablePiece> piecesOfBlocks(const std::vector<TableRows::Block>& blocks,
                                       const std::vector<std::string>& columns = {"start"}) {
    TablePieces pieces(kFileBytes);
    pieces.add({"t", columns}, blocks);
    return piecesOf(pieces);
}

TEST(TablePieces, CutsDenseRowsEvenly) {
    const auto pieces = piecesOfBlocks({{0, 100'000}});
    expectWhole(pieces, 0);
    EXPECT_EQ(pieces.size(), 7U);
    EXPECT_EQ(pieces[1].first, 16'384);
    EXPECT_EQ(pieces[1].last, 32'767);
}

TEST(TablePieces, HasFewPiecesForSparseRows) {
    const auto pieces = piecesOfBlocks({{0, 0xffff'ffff}, {kMax - 1'000'000, kMax}});
    expectWhole(pieces, 0);
    EXPECT_LT(pieces.size(), 2'000U);
    EXPECT_GT(pieces.size(), 500U);
}

TEST(TablePieces, ReadsWholeWhatItCannotCut) {
    expectWhole(piecesOfBlocks({}), 0);
    EXPECT_EQ(piecesOfBlocks({}).size(), 1U);
    EXPECT_EQ(piecesOfBlocks({{0, 100'000}}, {"start", "RowId"}).size(), 1U);
    expectWhole(piecesOfBlocks({{kMin, kMin}, {-5, -5}, {kMax, kMax}}), 0);
}

TEST(TablePieces, GoesOnToTheNextTable) {
    TablePieces pieces(kFileBytes);
    pieces.add({"a", {}}, {});
    pieces.add({"b", {}}, {{1, 40'000}});
    const auto all = piecesOf(pieces);
    ASSERT_EQ(all.size(), 4U);
    expectWhole({all.begin(), all.begin() + 1}, 0);
    expectWhole({all.begin() + 1, all.end()}, 1);
}

constexpr const char* kTables = R"(
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER);
CREATE TABLE OSRT_API (start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER);
CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, globalTid INTEGER, eventType INTEGER, text);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
  INSERT INTO StringIds SELECT i, 'call ' || i FROM n;
)";

// 40,000 rows of a table, numbered from `first` on; their threads are first used in an order of
// their own.
std::string rowsFrom(const std::string& table, std::int64_t first) {
    const bool isNvtx = table == "NVTX_EVENTS";
    const std::string columns = isNvtx ? "eventType, text" : "nameId";
    const std::string values = isNvtx ? "59, 'range ' || i % 977" : "1 + i % 200";
    return "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39999)\n"
           "INSERT INTO " +
           table + " (rowid, start, end, globalTid, " + columns + ") SELECT " +
           std::to_string(first) +
           " + i, i * 100, i * 100 + 50, 281474976710656 + i * 7919 / 1000 % 13, " + values +
           " FROM n;\n";
}

std::string readBy(int threads, const std::string& bytes) {
    std::string text;
    tbb::task_arena arena(threads);
    arena.execute([&] { text = readToText(bytes); });
    return text;
}

void expectSameForAllThreads(const std::string& bytes) {
    const std::string one = readBy(1, bytes);
    EXPECT_THAT(one, HasSubstr("call 7"));
    for (const int threads : {2, 3, 16}) {
        EXPECT_TRUE(readBy(threads, bytes) == one) << threads << " threads";
    }
}

TEST(TableReader, GivesTheSameForAnyNumberOfThreads) {
    expectSameForAllThreads(
        databaseBytes(kTables + rowsFrom("OSRT_API", 1) + rowsFrom("NVTX_EVENTS", 1)));
}

// More rows in a piece than a block has: the others are far away.
TEST(TableReader, ReadsRowsBetweenGaps) {
    const std::string dense = kTables + rowsFrom("OSRT_API", 1);
    const std::string far = rowsFrom("OSRT_API", 4'000'000'000) + rowsFrom("OSRT_API", -70'000);
    const std::string bytes = databaseBytes(dense + far);
    expectSameForAllThreads(bytes);
    const auto trace = readBytes(bytes);
    ASSERT_TRUE(trace.has_value());
    EXPECT_EQ((*trace)->slices().size(), 120'000U);
    std::set<std::uint64_t> events;
    for (std::size_t at = 0; at < (*trace)->slices().size(); ++at) {
        events.insert((*trace)->slices().event(SliceId(at)).number());
    }
    EXPECT_EQ(events.size(), 120'000U);
}

// A damaged page is met in any piece: the rows before it stay, none behind it.
TEST(TableReader, KeepsTheRowsBeforeADamagedPage) {
    std::string bytes = databaseBytes(kTables + rowsFrom("OSRT_API", 1));
    constexpr std::size_t kPage = 4'096;
    const std::size_t page = bytes.size() / kPage / 2;
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(page * kPage), kPage, '\xee');
    expectSameForAllThreads(bytes);
    const auto trace = readBytes(bytes);
    ASSERT_TRUE(trace.has_value());
    EXPECT_GT((*trace)->slices().size(), 10'000U);
    EXPECT_LT((*trace)->slices().size(), 30'000U);
    EXPECT_EQ((*trace)->issues().count(IssueKind::BrokenContainer), 1U);
}

}  // namespace
}  // namespace gaplight::test
