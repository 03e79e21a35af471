# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Which arguments of packaging/run need a display, and which get the sample: packaging/run beside
stand-ins for prepare.sh and for the program."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PACKAGING = pathlib.Path(__file__).resolve().parents[2] / "packaging"
PROGRAM = sys.argv.pop(1)

PREPARE = """root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
stop() { echo "stopped: $*" >&2; exit 2; }
installMissing() { :; }
seekRecorder() { :; }
build() { :; }
"""


class Running(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "packaging").mkdir()
        shutil.copy(PACKAGING / "run", self.folder / "packaging")
        (self.folder / "packaging/prepare.sh").write_text(PREPARE)
        program = self.folder / "build/release/app/gaplight"
        program.parent.mkdir(parents=True)
        program.write_text('#!/bin/bash\nprintf "%s\\n" "$@"\n')
        program.chmod(0o755)

    def run_with(self, *arguments, display=""):
        kept = ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "DISPLAY")
        environment = {name: value for name, value in os.environ.items() if name not in kept}
        if display:
            environment["DISPLAY"] = display
        return subprocess.run([self.folder / "packaging/run", *arguments], env=environment,
                              capture_output=True, text=True, check=False)

    def test_commands_need_no_display(self):
        text = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True,
                              check=True).stdout
        commands = re.findall(r"^  ([a-z]+) ", text.split("Subcommands:")[1], re.MULTILINE)
        self.assertIn("summarize", commands)
        for command in commands:
            result = self.run_with(command, "trace.json")
            self.assertEqual((result.returncode, result.stdout), (0, f"{command}\ntrace.json\n"),
                             result.stderr)

    def test_a_window_without_a_display_is_refused(self):
        result = self.run_with("trace.json")
        self.assertEqual(result.returncode, 2)
        self.assertIn("no display", result.stderr)

    def test_the_sample_opens_where_no_trace_is_named(self):
        for options in ((), ("--theme", "light"), ("--memory", "snapshot.pickle"),
                        ("--kernels", "report.ncu-rep"), ("--no-settings",)):
            result = self.run_with(*options, display=":7")
            self.assertTrue(result.stdout.endswith("llm_decoding.json.zst\n"), result.stdout)
        for words in (("trace.json",), ("--theme", "light", "trace.json"), ("--help",), ("-",)):
            self.assertEqual(self.run_with(*words, display=":7").stdout.split("\n")[:-1],
                             list(words))


if __name__ == "__main__":
    unittest.main()
