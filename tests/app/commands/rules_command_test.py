#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Rules of one's own, and 'gaplight rules'. Usage: rules_command_test.py PROGRAM DATA."""
import json
import os
import re
import shutil

from program import DATA, Case, main, recorded, run

HELP = os.path.join(DATA, "..", "..", "resources", "help", "own_rules.md")
RULE = """+++
severity = "warning"
place = "trace"
[thresholds]
max_time = "1us"
[expect]
"trace.json" = 1
+++
## title
{count:kernel takes|kernels take} more than {max_time}
## fix
Make them faster.
## sql
SELECT id AS slice, short_name AS label FROM kernel WHERE dur > :max_time
"""
ID = "slow-kernels"


class OwnRules(Case):
    def setUp(self):
        super().setUp()
        self.trace = os.path.join(self.folder, "trace.json.zst")
        shutil.copy(recorded("graph_small_before"), self.trace)
        self.config = os.path.join(self.folder, "config")
        self.rules = os.path.join(self.folder, "team")
        os.makedirs(os.path.join(self.config, "gaplight", "rules"))
        os.makedirs(self.rules)
        self.rule = self.write(f"team/{ID}.md", RULE.encode())
        self.environment = {**os.environ, "XDG_CONFIG_HOME": self.config}

    def found(self, *arguments, says=b"", **options):
        findings = self.report("analyze", self.trace, *arguments, says=says, **options)["findings"]
        return [one for one in findings if one["detector"] == ID]

    def test_of_a_folder_and_of_the_configuration(self):
        self.assertEqual(self.found(), [])
        (finding,) = self.found("--rules", self.rules)
        self.assertEqual(finding["severity"], "warning")
        self.assertRegex(finding["title"], r"^\d+ kernels take more than 1\.00 µs$")
        self.assertEqual(finding["evidence"][0]["mark"], "tint")
        self.assertEqual(self.found(env=self.environment), [])
        shutil.copy(self.rule, os.path.join(self.config, "gaplight", "rules"))
        self.assertEqual(len(self.found(env=self.environment)), 1)
        self.assertEqual(self.found("--no-settings", env=self.environment), [])

    def test_of_folders_that_the_configuration_names(self):
        self.write("config/gaplight/gaplight.toml",
                   f'rules = ["{self.rules}"]\n[{ID}]\nmax_time = "1s"\n'.encode())
        self.assertEqual(self.found(env=self.environment), [])
        self.assertEqual(len(self.found("--set", f"{ID}.max_time=1ns", env=self.environment)), 1)
        listed = json.loads(run("rules", "--format", "json", env=self.environment).stdout)
        self.assertEqual([rule["id"] for rule in listed["own_rules"]], [ID])
        self.assertEqual(listed["own_rules"][0]["thresholds"][0]["value"], 1_000_000_000)

    def test_never_of_files_beside_a_trace(self):
        self.write("gaplight.toml", f'rules = ["{self.rules}"]\n'.encode())
        os.makedirs(os.path.join(self.folder, "rules"))
        shutil.copy(self.rule, os.path.join(self.folder, "rules"))
        done = run("analyze", self.trace, "--format", "json")
        report = json.loads(done.stdout)
        self.assertEqual([one for one in report["findings"] if one["detector"] == ID], [])
        self.assertEqual(report["settings_files"][0]["rules_not_run"], [self.rules])
        self.assertIn(b"are not run", done.stderr)
        # The file may set thresholds of a rule that is run, and may not stop where it is not.
        self.write("gaplight.toml", f'[{ID}]\nmax_time = "1s"\n'.encode())
        self.assertEqual(json.loads(run("analyze", self.trace, "--rules", self.rules, "--format",
                                        "json").stdout)["not_applicable"],
                         report["not_applicable"])
        done = run("analyze", self.trace, "--format", "json")
        self.assertEqual(done.returncode, 0)
        self.assertIn(f"not known here: {ID}".encode(), done.stderr)
        self.assertEqual(json.loads(done.stdout)["settings_files"][0]["rules_not_known"], [ID])
        # Of a known rule an error stays one.
        self.write("gaplight.toml", b'[gpu-idle]\nmin_gpa = "1s"\n')
        self.assertEqual(run("analyze", self.trace).returncode, 2)

    def test_reports_gates_and_review(self):
        rules = ("--rules", self.rules)
        for form in ("text", "markdown", "html", "csv"):
            with self.subTest(form=form):
                text = run("analyze", self.trace, *rules, "--format", form, "--all").stdout.decode()
                self.assertIn("kernels take more than", text)
        sarif = json.loads(run("analyze", self.trace, *rules, "--format", "sarif").stdout)["runs"][0]
        (result,) = [one for one in sarif["results"] if one["ruleId"] == ID]
        self.assertEqual(result["level"], "warning")
        rule = sarif["tool"]["driver"]["rules"][result["ruleIndex"]]
        self.assertEqual(rule["id"], ID)
        self.assertIn("## sql", rule["help"]["markdown"])
        others = [f"--set={one['id']}.severity=info"
                  for one in json.loads(run("rules", "--format", "json").stdout)["detectors"]]
        gate = ("--fail-on", "warning", *others)
        self.assertEqual(run("analyze", self.trace, *gate).returncode, 0)
        self.assertEqual(run("analyze", self.trace, *rules, *gate).returncode, 1)
        self.assertEqual(run("analyze", self.trace, *rules, *gate, "--set",
                             f"{ID}.severity=off").returncode, 0)

    def test_a_folder_that_is_not_there_is_an_error(self):
        done = run("analyze", self.trace, "--rules", os.path.join(self.folder, "none"))
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"none: there is no such folder", done.stderr)

    def test_compare_names_new_and_gone_ones(self):
        self.write(f"team/{ID}.md", RULE.replace("FROM kernel", "FROM copy").replace(
            "short_name", "name").replace("kernels take", "copies take").encode())
        before, after = recorded("copy_before"), recorded("copy_after")
        rules = ("--rules", self.rules, "--set", f"{ID}.max_time=200us")
        changes = {}
        for name, pair in (("gone", (before, after)), ("new", (after, before))):
            done = self.report("compare", *pair, *rules)
            changes[name] = sorted(change for change, listed in done["findings"].items()
                                   if f'"{ID}"' in json.dumps(listed))
            text = run("compare", *pair, *rules, "--format", "markdown").stdout.decode()
            self.assertIn(ID, text)
        self.assertEqual(changes, {"gone": ["gone"], "new": ["new"]})

    def test_compare_shows_how_often_one_without_a_price_is_there(self):
        pair = (recorded("resnet18_eager"), recorded("resnet18_compile"))
        rules = ("--rules", self.rules)
        (kept,) = [one for one in self.report("compare", *pair, *rules)["findings"]["kept"]
                   if one["a"]["detector"] == ID]
        counts = [kept[side]["count"] for side in "ab"]
        self.assertNotEqual(*counts)
        for form in ("text", "markdown"):
            text = run("compare", *pair, *rules, "--all", "--format", form).stdout.decode()
            for count in counts:
                self.assertIn(f"{count:,} times", text)

    def test_one_that_fails_is_named_and_stops_nothing(self):
        broken = self.write("team/broken.md", RULE.replace("short_name", "shrt_name").encode())
        says = f"gaplight: rule failed: {broken} line 14: "
        done = run("analyze", self.trace, "--rules", self.rules, "--format", "json")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stderr.decode().startswith(says), done.stderr)
        report = json.loads(done.stdout)
        (failed,) = report["failed_rules"]
        self.assertEqual((failed["rule"], failed["file"], failed["line"]), ("broken", broken, 14))
        self.assertIn("short_name", failed["message"])
        self.assertEqual(len([one for one in report["findings"] if one["detector"] == ID]), 1)
        # What it would have found is not known: a gate does not pass.
        gated = run("analyze", self.trace, "--rules", self.rules, "--fail-on", "critical")
        self.assertEqual(gated.returncode, 1)
        self.assertIn(f"--fail-on: rule failed: {broken} line 14: ", gated.stderr.decode())
        for form in ("text", "markdown", "html"):
            with self.subTest(form=form):
                text = run("analyze", self.trace, "--rules", self.rules, "--format", form)
                self.assertIn("rule failed: ", text.stdout.decode())
        sarif = json.loads(run("analyze", self.trace, "--rules", self.rules, "--format",
                               "sarif").stdout)["runs"][0]["invocations"][0]
        self.assertTrue(sarif["executionSuccessful"])
        (note,) = sarif["toolConfigurationNotifications"]
        self.assertEqual(note["level"], "error")
        # Settings of a rule whose file has an error stop nothing either.
        self.write("team/broken.md", b"+++\n")
        self.write("gaplight.toml", b'[broken]\nmax_time = "1s"\n')
        self.assertEqual(run("analyze", self.trace, "--rules", self.rules).returncode, 0)
        self.assertIn(b"Rules that failed", run("rules", "--rules", self.rules).stdout)

    def test_check(self):
        met = run("rules", "check", self.rule, self.trace)
        self.assertEqual((met.returncode, met.stderr), (0, b""))
        self.assertIn("1 finding as expected", met.stdout.decode())
        unmet = run("rules", "check", self.rule, self.trace, "--set", f"{ID}.max_time=1s")
        self.assertEqual(unmet.returncode, 1)
        self.assertIn("0 findings, expected 1", unmet.stdout.decode())
        other = run("rules", "check", self.rule, self.trace, self.small, "--format", "json")
        self.assertEqual(other.returncode, 0)
        checked = json.loads(other.stdout)
        self.assertEqual(checked["rule"], ID)
        self.assertEqual([(one["expected"], one["met"]) for one in checked["traces"]],
                         [(1, True), (None, True)])
        self.write(f"team/{ID}.md", RULE.replace(":max_time", ":max_tme").encode())
        failed = run("rules", "check", self.rule, self.trace)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("line 14: there is no value for ':max_tme'", failed.stdout.decode())
        self.write(f"team/{ID}.md", b"no head")
        self.assert_refused(run("rules", "check", self.rule, self.trace), 1, "line 1", "+++")
        self.assert_refused(run("rules", "check", self.rule), 2, "a trace")
        self.assert_refused(run("rules", "check", self.rule, "none.json"), 1, "+++")

    def test_check_goes_on_after_a_trace_that_cannot_be_read(self):
        none = os.path.join(self.folder, "none.json")
        done = run("rules", "check", self.rule, none, self.trace)
        self.assertEqual(done.returncode, 3)
        self.assertIn("none.json", done.stderr.decode())
        self.assertIn("1 finding as expected", done.stdout.decode())
        checked = json.loads(run("rules", "check", self.rule, none, self.trace, "--format",
                                 "json").stdout)["traces"]
        self.assertEqual([one["met"] for one in checked], [False, True])
        self.assertIn("none.json", checked[0]["error"])
        self.assertIsNone(checked[1]["error"])

    def test_examples_are_rules(self):
        names = re.findall(r"^([a-z]+-[a-z-]+)  ", run("rules", "example").stdout.decode(), re.M)
        self.assertEqual(len(names), 5)
        for name in names:
            with self.subTest(name=name):
                text = run("rules", "example", name).stdout
                rule = self.write(f"{name}.md", text)
                expected = re.findall(r'^"(\S+)\.json" = \d', text.decode(), re.M)
                self.assertEqual(len(expected), 2)
                done = run("rules", "check", rule, *map(recorded, expected))
                self.assertEqual((done.returncode, done.stderr), (0, b""), done.stdout.decode())
                self.assertEqual(done.stdout.decode().count("as expected"), 2)
        self.assert_refused(run("rules", "example", "no-item"), 2, "did you mean 'no-item-in-step'?")

    def test_the_first_rule_of_the_help_page(self):
        with open(HELP, encoding="utf-8") as page:
            text = re.search(r"(?s)\n {8}\+\+\+\n.*? {8}## sql\n[^\n]*\n", page.read()).group()
        rule = self.write("long-kernel.md", re.sub(r"(?m)^ {8}", "", text.lstrip("\n")).encode())
        done = run("rules", "check", rule, recorded("streams_overlap"))
        self.assertEqual((done.returncode, done.stderr), (0, b""), done.stdout.decode())
        self.assertIn("takes more than 1.00 ms: 5 times", done.stdout.decode())

    def test_rules_explains_own_ones(self):
        self.assertIn("## sql", run("rules", ID, "--rules", self.rules).stdout.decode())
        self.assert_refused(run("rules", "slow-kernel", "--rules", self.rules), 2,
                            f"did you mean '{ID}'?")
        self.assert_refused(run("rules", "gpu-idle", "host-sync"), 2, "host-sync")


if __name__ == "__main__":
    main()
