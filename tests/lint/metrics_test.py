# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""resources/help/metrics.md can be looked up: a heading for each metric, paragraphs of at most 500
characters, an example of at most two lines."""

import re

import source_tree

PAGE = "resources/help/metrics.md"
PARAGRAPH_CHARACTERS = 500
EXAMPLE_LINES = 2
EXAMPLE = "Example: "


def paragraphs(text):
    """(line, text) of each paragraph; a heading and each row of a table is one."""
    lines = []
    for number, line in enumerate(text.split("\n") + [""], 1):
        is_end = not line or line.startswith(("#", "|"))
        if lines and (is_end or lines[0].startswith(("#", "|"))):
            yield number - len(lines), "\n".join(lines)
            lines = []
        if line:
            lines.append(line)


def violations(text):
    found = []
    for line, paragraph in paragraphs(text):
        if len(paragraph) > PARAGRAPH_CHARACTERS:
            found.append(f"{PAGE}:{line}: a paragraph of {len(paragraph)} characters, "
                         f"{PARAGRAPH_CHARACTERS} are allowed")
        if paragraph.startswith(EXAMPLE) and paragraph.count("\n") + 1 > EXAMPLE_LINES:
            found.append(f"{PAGE}:{line}: an example of more than {EXAMPLE_LINES} lines")
    for metric in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        name, _, body = metric.partition("\n")
        if not re.search("^" + EXAMPLE, body, re.MULTILINE):
            found.append(f"{PAGE}: {name} has no example")
        elif body.lstrip().startswith(EXAMPLE):
            found.append(f"{PAGE}: {name} has no definition")
    return found


class Metrics(source_tree.LintCase):
    def test_tree(self):
        text = source_tree.read_tree()[PAGE]
        self.assertGreater(text.count("\n### "), 40)
        self.assert_clean(violations(text))

    def test_long_and_missing(self):
        text = ("# Metrics\n\n## Idle\n\n### gap\n" + "x" * 501 + "\n\nExample: a\nb\n\n"
                "### trigger\nWhy.\n\n| a |\n|" + "y" * 500 + "|\n\n"
                "### filler\nExample: a\nb\nc\n")
        self.assert_finds(violations(text), f"{PAGE}:6: a paragraph of 501",
                          f"{PAGE}:15: a paragraph of 502", "trigger has no example",
                          f"{PAGE}:18: an example", "filler has no definition")


if __name__ == "__main__":
    source_tree.main()
