# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""`gaplight record`, with a script in the recorder's place: no GPU is needed."""

import os
import select
import signal
import subprocess
import sys
import time

from program import DATA, PROGRAM, Case, main, needs, run
from recorder_case import SPEAKER


class Record(Case):
    def record(self, *words):
        return run("record", "--no-open", *words, cwd=self.folder)

    def speaker(self, code):
        return [sys.executable, "-c", SPEAKER, os.path.join(DATA, "record", "events.records"), code]

    def test_refused(self):
        self.assert_refused(run("record"), 2, "no program is named")
        self.assert_refused(run("record", "--delay", "soon", "--", "true"), 2, "--delay 'soon'")
        self.assert_refused(run("record", "--max-size", "much", "--", "true"), 2, "'much'")
        self.assert_refused(run("record", "--nonsense", "--", "true"), 2, "--nonsense")

    @needs("no-recorder")
    def test_without_recorder(self):
        self.assert_refused(self.record("--", "true"), 2, "this build has no recorder")

    @needs("recorder")
    def test_program_that_cannot_start(self):
        self.assert_refused(self.record("--", "/nonexistent/x"), 2, "cannot start", "No such file")

    @needs("recorder")
    def test_writes_a_trace(self):
        path = os.path.join(self.folder, "out.json.gz")
        result = self.record("--out", path, "--", *self.speaker("0"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr.decode(), r"^gaplight: wrote \S+out.json.gz \(.*\): 29 activities")
        report = self.report("info", path)
        self.assertEqual(report["issues"], [])
        self.assertEqual(report["devices"][0]["name"], "NVIDIA H100 80GB HBM3")

    @needs("recorder")
    def test_names_the_trace_after_the_program(self):
        for _ in range(2):
            self.assertEqual(self.record("--quiet", *self.speaker("0")).stderr, b"")
        name = os.path.basename(sys.executable)
        self.assertEqual(sorted(f for f in os.listdir(self.folder) if f.endswith(".zst")),
                         sorted([name + ".json.zst", name + "-2.json.zst"]))

    @needs("recorder")
    def test_exit_codes(self):
        result = self.record("--out", "x.json", "--", *self.speaker("7"))
        self.assertEqual(result.returncode, 7)
        self.assertIn(b"exited with 7\n", result.stderr)
        result = self.record("--", "sh", "-c", "kill -SEGV $$")
        self.assertEqual(result.returncode, 128 + signal.SIGSEGV)
        self.assertIn(b"signal 11", result.stderr)
        result = self.record("--", "true")
        self.assert_refused(result, 3, "nothing was recorded")

    @needs("recorder")
    def test_program_gets_its_own_words(self):
        for words in (["--", "printf", "%s|", "--out", "--", "-x"],
                      ["printf", "%s|", "--out", "--", "-x"]):
            self.assertEqual(self.record(*words).stdout, b"--out|--|-x|")

    @needs("recorder")
    def test_signals_reach_the_program(self):
        ready = os.path.join(self.folder, "ready")
        script = f"trap 'exit 42' TERM; touch {ready}; while :; do sleep 0.1; done"
        process = subprocess.Popen([PROGRAM, "record", "--no-open", "--", "sh", "-c", script],
                                   stderr=subprocess.PIPE, cwd=self.folder)
        while not os.path.exists(ready) and process.poll() is None:
            time.sleep(0.01)
        process.terminate()
        error = process.communicate(timeout=120)[1]
        self.assertEqual(process.returncode, 42, error)

    @needs("recorder")
    def test_a_killed_recording_ends_the_program(self):
        reader, writer = os.pipe()  # open as long as the program runs
        process = subprocess.Popen([PROGRAM, "record", "--no-open", "--", "sh", "-c",
                                    "echo ready; exec sleep 1000"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.folder, pass_fds=(writer,))
        os.close(writer)
        self.assertEqual(process.stdout.readline(), b"ready\n")
        process.kill()
        process.wait(timeout=60)
        self.assertEqual(select.select([reader], [], [], 60)[0], [reader])
        self.assertEqual(os.read(reader, 1), b"")
        os.close(reader)
        process.stdout.close()
        process.stderr.close()


if __name__ == "__main__":
    main()
