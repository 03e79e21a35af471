#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Drives 'gaplight query' and 'gaplight tables'. Usage: query_command_test.py PROGRAM DATA."""
import csv
import io
import json
import os

from program import DATA, SMALL, Case, main, recorded, run

HELP = os.path.join(DATA, "..", "..", "resources", "help")
TRACE = recorded("graph_breaks")
SUMS = "SELECT name, count(*) AS n, sum(dur) AS total FROM kernel GROUP BY name ORDER BY total DESC"


class Query(Case):
    def rows(self, *arguments):
        done = run("query", *arguments, "--format", "json")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return json.loads(done.stdout)["rows"]

    def test_formats_agree(self):
        rows = self.rows(TRACE, SUMS)
        self.assertGreater(len(rows), 3)
        text = run("query", TRACE, SUMS, "--format", "csv").stdout.decode()
        self.assertEqual(list(csv.DictReader(io.StringIO(text))),
                         [{key: str(value) for key, value in row.items()} for row in rows])
        self.assertIn(str(rows[0]["total"]), run("query", TRACE, SUMS).stdout.decode())
        markdown = run("query", TRACE, SUMS, "--format", "markdown").stdout.decode()
        self.assertEqual(markdown.count("\n"), len(rows) + 2)

    def test_totals_are_those_of_the_report(self):
        device = self.report("analyze", TRACE)["devices"][0]
        row = self.rows(TRACE, "SELECT sum(dur) AS idle, count(*) AS gaps FROM gap")[0]
        self.assertEqual((row["idle"], row["gaps"]), (device["idle_ns"], device["gaps"]))
        explained = self.rows(TRACE, "SELECT explanation, sum(dur) AS idle FROM gap GROUP BY 1")
        self.assertEqual(sum(one["idle"] for one in explained), device["idle_ns"])

    def test_from_a_file_to_a_file(self):
        sql = self.write("q.sql", b"-- kernels\nSELECT count(*) AS n\nFROM kernel;\n")
        out = os.path.join(self.folder, "out.csv")
        done = run("query", self.small, "--file", sql, "--format", "csv", "-o", out)
        self.assertEqual((done.returncode, done.stdout), (0, b""))
        with open(out, "rb") as file:
            self.assertEqual(file.read(), b"n\r\n1\r\n")

    def test_several_traces_and_ranks(self):
        other = self.write("other.json", json.dumps(SMALL).encode())
        rows = self.rows(self.small, other, "SELECT name FROM kernel")
        self.assertEqual(rows, [{"trace": path, "name": "gemm"} for path in (self.small, other)])
        ranks = [recorded("ddp_straggler_rank0"), recorded("ddp_straggler_rank1")]
        rows = self.rows(*ranks, "--ranks", "SELECT count(*) AS n FROM kernel")
        self.assertEqual([row["rank"] for row in rows], [0, 1])
        joint = self.report("analyze", *ranks)["ranks"]["per_rank"]
        rows = self.rows(*ranks, "--ranks", "SELECT rank, wait, late_in FROM rank")
        self.assertEqual([(row["rank"], row["wait"], row["late_in"]) for row in rows],
                         [(one["rank"], one["wait_ns"], one["late_count"]) for one in joint])

    def test_what_is_opened_with_a_trace(self):
        memory = os.path.join(DATA, "memory")
        rows = self.rows(os.path.join(memory, "snapshot_run.json.zst"), "--memory",
                         os.path.join(memory, "snapshot_run.pickle.zst"),
                         "SELECT count(*) AS n, max(bytes) AS largest, sum(ts BETWEEN trace_start() AND "
                         "trace_end()) AS during FROM allocation WHERE ts IS NOT NULL")
        self.assertGreater(rows[0]["n"], 0)
        self.assertGreater(rows[0]["largest"], 0)
        self.assertGreater(2 * rows[0]["during"], rows[0]["n"])

    def test_queries_of_the_help_page(self):
        with open(os.path.join(HELP, "query.md"), encoding="utf-8") as file:
            page = file.read()
        tables = page[page.index("## Tables"):page.index("## Queries made")]
        code = "\n".join(line[4:] for line in tables.split("\n") if line.startswith("    "))
        queries = [one for one in code.split("-- ") if one]
        self.assertGreater(len(queries), 3)
        for query in queries:
            done = run("query", TRACE, "-- " + query)
            self.assertEqual((done.returncode, done.stderr), (0, b""), query)

    def test_rows_that_are_left_out_are_named(self):
        done = run("query", TRACE, "SELECT id FROM slice", "--max-rows", "3", "--format", "csv")
        self.assertEqual((done.returncode, done.stdout.count(b"\n")), (0, 4))
        self.assertIn(b"the first 3 rows alone", done.stderr)

    def test_refusals(self):
        for arguments, part in [
                ([TRACE], "a SELECT in quotation marks"),
                ([TRACE, "SELECT nme FROM slice"], "line 1, character 8: there is no column 'nme'"),
                ([TRACE, "DROP TABLE slice"], "it only reads"),
                ([TRACE, "INCLUDE PERFETTO MODULE x; SELECT 1"], "INCLUDE PERFETTO MODULE x"),
                ([TRACE, "SELECT 1", "--format", "sarif"], "--format 'sarif'"),
                ([TRACE, "SELECT 1", "--max-rows", "0"], "--max-rows '0'"),
                ([TRACE, "SELECT 1", "--max-time", "soon"], "--max-time 'soon'"),
                ([TRACE, "--file", "/nonexistent.sql"], "--file /nonexistent.sql")]:
            with self.subTest(arguments):
                result = run("query", *arguments)
                self.assertIn(result.returncode, (2, 3))
                self.assert_refused(result, result.returncode, part)
        self.assert_refused(run("query", "/nonexistent", "SELECT 1"), 3, "/nonexistent")
        endless = ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                   "SELECT count(*) FROM c")
        self.assert_refused(run("query", self.small, endless, "--max-time", "100ms"), 3,
                            "takes longer than 100")

    def test_tables(self):
        text = run("tables").stdout.decode()
        listed = json.loads(run("tables", "--format", "json").stdout)
        for table in listed["tables"]:
            self.assertIn("\n" + table["name"], text)
            one = json.loads(run("tables", table["name"], "--format", "json").stdout)
            self.assertEqual(one["tables"], [table])
        self.assertIn("kernel", run("tables", "kernel").stdout.decode())
        self.assert_refused(run("tables", "kernl"), 2, "did you mean 'kernel'")


main()
