# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Every folder of core, widgets and app says in at most a page what it is for."""

import source_tree

PAGE_LINES = 60
TOP = ("core", "widgets", "app")
SOURCE = source_tree.CPP + (".qml",)


def folders(tree):
    """Folders of core, widgets and app that hold sources."""
    found = {path.rsplit("/", 1)[0] for path in tree
             if path.startswith(tuple(top + "/" for top in TOP)) and path.endswith(SOURCE)}
    return sorted(found)


def violations(tree):
    found = []
    for folder in folders(tree):
        readme = tree.get(folder + "/README.md")
        if readme is None:
            found.append(f"{folder}: has no README.md")
        elif readme.count("\n") > PAGE_LINES:
            found.append(f"{folder}/README.md: longer than a page ({PAGE_LINES} lines)")
        elif len(readme.split()) < 20:
            found.append(f"{folder}/README.md: says next to nothing")
    return found


class Readmes(source_tree.LintCase):
    def test_tree(self):
        tree = source_tree.read_tree()
        self.assertIn("core/base", folders(tree))
        self.assert_clean(violations(tree))

    def test_missing_long_and_empty(self):
        tree = {"core/a/a.h": "", "core/b/b.h": "", "core/b/README.md": "word " * 20 + "\n" * 61,
                "widgets/c/c.qml": "", "widgets/c/README.md": "# c\n", "core/d/d.cpp": "",
                "core/d/README.md": "word " * 20, "tests/e/e.cpp": "",
                "app/f/f.h": ""}
        self.assert_finds(violations(tree), "core/a:", "app/f:", "core/b/README.md: longer",
                          "widgets/c/README.md: says")


if __name__ == "__main__":
    source_tree.main()
