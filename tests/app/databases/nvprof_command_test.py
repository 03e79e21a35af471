#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Databases of nvprof on the command line, against plain SQL over the same file."""
import os
import random
import sqlite3
import struct
import unittest

from database_oracle import differences
from program import PROGRAM, Case, run

CASES = os.path.join(os.path.dirname(__file__), "..", "..", "core", "formats", "nvprof", "cases")
ACTIVITY = "(_id_ INTEGER PRIMARY KEY, start INT, end INT, deviceId INT, streamId INT, " \
           "correlationId INT, name INT, bytes INT)"


def generated(path, seed):
    """Kernels, copies and memsets on several streams of two GPUs, some overlapping, some without a
    launch, launched by calls of the runtime and the driver, and nested ranges."""
    rand = random.Random(seed)
    db = sqlite3.connect(path)
    db.executescript(f"""
        CREATE TABLE StringTable (_id_ INTEGER PRIMARY KEY, value TEXT);
        INSERT INTO StringTable VALUES (1, '_Z4gemmPf'), (2, 'step');
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (_id_ INTEGER PRIMARY KEY, start INT, end INT,
          processId INT, threadId INT, correlationId INT, cbid INT);
        CREATE TABLE CUPTI_ACTIVITY_KIND_DRIVER (_id_ INTEGER PRIMARY KEY, start INT, end INT,
          processId INT, threadId INT, correlationId INT, cbid INT);
        CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL {ACTIVITY};
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY {ACTIVITY};
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY2 {ACTIVITY};
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET {ACTIVITY};
        CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER (_id_ INTEGER PRIMARY KEY, timestamp INT, flags INT,
          id INT, objectKind INT, objectId BLOB, name INT);
        """)
    thread = struct.pack("<III", 100, 7, 0)
    now = 1_602_953_418_910_872_439
    for number in range(1, 800):
        now += rand.randrange(1, 30_000)
        if rand.random() < 0.9:
            table, call = rand.choice((("RUNTIME", 211), ("DRIVER", 307)))
            db.execute(f"INSERT INTO CUPTI_ACTIVITY_KIND_{table} VALUES (NULL,?,?,100,7,?,?)",
                       (now, now + 3_000, number, call))
        kind = rand.choice(("CONCURRENT_KERNEL", "CONCURRENT_KERNEL", "MEMCPY", "MEMCPY2",
                            "MEMSET"))
        start = now + rand.randrange(1_000, 20_000)
        db.execute(f"INSERT INTO CUPTI_ACTIVITY_KIND_{kind} VALUES (NULL,?,?,?,?,?,1,64)",
                   (start, start + rand.randrange(0, 40_000), rand.randrange(2),
                    rand.choice((7, 13)), number))
        if number % 40 == 0:
            for flags, time in ((2, now - 100_000), (4, now)):
                db.execute("INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES (NULL,?,?,?,2,?,?)",
                           (time, flags, number, thread, 2 if flags == 2 else 0))
    db.commit()
    db.close()


class Nvprof(Case):
    def setUp(self):
        super().setUp()
        self.file = os.path.join(self.folder, "prof.nvvp")

    def test_generated_files_agree_with_sql(self):
        for seed in range(5):
            if os.path.exists(self.file):
                os.remove(self.file)
            generated(self.file, seed)
            self.assertEqual(differences(PROGRAM, self.file), [], f"seed {seed}")

    def test_info_names_producer_and_what_is_not_read(self):
        with open(os.path.join(CASES, "nvprof_two_gpus.sql"), encoding="utf-8") as file:
            script = file.read()
        with sqlite3.connect(self.file) as db:
            db.executescript(script)
        text = run("info", self.file).stdout.decode()
        for part in ("nvprof", "TITAN Xp", "CUPTI_ACTIVITY_KIND_PCIE: 2", "python train.py"):
            self.assertIn(part, text)


if __name__ == "__main__":
    unittest.main(argv=["nvprof_command_test"])
