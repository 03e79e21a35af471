# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The recorder itself in a program, with a CUPTI that has no GPU and refuses what it is told to."""

import os
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "app", "support"))
INJECTED, STUB = sys.argv[3:5]
del sys.argv[3:5]

from program import Case, main, run  # noqa: E402 (reads the command line)


class Recorder(Case):
    def record(self, *words, stub="", cupti=STUB):
        environment = dict(os.environ, GAPLIGHT_CUPTI=cupti, STUB_CUPTI=stub)
        return run("record", "--no-open", "--out", "out.json", *words, cwd=self.folder,
                   env=environment)

    def assert_nothing_recorded(self, result, *parts):
        self.assert_refused(result, 3, "nothing was recorded: ", *parts)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out.json")))

    def kernels(self):
        return self.report("analyze", "--quiet",
                           os.path.join(self.folder, "out.json"))["devices"][0]["kernels"]

    def test_records(self):
        result = self.record("--", INJECTED)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"1 activity of GPUs, 1 call\n", result.stderr)
        self.assertEqual(self.kernels(), 1)

    def test_cupti_cannot_tell_calls_apart(self):
        result = self.record("--", INJECTED, stub="calls=27")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b"1 activity of GPUs, 1 call\n", result.stderr)

    def test_passes_on_the_exit_code(self):
        result = self.record("--", INJECTED, "7")
        self.assertEqual(result.returncode, 7, result.stderr)
        self.assertIn(b"injected_program exited with 7\n", result.stderr)
        self.assertEqual(self.kernels(), 1)

    def test_a_crash_keeps_its_signal(self):
        # What is left of its records depends on how soon the recorder runs (tests/gpu tells).
        result = self.record("--", INJECTED, "crash")
        self.assertEqual(result.returncode, 128 + signal.SIGSEGV, result.stderr)
        self.assertIn(b"injected_program was ended by signal 11", result.stderr)

    def test_driver_refuses_profiling(self):
        for refused in ("registerCallbacks=35", "kinds=35"):
            self.assert_nothing_recorded(self.record("--", INJECTED, stub=refused),
                                         "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)", "run as root",
                                         "NVreg_RestrictProfilingToAdminUsers=0")

    def test_driver_refuses_when_the_range_begins(self):
        for end in ("0", "inside"):
            self.assert_nothing_recorded(
                self.record("--capture-range", "wanted", "--", INJECTED, end, stub="kinds=35"),
                "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)")

    def test_a_refusal_keeps_the_exit_code(self):
        result = self.record("--", INJECTED, "7", stub="kinds=35")
        self.assertEqual(result.returncode, 7)
        self.assertEqual(result.stderr.count(b"\n"), 2, result.stderr)

    def test_another_profiler(self):
        self.assert_nothing_recorded(self.record("--stacks", "--", INJECTED, stub="subscribe=39"),
                                     "MULTIPLE_SUBSCRIBERS", "another tool observes the calls")
        self.assert_nothing_recorded(self.record("--", INJECTED, stub="registerCallbacks=39"),
                                     "MULTIPLE_SUBSCRIBERS", "another profiler is in this program")

    def test_no_cupti(self):
        self.assert_nothing_recorded(self.record("--", INJECTED, cupti="/nonexistent/libcupti.so"),
                                     "GAPLIGHT_CUPTI", "/nonexistent/libcupti.so")

    def test_cupti_lacks_a_kind(self):
        for waits_or_gpus in ("lacks=38", "lacks=8"):
            result = self.record("--", INJECTED, stub=waits_or_gpus)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(self.kernels(), 1)
            os.remove(os.path.join(self.folder, "out.json"))
        self.assert_nothing_recorded(self.record("--", INJECTED, stub="lacks=10"),
                                     "CUPTI_ERROR_INVALID_KIND (21) for activities of kind 10")

    def test_cupti_is_too_old(self):
        self.assert_nothing_recorded(self.record("--", INJECTED, stub="version=12"),
                                     "API version 12", "11.8")

    def test_range_that_never_begins(self):
        result = self.record("--capture-range", "other", "--", INJECTED)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn(b"nothing was recorded", result.stderr)


if __name__ == "__main__":
    main()
