# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What runs the programs, records them, and remembers what was not as expected."""

import json
import os
import subprocess

FAILED = []


def say(*words):
    print(*words, flush=True)


def expect(what, is_so, detail=""):
    say("ok  " if is_so else "FAIL", what, detail)
    if not is_so:
        FAILED.append(what)


def last_line(done):
    """The last line of JSON in what a program said; {} where there is none."""
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    return json.loads(lines[-1]) if lines else {}


class Machine:
    """GAPLIGHT and the folder with the compiled programs; traces go to `out`."""

    def __init__(self, gaplight, programs, out):
        self.gaplight, self.programs, self.out = gaplight, programs, out

    def path(self, name):
        return os.path.join(self.out, name)

    def program(self, name):
        return os.path.join(self.programs, name)

    def run(self, *words, environment=None):
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=180,
                                  env=dict(os.environ, **(environment or {})))
        except subprocess.TimeoutExpired:
            say("too slow:", *words)
            return subprocess.CompletedProcess(words, 124, "", "")
        except OSError as error:
            say("cannot run:", error)
            return subprocess.CompletedProcess(words, 127, "", str(error))
        for line in done.stderr.splitlines()[-6:]:
            if "UserWarning" not in line and "_warn_once" not in line:
                say("    |", line)
        return done

    def recording(self, trace, *words):
        """The words of a command that records."""
        return [self.gaplight, "record", "--no-open", "--out", self.path(trace), *words]

    def record(self, trace, *words, environment=None):
        return self.run(*self.recording(trace, *words), environment=environment)

    def report(self, command, trace):
        done = self.run(self.gaplight, command, "--quiet", "--format", "json", self.path(trace))
        return json.loads(done.stdout) if done.stdout else {}
