# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Every C++ source is compiled: a CMakeLists.txt of its folder or one above lists it. A test that
no program lists never runs, and nothing else fails for it."""

import posixpath
import re

import source_tree

FILE = re.compile(r"[\w./-]+\.cpp\b")
FOREACH = re.compile(r"\bforeach\(\w+ ([^)]*)\)")
# Compiled by hand where there is a GPU, as their README says.
BY_HAND = "tests/gpu/"


def listed(tree):
    """The paths of all .cpp files that a CMakeLists.txt names."""
    found = set()
    for path, text in tree.items():
        if posixpath.basename(path) == "CMakeLists.txt":
            folder = posixpath.dirname(path)
            code = "\n".join(line.split("#", 1)[0] for line in text.splitlines())
            names = FILE.findall(code)
            for words in FOREACH.findall(code):
                names += [word + ".cpp" for word in words.split()]
            found |= {posixpath.normpath(posixpath.join(folder, name)) for name in names}
    return found


def violations(tree):
    known = listed(tree)
    return [f"{path}: no CMakeLists.txt lists it" for path in tree
            if path.endswith(".cpp") and not path.startswith(BY_HAND) and path not in known]


class Targets(source_tree.LintCase):
    def test_tree(self):
        self.assert_clean(violations(source_tree.read_tree()))

    def test_files(self):
        tree = {"core/CMakeLists.txt": "sources(a.cpp b/c.cpp)\n# sources(d.cpp)\n",
                "core/b/CMakeLists.txt": "sources(\n  e.cpp\n  ../f.cpp)\n",
                "core/a.cpp": "", "core/b/c.cpp": "", "core/b/e.cpp": "", "core/f.cpp": "",
                "core/d.cpp": "", "core/b/a.cpp": "", "core/b/g.h": "", "tests/gpu/h.cpp": "",
                "tests/CMakeLists.txt": "foreach(one i j)\nf(${one}.cpp)\n", "tests/i.cpp": ""}
        self.assert_finds(violations(tree), "core/d.cpp", "core/b/a.cpp")


if __name__ == "__main__":
    source_tree.main()
