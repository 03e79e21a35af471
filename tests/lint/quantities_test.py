# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Percentages, sizes, rates, durations, counts, factors, lists, medians and escaped Markdown each
have one home."""

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
# Sizes that users write are read in quantity_text. Labels of the axis of bytes have the unit and the decimals of their step.
BYTES = (unit("kB|MB|GB|TB|KiB|MiB|GiB"),
         {QUANTITY_TEXT, "core/scene/memory/memory_view_scene.cpp"},
         "a size or a rate: use bytesText(), bytesOfText() or rateText()")
# Exact times are written in qt_text, exact thresholds in settings_file; labels of the ruler
# have the unit of their step. Units of a profiler's CSV are read in ncu_csv.
DURATION = (unit("ms|us|\u00b5s|\\\\u00b5s"),
            {QUANTITY_TEXT, "core/formats/ncu/ncu_csv.cpp",
             "widgets/convert/qt_text.cpp", "core/scene/timeline/time_ruler.cpp", "core/session/settings_file.cpp"},
            "a duration: use durationText()")
# Digits in groups by hand, and counts without groups in front of a word. Filters of a set of ranks
# are few.
COUNT = (re.compile(r"\{:[^}\"]*L[^}\"]*\}|\.toLocaleString\(|QLocale\(\)\.toString\("
                    r"|\.insert\([^;]*','\)"
                    r"|\bto_string\((?:\w|\.|->|\(\))*(?:[cC]ount[AB]?|size\(\)(?: - \w+)?)\)"
                    r"(?: \+ \" |\s*\+$)"
                    r"|\.arg\((?:\w|\.|->|\(\))*(?:[cC]ount|size\(\)(?: - \w+)?)\)"
                    r"|\bformat\(\"[^;]*[ (](?:\w|\.|->|\(\))*size\(\)(?: - \w+)?\)"
                    r"|[cC]ount \+ (?:\" [a-z]|\([^()]*\? \")"),
         {QUANTITY_TEXT, "widgets/panes/ranks/RankFilter.qml"},
         "a count: use countText() or perStepText()")
FACTOR = (re.compile(r"(?:\}|%\d|\")\s?(?:\u00d7|\\u00d7|times) as "
                     r"|\{:[^}\"]*[efg]\}\s?(?:\u00d7|\\u00d7)"
                     r"|'[efgEFG]', ?\d+\)"),
          {QUANTITY_TEXT}, "a factor: use factorText()")
# Lists with parts of another kind: links in a verdict, nested values written in place, labels in a
# buffer of a frame.
LIST = (re.compile(r"\? \"\" : \"(?:, |; | \u00b7 )\"(?! \+)"
                   r"|\? \"(?:, |; | \u00b7 )\" : \"\""
                   r"|(?:empty\(\)|== 0|[iI]sFirst) \? \"[^\"]*\" : \"[,;] [^\"]*\"(?! \+)"
                   r"|\? \" and \" : \", \""
                   r"|\bfmt::join\("),
        {QUANTITY_TEXT, "core/report/facts/trace_verdict.cpp",
         "core/formats/perfetto/values/debug_annotation.cpp", "core/cut/arg_json.cpp",
         "core/scene/overlays/overlay_scene.cpp"},
        "a list: use listText(), joinedText() or appendItem()")
# An element in the middle by hand, the median as a percentile, and medians of another kind. Clocks
# of ranks are compared with the mean of two; launch_delay has the percentiles of the JSON report.
MEDIAN = (re.compile(r"\bnth_element\b"
                     r"|(?:\[|\.at\(|\bnthSmallest\(|begin\(\) \+ )[^\[\];]*"
                     r"(?:size\([^()]*\)|\b(?:n|count|size))(?: - 1\)?)? ?/ ?2\b"
                     r"|\bpercentile\([^;]*\b50\b|\w*MedianPercent\b"
                     r"|\b(?!lowerMedian|weightedMedian)\w+Median\("),
          {"core/base/statistics.h", "core/analysis/ranks/rank_analysis.cpp",
           "core/analysis/gpu/launch_delay.cpp"},
          "an order statistic: use lowerMedian() or percentile()")
MARKDOWN = (re.compile(r"\"(?:\\\\|\\\||[|*_`<>\[\]#~]){4,}\""),
            {"core/base/printable_text.cpp"}, "characters of Markdown: use escapedMarkdown()")
RULES = (PERCENT, BYTES, DURATION, COUNT, FACTOR, LIST, MEDIAN, MARKDOWN)


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
                "core/base/quantity_text.cpp": 'Unit{"ms", 1};'}
        self.assert_finds(violations(tree), "core/a.cpp:1", "core/a.cpp:2", "core/a.cpp:3",
                          "a.qml:1")

    def test_counts(self):
        tree = {"core/a.cpp": "text.insert(at - 3, 1, ',');\n"
                              'text += std::to_string(count) + " calls";\n'
                              'say("A has " + std::to_string(a.countA) +\n'
                              '"and " + std::to_string(names.size() - shown) + " more";\n'
                              'fmt::format("{} rules", all.size());\n'
                              'tr("%1 of %2").arg(at->size());\n'
                              'tr("%1").arg(countText(all.size()));\n'
                              'fmt::format("{} rules", countText(all.size(), "rule", "rules"));\n'
                              'csvLine({std::to_string(row.count), std::to_string(all.size())});',
                "widgets/a.qml": 'text: list.count + " rows"\ntext: list.count + 1',
                "core/base/quantity_text.cpp": "text.insert(at - 3, 1, ',');"}
        self.assert_finds(violations(tree), "core/a.cpp:1", "core/a.cpp:2", "core/a.cpp:3",
                          "core/a.cpp:4", "core/a.cpp:5", "core/a.cpp:6", "a.qml:1")

    def test_factors(self):
        tree = {"core/a.cpp": 'fmt::format("{:.3g} times as fast", factor);\n'
                              'text + "\u00d7 as long";\n'
                              'fmt::format("{:.2f}\u00d7", factor);\n'
                              'QString("%1").arg(factor, 0, \'g\', 3);\n'
                              'factorText(factor) + " as fast"; // "2.00\u00d7 as fast"\n'
                              'fmt::format("{}\u00d7 {}", countText(count), name);',
                "widgets/a.cpp": 'tr("%1 (%2), %4\u00d7 as fast");',
                "core/base/quantity_text.cpp": "fmt::format(\"{:.2f}\u00d7\", factor);"}
        self.assert_finds(violations(tree), "core/a.cpp:1", "core/a.cpp:2", "core/a.cpp:3",
                          "core/a.cpp:4", "widgets/a.cpp:1")

    def test_lists(self):
        tree = {"core/a.cpp": 'text += (text.empty() ? "" : ", ") + name;\n'
                              'text += at == 0 ? "" : "; ";\n'
                              'text += (isFirst ? "found by " : ", ") + name;\n'
                              'text += (text.size() > 1 ? ", " : "") + name;\n'
                              'text += at + 1 == size ? " and " : ", ";\n'
                              'fmt::format("{}", fmt::join(names, ", "));\n'
                              'text += (text.empty() ? "rank " : ", rank ") + name;\n'
                              'appendItem(text, name); joinedText(names);\n'
                              'line += gpus.empty() ? "" : " \u00b7 " + gpus;',
                "core/base/quantity_text.cpp": 'fmt::join(items, separator)'}
        self.assert_finds(violations(tree), "core/a.cpp:1", "core/a.cpp:2", "core/a.cpp:3",
                          "core/a.cpp:4", "core/a.cpp:5", "core/a.cpp:6", "core/a.cpp:7")

    def test_medians(self):
        tree = {"core/a.cpp": "std::nth_element(a, b, c);\n// nth_element\nlowerMedian(values);",
                "core/base/statistics.h": "std::ranges::nth_element(a, b, {}, c);"}
        self.assert_finds(violations(tree), "core/a.cpp:1")

    def test_medians_by_hand(self):
        tree = {"core/a.cpp": "return sorted[(sorted.size() - 1) / 2];\n"
                              "values[values.size() / 2];\n"
                              "values.at(std::size(values) / 2);\n"
                              "*(values.begin() + values.size() / 2);\n"
                              "nthSmallest(values, values.size() / 2);\n"
                              "values[count / 2];\n"
                              "for (std::size_t at = values.size() / 2; at > 0; --at) {\n"
                              "channels[at / 2] = high; reserve((size + 1) / 2);"}
        self.assert_finds(violations(tree), *(f"core/a.cpp:{line}" for line in range(1, 7)))

    def test_medians_of_another_kind(self):
        tree = {"core/a.cpp": "upperMedian(values);\n"
                              "percentile(delays, 50, &Launch::delay);\n"
                              "constexpr std::size_t kMedianPercent = 50;\n"
                              "lowerMedian(values); percentile(values, 95); weightedMedian(pairs);\n"
                              "row.median(); medianOf(values); medianPerStep(times);",
                "core/base/statistics.h": "nthSmallest(values, (std::size(values) - 1) / 2);",
                "core/analysis/gpu/launch_delay.cpp": "percentile(delays, 50);"}
        self.assert_finds(violations(tree), "core/a.cpp:1", "core/a.cpp:2", "core/a.cpp:3")

    def test_markdown(self):
        tree = {"core/a.cpp": 'std::string_view("\\\\|*_`<>[]#").find(c);\n"**";\n"| --- |";',
                "core/base/printable_text.cpp": '"\\\\|*_`<>[]#~"'}
        self.assert_finds(violations(tree), "core/a.cpp:1")


if __name__ == "__main__":
    source_tree.main()
