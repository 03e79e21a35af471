# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""C++ lies as .clang-format says. Usage: format_test.py CLANG_FORMAT"""

import os
import subprocess
import sys
import tempfile

import source_tree

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "clang-format"


def violations(root, paths):
    if not paths:
        return []
    done = subprocess.run([PROGRAM, "--dry-run", "--Werror", "--style=file", *paths], cwd=root,
                          capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return []
    first_of_file = {}
    for line in done.stderr.split("\n"):
        if ": error: " in line:
            first_of_file.setdefault(line.split(":")[0], line)
    return list(first_of_file.values()) or [done.stderr]


class Format(source_tree.LintCase):
    def test_tree(self):
        paths = [path for path in source_tree.read_tree() if path.endswith(source_tree.CPP)]
        self.assert_clean(violations(source_tree.ROOT, paths))

    def test_finds_a_line(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(source_tree.ROOT, ".clang-format"), encoding="utf-8") as style:
                with open(os.path.join(folder, ".clang-format"), "w", encoding="utf-8") as copy:
                    copy.write(style.read())
            for name, text in (("a.cpp", "int  a ;\n"), ("b.cpp", "int a;\n")):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            self.assert_finds(violations(folder, ["a.cpp", "b.cpp"]), "a.cpp:1")


if __name__ == "__main__":
    source_tree.main()
