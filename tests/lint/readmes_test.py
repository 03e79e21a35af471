# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The first page is short, every folder of core has a README.md, so do widgets and app, and each
names the folders below it that have none of their own."""

import re

import source_tree

FIRST_PAGE_LINES = 100
PAGE_LINES = 100
TOP = ("core", "widgets", "app")
SOURCE = source_tree.CPP + (".qml",)
README = "/README.md"


def folders(tree):
    """Folders of core, widgets and app that hold sources."""
    found = {path.rsplit("/", 1)[0] for path in tree
             if path.startswith(tuple(top + "/" for top in TOP)) and path.endswith(SOURCE)}
    return sorted(found)


def needs_own(folder):
    """Whether a folder must have a README.md: widgets, app and each folder of core."""
    return folder in TOP or re.fullmatch("core/[^/]+", folder) is not None


def describing_folder(tree, folder):
    """The folder, itself or the nearest one above, whose README.md describes it, or None."""
    while folder + README not in tree:
        if needs_own(folder) or "/" not in folder:
            return None
        folder = folder.rsplit("/", 1)[0]
    return folder


def complaint(tree, folder):
    describing = describing_folder(tree, folder)
    if describing is None:
        return f"{folder}: has no README.md, and none above it"
    name = folder.rsplit("/", 1)[1] if "/" in folder else folder
    named = re.compile(rf"`[^`]*\b{name}\b[^`]*`")
    if describing != folder and not named.search(tree[describing + README]):
        return f"{describing}{README}: does not name {folder}"
    return None


def violations(tree):
    found = [text for folder in folders(tree) if (text := complaint(tree, folder))]
    for path, text in tree.items():
        if path.startswith(tuple(top + "/" for top in TOP)) and path.endswith(README):
            if text.count("\n") > PAGE_LINES:
                found.append(f"{path}: longer than {PAGE_LINES} lines")
            elif len(text.split()) < 20:
                found.append(f"{path}: says next to nothing")
    if tree.get("README.md", "").count("\n") > FIRST_PAGE_LINES:
        found.append(f"README.md: longer than {FIRST_PAGE_LINES} lines")
    return found


class Readmes(source_tree.LintCase):
    def test_tree(self):
        tree = source_tree.read_tree()
        self.assertIn("core/base", folders(tree))
        self.assert_clean(violations(tree))

    def test_missing_long_and_empty(self):
        words = "word " * 20
        tree = {"core/a/a.h": "", "core/b/b.h": "", "core/b/README.md": words + "\n" * 101,
                "core/b/c/c.h": "", "core/d/d.cpp": "",
                "core/d/README.md": words + "`e`, `rules/g`", "core/d/e/e.cpp": "",
                "core/d/rules/f/f.cpp": "", "core/d/rules/g/g.cpp": "", "widgets/h/h.qml": "",
                "widgets/i/i.qml": "", "widgets/README.md": words + "`h`",
                "widgets/h/README.md": "# h\n", "app/f/f.h": "", "tests/e/e.cpp": "",
                "README.md": "\n" * 101}
        self.assert_finds(violations(tree), "core/a: has no", "app/f: has no",
                          "core/b/README.md: longer", "core/b/README.md: does not name core/b/c",
                          "core/d/README.md: does not name core/d/rules/f",
                          "widgets/README.md: does not name widgets/i",
                          "widgets/h/README.md: says", "README.md: longer than 100")


if __name__ == "__main__":
    source_tree.main()
