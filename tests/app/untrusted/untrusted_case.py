# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Traces whose names are payloads for terminals, spreadsheets, browsers and viewers, and what no
output may have of them."""

import csv
import html.parser
import io
import json
import os
import re
import xml.etree.ElementTree

from program import Case, run

TERMINAL = ["\x1b[2J\x1b[1;1H", "\x1b]0;title\x07", "\x1b]8;;http://h.example\x1b\\link", "\x9b31m",
            "\x90payload\x9c", "nul\0byte", "back\x08\x08\x08space", "car\rriage", "line\nfeed", "t\tab",
            "del\x7fete", "next\x85line", "line\u2028separator", "par\u2029agraph"]
BIDI = [f"kernel{mark}gpj.exe" for mark in
        "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
MARKUP = ["<script>alert(1)</script>", "<img src=http://h.example/x onerror=alert(1)>",
          "\"><svg onload=alert(1)>", "' onmouseover='alert(1)", "&lt;script&gt;", "]]><x>",
          "</title><script>1</script>", "</style><b>", "<!-- ", "javascript:alert(3)",
          "[text](http://h.example)", "![image](http://h.example/p.png)", "<http://h.example>",
          "`code` ``", "|a|b|", "# heading", "http://h.example/x", "www.h.example", "**bold**", "{0}"]
FORMULAS = ["=HYPERLINK(\"http://h.example\",\"x\")", "+1+1", "-1+1", "@SUM(1)", "\t=1+1", "\r=1+1",
            "\uff1d1+1", "=cmd|' /C calc'!A0", "a,\"b\""]
OTHER = ["$(id)", "; rm -rf ~", "-rf", "%s%n%n", "../../../etc/passwd", "file:///etc/passwd", "\uffff",
         "\U000e0041", "mixed \u05e9\u05dc\u05d5\u05dd name"]
REPEATS = 3
PAYLOADS = TERMINAL + BIDI + MARKUP + FORMULAS + OTHER

# Ends of lines of CSV; a tab in the title of a figure.
ALLOWED = {"csv": "\r", "html": "\t"}
ACTS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def hostile_trace(scale=1, first=0):
    """A trace in which every name is a payload: steps of each, with waits that the rules report.
    There are more waits than findings, which are of the payloads from number `first` on."""
    payloads = PAYLOADS[first:] + PAYLOADS[:first]
    events = [{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": payloads[0]}}]
    correlation = 0
    for number, name in enumerate(payloads * REPEATS):
        at = number * 2_000

        def add(category, begin, duration, what, pid=1, tid=1, at=at, **args):
            events.append({"ph": "X", "cat": category, "name": what, "pid": pid, "tid": tid,
                           "ts": at + begin, "dur": duration, "args": args})

        events.append({"ph": "M", "name": "thread_name", "pid": 1, "tid": 100 + number,
                       "args": {"name": name}})
        add("cpu_op", 5, 10, name, tid=100 + number)
        add("user_annotation", 0, 1900 * scale, name)
        add("python_function", 1, 1850, f"{name}.py(12): {name}")
        add("cpu_op", 2, 1840, name)
        for begin in range(10, 1810, 600):
            correlation += 1
            add("cuda_runtime", begin, 5, "cudaLaunchKernel", correlation=correlation)
            add("kernel", begin + 10, 100, name, pid=0, tid=7, device=0, stream=7,
                correlation=correlation)
            add("cuda_runtime", begin + 12, 100, "cudaStreamSynchronize")
    device = {"id": 0, "name": "".join(PAYLOADS), "totalGlobalMem": 1, "numSms": 1}
    return json.dumps({"schemaVersion": 1, "deviceProperties": [device],
                       "traceEvents": events}).encode()


class Elements(html.parser.HTMLParser):
    """Elements and attributes of a page, and its text."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.text = set(), [], ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.text += data


class Untrusted(Case):
    def setUp(self):
        super().setUp()
        self.trace = self.write("hostile.json", hostile_trace())
        self.other = self.write("other.json", hostile_trace(scale=0.9))

    def output(self, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, b""), arguments)
        return result.stdout.decode()

    def assert_nothing_acts(self, text, where, allowed=""):
        found = {match.group(0) for match in ACTS.finditer(text)} - set(allowed)
        self.assertEqual(found, set(), where)

    def assert_cells_are_no_formulas(self, text):
        """Of CSV; gives its cells."""
        rows = list(csv.reader(io.StringIO(text, newline="")))
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        cells = {cell for row in rows for cell in row}
        for cell in cells:
            if not re.fullmatch(r"-?\d+(\.\d+)?(e[-+]?\d+)?", cell):
                self.assertNotRegex(cell, r"^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")
        return cells

    def assert_page_is_text(self, text):
        """Of HTML; gives its elements."""
        page = Elements(text)
        self.assertEqual(page.tags & {"script", "img", "b", "x", "iframe", "a", "link", "object"},
                         set())
        for name, value in page.attributes:
            self.assertFalse(name.startswith("on"), name)
            self.assertNotIn(name, ("src", "href", "xlink:href", "formaction"))
            self.assertNotIn("url(http", value or "")
        return page

    def assert_no_markup(self, text):
        """Of Markdown."""
        literal = re.sub(r"`[^`\n]*`", "", re.sub(r"\\[!-/:-@[-`{-~]", "", text))
        for markup in (r"<\w", r"\]\(", r"https?://", r"www\.", r"&\w+;"):
            self.assertNotRegex(literal, markup)

    def assert_figure_is_text(self, *words):
        """Of SVG."""
        path = os.path.join(self.folder, "figure.svg")
        self.output(*words, "--out", path, "--quiet")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assert_nothing_acts(text, "svg", allowed="\t")
        tree = xml.etree.ElementTree.fromstring(text)
        tags = {element.tag.split("}")[1] for element in tree.iter()}
        self.assertLessEqual(tags, {"svg", "g", "defs", "clipPath", "rect", "line", "path", "polygon",
                                    "text", "title", "desc"})
        for element in tree.iter():
            for name in element.attrib:
                self.assertFalse(name.split("}")[-1].startswith("on") or name.endswith("href"), name)
