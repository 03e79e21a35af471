#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Reports of Nsight Systems (.nsys-rep), exported by programs that stand in for nsys."""
import os
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

from program import PROGRAM, Case

CASES = os.path.join(os.path.dirname(__file__), "..", "..", "core", "formats", "nsight", "cases")
HEADER = b"NVIDIA Tegra Profiler Report 2024@6@2@225-246235244400v0.\0\1\2"

# Writes its arguments, then does what the test wants. It has a database to copy beside it.
NSYS = """#!{python}
import os, shutil, signal, subprocess, sys, time
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "calls"), "a") as calls:
    print(*sys.argv[1:], sep="\\n", file=calls)
output = sys.argv[sys.argv.index("--output") + 1]
def export():
    shutil.copy(os.path.join(here, "database"), output)
{action}
"""
EXPORTS = 'print("Processing [====  42%]", end="\\r", flush=True)\nexport()'
FAILS = 'export()\nprint("first line")\nprint("The report is newer\\033[31m than this nsys.")\nsys.exit(7)'
WRITES_GARBAGE = 'open(output, "w").write("no database")'
WRITES_NOTHING = 'pass'
IS_KILLED = 'os.kill(os.getpid(), signal.SIGKILL)'
# Ignores SIGTERM and has a child that does so too.
HANGS = """signal.signal(signal.SIGTERM, signal.SIG_IGN)
open(output, "w").write("half of it")
child = subprocess.Popen(["sleep", "600"])
with open(os.path.join(here, "processes"), "w") as file:
    file.write(f"{os.getpid()} {child.pid}\\n")
time.sleep(600)"""


def is_running(process):
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class NsysReport(Case):
    def setUp(self):
        super().setUp()
        with open(os.path.join(CASES, "two_processes.sql"), encoding="utf-8") as file:
            script = file.read()
        self.tools = os.path.join(self.folder, "tools")
        self.cache = os.path.join(self.folder, "cache")
        os.mkdir(self.tools)
        with sqlite3.connect(os.path.join(self.tools, "database")) as db:
            db.executescript(script)
        db.close()
        self.report_path = self.write("my run;$(touch x).nsys-rep", HEADER)
        self.environment = {**os.environ, "XDG_CACHE_HOME": self.cache, "GAPLIGHT_NSYS": ""}

    def install(self, action, name="nsys"):
        path = os.path.join(self.tools, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(NSYS.format(python=sys.executable, action=action))
        os.chmod(path, 0o755)
        self.environment["GAPLIGHT_NSYS"] = path

    def run_on(self, command, *arguments, **more):
        return subprocess.run([PROGRAM, command, *arguments], capture_output=True, check=False,
                              timeout=120, env={**self.environment, **more},
                              stdin=subprocess.DEVNULL)

    def info(self, **more):
        return self.run_on("info", self.report_path, **more)

    def calls(self):
        path = os.path.join(self.tools, "calls")
        if not os.path.exists(path):
            return []
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()

    def exports(self):
        folder = os.path.join(self.cache, "gaplight", "exports")
        return sorted(os.listdir(folder)) if os.path.exists(folder) else []

    def test_a_report_is_exported_once_and_opened(self):
        self.install(EXPORTS)
        done = self.info()
        self.assertEqual(done.returncode, 0, done.stderr)
        text = done.stdout.decode()
        self.assertIn("CUPTI_ACTIVITY_KIND_KERNEL: 2", text)
        self.assertTrue(text.startswith(self.report_path))
        calls = self.calls()
        self.assertEqual(calls[:4], ["export", "--type", "sqlite", "--output"])
        self.assertEqual(calls[5:], ["--force-overwrite", "true",
                                     os.path.realpath(self.report_path)])
        self.assertEqual(self.info().stdout.decode(), text)
        self.assertEqual(len(self.calls()), 8)
        self.assertEqual(len(self.exports()), 1)
        self.assertTrue(self.exports()[0].endswith("-my_run___touch_x_.sqlite"))
        # A report that changed is another one.
        os.utime(self.report_path, (1, 1))
        self.assertEqual(self.info().returncode, 0)
        self.assertEqual(len(self.calls()), 16)
        listed = self.run_on("cache").stdout.decode()
        self.assertIn("2 exported reports", listed)
        cleared = self.run_on("cache", "clear").stdout.decode()
        self.assertIn("2 exported reports removed", cleared)
        self.assertEqual(self.exports(), [])

    def test_without_a_cache_nothing_stays(self):
        self.install(EXPORTS)
        temporary = os.path.join(self.folder, "temporary")
        os.mkdir(temporary)
        done = self.info(GAPLIGHT_NO_CACHE="1", TMPDIR=temporary)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(os.listdir(temporary), [])
        self.assertEqual(self.exports(), [])

    def test_without_a_cache_a_part_is_cut(self):
        self.install(EXPORTS)
        temporary = os.path.join(self.folder, "temporary")
        os.mkdir(temporary)
        part = os.path.join(self.folder, "part.json")
        done = self.run_on("cut", self.report_path, "--range", "0ns..10s", "--out", part,
                           GAPLIGHT_NO_CACHE="1", TMPDIR=temporary)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(os.listdir(temporary), [])
        self.assertEqual(self.run_on("info", part).returncode, 0)

    def kill_while_it_exports(self, **more):
        self.install(HANGS)
        processes = os.path.join(self.tools, "processes")
        with subprocess.Popen([PROGRAM, "info", self.report_path],
                              env={**self.environment, **more}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while not os.path.exists(processes) or not os.path.getsize(processes):
                self.assertIsNone(process.poll())
                time.sleep(0.02)
            process.kill()
        with open(processes, encoding="utf-8") as file:
            started = file.read().split()
        os.remove(processes)
        for number in started:
            if is_running(number):
                os.kill(int(number), signal.SIGKILL)

    def test_what_a_killed_program_left_is_removed_by_the_next_one(self):
        temporary = os.path.join(self.folder, "temporary")
        os.mkdir(temporary)
        folder = os.path.join(self.cache, "gaplight", "exports")
        for where, more in ((temporary, {"GAPLIGHT_NO_CACHE": "1", "TMPDIR": temporary}),
                            (folder, {})):
            with self.subTest(where=where):
                self.kill_while_it_exports(**more)
                left = [os.path.join(where, name) for name in os.listdir(where)]
                self.assertEqual(len(left), 1)
                self.assertEqual(os.stat(left[0]).st_mode & 0o777, 0o700)
                self.assertEqual(len(os.listdir(left[0])), 1)
                self.install(EXPORTS)
                self.assertEqual(self.info(**more).returncode, 0)
                self.assertFalse(os.path.exists(left[0]))
                self.assertEqual([name for name in os.listdir(where)
                                  if os.path.isdir(os.path.join(where, name))], [])

    def test_a_program_in_path_is_found(self):
        self.install(EXPORTS)
        done = self.info(GAPLIGHT_NSYS="", PATH=f"relative::/nonexistent:{self.tools}")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_program_that_cannot_be_run_is_named(self):
        self.assert_refused(self.info(GAPLIGHT_NSYS="/nonexistent/nsys"), 3, "/nonexistent/nsys")

    def test_failures_name_the_last_line_and_leave_nothing(self):
        for action, text in ((FAILS, "newer"), (WRITES_GARBAGE, "it wrote no database"),
                             (WRITES_NOTHING, "it wrote no database"),
                             (IS_KILLED, "exit code 137")):
            with self.subTest(text=text, action=action):
                self.install(action)
                done = self.info()
                self.assert_refused(done, 3, text)
                self.assertIn(b"2024.6.2.225", done.stderr)
                self.assertNotIn(b"\033", done.stderr)
                self.assertEqual(self.exports(), [])

    def test_an_interrupt_ends_the_program_and_its_children(self):
        self.install(HANGS)
        with subprocess.Popen([PROGRAM, "analyze", self.report_path], env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            processes = os.path.join(self.tools, "processes")
            while not os.path.exists(processes) or not os.path.getsize(processes):
                self.assertIsNone(process.poll())
                time.sleep(0.02)
            with open(processes, encoding="utf-8") as file:
                started = file.read().split()
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)
        # The program waits for its child alone: what that started is killed, and ends soon after.
        deadline = time.monotonic() + 30
        while any(map(is_running, started)) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual([one for one in started if is_running(one)], [])
        self.assertEqual(self.exports(), [])


if __name__ == "__main__":
    unittest.main(argv=["nsys_report_test"])
