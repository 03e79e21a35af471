# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Percentages, sizes, rates, durations, counts, medians and escaped Markdown each have one home."""

import re

import source_tree

FOLDERS = ("core/", "widgets/", "app/")
THIN_SPACE = r"(?:\\u2009|\\xe2\\x80\\x89|\u2009|&thinsp;)"
QUANTITY_TEXT = "core/base/quantity_text.cpp"


def unit(names):
    """A unit behind a formatted number, or as a literal of its own."""
    return re.compile(r"(?:\}|%\d|\")(?:\s|" + THIN_SPACE + r")?(?:" + names
                      + r")(?:/s)?(?:\"|[ ,;.)])")


PERCENT = (re.compile(THIN_SPACE + r"%|%1?" + THIN_SPACE + r"?%\"|\{:[^}\"]*[fg]\}\s*%", re.I),
           {QUANTITY_TEXT}, "a percentage: use percentText()")
# Sizes that users write are read in byte_size.
# Labels of the axis of bytes have the unit and the decimals of their step.
BYTES = (unit("kB|MB|GB|TB|KiB|MiB|GiB"),
         {QUANTITY_TEXT, "core/base/byte_size.cpp", "core/scene/memory/byte_axis.cpp"},
         "a size or a rate: use bytesText(), bytesOfText() or rateText()")
# Exact times are written in quantity_string, exact thresholds in settings_file; labels of the ruler
# have the unit of their step. Units of a profiler's CSV are read in metric_units.
DURATION = (unit("ms|us|\u00b5s|\\\\u00b5s"),
            {"core/base/duration_text.cpp", "core/formats/ncu/metric_units.cpp",
             "widgets/convert/quantity_string.cpp", "core/scene/timeline/time_ruler.cpp", "core/session/settings_file.cpp"},
            "a duration: use durationText()")
COUNT = (re.compile(r"\{:[^}\"]*L[^}\"]*\}|\.toLocaleString\(|QLocale\(\)\.toString\("),
         {QUANTITY_TEXT}, "a count: use countText()")
MEDIAN = (re.compile(r"\bnth_element\b"),
          {"core/base/statistics.h"}, "an order statistic: use lowerMedian() or percentile()")
MARKDOWN = (re.compile(r"\"(?:\\\\|\\\||[|*_`<>\[\]#~]){4,}\""),
            {"core/base/markdown.cpp"}, "characters of Markdown: use escapedMarkdown()")
RULES = (PERCENT, BYTES, DURATION, COUNT, MEDIAN, MARKDOWN)


def violations(tree):
    found = []
    for path, text in tree.items():
        if not (path.startswith(FOLDERS) and path.endswith(source_tree.CPP + (".qml", ".js"))):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            code = line.split("//")[0]
            for pattern, homes, what in RULES:
                if path not in homes and pattern.search(code):
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
                              'fmt::format("{:.2f}\\u2009x", size);\n'
                              'a % b; "50% off"; "{:.1f}";',
                "widgets/a.qml": 'text: share + "\\u2009%"',
                "core/base/quantity_text.cpp": '"{:.1f}\\u2009%"',
                "tests/a.cpp": '"5\\u2009%"'}
        self.assert_finds(violations(tree), "core/a.cpp:1", "core/a.cpp:2", "core/a.cpp:3",
                          "a.qml:1")

    def test_sizes_and_rates(self):
        tree = {"core/a.cpp": 'fmt::format("{:.1f} GB", size);\n'
                              'fmt::format("{}MB/s", rate);\n'
                              'return number + "\\u2009kB";\n'
                              'bytesText(size); // "1.5 GB"\n'
                              '"at 1 GB and more"; "{} GBs";',
                "widgets/a.qml": 'text: size + " MB"',
                "core/base/quantity_text.cpp": 'withUnit(rate, "GB/s");'}
        self.assert_finds(violations(tree), "core/a.cpp:1", "core/a.cpp:2", "core/a.cpp:3",
                          "a.qml:1")

    def test_durations_and_counts(self):
        tree = {"core/a.cpp": 'fmt::format("{:.1f} ms", time);\n'
                              'QStringLiteral("%1 \u00b5s").arg(time);\n'
                              'fmt::format("{:L}", count);\n'
                              'fmt::format("{}ns", exact);',
                "widgets/a.qml": 'text: count.toLocaleString()',
                "core/base/duration_text.cpp": 'Unit{"ms", 1};'}
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
