# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The columns of the Python module: the trace's own memory, read-only, alive as long as an array."""

import gc
import importlib.util
import json
import unittest

import gaplight
import numpy
import program

# Columns that are the trace's own memory, by table.
VIEWS = {"slices": ("start", "name", "category", "row", "parent"),
         "activities": ("slice", "source", "device", "stream", "launch"),
         "kernel_configs": ("slice",),
         "gaps": ("start", "end", "activity", "launch", "blocking_call", "trigger", "filler")}
TABLES = ("slices", "tracks", "categories", "activities", "kernel_configs", "correlations",
          "kernels", "gaps", "findings", "evidence")


def address(array):
    return array.__array_interface__["data"][0]


def views_of(trace):
    for table, names in VIEWS.items():
        columns = getattr(trace, table).columns()
        for name in names:
            yield f"{table}.{name}", columns[name]


class Columns(program.Case):
    @classmethod
    def setUpClass(cls):
        cls.trace = gaplight.open(program.recorded("graph_small_before"))

    def test_tables_have_equal_columns_that_nobody_writes_to(self):
        for table in TABLES:
            columns = getattr(self.trace, table).columns()
            self.assertEqual(list(columns), list(getattr(self.trace, table)))
            for name, column in columns.items():
                self.assertEqual(column.shape, (len(getattr(self.trace, table)),), name)
                self.assertFalse(column.flags.writeable, f"{table}.{name}")
                with self.assertRaises(ValueError):
                    column[:] = 0
            self.assertGreater(len(getattr(self.trace, table)), 0, table)

    def test_a_table_is_a_dict_of_its_columns(self):
        for name in TABLES:
            table = getattr(self.trace, name)
            self.assertIsInstance(table, dict)  # what pandas.DataFrame takes for its columns
            self.assertEqual(list(table.keys()), list(dict(table)), name)
            for key, column in table.items():
                self.assertIs(table[key], dict(table)[key])
                self.assertTrue(key in table and column.shape == (len(table),), key)
            self.assertEqual((table == table, table == {}, table.get("x", 5)), (True, False, 5))
            for change in (table.clear, table.popitem, lambda: table.update(x=1),
                           lambda: table.__setitem__("x", 1)):
                with self.assertRaisesRegex(TypeError, "cannot be changed"):
                    change()

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_pandas_takes_a_table(self):
        import pandas
        for name in TABLES:
            table = getattr(self.trace, name)
            frame = pandas.DataFrame(table)
            self.assertEqual((list(frame.columns), len(frame)), (list(table), len(table)), name)
            self.assertTrue((frame[list(table)[0]].to_numpy() == table[list(table)[0]]).all())

    def test_kernels_have_short_names(self):
        self.assertEqual(len(self.trace.short_names), len(self.trace.names))
        short = self.trace.short_names[self.trace.kernels.name]
        self.assertTrue(any("<" in name for name in self.trace.names[self.trace.kernels.name]))
        self.assertFalse([name for name in short if "<" in name or "(" in name])
        ops = self.trace.slices.name[self.trace.slices.kind == "cpu_op"]
        self.assertEqual(self.trace.short_names[ops].tolist(), self.trace.names[ops].tolist())

    def test_the_version_is_that_of_the_program(self):
        self.assertIn(gaplight.__version__, program.run("--version").stdout.decode())

    def test_views_own_nothing_and_stay_read_only(self):
        for name, column in views_of(self.trace):
            self.assertFalse(column.flags.owndata, name)
            self.assertIsInstance(column.base, gaplight._native.Handle, name)
            with self.assertRaises(ValueError, msg=name):
                column.setflags(write=True)

    def test_two_tables_share_memory(self):
        again = gaplight.Trace(self.trace._handle)
        for (name, one), (_, other) in zip(views_of(self.trace), views_of(again)):
            self.assertEqual(address(one), address(other), name)
            self.assertTrue(numpy.shares_memory(one, other), name)

    def test_memory_outlives_the_trace(self):
        trace = gaplight.open(self.small)
        start, stream = trace.slices.start, trace.activities.stream
        kept = start.tolist(), stream.tolist()
        del trace
        gc.collect()
        for _ in range(20):  # memory that was freed would be used again
            gaplight.open(self.small)
        self.assertEqual((start.tolist(), stream.tolist()), kept)
        self.assertEqual(sorted(kept[0]), [0, 10_000, 20_000])

    def test_small_trace_by_hand(self):
        trace = gaplight.open(self.small)
        rows = sorted(zip(trace.slices.start.tolist(), trace.slices.duration.tolist(),
                          trace.names[trace.slices.name].tolist(), trace.slices.kind.tolist(),
                          trace.tracks.kind[trace.slices.track].tolist()))
        self.assertEqual(rows, [(0, 900_000, "step", "user_annotation", "thread"),
                                (10_000, 2_000, "cudaLaunchKernel", "runtime", "thread"),
                                (20_000, 80_000, "gemm", "kernel", "stream")])
        names = trace.names[trace.slices.name]
        self.assertEqual(names[trace.slices.parent[names == "cudaLaunchKernel"]].tolist(), ["step"])
        self.assertEqual(names[trace.kernels.launch].tolist(), ["cudaLaunchKernel"])
        self.assertEqual(trace.kernels.stream.tolist(), [7])
        self.assertEqual(trace.kernels.grid_x.tolist(), [0])
        self.assertEqual(trace.kernels.occupancy_percent.tolist(), [-1])
        self.assertEqual((trace.begin, trace.end), (0, 900_000))
        self.assertEqual(len(trace.gaps), 0)

    def test_tracks_cover_their_slices(self):
        tracks, track = self.trace.tracks, self.trace.slices.track
        self.assertEqual(numpy.bincount(track, minlength=len(tracks)).tolist(),
                         tracks.slice_count.tolist())
        for row in numpy.flatnonzero(tracks.slice_count):
            first = tracks.first_slice[row]
            inside = track[first:first + tracks.slice_count[row]]
            self.assertTrue((inside == row).all())
            starts = self.trace.slices.start[first:first + tracks.slice_count[row]]
            self.assertTrue((numpy.diff(starts) >= 0).all())

    def test_kernels_have_their_configurations(self):
        """Against the args in the file, of every kernel with args."""
        kernels = self.trace.kernels
        self.assertGreater(len(kernels), 100)
        for row in range(0, len(kernels), len(kernels) // 40):
            args = self.trace.args(kernels.slice[row])
            grid = [int(kernels[f"grid_{axis}"][row]) for axis in "xyz"]
            self.assertEqual(grid, json.loads(args["grid"]))
            self.assertEqual(int(kernels.registers_per_thread[row]),
                             int(args["registers per thread"]))
            self.assertEqual(int(kernels.stream[row]), int(args["stream"]))

    def test_several_gpus(self):
        """Gaps of several GPUs are one table, a copy."""
        events = [{"ph": "X", "cat": "kernel", "name": "gemm", "pid": device, "tid": 7,
                   "ts": start, "dur": 10, "args": {"device": device, "stream": 7}}
                  for device in (0, 1) for start in (0, 30, 100 + device)]
        trace = gaplight.open(self.write("two.json", json.dumps(
            {"schemaVersion": 1, "traceEvents": events}).encode()))
        self.assertEqual(trace.gaps.device.tolist(), [0, 0, 1, 1])
        self.assertEqual(trace.gaps.duration.tolist(), [20_000, 60_000, 20_000, 61_000])
        self.assertFalse(trace.gaps.start.flags.writeable)

    def test_texts(self):
        strange = self.write("strange.json", b'{"traceEvents":[{"ph":"X","name":"\xff\xfe \xc3\xa9",'
                                             b'"pid":1,"tid":1,"ts":1,"dur":1}]}')
        trace = gaplight.open(strange)
        self.assertEqual(trace.names[trace.slices.name].tolist(), ["\ufffd\ufffd é"])

    def test_unknown_column(self):
        with self.assertRaisesRegex(KeyError, "there is no column 'begin'; there are start"):
            self.trace.slices["begin"]
        with self.assertRaises(AttributeError):
            self.trace.slices.begin


if __name__ == "__main__":
    program.main()
