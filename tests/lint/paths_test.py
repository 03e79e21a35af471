# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The project stands alone: nothing in it names a place on somebody's machine."""

import re

import source_tree

# Spelled in pieces, so that this file passes its own check.
PLACES = ["/" + place + "/" for place in ("home", "Users", "work", "root")] + ["." + "library/"]
MACHINE_PATH = re.compile(r"(?<![\w.~}-])(" + "|".join(map(re.escape, PLACES)) + r")[^\s\"')]*")


def violations(tree):
    found = []
    for path, text in tree.items():
        for match in MACHINE_PATH.finditer(text):
            line = source_tree.line_of(text, match.start())
            found.append(f"{path}:{line}: names a place on a machine: {match.group(0)}")
    return found


class Paths(source_tree.LintCase):
    def test_tree(self):
        self.assert_clean(violations(source_tree.read_tree()))

    def test_places(self):
        tree = {"a.cpp": 'open("' + PLACES[0] + 'me/a");\nopen("build/home/a");',
                "b.md": "see " + PLACES[2] + "notes", "c.md": "https://example.org/home/a"}
        self.assert_finds(violations(tree), "a.cpp:1", "b.md:1")


if __name__ == "__main__":
    source_tree.main()
