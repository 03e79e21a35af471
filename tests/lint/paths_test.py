# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The project stands alone: nothing in it names a place on somebody's machine, and what its texts
refer to exists: linked files, files that a README.md or a comment names, entries of
resources/decisions, metrics."""

import posixpath
import re

import source_tree

# Spelled in pieces, so that this file passes its own check.
PLACES = ["/" + place + "/" for place in ("home", "Users", "work", "root")] + ["." + "library/"]
MACHINE_PATH = re.compile(r"(?<![\w.~}-])(" + "|".join(map(re.escape, PLACES)) + r")[^\s\"')]*")
LINK = re.compile(r"\]\(([^()\s]+)\)")
# decisions/reading.md, "pread instead of a mapped file"; metrics.md, "Filler". Lines of a comment
# may break anywhere in it.
REFERENCE = re.compile(r'\b(decisions/\w+\.md|metrics\.md)`?(?:,\s+"([^"\\]+)")?')
COMMENT_BREAK = re.compile(r"\n[ \t]*(?://|#)?[ \t]*")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
# "<name>_test.cpp" names none, nor do examples: some_rule.cpp.
NAMED_FILE = re.compile(r"(?<![\w/.<>{}*-])((?:\w+/)*[A-Za-z]\w*\.(?:cpp|h|py|qml))\b(?![\w.*/])")
EXAMPLE = re.compile(r"\b(some|foo)_")
TOP = ("core/", "widgets/", "app/")
REFERRING = source_tree.CPP + (".py", ".md", ".qml", ".cmake", "CMakeLists.txt")


def machine_paths(tree):
    found = []
    for path, text in tree.items():
        for match in MACHINE_PATH.finditer(text):
            line = source_tree.line_of(text, match.start())
            found.append(f"{path}:{line}: names a place on a machine: {match.group(0)}")
    return found


def headings(text):
    return {heading.lower() for heading in HEADING.findall(text)}


def anchors(text):
    """Headings as the anchors that web pages make of them."""
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings(text)}


def broken_links(tree, exists):
    """Links of Markdown files to files that are not there, or that lack the heading."""
    found = []
    for path, text in tree.items():
        if not path.endswith(".md"):
            continue
        for match in LINK.finditer(text):
            if re.match(r"\w+:", match.group(1)):
                continue
            file, _, anchor = match.group(1).partition("#")
            relative = posixpath.join(posixpath.dirname(path), file)
            target = posixpath.normpath(relative) if file else path
            line = source_tree.line_of(text, match.start())
            if not exists(target):
                found.append(f"{path}:{line}: links to {file}, which is not there")
            elif anchor and anchor not in anchors(tree.get(target, "")):
                found.append(f"{path}:{line}: links to {match.group(1)}, "
                             "which has no such heading")
    return found


def broken_references(tree):
    """References to entries and metrics that do not exist, in comments and texts."""
    found = []
    for path, text in tree.items():
        if not path.endswith(REFERRING) or path == "tests/lint/paths_test.py":
            continue
        for match in REFERENCE.finditer(COMMENT_BREAK.sub(" ", text)):
            folder = "resources/" if match.group(1).startswith("decisions/") else "resources/help/"
            target = tree.get(folder + match.group(1))
            if target is None:
                found.append(f"{path}: refers to {match.group(1)}, which is not there")
            elif match.group(2) and match.group(2).lower() not in headings(target):
                found.append(f"{path}: refers to {match.group(1)}, {match.group(2)!r}, "
                             "which is no heading there")
    return found


def missing_files(tree):
    """Files that are not there: any that a README.md names, in comments those named by their path."""
    ends = {path[at:] for path in tree for at in range(len(path)) if at == 0 or path[at - 1] == "/"}
    found = []
    for path, text in tree.items():
        is_readme = path.endswith("README.md")
        if not is_readme and not (path.startswith(TOP) and path.endswith(source_tree.CPP)):
            continue
        for match in NAMED_FILE.finditer(text):
            name = match.group(1)
            if (is_readme or name.startswith(TOP)) and name not in ends and not EXAMPLE.search(name):
                line = source_tree.line_of(text, match.start())
                found.append(f"{path}:{line}: names {name}, which is not there")
    return found


class Paths(source_tree.LintCase):
    def test_tree(self):
        tree = source_tree.read_tree()
        self.assert_clean(machine_paths(tree) + broken_links(tree, source_tree.exists)
                          + broken_references(tree) + missing_files(tree))

    def test_places(self):
        tree = {"a.cpp": 'open("' + PLACES[0] + 'me/a");\nopen("build/home/a");',
                "b.md": "see " + PLACES[2] + "notes", "c.md": "https://example.org/home/a"}
        self.assert_finds(machine_paths(tree), "a.cpp:1", "b.md:1")

    def test_links(self):
        tree = {"a.md": "# A b, c\n[x](help/b.md) [y](help/c.md#x) ![z](help/z.png)\n"
                        "[w](#a-b-c) [v](#a)\n"
                        "[u](https://example.org/u) [t](help/b.md#top-1) [s](help/b.md#down)\n",
                "help/b.md": "## Top 1\n[a](../a.md)\n"}
        there = {"a.md", "help/b.md", "help/z.png"}
        self.assert_finds(broken_links(tree, lambda path: path in there),
                          "a.md:2: links to help/c.md", "a.md:3: links to #a,",
                          "a.md:4: links to help/b.md#down")

    def test_references(self):
        tree = {"resources/decisions/reading.md": "## pread instead of a mapped file\n",
                "resources/help/metrics.md": "## Idle\n### filler\n",
                "a.h": '// x (decisions/reading.md, "pread instead\n    // of a mapped file"), y.\n',
                "b.h": '// x (decisions/reading.md, "mapped"). metrics.md ("Filler").\n',
                "c.py": "# decisions/other.md\n",
                "d.cpp": '// (metrics.md,\n// "Filler", "what else") \n',
                "e.h": '// metrics.md, "Fillers"\n'}
        self.assert_finds(broken_references(tree), "b.h: refers to decisions/reading.md, 'mapped'",
                          "c.py: refers to decisions/other.md",
                          "e.h: refers to metrics.md, 'Fillers'")

    def test_named_files(self):
        tree = {"core/a/README.md": "`b.h`, `a/b.h`, `c.h`, `some_rule.cpp`,\n`d/b.h`, `<name>_test.cpp`",
                "core/a/b.h": "// core/a/b.h, core/a/c.h, c.h"}
        self.assert_finds(missing_files(tree), "core/a/README.md:1: names c.h",
                          "core/a/README.md:2: names d/b.h", "core/a/b.h:1: names core/a/c.h")


if __name__ == "__main__":
    source_tree.main()
