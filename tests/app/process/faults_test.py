# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Faults of the system around the program: closed descriptors, limits, full disks, closed pipes, no
home, files that change. Each ends in a clear line and an exit code, and leaves no file behind."""

import contextlib
import gzip
import json
import os
import resource
import signal
import subprocess
import threading
import time

from program import PROGRAM, SMALL, Case, main, recorded, run



def long_trace(events):
    """A trace of many events, larger than any buffer on its way."""
    event = SMALL["traceEvents"][0]
    return json.dumps({"traceEvents": [{**event, "ts": at * 1000, "name": f"step {at}"}
                                       for at in range(events)]}).encode()


def limited(name, value):
    """For preexec_fn: a resource limit of the program alone."""
    return lambda: resource.setrlimit(name, (value, value))


class Descriptors(Case):
    def run_closed(self, closed, *arguments, **options):
        def close():
            for descriptor in closed:
                os.close(descriptor)
        return subprocess.run([PROGRAM, *arguments], preexec_fn=close, timeout=120, check=False,
                              **options)

    def test_closed_standard_input(self):
        result = self.run_closed([0], "info", "-", capture_output=True)
        self.assert_refused(result, 3, "an empty file")

    def test_closed_standard_output_is_no_success(self):
        result = self.run_closed([1], "info", self.small, stderr=subprocess.PIPE)
        self.assertEqual(result.returncode, 5)
        self.assertIn(b"cannot write to standard output", result.stderr)
        self.assertEqual(self.run_closed([1], "--version", stderr=subprocess.PIPE).returncode, 5)

    def test_closed_standard_output_is_no_file(self):
        part = ["cut", self.small, "--range", "0us..1ms", "--out"]
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            result = self.run_closed([1], *part, name, stderr=subprocess.PIPE)
            self.assertEqual(result.returncode, 5, result.stderr)
            self.assertIn(b"cannot write " + name.encode(), result.stderr)
        whole = run(*part, "/dev/stdout")
        self.assertEqual(whole.returncode, 0, whole.stderr)
        events = json.loads(whole.stdout)["traceEvents"]
        self.assertEqual(sum(event["ph"] == "X" for event in events), 3)

    def test_closed_descriptors_take_no_messages_of_others(self):
        expected = run("info", self.small).stdout
        for closed in ([0], [1], [2], [0, 1], [1, 2], [0, 1, 2]):
            with self.subTest(closed=closed):
                target = os.path.join(self.folder, "report.txt")
                result = self.run_closed(closed, "info", self.small, "--out", target)
                self.assertEqual(result.returncode, 0)
                with open(target, "rb") as file:
                    self.assertEqual(file.read(), expected)


class Space(Case):
    def files(self):
        return sorted(os.listdir(self.folder))

    def test_help_on_a_full_disk(self):
        for arguments in (["--help"], ["--version"], ["info", "--help"]):
            with open("/dev/full", "wb") as full:
                result = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE,
                                        timeout=120, check=False)
            self.assertEqual(result.returncode, 5)
            self.assertEqual(result.stderr, b"gaplight: cannot write to standard output: "
                                            b"No space left on device\n")

    def test_a_closed_pipe(self):
        for arguments in (["--help"], ["info", self.small], ["analyze", self.small]):
            reader, writer = os.pipe()
            os.close(reader)
            result = subprocess.run([PROGRAM, *arguments], stdout=writer, stderr=subprocess.PIPE,
                                    timeout=120, check=False)
            os.close(writer)
            self.assertEqual(result.returncode, 5)
            self.assertEqual(result.stderr,
                             b"gaplight: cannot write to standard output: Broken pipe\n")

    def test_the_largest_size_of_a_file(self):
        long = self.write("long.json", long_trace(20_000))
        before = self.files()
        for arguments in (["info", self.small, "--format", "json"],
                          ["analyze", self.small, "--format", "html"],
                          ["cut", long, "--range", "0ns..10s"],
                          ["export", self.small]):
            with self.subTest(arguments=arguments):
                ending = ".svg" if arguments[0] == "export" else ".json"
                target = os.path.join(self.folder, "target" + ending)
                result = run(*arguments, "--out", target,
                             preexec_fn=limited(resource.RLIMIT_FSIZE, 1000))
                self.assert_refused(result, 5, "cannot write " + target, "File too large")
                self.assertEqual(self.files(), before)

    def test_no_room_for_what_is_inflated(self):
        result = run("info", recorded("copy_before"),
                     preexec_fn=limited(resource.RLIMIT_FSIZE, 1000))
        self.assert_refused(result, 5, "temporary file", "TMPDIR")

    def test_a_bomb(self):
        packed = self.write("bomb.json.gz", gzip.compress(long_trace(20_000)))
        limit = ("--max-inflated", "100000")
        for arguments in (["info", packed], ["analyze", packed], ["compare", packed, packed],
                          ["cut", packed, "--range", "0ns..1ms", "--out", packed + ".json"],
                          ["export", packed, "--out", packed + ".svg"]):
            self.assert_refused(run(*arguments, *limit), 3, packed, "more than 100\u2009kB",
                                "--max-inflated")
        self.assertEqual(run("info", packed, "--max-inflated", "100MB").returncode, 0)
        with open(packed, "rb") as file:
            self.assert_refused(run("info", "-", *limit, stdin=file), 3, "more than 100\u2009kB")
        for size in ("much", "0", "-1"):
            self.assert_refused(run("info", packed, "--max-inflated", size), 2, "--max-inflated")


class Home(Case):
    def test_none_or_one_that_cannot_be_written(self):
        expected = run("analyze", self.small).stdout
        bare = {name: value for name, value in os.environ.items()
                if name != "HOME" and not name.startswith("XDG_")}
        # Nobody can make a file below /proc, not even root.
        for home in ({}, {"HOME": ""}, {"HOME": "/nonexistent"}, {"HOME": "/proc"}):
            with self.subTest(home=home):
                result = run("analyze", self.small, env={**bare, **home})
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                self.assertEqual(result.stdout, expected)
                figure = os.path.join(self.folder, "figure.svg")
                result = run("export", self.small, "--annotate", "notes", "--out", figure,
                             env={**bare, **home})
                self.assertEqual((result.returncode, result.stderr), (0, b""))


class Pipe:
    """The reading end of an output that is a FIFO; open() returns when the program writes to it."""

    def __init__(self, path):
        os.mkfifo(path)
        self.path = path
        self.bytes = b""

    def open(self):
        self.end = open(self.path, "rb")

    def drain(self):
        self.bytes = self.end.read()
        self.end.close()


class Changes(Case):
    """The output is a pipe, which holds less than the trace: the program waits for the test."""

    def cut_while(self, change):
        trace = self.write("trace.json", long_trace(20_000))
        pipe = Pipe(os.path.join(self.folder, "out.json"))
        process = subprocess.Popen([PROGRAM, "cut", trace, "--range", "0ns..100s", "--out",
                                    pipe.path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        pipe.open()
        change(trace)
        drain = threading.Thread(target=pipe.drain)
        drain.start()
        output, error = process.communicate(timeout=120)
        drain.join()
        os.remove(pipe.path)
        return process.returncode, error.decode(), pipe.bytes

    def test_a_trace_that_stays(self):
        code, error, written = self.cut_while(lambda trace: None)
        self.assertEqual(code, 0, error)
        events = json.loads(written)["traceEvents"]
        self.assertEqual(sum(event["ph"] == "X" for event in events), 20_000)

    def test_a_trace_that_changes_while_it_is_cut(self):
        def append(trace):
            with open(trace, "ab") as file:
                file.write(b" ")

        def overwrite(trace):
            with open(trace, "r+b") as file:
                file.seek(1_000_000)
                file.write(b"x" * 1000)
            os.utime(trace)

        for change, part in ((append, "written to"), (overwrite, "written to"),
                             (lambda trace: os.truncate(trace, 1_000_000), ""),
                             (lambda trace: os.replace(self.small, trace), "replaced or removed"),
                             (os.remove, "replaced or removed")):
            code, error, _ = self.cut_while(change)
            self.assertEqual(code, 3, error)
            self.assertEqual(error.count("\n"), 1, error)
            self.assertIn("trace.json: the file", error)
            self.assertIn(part, error)
            self.write("small.json", json.dumps(SMALL).encode())

    def has_open(self, process, path):
        with contextlib.suppress(OSError):
            for descriptor in os.listdir(f"/proc/{process.pid}/fd"):
                if os.readlink(f"/proc/{process.pid}/fd/{descriptor}") == path:
                    return True
        return False

    def test_a_trace_that_is_written_to_while_it_is_read(self):
        """The program is stopped once it has the trace open; how far it is then, is left to chance,
        so that the test tries until it was in time."""
        for _ in range(100):
            trace = self.write("trace.json", long_trace(20_000))
            process = subprocess.Popen([PROGRAM, "info", trace], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            self.addCleanup(process.kill)
            while process.poll() is None and not self.has_open(process, trace):
                pass
            process.send_signal(signal.SIGSTOP)
            with open(trace, "ab") as file:
                file.write(b" ")
            process.send_signal(signal.SIGCONT)
            _, error = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, error)
            if error:
                self.assertIn(b"trace.json was written to while it was read", error)
                self.assertEqual(error.count(b"\n"), 1)
                return
        self.fail("not noticed in any of 100 runs")


class Signals(Case):
    def blocked_in_open(self, process):
        """Whether it waits in openat(2): for the reader of a FIFO."""
        with open(f"/proc/{process.pid}/syscall", encoding="utf-8") as call:
            return call.read().split()[0] in ("257", "56")  # x86-64, AArch64

    def test_end_an_output_that_nobody_reads(self):
        path = os.path.join(self.folder, "pipe.json")
        os.mkfifo(path)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for command in (["analyze", self.small], ["cut", self.small, "--range", "0ns..1ms"]):
                process = subprocess.Popen([PROGRAM, *command, "--out", path],
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.addCleanup(process.kill)
                while not self.blocked_in_open(process):
                    self.assertIsNone(process.poll())
                    time.sleep(0.02)
                process.send_signal(number)
                process.communicate(timeout=60)
                self.assertIn(process.returncode, (-number, 4))

    def test_of_any_moment_leave_no_file(self):
        """Survival: the signal comes after a share of the time that a whole run takes."""
        trace = self.write("trace.json", long_trace(20_000))
        target = self.write("part.json", b"old")
        before = sorted(os.listdir(self.folder))
        words = ["cut", trace, "--range", "0ns..100s", "--out", target]
        begin = time.monotonic()
        run(*words)
        whole = time.monotonic() - begin
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGXCPU, signal.SIGKILL):
            for share in (0, 0.2, 0.4, 0.6, 0.9):
                process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE,
                                           stderr=subprocess.PIPE)
                time.sleep(share * whole)
                process.send_signal(number)
                process.communicate(timeout=60)
                run("info", self.small, "--out", target)
                self.assertEqual(sorted(os.listdir(self.folder)), before)


if __name__ == "__main__":
    main()
