// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_places.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/query/query_chart.h"
#include "core/query/query_report.h"
#include "tests/core/query/query_rows.h"

namespace gaplight {
namespace {

using test::TextRows;

class QueryPlacesTest : public ::testing::Test {
protected:
    QueryResult run(std::string_view sql) {
        Result<QueryResult> result = runQuery(m_data, sql);
        EXPECT_TRUE(result) << result.error().message;
        return result ? *std::move(result) : QueryResult();
    }
    const Trace& trace() const { return m_data.trace(); }
    // "a 10-20 label": each span of each track.
    std::string tracksOf(std::string_view sql) {
        const Result<RowTracks> made = tracksOfRows(run(sql), trace(), "Query 1");
        if (!made) {
            return made.error().message;
        }
        std::string text;
        for (const HitTrack& track : made->tracks) {
            text += track.title + ":";
            for (const HitSpan& span : track.spans) {
                text += fmt::format(" {}-{} {}{}", ns(span.range.begin), ns(span.range.end),
                                    span.label, span.slice.isValid() ? "*" : "");
            }
            text += '\n';
        }
        return text + (made->leftOut > 0 ? fmt::format("left out: {}\n", made->leftOut) : "");
    }

    const QueryData m_data = test::smallQueryData();
};

TEST_F(QueryPlacesTest, ARowIsASliceOrATime) {
    const QueryResult kernels = run("SELECT name, id FROM kernel ORDER BY ts");
    const QueryPlaces places(kernels, trace());
    EXPECT_TRUE(places.areSlices());
    EXPECT_TRUE(places.haveTimes());
    EXPECT_EQ(trace().name(places.placeOf(1)->slice), "add");
    EXPECT_EQ(places.labelOf(1), "add");
    // The number of a step is no slice.
    const QueryResult steps = run("SELECT id, host_ts FROM step");
    EXPECT_FALSE(QueryPlaces(steps, trace()).haveTimes());
    const QueryResult gaps = run("SELECT id, ts, dur, explanation FROM gap");
    EXPECT_FALSE(QueryPlaces(gaps, trace()).areSlices());
    EXPECT_EQ(ns(QueryPlaces(gaps, trace()).placeOf(0)->range.end), 400'000);
    // Also through a subquery, under another name, and as it is named.
    EXPECT_TRUE(
        QueryPlaces(run("SELECT k.id AS x FROM (SELECT id FROM kernel) k"), trace()).areSlices());
    EXPECT_TRUE(QueryPlaces(run("SELECT max(id) AS slice_id FROM kernel"), trace()).areSlices());
    EXPECT_FALSE(QueryPlaces(run("SELECT max(id) AS id FROM kernel"), trace()).areSlices());
    EXPECT_TRUE(QueryPlaces(run("SELECT launch_id FROM kernel"), trace()).areSlices());
    // Numbers that are none.
    for (const char* sql :
         {"SELECT -1 AS slice_id", "SELECT 1000000 AS slice_id", "SELECT 'a' AS slice_id",
          "SELECT NULL AS slice_id", "SELECT 1.5 AS ts, 2 AS dur"}) {
        EXPECT_FALSE(QueryPlaces(run(sql), trace()).placeOf(0)) << sql;
    }
}

TEST_F(QueryPlacesTest, RowsBecomeTracksByTheirText) {
    EXPECT_EQ(tracksOf("SELECT id, short_name FROM kernel"),
              "Query 1: 200000-300000 gemm* 400000-450000 add*\n");
    EXPECT_EQ(tracksOf("SELECT 5 AS begin, 9 AS \"end\", 'b' AS track, 'x' AS label UNION ALL "
                       "SELECT 1, 4, 'a', 'y' UNION ALL SELECT 4, 4, 'a', 'z'"),
              "a: 1-4 y 4-5 z\nb: 5-9 x\n");
    // What overlaps stands on the next one; what touches does not.
    EXPECT_EQ(tracksOf("SELECT 0 AS ts, 10 AS dur, 'a' AS name UNION ALL SELECT 5, 10, 'b' "
                       "UNION ALL SELECT 10, 5, 'c' UNION ALL SELECT NULL, 1, 'd'"),
              "Query 1: 0-10 a 10-15 c\nQuery 1 · 2: 5-15 b\nleft out: 1\n");
    EXPECT_EQ(tracksOf("SELECT name FROM kernel"),
              "rows have no time: select the id of slices, or ts with dur or ts_end");
}

TEST_F(QueryPlacesTest, TracksHaveALimit) {
    const auto made = tracksOfRows(
        run("WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n WHERE x < 20) "
            "SELECT 0 AS ts, 100 AS dur, 'name ' || x AS label FROM n"),
        trace(), "deep");
    ASSERT_TRUE(made);
    EXPECT_EQ(made->tracks.size(), kMaxRowTracks);
    EXPECT_EQ(made->leftOut, 21 - kMaxRowTracks);
}

TEST_F(QueryPlacesTest, ValuesBecomeCurves) {
    const auto made = countersOfRows(run("SELECT ts, value FROM counter"), trace(), "queue");
    ASSERT_TRUE(made);
    ASSERT_EQ(made->tracks.size(), 1U);
    EXPECT_EQ(made->tracks[0].curve.values(), (std::vector<double>{3, 4.5}));
    EXPECT_EQ(made->tracks[0].title, "queue");
    // Of several columns each one, durations with their unit.
    const auto two =
        countersOfRows(run("SELECT ts, dur, stream, length(name) FROM kernel"), trace(), "k");
    ASSERT_TRUE(two);
    ASSERT_EQ(two->tracks.size(), 2U);
    EXPECT_EQ(two->tracks[0].title, "k · dur");
    EXPECT_EQ(two->tracks[0].curve.unit(), CounterUnit::Nanoseconds);
    EXPECT_FALSE(countersOfRows(run("SELECT name, dur FROM kernel"), trace(), "k"));
    EXPECT_FALSE(countersOfRows(run("SELECT ts, name FROM kernel"), trace(), "k"));
}

TEST_F(QueryPlacesTest, SlicesOfRowsAreUnique) {
    EXPECT_FALSE(slicesOfRows(run("SELECT id FROM step"), trace()));
    const auto named = slicesOfRows(
        run("SELECT id AS slice_id FROM kernel UNION ALL SELECT id FROM kernel"), trace());
    ASSERT_TRUE(named);
    EXPECT_EQ(named->size(), 2U);
}

TEST_F(QueryPlacesTest, PeopleReadUnitsProgramsNumbers) {
    const QueryResult result =
        run("SELECT name, ts, dur, sum(dur) AS total_dur, avg(dur), count(*) FROM kernel "
            "WHERE name = 'add'");
    const Table table = shownQueryTable(result, trace());
    std::string shown;
    for (std::size_t at = 0; at < result.columns.size(); ++at) {
        shown += cellText(table.columns[at].unit, table.rows[0].cells[at]) + "|";
    }
    EXPECT_EQ(shown, "add|400\u2009µs|50.0\u2009µs|50.0\u2009µs|50.0\u2009µs|1|");
    EXPECT_EQ(tableCsv(table).substr(0, 40), "name,dur,total_dur,avg(dur),count(*),ts\r");
    EXPECT_NE(tableCsv(table).find(",400000\r\n"), std::string::npos);
}

TEST_F(QueryPlacesTest, ErrorsSayWhichCharactersAreWrong) {
    const std::string sql = "SELECT name,\n  durr FROM kernel";
    const auto result = runQuery(m_data, sql);
    ASSERT_FALSE(result);
    ASSERT_TRUE(result.error().byteOffset);
    EXPECT_EQ(sql.substr(*result.error().byteOffset, 4), "durr");
    const auto refused = runQuery(m_data, "SELECT 1; DROP TABLE slice");
    ASSERT_TRUE(!refused && refused.error().byteOffset);
    EXPECT_EQ(*refused.error().byteOffset, 10U);
}

TEST_F(QueryPlacesTest, ResultsArePlotted) {
    const QueryResult kernels = run("SELECT short_name, ts, dur, stream FROM kernel ORDER BY ts");
    EXPECT_EQ(chartColumns(kernels, trace()), (std::vector<std::string>{"dur"}));
    const auto bars = chartOfRows(kernels, trace(), ChartKind::Bars, "dur");
    ASSERT_TRUE(bars);
    EXPECT_EQ(bars->points[0].label, "gemm");
    EXPECT_EQ(bars->points[0].y, 100'000);
    EXPECT_EQ(bars->y.text(100'000), "100\u2009µs");
    const auto line = chartOfRows(kernels, trace(), ChartKind::Line, "dur");
    ASSERT_TRUE(line);
    EXPECT_EQ(line->points[1].x, 400'000);  // since the trace's start, at 0
    EXPECT_EQ(line->rows[1], 1U);
    const auto columns = chartOfRows(kernels, trace(), ChartKind::Columns, "dur");
    ASSERT_TRUE(columns);
    double all = 0;
    for (const ChartPoint& column : columns->points) {
        all += column.y;
    }
    EXPECT_EQ(all, 2);
    EXPECT_EQ(columns->points.front().x, 50'000);
    EXPECT_EQ(columns->points.back().y, 1);
    EXPECT_FALSE(chartOfRows(kernels, trace(), ChartKind::Bars, "none"));
    EXPECT_FALSE(chartOfRows(run("SELECT dur FROM kernel"), trace(), ChartKind::Line, "dur"));
}

}  // namespace
}  // namespace gaplight
