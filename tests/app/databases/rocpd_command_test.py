#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""rocpd databases on the command line, against plain SQL over the same file."""
import os
import random
import sqlite3
import unittest

from database_oracle import differences
from program import PROGRAM, Case, run

CASES = os.path.join(os.path.dirname(__file__), "..", "..", "core", "formats", "rocm", "cases")
CATEGORIES = ("HIP_RUNTIME_API_EXT", "MARKER_CORE_RANGE_API", "KERNEL_DISPATCH", "MEMORY_COPY")
NAMES = ("hipLaunchKernel", "roctxThreadRangeA", "MEMORY_COPY_HOST_TO_DEVICE",
         "MEMORY_COPY_DEVICE_TO_HOST")


class Writer:
    """One process: agent 0 is a CPU, agents 1 and 2 are GPUs. In schema 4 threads, agents and
    streams are tracks."""

    def __init__(self, db, suffix, is_v4):
        self.db, self.suffix, self.is_v4 = db, suffix, is_v4
        self.events = 0
        own = "track_id" if is_v4 else "nid, pid, tid, agent_id, queue_id, stream_id"
        categories = "info_category" if is_v4 else "unused"
        for table, columns in {
                "metadata": "tag, value", "string": "string", categories: "name",
                "info_node": "hostname", "info_process": "nid, pid, command",
                "info_thread": "nid, pid, tid, name",
                "info_agent": "nid, pid, type, type_index, product_name",
                "info_kernel_symbol": "display_name",
                "track": "nid, pid, tid, agent_id, queue_id, stream_id, name_id",
                "event": "category_id, stack_id, extdata",
                "region": f"{own}, start, end, name_id, event_id",
                "sample": "track_id, timestamp, event_id",
                "kernel_dispatch": f"{own}, start, end, kernel_id, event_id",
                "memory_copy": f"{own}, start, end, name_id, dst_agent_id, src_agent_id, size, "
                               "event_id"}.items():
            db.execute(f'CREATE TABLE "rocpd_{table}{suffix}" (id INTEGER PRIMARY KEY, {columns})')
        first = len(NAMES) + 1
        for text in NAMES + CATEGORIES:
            self.add("string", "string", text)
        if is_v4:
            first = 1
            for text in CATEGORIES:
                self.add("info_category", "name", text)
        self.category = {text: first + at for at, text in enumerate(CATEGORIES)}
        self.add("metadata", "tag, value", "schema_version", "4.1.0" if is_v4 else "3")
        self.add("info_process", "id, nid, pid", 100, 1, 100)
        self.add("info_thread", "id, nid, pid, tid", 101, 1, 100, 101)
        for agent in range(3):
            self.add("info_agent", "id, nid, pid, type, type_index, product_name", agent, 1, 100,
                     "GPU" if agent else "CPU", max(agent - 1, 0), f"agent {agent}")
        self.add("info_kernel_symbol", "display_name", "gemm")

    def add(self, table, columns, *values):
        marks = ", ".join("?" * len(values))
        return self.db.execute(f'INSERT INTO "rocpd_{table}{self.suffix}" ({columns}) '
                               f"VALUES ({marks})", values).lastrowid

    def event(self, category, stack, extdata="{}"):
        return self.add("event", "category_id, stack_id, extdata", self.category[category], stack,
                        extdata)

    def add_at(self, table, agent, stream, columns, *values):
        """A row of the thread, or of the stream of an agent."""
        origin = (1, 100, 101, agent, None, stream)
        own = "nid, pid, tid, agent_id, queue_id, stream_id"
        if self.is_v4:
            own, origin = "track_id", (self.add("track", own, *origin),)
        self.add(table, f"{own}, {columns}", *origin, *values)


def generated(path, seed, is_v4, suffixes=("_0190",)):
    """Kernels and copies on several streams of two GPUs, some overlapping, some without a call, some
    whose call was not recorded; ranges and marks."""
    rand = random.Random(seed)
    db = sqlite3.connect(path)
    for suffix in suffixes:
        writer = Writer(db, suffix, is_v4)
        now = rand.randrange(10 ** 9)
        for number in range(1, 400):
            now += rand.randrange(1, 30_000)
            if rand.random() < 0.9:
                writer.add_at("region", None, None, "start, end, name_id, event_id", now,
                              now + 3_000, 1, writer.event("HIP_RUNTIME_API_EXT", number))
            start = now + rand.randrange(1_000, 20_000)
            end = start + rand.randrange(0, 40_000)
            stack = number if rand.random() < 0.95 else 0
            gpu, stream = rand.choice((1, 2)), rand.choice((0, 3, 4))
            if rand.random() < 0.7:
                writer.add_at("kernel_dispatch", gpu, stream, "start, end, kernel_id, event_id",
                              start, end, 1, writer.event("KERNEL_DISPATCH", stack))
            else:
                to_gpu = rand.random() < 0.5
                writer.add_at("memory_copy", gpu, stream,
                              "start, end, name_id, dst_agent_id, src_agent_id, size, event_id",
                              start, end, 3 if to_gpu else 4, gpu if to_gpu else 0,
                              0 if to_gpu else gpu, 64, writer.event("MEMORY_COPY", stack))
            if number % 40 == 0:
                marker = writer.event("MARKER_CORE_RANGE_API", 10_000 + number,
                                      '{"message": "step"}')
                writer.add_at("region", None, None, "start, end, name_id, event_id",
                              now - 100_000, now, 2, marker)
                track = writer.add("track", "nid, pid, tid", 1, 100, 101)
                writer.add("sample", "track_id, timestamp, event_id", track, now, marker)
    db.commit()
    db.close()


class Rocpd(Case):
    def setUp(self):
        super().setUp()
        self.trace = os.path.join(self.folder, "100_results.db")

    def check(self, seed, **arguments):
        if os.path.exists(self.trace):
            os.remove(self.trace)
        generated(self.trace, seed, **arguments)
        self.assertEqual(differences(PROGRAM, self.trace), [], f"seed {seed}")

    def test_generated_databases_agree_with_sql(self):
        for seed in range(3):
            self.check(seed, is_v4=False)
            self.check(seed, is_v4=True)

    def test_merged_databases_agree_with_sql(self):
        self.check(3, is_v4=False, suffixes=("_a", "_b"))
        self.check(4, is_v4=True, suffixes=("_a", "_b"))

    def test_tables_without_an_ending_are_read(self):
        self.check(5, is_v4=False, suffixes=("",))

    def test_ranges_are_annotations(self):
        generated(self.trace, 6, is_v4=False)
        report = self.report("analyze", self.trace)
        self.assertIn("step", [annotation["name"] for annotation in report["annotations"]])

    def test_info_names_producer_and_what_is_not_read(self):
        with open(os.path.join(CASES, "rocpd_v3.sql"), encoding="utf-8") as file:
            script = file.read()
        with sqlite3.connect(self.trace) as db:
            db.executescript(script)
        text = run("info", self.trace).stdout.decode()
        for part in ("ROCm rocpd", "AMD Instinct MI300X", "rocpd_arg_0190_ab: 1",
                     "python train.py"):
            self.assertIn(part, text)


if __name__ == "__main__":
    unittest.main(argv=["rocpd_command_test"])
