#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""'gaplight record HOST: -- PROGRAM', through a program in place of ssh and through a real sshd, with
a script in the recorder's place. Usage: remote_record_test.py PROGRAM DATA."""
import os
import select
import signal
import subprocess
import sys
import time

from program import DATA, PROGRAM, main, needs, run
from recorder_case import SPEAKER
from remote_case import SAME_MACHINE, Remote, Sshd

BEGUN = 'echo "gaplight-pack 2.0 2" >&2\n'
END = "printf '\\036gaplight-record-end\\n' >&2\n"


def speaker(code):
    return [sys.executable, "-c", SPEAKER, os.path.join(DATA, "record", "events.records"), code]


class FakeSsh(Remote):
    def record(self, script, *words, **options):
        return self.run_on_remote(script, "record", "--no-open", *words, **options)

    @needs("no-recorder")
    def test_without_recorder(self):
        self.assert_refused(self.record(SAME_MACHINE, "node:", "--", "true"), 2,
                            "on node: this build has no recorder")

    @needs("recorder")
    def test_a_trace_stays_there_and_opens_here(self):
        there = os.path.join(self.folder, "it's there")
        os.mkdir(there)
        done = self.record(SAME_MACHINE, "--out", "x y.json", "node:" + there, "--", *speaker("0"))
        path = os.path.join(there, "x y.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr.decode(), rf"^gaplight: wrote node:{path} \(\d.*\)\n$")
        report = self.report("info", "node:" + path,
                             env=self.environment(self.ssh(SAME_MACHINE)))
        self.assertEqual(report["devices"][0]["name"], "NVIDIA H100 80GB HBM3")
        self.assertEqual(self.record(SAME_MACHINE, "--quiet", "node:" + there, "--",
                                     *speaker("0")).stderr, b"")
        self.assertEqual(len(os.listdir(there)), 2)
        self.assert_nothing_left()

    @needs("recorder")
    def test_the_program_is_as_here(self):
        """Its arguments, output, messages and exit code; it has no standard input."""
        words = ["%s|", "--out", "--", "a b", "it's \\ $(touch x)", "*", ""]
        done = self.record(SAME_MACHINE, "node:" + self.folder, "--", "printf", *words)
        self.assertEqual(done.stdout, b"--out|--|a b|it's \\ $(touch x)|*||")
        self.assertNotIn("x", os.listdir(self.folder))
        script = "printf 'no end' >&2; sleep 0.3; echo; echo gaplight-recorded >&2; cat; exit 7"
        done = self.record(SAME_MACHINE, "node:", "--", "sh", "-c", script, stdin=None,
                           input=b"\x02text")
        self.assertEqual((done.returncode, done.stdout), (7, b"\n"))
        self.assertTrue(done.stderr.startswith(b"no endgaplight-recorded\n"), done.stderr)
        self.assertIn(b"gaplight: on node: sh exited with 7\n", done.stderr)
        path = os.path.join(self.folder, "x.json")
        script = '"$@"; printf end >&2'
        done = self.record(SAME_MACHINE, "--out", path, "node:", "--", "sh", "-c", script, "sh",
                           *speaker("0"))
        self.assertRegex(done.stderr.decode(), rf"^endgaplight: wrote node:{path} \(")
        done = self.record(SAME_MACHINE, "node:", "--", "/nonexistent/x")
        self.assert_refused(done, 2, "on node: cannot start /nonexistent/x")

    def test_options_reach_the_recorder(self):
        log = os.path.join(self.folder, "log")
        self.record(f'for last; do :; done\nprintf "%s" "$last" >"{log}"\n{BEGUN}{END}',
                    "--delay", "2s", "--duration", "1.5ms", "--capture-range", "a b",
                    "--capture-profiler", "--children", "--stacks", "--memory", "--queue",
                    "--max-size", "5MB", "node:", "--", "x")
        with open(log, encoding="utf-8") as file:
            self.assertTrue(file.read().endswith(
                " record '--progress-lines' '--no-open' '--delay' '2000000000ns' '--duration' "
                "'1500000ns' '--capture-range' 'a b' '--capture-profiler' '--children' '--stacks' "
                "'--memory' '--queue' '--max-size' '5000000' '--' 'x'"))

    def test_failures(self):
        for script, code, part in (
                ("exit 127\n", 3, b"there is no gaplight on node (searched in the PATH of its "
                                  b"shell, /usr/local/bin and ~/.local/bin); to record there, "
                                  b"build it there"),
                ("exit 255\n", 3, b"cannot reach node over ssh"),
                ("exit 2\n", 3, b"on node"),
                (BEGUN + "exit 255\n", 3, b"the connection to node broke while the program ran"),
                (BEGUN + "exit 0\n", 3, b"the connection to node broke while the program ran"),
                (BEGUN + END + "exit 255\n", 255, b"")):
            done = self.record(script, "node:", "--", "x")
            self.assertEqual(done.returncode, code, script)
            self.assertIn(part, done.stderr)
            self.assertEqual(done.stdout, b"")
        done = self.record("touch started\n", "--", "-oProxyCommand=touch x:", "x")
        self.assertNotIn("started", os.listdir(self.folder))
        done = self.record(SAME_MACHINE, "node:nowhere/x", "--", "true")
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"nowhere/x", done.stderr)

    @needs("recorder")
    def test_a_hostile_remote_side(self):
        """What it says it wrote is at most opened from there; nothing is written here."""
        lines = ("gaplight-recorded 5 relative.json", "gaplight-recorded x /a.json",
                 "gaplight-recorded 5 /a\x1b[2J.json", "gaplight-recorded -5 /a.json",
                 "gaplight-recorded 99999999999999999999 /a.json")
        path = self.write("lines", "".join(f"\x1e{line}\n" for line in lines).encode())
        done = self.record(f'{BEGUN}cat "{path}" >&2\n{END}', "node:", "--", "x")
        self.assertEqual(done.returncode, 0)
        self.assertNotIn(b"wrote", done.stderr)
        many = self.write("many", b"\x1egaplight-recorded 7 /x\n" * 20_000 + b"g" * 3_000_000)
        done = self.record(f'{BEGUN}cat "{many}" >&2\n{END}', "node:", "--", "x")
        self.assertEqual(done.stderr.count(b"wrote node:/x (7"), 4096)
        self.assert_nothing_left()

    def started(self, script, ssh=None):
        """A recording of `sh -c script` that has printed a line."""
        process = subprocess.Popen(
            [PROGRAM, "record", "--no-open", "node:" + self.folder, "--", "sh", "-c",
             script + "; echo ready; while :; do sleep 0.1; done"],
            env=self.environment(ssh or self.ssh(SAME_MACHINE)), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait, 60)
        self.assertEqual(process.stdout.readline(), b"ready\n")
        return process

    @needs("recorder")
    def test_signals_reach_the_program(self):
        for number, name in ((signal.SIGINT, "INT"), (signal.SIGTERM, "TERM"),
                             (signal.SIGUSR1, "USR1"), (signal.SIGHUP, "HUP")):
            process = self.started(f"trap 'exit 42' {name}")
            process.send_signal(number)
            self.assertEqual(process.wait(60), 42, name)

    def test_stopped_before_it_begins(self):
        reached = os.path.join(self.folder, "reached")
        ssh = self.ssh(f"touch '{reached}'; exec sleep 1000\n")
        process = subprocess.Popen([PROGRAM, "record", "node:", "--", "x"],
                                   env=self.environment(ssh), stderr=subprocess.PIPE)
        while not os.path.exists(reached):
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.communicate(timeout=60)[1],
                         b"gaplight: recording was cancelled\n")
        self.assertEqual(process.returncode, 4)


class RealSshd(Sshd):
    @needs("recorder")
    def test_records(self):
        path = os.path.join(self.folder, "x.json")
        environment = self.environment(self.client)
        done = run("record", "--no-open", "--out", path, "node:", "--", *speaker("0"),
                   env=environment)
        self.assertEqual(done.stderr.decode().split(" (")[0], "gaplight: wrote node:" + path)
        self.assertEqual(self.report("info", "node:" + path, env=environment)["issues"], [])

    def test_ctrl_c_is_for_the_program_there(self):
        """A terminal sends SIGINT to ssh as well, which must not end before the program."""
        process = subprocess.Popen(
            [PROGRAM, "record", "--no-open", "node:" + self.folder, "--", "sh", "-c",
             "trap 'echo saved; exit 42' INT; echo ready; while :; do sleep 0.1; done"],
            env=self.environment(self.client), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=True)
        self.assertEqual(process.stdout.readline(), b"ready\n")
        os.killpg(process.pid, signal.SIGINT)
        self.assertEqual(process.communicate(timeout=60)[0], b"saved\n")
        self.assertEqual(process.returncode, 42)

    @needs("recorder")
    def test_a_link_that_ends_ends_the_program(self):
        """gaplight here is killed: the program there gets a SIGHUP."""
        mark = os.path.join(self.folder, "ended")
        process = subprocess.Popen(
            [PROGRAM, "record", "--no-open", "node:" + self.folder, "--", "sh", "-c",
             f"trap 'touch {mark}; exit 1' HUP; echo ready; while :; do sleep 0.1; done"],
            env=self.environment(self.client), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.assertEqual(select.select([process.stdout], [], [], 60)[0], [process.stdout])
        process.kill()
        process.wait(60)
        process.stdout.close()
        deadline = time.monotonic() + 60
        while not os.path.exists(mark):
            self.assertLess(time.monotonic(), deadline, "the program goes on")
            time.sleep(0.05)


if __name__ == "__main__":
    main()
