# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Colors are roles of a theme; literals live in resources/themes and in tests alone."""

import re

import source_tree

LITERAL = re.compile(r"[\"']#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})[\"']"
                     r"|\bQColor\s*\(\s*(?:\d|0x)|\bQt\.rgba\s*\(\s*\d*\.?\d+\s*,\s*\d")
NAMED = re.compile(r"\bcolor\s*:\s*\"(?!transparent)[a-z]+\"")
FOLDERS = ("core/", "widgets/", "app/")


def violations(tree):
    found = []
    for path, text in tree.items():
        if not (path.startswith(FOLDERS) and path.endswith(source_tree.CPP + (".qml", ".js"))):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            code = line.split("//")[0]
            match = LITERAL.search(code) or (path.endswith(".qml") and NAMED.search(code))
            if match:
                found.append(f"{path}:{number}: a literal color, not a role: {match.group(0)}")
    return found


class Colors(source_tree.LintCase):
    def test_tree(self):
        self.assert_clean(violations(source_tree.read_tree()))

    def test_literals(self):
        tree = {"widgets/a.qml": 'color: "#14171C"\ncolor: theme.text\ncolor: "red"\n'
                                 'color: "transparent"',
                "core/a.cpp": 'auto c = "#fff";\n// "#ffffff" in words\nauto d = "#1 of 2";',
                "app/a.cpp": "QColor(20, 23, 28);\nQColor(rgba.red, 1, 2);",
                "tests/a.cpp": '"#ffffff"'}
        self.assert_finds(violations(tree), "a.qml:1", "a.qml:3", "core/a.cpp:1", "app/a.cpp:1")


if __name__ == "__main__":
    source_tree.main()
