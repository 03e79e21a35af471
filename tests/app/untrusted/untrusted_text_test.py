# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Names of a trace are text in every output: none of them acts on a terminal, a spreadsheet, a browser
or a viewer. Usage: untrusted_text_test.py PROGRAM DATA_FOLDER [unittest options]"""

import json
import os
import pty
import re
import subprocess

from program import PROGRAM, main, run
from untrusted_case import ALLOWED, PAYLOADS, Untrusted, hostile_trace


class UntrustedText(Untrusted):
    def traces(self):
        """Traces in whose findings every payload is a name."""
        for first in range(0, len(PAYLOADS), 10):
            yield self.write(f"from_{first}.json", hostile_trace(first=first))

    def test_no_output_has_a_character_that_acts(self):
        calls = [["info", self.trace], ["analyze", self.trace, "--all"],
                 ["compare", self.trace, self.other, "--all"]]
        for call in calls:
            formats = ["text", "json", "markdown"] + (["html", "csv"] if call[0] != "info" else []) + (
                ["sarif"] if call[0] == "analyze" else [])
            for kind in formats:
                with self.subTest(call=call[0], format=kind):
                    text = self.output(*call, "--format", kind)
                    self.assertTrue("h.example" in text or call[0] == "info")
                    self.assert_nothing_acts(text, kind, allowed=ALLOWED.get(kind, ""))

    def test_nothing_acts_in_findings_of_any_payload(self):
        for trace in self.traces():
            for kind in ("text", "csv", "sarif"):
                with self.subTest(trace=trace, format=kind):
                    text = self.output("analyze", trace, "--format", kind)
                    self.assert_nothing_acts(text, kind, allowed=ALLOWED.get(kind, ""))

    def test_a_terminal_gets_our_sequences_alone(self):
        for arguments in [["analyze", self.trace], ["analyze", self.trace, "--all"],
                          ["compare", self.trace, self.other],
                          ["compare", self.trace, self.other, "--format", "csv"], ["info", self.trace]]:
            with self.subTest(arguments=arguments[:1]):
                master, slave = pty.openpty()
                with subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=slave,
                                      stderr=slave, env={**os.environ, "TERM": "xterm"}) as process:
                    os.close(slave)
                    text = b""
                    try:
                        while part := os.read(master, 65536):
                            text += part
                    except OSError:  # the end of a terminal
                        pass
                os.close(master)
                self.assertEqual(process.returncode, 0)
                own = re.sub(r"\x1b\[(?:\d+(?:;\d+)*)?[mK]", "", text.decode())
                self.assertTrue(own)
                self.assert_nothing_acts(own, arguments, allowed="\r")

    def test_json_keeps_the_names(self):
        report = json.loads(self.output("analyze", self.trace, "--format", "json"))
        names = {row["name"] for row in report["annotations"]}
        expected = {name.replace("\0", "\ufffd") for name in PAYLOADS}  # a name has no NUL
        self.assertEqual(expected - names, set())
        self.assertEqual(report["trace"]["path"], self.trace)

    def test_cells_are_no_formulas_and_numbers_stay_numbers(self):
        for trace in self.traces():
            self.assert_cells_are_no_formulas(self.output("analyze", trace, "--format", "csv"))
        cells = self.assert_cells_are_no_formulas(
            self.output("compare", self.trace, self.other, "--format", "csv"))
        self.assertIn("'=HYPERLINK(\"http://h.example\",\"x\")", cells)
        self.assertTrue(any(re.fullmatch(r"-\d+", cell) for cell in cells), "a negative difference")

    def test_html_has_no_element_of_a_name(self):
        for call in (["analyze", self.trace], ["compare", self.trace, self.other]):
            page = self.assert_page_is_text(self.output(*call, "--format", "html"))
            self.assertIn("<script>alert(1)</script>", page.text)

    def test_svg_has_no_element_of_a_name(self):
        self.assert_figure_is_text("export", self.trace)

    def test_markdown_has_no_markup_of_a_name(self):
        for call in (["analyze", self.trace], ["compare", self.trace, self.other]):
            self.assert_no_markup(self.output(*call, "--format", "markdown"))

    def test_sarif_addresses_are_files(self):
        named = 0
        for trace in self.traces():
            report = json.loads(self.output("analyze", trace, "--format", "sarif"))
            for result in report["runs"][0]["results"]:
                for location in result["locations"]:
                    uri = location["physicalLocation"]["artifactLocation"]["uri"]
                    self.assertRegex(uri, r"^(file:///)?[A-Za-z0-9\-._~%][A-Za-z0-9\-._~%/]*$")
                    named += uri.endswith(".py")
                self.assertNotRegex(result["message"]["text"], r"(?<!\\)\]\(")
        self.assertGreater(named, len(PAYLOADS) / 2)

    def test_file_names(self):
        for name in ["quote'\".json", "line\nfeed.json", "esc\x1b[2J.json", "bidi\u202egpj.json",
                     "<b>.json", "=cmd.json", "-dash.json", "a,b;c.json", "javascript:x.json"]:
            with self.subTest(name=name):
                path = self.write(name, hostile_trace())
                for kind in ("text", "markdown", "html", "csv", "sarif", "json"):
                    text = self.output("analyze", path, "--format", kind)
                    self.assert_nothing_acts(text, kind, allowed=ALLOWED.get(kind, ""))
                self.assert_nothing_acts(
                    run("cut", path, "--range", "1ms..2ms", "--out", path + ".cut").stderr.decode(), name)
                os.remove(path)
                missing = run("info", path)
                self.assert_refused(missing, 3)
                self.assert_nothing_acts(missing.stderr.decode(), name)

    def test_a_name_with_a_leading_dash(self):
        self.write("-dash.json", hostile_trace())
        for words in (["info", "--", "-dash.json"], ["info", "./-dash.json"]):
            result = run(*words, cwd=self.folder)
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_words_of_the_command_line_in_errors(self):
        for words in (["info", "x", "--\x1b[2J"], ["info", "\x1b[2J\u202e"],
                      ["detectors", "\x1b[2J"],
                      ["analyze", self.trace, "--what-if", "\x1b[2J"],
                      ["analyze", self.trace, "--range", "\x9b1..\x1b"]):
            result = run(*words)
            self.assertNotEqual(result.returncode, 0)
            self.assert_nothing_acts(result.stderr.decode(), words)


if __name__ == "__main__":
    main()
