#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Traces of rocmProfileData on the command line, against plain SQL over the same file."""
import os
import random
import sqlite3
import unittest

from database_oracle import differences
from program import PROGRAM, Case, run

CASES = os.path.join(os.path.dirname(__file__), "..", "..", "core", "formats", "rocm", "cases")
SESSION = 1 << 32
OPERATIONS = ("KernelExecution", "KernelExecution", "CopyHostToDevice", "CopyDeviceToHost",
              "FillBuffer", "Barrier")


def generated(path, seed):
    """Three processes that number their rows apart, on two GPUs: operations on several queues, some
    overlapping, some without a call, some with a call that was not recorded, and markers."""
    rand = random.Random(seed)
    db = sqlite3.connect(path)
    db.executescript("""
        CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string TEXT);
        CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER,
          end INTEGER, apiName_id INTEGER, args_id INTEGER);
        CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER,
          sequenceId INTEGER, start INTEGER, end INTEGER, description_id INTEGER,
          opType_id INTEGER);
        CREATE TABLE rocpd_api_ops (id INTEGER PRIMARY KEY, api_id INTEGER, op_id INTEGER);
        """)
    for session in range(3):
        base = session * SESSION
        texts = ("", "hipLaunchKernel", "gemm", "UserMarker", "step", *OPERATIONS)
        db.executemany("INSERT INTO rocpd_string VALUES (?,?)",
                       [(base + at + 1, text) for at, text in enumerate(texts)])
        now = rand.randrange(10 ** 9)
        for number in range(1, 400):
            now += rand.randrange(1, 30_000)
            if rand.random() < 0.9:
                db.execute("INSERT INTO rocpd_api VALUES (?,?,?,?,?,?,?)",
                           (base + number, 100 + session, 100 + session, now, now + 3_000,
                            base + 2, base + 1))
            start = now + rand.randrange(1_000, 20_000)
            db.execute("INSERT INTO rocpd_op VALUES (?,?,?,0,?,?,?,?)",
                       (base + number, session % 2, rand.choice((0, 1, 2)), start,
                        start + rand.randrange(0, 40_000), base + 3, base + rand.randrange(6, 12)))
            if rand.random() < 0.95:
                db.execute("INSERT INTO rocpd_api_ops (api_id, op_id) VALUES (?,?)",
                           (base + number, base + number))
            if number % 40 == 0:
                db.execute("INSERT INTO rocpd_api VALUES (?,?,?,?,?,?,?)",
                           (base + 2 ** 31 + number, 100 + session, 100 + session, now - 100_000,
                            now - rand.choice((0, 100_000)), base + 4, base + 5))
    db.commit()
    db.close()


class Rpd(Case):
    def setUp(self):
        super().setUp()
        self.trace = os.path.join(self.folder, "trace.rpd")

    def test_generated_traces_agree_with_sql(self):
        for seed in range(5):
            if os.path.exists(self.trace):
                os.remove(self.trace)
            generated(self.trace, seed)
            self.assertEqual(differences(PROGRAM, self.trace), [], f"seed {seed}")

    def test_info_names_producer_and_what_is_not_read(self):
        with open(os.path.join(CASES, "rpd_two_sessions.sql"), encoding="utf-8") as file:
            script = file.read()
        with sqlite3.connect(self.trace) as db:
            db.executescript(script)
        text = run("info", self.trace).stdout.decode()
        for part in ("rpd", "rocmProfileData", "rocpd_monitor: 1", "rocpd_op: 10"):
            self.assertIn(part, text)


if __name__ == "__main__":
    unittest.main(argv=["rpd_command_test"])
