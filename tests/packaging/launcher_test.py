# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""A program that a launcher runs through a loader (packaging/bundles) starts itself again by the
launcher. Usage: launcher_test.py PROGRAM."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
LOADER = "/lib64/ld-linux-x86-64.so.2"
SLICE = {"ph": "X", "name": "aten::add", "pid": 1, "tid": 1, "ts": 1, "dur": 2}


class Launcher(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.trace = self.folder / "large.json"  # large enough for a pack to be kept of it
        self.trace.write_text(json.dumps({"padding": "x" * 51_000_000, "traceEvents": [SLICE]}))
        self.calls = self.folder / "calls"
        self.launcher = self.folder / "gaplight"
        self.launcher.write_text(f'#!/bin/sh\necho "$@" >"{self.calls}.part"\n'
                                 f'mv "{self.calls}.part" "{self.calls}"\n')
        self.launcher.chmod(0o755)

    def info(self, *start):
        environment = {**os.environ, "GAPLIGHT_LAUNCHER": str(self.launcher),
                       "XDG_CACHE_HOME": str(self.folder / "cache")}
        done = subprocess.run([*start, PROGRAM, "info", self.trace], env=environment, check=False,
                              capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def wait_for(self, found):
        deadline = time.monotonic() + 60
        while not found():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def test_keeps_a_pack_through_the_launcher(self):
        self.info(LOADER)
        self.wait_for(self.calls.exists)
        self.assertEqual(self.calls.read_text().split()[:2], ["cache", "keep"])

    def test_a_launcher_of_another_program_does_not_count(self):
        self.info()
        packs = self.folder / "cache/gaplight/packs"
        self.wait_for(lambda: list(packs.glob("*.gpk")))
        self.assertFalse(self.calls.exists())


if __name__ == "__main__":
    unittest.main()
