# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The built program under test: where it is, how it is run, what is expected of a refusal."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DATA = sys.argv[1:3]
os.environ["XDG_CONFIG_HOME"] = "/nonexistent"  # not the settings of who runs this
CACHE = tempfile.TemporaryDirectory()  # removed at the end; drivers write there too
os.environ["XDG_CACHE_HOME"] = CACHE.name

SMALL = {"schemaVersion": 1, "traceEvents": [
    {"ph": "X", "cat": "user_annotation", "name": "step", "pid": 1, "tid": 1, "ts": 0, "dur": 900},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 10,
     "dur": 2, "args": {"correlation": 1}},
    {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 20, "dur": 80,
     "args": {"device": 0, "stream": 7, "correlation": 1}}]}

def run(*arguments, stdin=subprocess.DEVNULL, **options):
    return subprocess.run([PROGRAM, *arguments], stdin=stdin, capture_output=True, timeout=120,
                          check=False, **options)


def recorded(name):
    path = os.path.join(DATA, name + ".json.zst")
    assert os.path.exists(path), f"test data {path} is missing"
    return path


def catches(process, number):
    """Whether the process has a handler for the signal by now."""
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
        caught = next(line for line in status if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (number - 1) & 1 == 1


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.small = self.write("small.json", json.dumps(SMALL).encode())

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def assert_refused(self, result, code, *parts):
        """Exit code, nothing on standard output, one line on standard error."""
        error = result.stderr.decode()
        self.assertEqual(result.returncode, code, error)
        self.assertEqual(result.stdout, b"")
        self.assertEqual(error.count("\n"), 1, error)
        self.assertRegex(error, r"^gaplight: \S")
        for part in parts:
            self.assertIn(part, error)

    def report(self, *arguments, says=b"", **options):
        result = run(*arguments, "--format", "json", **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, says)
        return json.loads(result.stdout)


def needs(part):
    """Marks a test, or all of a class, as one of builds with this part ("window", "recorder"), or of
    those without it ("no-window", "no-recorder"). CTest runs them as app.NAME.PART, labeled PART."""
    def mark(subject):
        subject.needs = part
        return subject
    return mark


class PartLoader(unittest.TestLoader):
    """Loads the tests that need `part` of the build; None: those of every build."""

    def __init__(self, part):
        super().__init__()
        self.part = part

    def getTestCaseNames(self, testCaseClass):
        def needed(name):
            return getattr(getattr(testCaseClass, name), "needs",
                           getattr(testCaseClass, "needs", None))
        return [name for name in super().getTestCaseNames(testCaseClass)
                if needed(name) == self.part]


def main():
    words = sys.argv[3:]
    part = words.pop(0).removeprefix("--part=") if words and words[0].startswith("--part=") else None
    unittest.main(module="__main__", argv=[sys.argv[0], *words], testLoader=PartLoader(part))
