# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Memory and threads that the system refuses end in one line and exit code 6, with no output and no
file left over; descriptors in one line and the exit code of an error. Usage: exhaustion_test.py
PROGRAM DATA_FOLDER [unittest options]"""

import json
import os
import resource

from program import Case, main, recorded, run

MIB = 1 << 20
EXHAUSTED = 6
ORDINARY_CODES = (0, 2, 3, 4, 5)
NOBODY = 65534  # limits of processes do not hold for root


def limited(memory):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def limit_processes(count):
    def limit():
        resource.setrlimit(resource.RLIMIT_NPROC, (count, count))
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
    return limit


def limit_descriptors(count):
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))


class Exhaustion(Case):
    def setUp(self):
        super().setUp()
        os.chmod(self.folder, 0o755)
        events = []
        for number in range(60_000):
            at = number * 20
            events.append({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1,
                           "tid": 1, "ts": at, "dur": 5, "args": {"correlation": number + 1}})
            events.append({"ph": "X", "cat": "kernel", "name": f"kernel_{number % 5000}", "pid": 0,
                           "tid": 7, "ts": at + 6, "dur": 10,
                           "args": {"device": 0, "stream": 7, "correlation": number + 1}})
        self.trace = self.write("large.json", json.dumps({"traceEvents": events}).encode())

    def least_memory(self):
        """Address space in which the program starts at all: its libraries, and its threads."""
        memory = 64 * MIB
        while run("--version", preexec_fn=limited(memory)).returncode != 0:
            memory += 16 * MIB
            self.assertLess(memory, 4096 * MIB)
        return memory + 16 * MIB

    def run_with_less_and_less(self, *arguments):
        """Runs with ever more memory until the work is done; all runs before that are refused."""
        memory = self.least_memory()
        refused = 0
        while True:
            result = run(*arguments, preexec_fn=limited(memory))
            if result.returncode == 0:
                return refused
            self.assert_refused(result, EXHAUSTED)
            self.assertRegex(result.stderr.decode(), "memory|thread")
            refused += 1
            memory += 24 * MIB
            self.assertLess(memory, 8192 * MIB)

    def test_memory_of_a_report(self):
        self.assertGreater(self.run_with_less_and_less("analyze", self.trace, "--quiet"), 1)

    def test_memory_of_an_output_file(self):
        out = os.path.join(self.folder, "out.json")
        for arguments in (["cut", self.trace, "--range", "0ms..900ms", "--out", out],
                          ["analyze", self.trace, "--format", "json", "--out", out]):
            with self.subTest(arguments=arguments[0]):
                with open(out, "w", encoding="utf-8") as file:
                    file.write("old")
                names = sorted(os.listdir(self.folder))
                result = run(*arguments, "--quiet", preexec_fn=limited(self.least_memory()))
                self.assert_refused(result, EXHAUSTED)
                self.assertEqual(sorted(os.listdir(self.folder)), names)
                with open(out, encoding="utf-8") as file:
                    self.assertEqual(file.read(), "old")

    def test_no_thread(self):
        self.assert_refused(run("analyze", self.trace, preexec_fn=limit_processes(1)), EXHAUSTED,
                            "thread")

    def test_few_threads_do_the_same_work(self):
        expected = run("analyze", self.trace, "--format", "json")
        self.assertEqual(expected.returncode, 0)
        for processes in (2, 3, 4) if os.geteuid() == 0 else ():  # nobody has no other processes
            result = run("analyze", self.trace, "--format", "json",
                         preexec_fn=limit_processes(processes))
            self.assertEqual((result.returncode, result.stderr), (0, b""), processes)
            self.assertEqual(result.stdout, expected.stdout)

    # The sanitizers need descriptors of their own to look at memory.
    def test_few_descriptors(self):
        for count in range(4, 17):
            with self.subTest(count=count):
                target = os.path.join(self.folder, "report.txt")
                result = run("analyze", recorded("copy_before"), "--out", target,
                             preexec_fn=limit_descriptors(count))
                if result.returncode == 0:
                    continue
                self.assert_refused(result, result.returncode)
                self.assertIn(result.returncode, ORDINARY_CODES)
                self.assertFalse(os.path.exists(target))
        self.assertEqual(result.returncode, 0)


if __name__ == "__main__":
    main()
