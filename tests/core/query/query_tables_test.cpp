// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Rows of the tables, and what conditions on them read, against loops over the same trace.
#include <string>

#include <gtest/gtest.h>

#include "core/query/query_table.h"
#include "tests/core/query/query_rows.h"
#include "tests/support/traces/recorded_traces.h"

namespace gaplight {
namespace {

using test::rowsOf;
using test::TextRows;

TEST(QueryTables, SmallTrace) {
    const QueryData data = test::smallQueryData();
    EXPECT_EQ(
        rowsOf(data, "SELECT name, ts, dur, ts_end, depth, kind FROM slice ORDER BY ts"),
        (TextRows{"step|0|900000|900000|0|user_annotation", "aten::mm|50000|100000|150000|1|cpu_op",
                  "cudaLaunchKernel|100000|10000|110000|2|runtime",
                  "void gemm<float>(float*)|200000|100000|300000|0|kernel",
                  "cudaLaunchKernel|320000|10000|330000|1|runtime",
                  "cudaDeviceSynchronize|340000|460000|800000|1|runtime",
                  "add|400000|50000|450000|0|kernel"}));
    EXPECT_EQ(rowsOf(data, "SELECT short_name, stream, launch_ts FROM kernel"),
              (TextRows{"gemm|7|100000", "add|7|320000"}));
    EXPECT_EQ(rowsOf(data, "SELECT ts, dur, trigger FROM gap"),
              TextRows{"300000|100000|host_late"});
    EXPECT_EQ(rowsOf(data, "SELECT kind, count(*) FROM flow GROUP BY kind"), TextRows{"launch|2"});
    EXPECT_EQ(rowsOf(data, "SELECT name, by_profiler FROM blocking_call"),
              TextRows{"cudaDeviceSynchronize|0"});
    EXPECT_EQ(rowsOf(data, "SELECT name, activities, gpu_dur FROM annotation"),
              TextRows{"step|2|150000"});
    EXPECT_EQ(rowsOf(data,
                     "SELECT t.name, ts, value FROM counter c JOIN counter_track t ON "
                     "c.track_id = t.id ORDER BY ts"),
              (TextRows{"queue|10000|3", "queue|20000|4.5"}));
    EXPECT_EQ(rowsOf(data, "SELECT ts, bytes, allocated FROM memory_event"),
              TextRows{"30000|512|512"});
    EXPECT_EQ(rowsOf(data,
                     "SELECT tid, thread.name, pid FROM thread JOIN process USING (upid) "
                     "WHERE stream IS NULL"),
              TextRows{"1|main|434"});
}

TEST(QueryTables, Args) {
    const QueryData data = test::smallQueryData();
    EXPECT_EQ(rowsOf(data, "SELECT extract_arg(arg_set_id, 'args.stream') FROM kernel"),
              (TextRows{"7", "7"}));
    EXPECT_EQ(rowsOf(data,
                     "SELECT count(*) FROM kernel JOIN args USING (arg_set_id) WHERE key = "
                     "'args.correlation' AND int_value = correlation"),
              TextRows{"2"});
}

// Readers give states and samples tracks of their own.
TEST(QueryTables, ThreadStatesAndSamples) {
    const QueryData data = test::queryDataOf(R"([
{"ph":"X","name":"work","pid":4,"tid":1,"ts":0,"dur":0.1},
{"ph":"X","name":"Running on CPU 3","pid":4,"tid":"1 state","ts":0,"dur":0.06},
{"ph":"X","name":"Sleeping","pid":4,"tid":"1 state","ts":0.06,"dur":0.04},
{"ph":"X","name":"frame","pid":4,"tid":"1 samples","ts":0,"dur":0.1}])");
    EXPECT_EQ(rowsOf(data,
                     "SELECT tid, state, cpu, dur FROM thread_state JOIN thread USING (utid) "
                     "ORDER BY ts"),
              (TextRows{"1|Running|3|60", "1|S|NULL|40"}));
    EXPECT_EQ(rowsOf(data, "SELECT cpu, dur FROM sched"), TextRows{"3|60"});
    EXPECT_EQ(rowsOf(data, "SELECT tid, s.name FROM stack_sample s JOIN thread USING (utid)"),
              TextRows{"1|frame"});
    EXPECT_EQ(rowsOf(data, "SELECT count(*) FROM thread"), TextRows{"1"});
}

TEST(QueryTables, EveryTableGivesItsColumns) {
    for (const std::string name : {"flux2_before_eager", "ddp_balanced_rank0", "memory_growth"}) {
        const QueryData data(test::recordedSession(name));
        for (const QueryTable& table : queryTables()) {
            const auto rows =
                runQuery(data, "SELECT * FROM " + std::string(table.name) + " LIMIT 50");
            ASSERT_TRUE(rows) << table.name << ": " << rows.error().message;
            std::string hidden;
            for (const QueryColumn& column : table.columns) {
                hidden += (hidden.empty() ? "" : ", ") + std::string(column.name);
                EXPECT_FALSE(column.description.empty() || column.description.ends_with('.'))
                    << table.name << '.' << column.name;
            }
            const auto all = runQuery(
                data, "SELECT " + hidden + " FROM " + std::string(table.name) + " LIMIT 50");
            ASSERT_TRUE(all) << table.name << ": " << all.error().message;
        }
    }
}

// Each condition that narrows rows gives what the same one gives where it cannot: with a plus sign,
// SQLite compares all rows.
TEST(QueryTables, ConditionsGiveWhatAScanGives) {
    const QueryData data(test::recordedSession("flux2_before_eager"));
    const auto bounds = rowsOf(data,
                               "SELECT trace_start() + trace_dur() / 3, trace_start() + "
                               "trace_dur() / 2");
    const std::string low = bounds[0].substr(0, bounds[0].find('|'));
    const std::string high = bounds[0].substr(bounds[0].find('|') + 1);
    for (const std::string table : {"slice", "kernel", "copy", "launch", "annotation", "gpu_slice",
                                    "blocking_call", "gap", "step", "counter"}) {
        std::vector<std::vector<std::string>> conditions{
            {"ts", " >= " + low}, {"ts", " < " + high}, {"ts", " = " + low}, {"ts", " < 1.5e300"}};
        if (table != "counter") {
            conditions.push_back({"ts_end", " > " + low});
            conditions.push_back({"ts_end", " <= " + low});
            conditions.push_back({"id", " = 7"});
            conditions.push_back({"id", " BETWEEN 3 AND 9.5"});
            conditions.push_back({"id", " IN (1, 5, 7, NULL)"});
            conditions.push_back({"id", " < -1"});
        }
        if (findQueryTable(table)->slice != nullptr) {
            conditions.push_back({"track_id", " = 0"});
            conditions.push_back({"track_id", " > 1"});
            conditions.push_back({"parent_id", " = 30"});
            conditions.push_back({"name", " = 'aten::mul'"});
            conditions.push_back({"name", " = 'no such name'"});
            conditions.push_back({"category", " = 'kernel'"});
        }
        std::string all;
        for (const auto& [column, condition] : [&] {
                 std::vector<std::pair<std::string, std::string>> pairs;
                 for (const auto& one : conditions) {
                     pairs.emplace_back(one[0], one[1]);
                 }
                 return pairs;
             }()) {
            const std::string from = "SELECT count(*), sum(ts) FROM " + table + " WHERE ";
            EXPECT_EQ(rowsOf(data, from + column + condition),
                      rowsOf(data, from + "+" + column + condition))
                << table << column << condition;
        }
        if (table != "counter") {
            const std::string both = " < " + high + " AND ";
            const std::string from = "SELECT count(*), sum(ts) FROM " + table + " WHERE ";
            EXPECT_EQ(rowsOf(data, from + "ts" + both + "ts_end > " + low),
                      rowsOf(data, from + "+ts" + both + "+ts_end > " + low))
                << table;
        }
    }
}

// Counting sorts give the groups and the order that SQLite's own sorting gives.
TEST(QueryTables, GroupsAreThoseOfSorting) {
    const QueryData data(test::recordedSession("flux2_before_eager"));
    for (const std::string columns :
         {"name", "category", "track_id", "depth", "kind", "track_id, name", "name, kind, depth"}) {
        const std::string select =
            "SELECT " + columns + ", count(*), sum(dur) FROM slice WHERE dur > 1000 GROUP BY ";
        std::string sorted = columns;
        for (std::size_t at = 0; (at = sorted.find(", ", at)) != std::string::npos; at += 3) {
            sorted.insert(at + 2, "+");
        }
        const std::string order = " ORDER BY " + columns;
        EXPECT_EQ(rowsOf(data, select + columns + order),
                  rowsOf(data, select + "+" + sorted + order))
            << columns;
        EXPECT_EQ(rowsOf(data, "SELECT DISTINCT " + columns + " FROM slice" + order),
                  rowsOf(data, "SELECT DISTINCT " + columns +
                                   " FROM (SELECT * FROM slice LIMIT -1 OFFSET 0)" + order));
        EXPECT_EQ(
            rowsOf(data, "SELECT " + columns + " FROM slice WHERE id < 2000" + order),
            rowsOf(data, "SELECT " + columns + " FROM slice WHERE id < 2000 ORDER BY +" + sorted));
    }
}

TEST(QueryTables, SlicesAroundAndInside) {
    const QueryData data(test::recordedSession("flux2_before_eager"));
    const Trace& trace = data.trace();
    for (const std::size_t id : {1'000U, 31U, 20'000U, 170'000U}) {
        TextRows around;
        for (SliceId at = trace.slices().parent(SliceId(id)); at.isValid();
             at = trace.slices().parent(at)) {
            around.insert(around.begin(), std::to_string(at.value));
        }
        std::size_t inside = 0;
        Duration children{};
        for (std::size_t other = 0; other < trace.slices().size(); ++other) {
            SliceId at = trace.slices().parent(SliceId(other));
            children += at == SliceId(id) ? trace.slices().duration(SliceId(other)) : Duration();
            while (at.isValid() && at != SliceId(id)) {
                at = trace.slices().parent(at);
            }
            inside += at == SliceId(id) ? 1 : 0;
        }
        const std::string number = std::to_string(id);
        EXPECT_EQ(rowsOf(data, "SELECT id FROM ancestor_slice(" + number + ")"), around);
        EXPECT_EQ(rowsOf(data, "SELECT count(*) FROM descendant_slice(" + number + ")"),
                  TextRows{std::to_string(inside)});
        EXPECT_EQ(rowsOf(data, "SELECT self_ns(" + number + ")"),
                  TextRows{std::to_string(ns(trace.slices().duration(SliceId(id)) - children))});
    }
}

TEST(QueryTables, Functions) {
    const QueryData data = test::smallQueryData();
    EXPECT_EQ(rowsOf(data, "SELECT dur_text(1200000), dur_text(NULL), dur_text(1.6)"),
              TextRows{"1.20\u2009ms|NULL|2\u2009ns"});
    EXPECT_EQ(rowsOf(data,
                     "SELECT overlap(1, 5, 3, 9), overlap(1, 2, 3, 4), overlap(1, NULL, 1, "
                     "2)"),
              TextRows{"2|0|NULL"});
    EXPECT_EQ(rowsOf(data, "SELECT 'abc' REGEXP '^AB', regexp('z', 'abc'), NULL REGEXP 'a'"),
              TextRows{"1|0|NULL"});
    EXPECT_EQ(rowsOf(data, "SELECT trace_start(), trace_end(), trace_dur(), self_ns(-1)"),
              TextRows{"0|900000|900000|NULL"});
}

}  // namespace
}  // namespace gaplight
