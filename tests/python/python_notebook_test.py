# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What shows itself in a notebook, against what the program prints; the examples of the README."""

import builtins
import contextlib
import html.parser
import io
import json
import os
import pathlib
import re
import shutil
import sys
import types
import unittest.mock
import xml.etree.ElementTree

import gaplight
import program

BEFORE, AFTER = program.recorded("copy_before"), program.recorded("copy_after")
RANKS = [program.recorded("ddp_straggler_rank0"), program.recorded("ddp_straggler_rank1")]
README = pathlib.Path(program.DATA, "..", "..", "app", "python", "README.md")
VOID = {"br", "img", "hr"}


class Page(html.parser.HTMLParser):
    """Its text, the tags and attributes; fails where tags are not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.styles, self.open, self.text, self.cells = [], [], [], "", []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.cells += [""] if tag == "td" else []
        self.styles += [value for name, value in attrs if name == "style"]
        assert not [name for name, _ in attrs if name.startswith("on")], attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text += data
        if "td" in self.open:
            self.cells[-1] += data


def plain(text):
    return text.replace("\u2009", " ").replace("`", "")


class Notebook(program.Case):
    def test_a_trace_shows_verdict_bar_and_findings(self):
        trace = gaplight.open(BEFORE)
        page = Page(trace._repr_html_())
        self.assertNotIn("script", page.tags)
        self.assertIn(plain(trace.analysis["verdict"]), plain(page.text))
        rows = [page.cells[at:at + 4] for at in range(0, len(page.cells), 4)]
        self.assertEqual(len(rows), min(8, len(trace.findings)))
        for (number, severity, title, saving), at in zip(rows, range(len(rows))):
            self.assertEqual((int(number), severity), (at + 1, trace.findings.severity[at]))
            self.assertEqual(plain(f"{title}, {saving}" if saving else title),
                             plain(trace.findings.title[at]))
        widths = [float(found) for style in page.styles
                  for found in re.findall(r"flex:([0-9.]+) ", style)]
        self.assertGreater(len(widths), 2)
        self.assertAlmostEqual(sum(widths), 1, places=2)
        # Texts have the color of the page around them, which may be light or dark.
        self.assertFalse([style for style in page.styles if re.search(r"(^|;)color:(?!inherit)", style)])

    def test_names_of_a_file_are_no_markup(self):
        events = json.loads(json.dumps(program.SMALL))
        events["traceEvents"][0]["name"] = "<script>alert(1)</script>"
        path = self.write("<b>x.json", json.dumps(events).encode())
        page = Page(gaplight.open(path)._repr_html_())
        self.assertFalse({"script", "b"} & set(page.tags))
        self.assertIn("<b>x.json", page.text)

    def test_figures(self):
        trace = gaplight.open(BEFORE)
        whole, finding = trace.figure(), trace.figure(finding=0)
        self.assertNotEqual(whole.svg, finding.svg)
        for figure in (whole, finding, trace.figure(range="step:1", width=700)):
            root = xml.etree.ElementTree.fromstring(figure._repr_svg_())
            self.assertTrue(root.tag.endswith("svg"))
            self.assertNotIn("<script", figure.svg)
        self.assertEqual(root.get("width"), "700")
        path = os.path.join(self.folder, "figure.svg")
        finding.save(path)
        self.assertEqual(pathlib.Path(path).read_text(encoding="utf-8"), finding.svg)
        with self.assertRaisesRegex(ValueError, "gaplight export"):
            finding.save("figure.png")
        for options in ({"finding": 99}, {"range": "step:99"}):
            with self.assertRaises(gaplight.Error) as raised:
                trace.figure(**options)
            self.assertEqual(raised.exception.code, "bad_argument")

    def test_comparisons(self):
        compared = gaplight.compare(BEFORE, gaplight.open(AFTER))
        printed = self.report("compare", BEFORE, AFTER)
        self.assertEqual(compared.report["verdict_detail"], printed["verdict_detail"])
        self.assertEqual(compared.verdict, "improved")
        text = program.run("compare", BEFORE, AFTER).stdout.decode()
        self.assertIn(plain(compared.sentence).split(" (")[0], plain(" ".join(text.split())))
        page = Page(compared._repr_html_())
        self.assertEqual(page.tags.count("li"), len(compared.reasons))
        xml.etree.ElementTree.fromstring(compared.figure.svg)
        with self.assertRaises(gaplight.Error):
            gaplight.compare(BEFORE, "missing.json")

    def test_what_if(self):
        edits = ["remove:finding:1", "async:copies"]
        answer = gaplight.what_if(gaplight.open(BEFORE), edits)
        words = [word for edit in edits for word in ("--what-if", edit)]
        self.assertEqual(dict(answer), self.report("analyze", BEFORE, *words)["what_if"])
        self.assertGreater(answer["saving_ns"], 0)
        self.assertIn(str(answer["saving_ns"]), Page(answer._repr_html_()).text)
        with self.assertRaisesRegex(gaplight.Error, "hostsync"):
            gaplight.what_if(gaplight.open(BEFORE), "remove:hostsync")

    def test_ranks_are_a_table(self):
        opened = gaplight.open_ranks(RANKS)
        printed = self.report("analyze", *RANKS)
        self.assertEqual(list(opened.ranks.rank), [0, 1])
        self.assertEqual([int(one) for one in opened.ranks.wait_ns],
                         [one["wait_ns"] for one in printed["ranks"]["per_rank"]])
        self.assertEqual(opened.verdict, printed["sentence"])
        self.assertEqual(sorted(opened.traces), [0, 1])
        self.assertGreater(len(opened.traces[1].kernels), 0)
        self.assertIn(plain(printed["sentence"]), Page(opened._repr_html_()).text)
        with self.assertRaises(gaplight.Error):
            gaplight.open_ranks("missing")

    def test_rules_of_one_s_own(self):
        rules = os.path.join(self.folder, "rules")
        os.makedirs(rules)
        self.write("rules/own.md", b"+++\nseverity = \"critical\"\n+++\n## title\n{count} kernels\n"
                   b"## fix\nNone.\n## sql\nSELECT id AS slice FROM kernel\n")
        trace = gaplight.open(self.small, rules=[rules])
        self.assertEqual(list(trace.findings.detector[:1]), ["own"])
        self.assertEqual(len(gaplight.open(self.small).findings), 0)
        self.write("rules/broken.md", b"nothing")
        self.assertIn("broken.md line 1", Page(
            gaplight.open(self.small, rules=[rules])._repr_html_()).text)

    def test_pandas_is_optional(self):
        findings = gaplight.open(BEFORE).findings
        made = types.SimpleNamespace(DataFrame=lambda columns: ("frame", columns))
        with unittest.mock.patch.dict(sys.modules, {"pandas": made}):
            kind, columns = findings.to_pandas()
        self.assertEqual((kind, list(columns)), ("frame", list(findings.columns())))
        with unittest.mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ImportError, "needs pandas"):
                findings.to_pandas()


class Examples(program.Case):
    """Each line of the README's Python runs on recorded traces under the names that it has."""

    def lines(self):
        text = README.read_text(encoding="utf-8")
        code = [line[4:] for line in text.split("\n") if line.startswith("    ")]
        return [line for line in code if not re.match(r"cmake|PYTHONPATH|import", line)]

    def setUp(self):
        super().setUp()
        os.makedirs(os.path.join(self.folder, "run"))
        for path, name in ((BEFORE, "before.json.gz"), (AFTER, "trace.json.gz"),
                           (RANKS[0], "run/rank0.json.zst"), (RANKS[1], "run/rank1.json.zst")):
            shutil.copy(path, os.path.join(self.folder, name))
        here = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, here)

    def test_readme(self):
        try:
            import pandas
        except ImportError:
            pandas = None
        names = {"gaplight": gaplight, "pandas": pandas}
        ran = 0
        for line in filter(str.strip, self.lines()):
            if pandas is None and re.search(r"pandas|kernels", line):
                continue
            with self.subTest(line=line), contextlib.redirect_stdout(io.StringIO()) as out:
                builtins.exec(line, names)
                ran += 1
                if line.startswith("print"):
                    self.assertNotEqual(out.getvalue().strip(), "")
        self.assertGreaterEqual(ran, 8)
        self.assertTrue(os.path.exists("step.svg"))


if __name__ == "__main__":
    program.main()
