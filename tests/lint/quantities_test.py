# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Percentages, medians and escaped Markdown are each written in one file of core/base."""

import re

import source_tree

FOLDERS = ("core/", "widgets/", "app/")
THIN_SPACE = r"(?:\\u2009|\\xe2\\x80\\x89|\u2009|&thinsp;)"
PERCENT = (re.compile(THIN_SPACE + r"%|%1?" + THIN_SPACE + r"?%\"|\{:[^}\"]*[fg]\}\s*%", re.I),
           "core/base/quantity_text.cpp", "a percentage: use percentText()")
MEDIAN = (re.compile(r"\bnth_element\b"),
          "core/base/statistics.h", "an order statistic: use lowerMedian() or percentile()")
MARKDOWN = (re.compile(r"\"(?:\\\\|\\\||[|*_`<>\[\]#~]){4,}\""),
            "core/base/markdown.cpp", "characters of Markdown: use escapedMarkdown()")
RULES = (PERCENT, MEDIAN, MARKDOWN)


def violations(tree):
    found = []
    for path, text in tree.items():
        if not (path.startswith(FOLDERS) and path.endswith(source_tree.CPP + (".qml", ".js"))):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            code = line.split("//")[0]
            for pattern, home, what in RULES:
                if path != home and pattern.search(code):
                    found.append(f"{path}:{number}: {what}")
    return found


class Quantities(source_tree.LintCase):
    def test_tree(self):
        self.assert_clean(violations(source_tree.read_tree()))

    def test_percentages(self):
        tree = {"core/a.cpp": 'fmt::format("{:.1f}\\u2009%", share);\n'
                              'fmt::format("| {:.1f} % |", share);\n'
                              '"5\u2009%";\n'
                              'percentText(share); // "5\u2009%"\n'
                              'fmt::format("{:.2f}\\u2009GB", size);\n'
                              'a % b; "50% off"; "{:.1f}";',
                "widgets/a.qml": 'text: share + "\\u2009%"',
                "core/base/quantity_text.cpp": '"{:.1f}\\u2009%"',
                "tests/a.cpp": '"5\\u2009%"'}
        self.assert_finds(violations(tree), "core/a.cpp:1", "core/a.cpp:2", "core/a.cpp:3",
                          "a.qml:1")

    def test_medians(self):
        tree = {"core/a.cpp": "std::nth_element(a, b, c);\n// nth_element\nlowerMedian(values);",
                "core/base/statistics.h": "std::ranges::nth_element(a, b, {}, c);"}
        self.assert_finds(violations(tree), "core/a.cpp:1")

    def test_markdown(self):
        tree = {"core/a.cpp": 'std::string_view("\\\\|*_`<>[]#").find(c);\n"**";\n"| --- |";',
                "core/base/markdown.cpp": '"\\\\|*_`<>[]#~"'}
        self.assert_finds(violations(tree), "core/a.cpp:1")


if __name__ == "__main__":
    source_tree.main()
