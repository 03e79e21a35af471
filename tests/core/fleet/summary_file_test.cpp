// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Summaries that are damaged, or made to do harm.

#include "core/fleet/summary_folder.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "core/fleet/dense_ranges.h"
#include "core/fleet/fleet.h"
#include "core/fleet/rank_summary.h"
#include "core/io/byte_source.h"
#include "core/session/session.h"
#include "tests/core/fleet/recorded_summaries.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

const std::string& wholeSummary() {
    static const std::string bytes = summaryOf(openedSet("pp_gpipe4_stage2_heavy")->ranks[1]);
    return bytes;
}

// The summary after statements of SQL.
std::string changedBy(const std::string& sql) {
    const std::string& whole = wholeSummary();
    sqlite3* database = nullptr;
    EXPECT_EQ(sqlite3_open(":memory:", &database), SQLITE_OK);
    auto* buffer = static_cast<unsigned char*>(sqlite3_malloc64(whole.size()));
    std::copy(whole.begin(), whole.end(), buffer);
    const auto size = static_cast<sqlite3_int64>(whole.size());
    EXPECT_EQ(sqlite3_deserialize(database, "main", buffer, size, size,
                                  SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE),
              SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sql << ": " << sqlite3_errmsg(database);
    sqlite3_int64 length = 0;
    unsigned char* changed = sqlite3_serialize(database, "main", &length, 0);
    std::string bytes(reinterpret_cast<char*>(changed), static_cast<std::size_t>(length));
    sqlite3_free(changed);
    sqlite3_close(database);
    return bytes;
}

TEST(SummaryFile, CutAnywhereIsRefusedOrWhole) {
    const std::string& whole = wholeSummary();
    for (std::size_t size = 0; size < whole.size(); size += 61) {
        const auto summary = readFrom(whole.substr(0, size));
        EXPECT_FALSE(summary) << size;
        EXPECT_FALSE(summary.error().message.empty());
    }
}

TEST(SummaryFile, ChangedBytesAreRefusedOrWithinLimits) {
    std::string bytes = wholeSummary();
    for (std::size_t at = 0; at < bytes.size(); at += 7) {
        const char kept = bytes[at];
        bytes[at] = static_cast<char>(kept ^ static_cast<char>(1U << (at % 8U)));
        if (auto summary = readFrom(bytes)) {
            RankSummary other = *readFrom(wholeSummary());
            other.trace.rank = summary->trace.rank == 0 ? 1 : 0;
            other.trace.ends = "other";
            std::vector<FleetRank> ranks;
            ranks.push_back({"a", *std::move(summary)});
            ranks.push_back({"b", std::move(other)});
            const Fleet fleet = fleetOf(std::move(ranks));
            EXPECT_EQ(fleet.ranks.size(), fleet.runs.size() == 1 ? 2U : 1U);
        }
        bytes[at] = kept;
    }
}

class HostileSummary : public ::testing::TestWithParam<const char*> {};

TEST_P(HostileSummary, IsRefused) {
    const auto summary = readFrom(changedBy(GetParam()));
    ASSERT_FALSE(summary);
    EXPECT_FALSE(summary.error().message.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Values, HostileSummary,
    ::testing::Values(
        "DROP TABLE facts", "DELETE FROM facts", "UPDATE facts SET value = 2 WHERE name='version'",
        "UPDATE facts SET value = 'x' WHERE name = 'length_ns'",
        "UPDATE facts SET value = 9223372036854775807 WHERE name = 'length_ns'",
        "UPDATE facts SET value = -1 WHERE name = 'rank'",
        // The begin in a row behind the end.
        "CREATE TABLE old AS SELECT * FROM facts; DROP TABLE facts;"
        "CREATE TABLE facts AS SELECT * FROM old WHERE name <> 'recorded_begin_ns';"
        "INSERT INTO facts SELECT name, (SELECT value FROM old WHERE name = 'length_ns') FROM old "
        "WHERE name = 'recorded_begin_ns';"
        "UPDATE facts SET value = value / 2 WHERE name = 'recorded_end_ns'",
        "UPDATE facts SET value = 9223372036854775807 WHERE name = 'world_size'",
        "UPDATE facts SET value = -9223372036854775808 WHERE name = 'epoch_ns'",
        "UPDATE calls SET begin_ns = -1 WHERE id = 3",
        "UPDATE calls SET begin_ns = 9223372036854775807 WHERE id = 3",
        "UPDATE calls SET length_ns = 9223372036854775807 WHERE id = 3",
        "UPDATE calls SET length_ns = 1.5 WHERE id = 3",
        "UPDATE calls SET operation_id = 1000 WHERE id = 3",
        "UPDATE calls SET step = 1000000 WHERE id = 3", "UPDATE calls SET idle_in = 77",
        "UPDATE operations SET group_id = 9", "UPDATE operations SET kind = 'gossip'",
        "UPDATE operations SET inputs = 9223372036854775807", "DELETE FROM operations",
        "DROP TABLE groups", "UPDATE compute SET length_ns = 1000000000",
        "UPDATE compute SET parts = 1000000", "UPDATE compute SET covered_ns = -1",
        "UPDATE steps SET begin_ns = 0 WHERE step = 2",
        "UPDATE costs SET total_ns = 9223372036854775807",
        "DROP TABLE calls; CREATE VIEW calls AS SELECT * FROM compute; DROP TABLE facts;"
        "CREATE VIEW facts AS SELECT 'version' AS name, 1 AS value"));

TEST(SummaryFile, ManyLongOverlappingCallsAreRefused) {
    const auto summary =
        readFrom(changedBy("UPDATE facts SET value = 140737488355328 WHERE name = 'length_ns';"
                           "UPDATE calls SET begin_ns = 0, length_ns = 140737488355328"));
    ASSERT_FALSE(summary);
    EXPECT_NE(summary.error().message.find("78 hours"), std::string::npos);
}

TEST(SummaryFile, OfARankWithoutGpuWorkIsRead) {
    TraceDsl t;
    t.op(t.thread("main"), {100 * kUs, 101 * kUs}, "aten::mm");
    const auto source = byteSourceFromMemory(t.json());
    const auto session = openSession("rank0.json", **source);
    ASSERT_TRUE(session);
    const auto summary = summarizeSession(**session, {"rank0.json", 1, {}, "1 2", "1 1 2\nrank0"});
    ASSERT_TRUE(summary);
    const auto read = readFrom(summaryBytes(*summary).value());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->record.timeline.recorded, TimeRange{});
}

TEST(SummaryFile, WithoutCallsIsARankWithoutCommunication) {
    const auto summary = readFrom(changedBy("DROP TABLE calls; DROP TABLE operations"));
    ASSERT_TRUE(summary);
    EXPECT_TRUE(summary->record.calls.calls.empty());
    EXPECT_FALSE(summary->record.timeline.compute.ranges().empty());
}

TEST(DenseRanges, CloseTheShortestGapsAndKeepSums) {
    const auto at = [](std::int64_t ns) { return Time(Duration(ns)); };
    const std::vector<TimeRange> ranges{
        {at(0), at(4)}, {at(6), at(8)}, {at(30), at(40)}, {at(41), at(42)}};
    const auto dense = denseRanges(ranges, {2, 2});
    ASSERT_EQ(dense.size(), 2U);
    EXPECT_EQ(dense[0], (DenseRange{{at(0), at(8)}, Duration(6), 2}));
    EXPECT_EQ(dense[1], (DenseRange{{at(30), at(42)}, Duration(11), 2}));
    EXPECT_EQ(partsOf(dense),
              (std::vector<TimeRange>{
                  {at(0), at(3)}, {at(5), at(8)}, {at(30), at(35)}, {at(36), at(42)}}));
    EXPECT_EQ(partsOf(denseRanges(ranges, {9, 9})), ranges);
    EXPECT_TRUE(denseRanges({}, {}).empty());
    // What overlaps or lies between two ranges keeps them apart, where there is room for that.
    const CoveredRanges communication(std::vector<TimeRange>{{at(5), at(6)}, {at(41), at(50)}});
    const auto exact = denseRanges(ranges, {2, 3}, communication);
    ASSERT_EQ(exact.size(), 3U);
    EXPECT_EQ(exact[1], (DenseRange{{at(6), at(40)}, Duration(12), 2}));
    EXPECT_EQ(denseRanges(ranges, {2, 2}, communication), dense);
}

}  // namespace
}  // namespace gaplight::test
