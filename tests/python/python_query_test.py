# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Trace.sql() against the columns of the module, and its types and errors."""

import signal
import time

import gaplight
import numpy
import program

ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"


class Query(program.Case):
    @classmethod
    def setUpClass(cls):
        cls.trace = gaplight.open(program.recorded("graph_breaks"), use_settings_files=False)

    def test_columns_are_those_of_the_module(self):
        trace = self.trace
        rows = trace.sql("SELECT id, ts, dur, name, parent_id FROM slice")
        self.assertEqual(list(rows), ["id", "ts", "dur", "name", "parent_id"])
        self.assertTrue((rows["ts"] == trace.slices.start).all())
        self.assertTrue((rows["dur"] == trace.slices.duration).all())
        self.assertTrue((rows["name"] == trace.names[trace.slices.name]).all())
        parents = numpy.array([-1 if one is None else one for one in rows["parent_id"]])
        self.assertTrue((parents == trace.slices.parent).all())
        gaps = trace.sql("SELECT sum(dur) AS idle, count(*) AS n FROM gap")
        self.assertEqual((int(gaps["idle"][0]), int(gaps["n"][0])),
                         (int(trace.gaps.duration.sum()), len(trace.gaps)))

    def test_types(self):
        rows = self.trace.sql("SELECT 1 AS i, 1.5 AS r, 'x' AS t, NULL AS n, column2 AS mixed "
                              "FROM (VALUES (0, 1), (0, NULL)) UNION ALL SELECT 2, 3, 'y', 4, 2.5")
        self.assertEqual(rows["i"].dtype, numpy.int64)
        self.assertEqual(rows["r"].dtype, numpy.float64)
        self.assertEqual([rows[name].dtype for name in "tn"], [numpy.dtype("O")] * 2)
        self.assertEqual(list(rows["n"]), [None, None, 4])
        self.assertTrue(numpy.isnan(rows["mixed"][1]))
        self.assertFalse(rows["i"].flags.writeable)
        big = 2 ** 62 + 1
        self.assertEqual(int(self.trace.sql(f"SELECT {big} AS x")["x"][0]), big)
        self.assertEqual(len(self.trace.sql("SELECT id FROM slice WHERE id < 0")["id"]), 0)

    def test_errors(self):
        for sql, code, part in [("SELECT nme FROM slice", "bad_argument", "line 1, character 8"),
                                ("DROP TABLE slice", "bad_argument", "it only reads")]:
            with self.assertRaises(gaplight.Error) as raised:
                self.trace.sql(sql)
            self.assertEqual(raised.exception.code, code)
            self.assertIn(part, str(raised.exception))
        with self.assertRaises(gaplight.Error) as raised:
            self.trace.sql("SELECT id FROM slice", max_rows=3)
        self.assertIn("more than 3 rows", str(raised.exception))
        with self.assertRaises(gaplight.Error) as raised:
            self.trace.sql(ENDLESS, max_seconds=0.1)
        self.assertEqual(raised.exception.code, "too_large")

    def test_an_interrupt_stops_it(self):
        def interrupt(_number, _frame):
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, interrupt)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            self.trace.sql(ENDLESS)
        self.assertLess(time.monotonic() - begin, 20)


if __name__ == "__main__":
    program.main()
