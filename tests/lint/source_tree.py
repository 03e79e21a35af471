# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The project's files as lints see them: {path relative to the root: text}.

A tree comes from the disk or, in a lint's self-test, from a literal dict.
"""

import os
import re
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CPP = (".h", ".cpp")
# Written by programs, recorded, or broken on purpose.
NOT_SOURCE = ("build", "tests/data", "tests/golden", "tests/core/formats/cases",
              "tests/fuzz/corpus", ".git", ".cache", ".ccache", "__pycache__")
TEXT = CPP + (".py", ".qml", ".js", ".sh", ".cmake", ".md", ".txt", ".json", ".svg", ".in", ".yml",
              ".yaml", ".sbatch", ".desktop", ".xml", ".supp", ".clang-format", ".clang-tidy", "/run", "/test", "_tbb",
              ".qmllint.ini")


def read_tree(root=ROOT):
    """Every text file of ours under `root`."""
    tree = {}
    for folder, subfolders, files in os.walk(root):
        inside = os.path.relpath(folder, root).replace(os.sep, "/")
        prefix = "" if inside == "." else inside + "/"
        subfolders[:] = sorted(name for name in subfolders
                               if name not in NOT_SOURCE and prefix + name not in NOT_SOURCE)
        for name in sorted(files):
            path = prefix + name
            if ("/" + path).endswith(TEXT):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    tree[path] = file.read()
    return tree


def exists(path):
    """Whether a file or folder of this path, relative to the root, is there."""
    return os.path.exists(os.path.join(ROOT, path))


_CPP_TOKEN = re.compile(
    r'//(?:[^\n\\]|\\.|\\\n)*'                            # line comment
    r'|/\*.*?\*/'                                         # block comment
    r'|(?:u8|[uUL])?R"(?P<tag>[^()\\\s]{0,16})\(.*?\)(?P=tag)"'  # raw string
    r'|(?:\b(?:u8|[uUL]))?"(?:[^"\\\n]|\\.|\\\n)*"'       # string
    r"|(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\.)+'",              # character; not a digit separator
    re.DOTALL)


def blank_comments_and_literals(text):
    """C++ with comments gone and literals emptied; every line keeps its number."""
    def blank(match):
        token = match.group(0)
        lines = "\n" * token.count("\n")
        return lines if token.startswith("/") else '""' + lines
    return _CPP_TOKEN.sub(blank, text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


class LintCase(unittest.TestCase):
    """Base of every lint's test: fails with one violation a line."""

    def assert_clean(self, violations):
        if violations:
            self.fail("\n" + "\n".join(violations))

    def assert_finds(self, violations, *fragments):
        """Exactly one violation per fragment, each holding its fragment, in any order."""
        left = list(violations)
        for fragment in fragments:
            hit = next((text for text in left if fragment in text), None)
            self.assertIsNotNone(hit, f"nothing says {fragment!r} in {violations}")
            left.remove(hit)
        self.assertEqual(left, [])


def main():
    unittest.main(argv=sys.argv[:1])
