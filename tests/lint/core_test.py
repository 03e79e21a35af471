# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The core never prints, exits, aborts or throws: expected failures are values."""

import re

import source_tree

FORBIDDEN = [
    (re.compile(r"\bstd::(cout|cerr|clog)\b"), "prints"),
    (re.compile(r"\b(v?f?printf|f?puts|fputs|putchar|perror)\s*\("), "prints"),
    (re.compile(r"\bfmt::print\b"), "prints"),
    (re.compile(r"\b(exit|_exit|quick_exit|abort|terminate)\s*\("), "ends the program"),
    (re.compile(r"\bthrow\b"), "throws"),
]
# Between vfork and exec the child may only end itself; the program goes on.
OF_A_CHILD = {"core/record/program_run.cpp": "_exit("}


def violations(tree):
    found = []
    for path, text in tree.items():
        if not (path.startswith("core/") and path.endswith(source_tree.CPP)):
            continue
        code = source_tree.blank_comments_and_literals(text)
        for pattern, what in FORBIDDEN:
            for match in pattern.finditer(code):
                if OF_A_CHILD.get(path) == match.group(0):
                    continue
                line = source_tree.line_of(code, match.start())
                found.append(f"{path}:{line}: core {what}: {match.group(0).strip()}")
    return found


class Core(source_tree.LintCase):
    def test_tree(self):
        self.assert_clean(violations(source_tree.read_tree()))

    def test_prints(self):
        tree = {"core/a.cpp": 'std::cerr << 1;\nprintf("x");\nfmt::print("x");\nsnprintf(b, 3, f);',
                "app/a.cpp": "std::cout << 1;"}
        self.assert_finds(violations(tree), "a.cpp:1", "a.cpp:2", "a.cpp:3")

    def test_ends_and_throws(self):
        tree = {"core/a.cpp": "void f() { exit(1); }\nvoid g() { std::abort(); }\nthrow 1;\n"
                              "// throw in a comment\nauto s = \"exit(1)\"; bool exited();"}
        self.assert_finds(violations(tree), "a.cpp:1", "a.cpp:2", "a.cpp:3")


if __name__ == "__main__":
    source_tree.main()
