# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Every source file begins with the two SPDX lines; C++ headers go on with #pragma once."""

import re

import source_tree

SPDX = ("SPDX-FileCopyrightText: 2026 The Gaplight authors", "SPDX-License-Identifier: Apache-2.0")
COMMENT = {".h": "//", ".cpp": "//", ".qml": "//", ".js": "//", ".py": "#", ".sh": "#",
           ".cmake": "#", ".sbatch": "#", ".yaml": "#", "CMakeLists.txt": "#", "packaging/run": "#", "packaging/test": "#",
           "packaging/instrumented_tbb": "#", ".ci/run": "#"}


def violations(tree):
    found = []
    for path, text in tree.items():
        mark = next((mark for end, mark in COMMENT.items() if path.endswith(end)), None)
        if mark is None:
            continue
        lines = text.split("\n")
        if lines[0].startswith("#!"):
            lines = lines[1:]
        if lines[:2] != [f"{mark} {line}" for line in SPDX]:
            found.append(f"{path}: does not begin with the two SPDX lines")
        if path.endswith(".h") and not re.search(r"^#pragma once$", text, re.MULTILINE):
            found.append(f"{path}: has no #pragma once")
    return found


class Headers(source_tree.LintCase):
    GOOD = f"// {SPDX[0]}\n// {SPDX[1]}\n"

    def test_tree(self):
        self.assert_clean(violations(source_tree.read_tree()))

    def test_missing(self):
        tree = {"core/a.cpp": "int a;\n", "core/b.cpp": self.GOOD, "packaging/run": "#!/bin/sh\n",
                "core/CMakeLists.txt": self.GOOD, "README.md": "# Gaplight\n"}
        self.assert_finds(violations(tree), "core/a.cpp", "packaging/run", "core/CMakeLists.txt")

    def test_shebang_and_pragma(self):
        hashed = self.GOOD.replace("//", "#")
        tree = {"a.py": "#!/usr/bin/env python3\n" + hashed, "a.h": self.GOOD + "#pragma once\n",
                "b.h": self.GOOD}
        self.assert_finds(violations(tree), "b.h: has no #pragma once")


if __name__ == "__main__":
    source_tree.main()
