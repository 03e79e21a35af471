#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Exports of Nsight Systems on the command line, against plain SQL over the same file."""
import gzip
import json
import os
import random
import resource
import select
import sqlite3
import unittest

from database_oracle import differences
from program import PROGRAM, Case, run

CASES = os.path.join(os.path.dirname(__file__), "..", "..", "core", "formats", "nsight", "cases")


def generated(path, seed):
    """Two processes on two GPUs: kernels, copies and memsets on several streams, some overlapping,
    some without a launch, and nested ranges."""
    rand = random.Random(seed)
    db = sqlite3.connect(path)
    db.executescript("""
        CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);
        INSERT INTO StringIds VALUES (1, 'cudaLaunchKernel_v7000'), (2, 'gemm');
        CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER);
        INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (0, 0, 100), (1, 0, 200);
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME
          (start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER,
          streamId INTEGER, correlationId INTEGER, globalPid INTEGER, shortName INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER,
          streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER, end INTEGER, deviceId INTEGER,
          streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER);
        CREATE TABLE NVTX_EVENTS
          (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER);
        INSERT INTO StringIds VALUES (3, 'main'), (4, 'run'), (5, 'poll'), (6, '0x7f00'),
          (7, '/usr/lib/libcuda.so.1'), (8, '/usr/bin/train');
        CREATE TABLE SCHED_EVENTS (start INTEGER, cpu INTEGER, isSchedIn INTEGER,
          globalTid INTEGER);
        CREATE TABLE COMPOSITE_EVENTS (id INTEGER PRIMARY KEY, start INTEGER, globalTid INTEGER);
        CREATE TABLE SAMPLING_CALLCHAINS (id INTEGER, symbol INTEGER, module INTEGER,
          unresolved INTEGER, stackDepth INTEGER, PRIMARY KEY (id, stackDepth));
        CREATE TABLE GPU_METRICS (timestamp INTEGER, typeId INTEGER, metricId INTEGER,
          value INTEGER);
        """)
    for pid in (100, 200):
        process = 1 << 48 | pid << 24
        now = rand.randrange(10 ** 9)
        for number in range(1, 400):
            now += rand.randrange(1, 30_000)
            if rand.random() < 0.9:
                db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?,?,?,?,1)",
                           (now, now + 3_000, process | pid, number))
            kind = rand.choice(("KERNEL", "KERNEL", "KERNEL", "MEMCPY", "MEMSET"))
            start = now + rand.randrange(1_000, 20_000)
            db.execute(f"INSERT INTO CUPTI_ACTIVITY_KIND_{kind} VALUES (?,?,0,?,?,?,2)",
                       (start, start + rand.randrange(0, 40_000), rand.choice((7, 13, 20)), number,
                        process))
            if number % 40 == 0:
                db.execute("INSERT INTO NVTX_EVENTS VALUES (?,?,59,'step',?)",
                           (now - 100_000, now, process | pid))
    add_samples(db, rand)
    db.commit()
    db.close()


def add_samples(db, rand):
    """Switches, stacks and metrics in no order of time, while the first process uses its GPU."""
    first, last = db.execute("SELECT min(start), max(start) FROM CUPTI_ACTIVITY_KIND_KERNEL "
                             "WHERE globalPid & 0xff000000 = 100 << 24").fetchone()
    for sample in range(600):
        thread = 1 << 48 | 100 << 24 | rand.choice((100, 101))
        time = rand.randrange(first, last)
        db.execute("INSERT INTO SCHED_EVENTS VALUES (?,?,?,?)",
                   (rand.randrange(first, last), 3, sample % 2, thread))
        db.execute("INSERT INTO COMPOSITE_EVENTS VALUES (?,?,?)", (sample, time, thread))
        symbols = [rand.choice((3, 4, 5, 6)) for _ in range(rand.randrange(5))]
        for depth in rand.sample(range(len(symbols)), len(symbols)):
            db.execute("INSERT INTO SAMPLING_CALLCHAINS VALUES (?,?,?,?,?)",
                       (sample, symbols[depth], rand.choice((7, 8)), symbols[depth] == 6, depth))
        db.execute("INSERT INTO GPU_METRICS VALUES (?,?,?,?)",
                   (rand.randrange(first, last), sample % 2, sample % 3, rand.randrange(100)))


class Nsight(Case):
    def setUp(self):
        super().setUp()
        self.export = os.path.join(self.folder, "report.sqlite")

    def test_generated_exports_agree_with_sql(self):
        for seed in range(5):
            if os.path.exists(self.export):
                os.remove(self.export)
            generated(self.export, seed)
            self.assertEqual(differences(PROGRAM, self.export), [], f"seed {seed}")

    def test_compressed_and_piped_exports_are_the_same(self):
        generated(self.export, 7)
        with open(self.export, "rb") as file:
            content = file.read()
        packed = self.write("report.sqlite.gz", gzip.compress(content))
        plain, other = self.report("analyze", self.export), self.report("analyze", packed)
        self.assertEqual(plain["devices"], other["devices"])
        with open(self.export, "rb") as file:
            piped = self.report("analyze", "-", stdin=file)
        self.assertEqual(plain["devices"], piped["devices"])

    def test_info_names_producer_and_what_is_not_read(self):
        with open(os.path.join(CASES, "two_processes.sql"), encoding="utf-8") as file:
            script = file.read()
        with sqlite3.connect(self.export) as db:
            db.executescript(script)
            db.executescript("CREATE TABLE MPI_RMA_EVENTS (start INTEGER); "
                             "INSERT INTO MPI_RMA_EVENTS VALUES (1);")
        text = run("info", self.export).stdout.decode()
        for part in ("nsight-sqlite", "Nsight Systems 2026.2.1.210", "3.25.0", "NVIDIA H200",
                     "SCHED_EVENTS: 2", "MPI_RMA_EVENTS: 1", "CUPTI_ACTIVITY_KIND_KERNEL: 2", "Events were lost."):
            self.assertIn(part, text)

    def cut(self, *arguments, name="part.json.gz"):
        out = os.path.join(self.folder, name)
        done = run("cut", self.export, "--out", out, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return out

    def span(self, path, begin, end):
        """The times as a range of a file: from its own begin."""
        first = self.report("info", path)["trace"]["begin_abs_ns"]
        return f"{max(begin - first, 0)}ns..{end - first}ns"

    def middle_kernels(self):
        """Times of kernels in the middle of those of the first process."""
        with sqlite3.connect(self.export) as db:
            starts = [start for start, in db.execute(
                "SELECT start FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE globalPid & 0xff000000 = "
                "100 << 24 ORDER BY start")]
        return starts[len(starts) // 3] + 500, starts[len(starts) // 2] + 500

    def test_a_cut_analyzes_like_the_range(self):
        for seed in range(3):
            if os.path.exists(self.export):
                os.remove(self.export)
            generated(self.export, seed)
            begin, end = self.middle_kernels()
            span = self.span(self.export, begin, end)
            wanted = self.report("analyze", self.export, "--range", span)
            for name in ("part.json", "part.gpk"):
                part = self.cut("--range", span, name=name)
                got = self.report("analyze", part, "--range", self.span(part, begin, end))
                keys = ("busy_ns", "idle_ns", "kernels", "memcpys", "memsets")
                ours, theirs = ({gpu["device"]: {key: gpu[key] for key in keys}
                                 for gpu in report["devices"]} for report in (got, wanted))
                self.assertEqual(ours[0], theirs[0])
                self.assertGreater(ours[0]["kernels"], 10)

    def test_a_clipped_cut_has_nothing_outside(self):
        generated(self.export, 4)
        begin, limit = self.middle_kernels()
        part = self.cut("--range", self.span(self.export, begin, limit), "--clip",
                        name="part.json")
        with open(part, encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
        for category in ("kernel", "gpu_memcpy", "cuda_runtime"):
            times = [(round(event["ts"] * 1000), round((event["ts"] + event["dur"]) * 1000))
                     for event in events if event["ph"] == "X" and event["cat"] == category]
            self.assertTrue(times, category)
            self.assertTrue(all(begin <= start <= end <= limit for start, end in times), category)

    def test_a_cut_is_no_database(self):
        generated(self.export, 5)
        for name in ("part.sqlite", "part.nsys-rep", "part.pftrace.gz"):
            self.assert_refused(run("cut", self.export, "--range", "0ns..1ms", "--out",
                                    os.path.join(self.folder, name)), 2, "--out", name)

    def test_computed_columns_are_refused_before_they_are_computed(self):
        """Each row of 20 kB would take 20 s, or 10 MB."""
        for value in ("instr(zeroblob(4000000), zeroblob(2000000) || x'01')",
                      "hex(zeroblob(5000000 + id))"):
            path = os.path.join(self.folder, "computed.sqlite")
            generated(path, 1)
            db = sqlite3.connect(path)
            db.executescript(f"""DROP TABLE StringIds;
                CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT AS ({value}));
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000)
                INSERT INTO StringIds(id) SELECT i FROM n;""")
            db.close()
            done = run("info", path, preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_CPU, (5, 5)))
            self.assert_refused(done, 3, "'StringIds'", "'value'")
            os.remove(path)

    def test_a_piped_report_names_the_command_that_exports_it(self):
        report = self.write("report.nsys-rep",
                            b"NVIDIA Tegra Profiler Report 2024@6@2@225-2462v0.\0\1\2")
        with open(report, "rb") as file:
            self.assert_refused(run("info", "-", stdin=file), 3, "nsys export --type sqlite")


if __name__ == "__main__":
    unittest.main(argv=["nsight_command_test"])
