# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Man page and completions are those of the program's help. Usage: command_texts_test.py PROGRAM;
UPDATE_GOLDEN=1 writes them."""

import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = sys.argv.pop(1)
LINUX = ROOT / "packaging/linux"
FILES = ("gaplight.1", "gaplight.bash", "gaplight.zsh", "gaplight.fish")

sys.path.insert(0, str(ROOT / "packaging"))
import command_texts  # noqa: E402


def complete(*words):
    """What bash offers for the last of these words."""
    script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gaplight; '
              'printf "%s\\n" "${COMPREPLY[@]}"')
    return subprocess.run(["bash", "-euc", script, "bash", LINUX / "gaplight.bash", *words],
                          capture_output=True, text=True, check=True).stdout.split()


class CommandTexts(unittest.TestCase):
    def test_files_are_up_to_date(self):
        for name, text in command_texts.texts(PROGRAM).items():
            if os.environ.get("UPDATE_GOLDEN"):
                (LINUX / name).write_text(text, encoding="utf-8")
            self.assertEqual((LINUX / name).read_text(encoding="utf-8"), text,
                             f"run packaging/command_texts.py {PROGRAM}")

    def test_every_command_and_option_of_the_help_is_in_every_file(self):
        # Read by other means than those of command_texts.py.
        top = command_texts.help_of(PROGRAM)
        commands = [line.split()[0] for line in top.split("Subcommands:\n")[1].split("\n\n")[0].split("\n")]
        self.assertIn("analyze", commands)
        for name in FILES:
            text = (LINUX / name).read_text(encoding="utf-8").replace("\\-", "-")
            for command in commands:
                self.assertRegex(text, rf"\b{command}\b", name)
                for line in command_texts.help_of(PROGRAM, command).split("\n"):
                    if line.startswith("  -"):
                        option = line.split()[0].split(",")[-1]
                        wanted = f"-l {option[2:]} " if name.endswith(".fish") else option
                        self.assertIn(wanted, text, f"{name}: {command}")

    def test_bash_completes(self):
        self.assertEqual(complete("gaplight", "ana"), ["analyze"])
        self.assertEqual(complete("gaplight", "analyze", "--fi"), ["--figures"])
        self.assertEqual(complete("gaplight", "--scr"), ["--screenshot"])
        self.assertEqual(complete("gaplight", "analyze", "tra"), [])


if __name__ == "__main__":
    unittest.main()
