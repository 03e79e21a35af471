# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Drives what the built program says of findings and rules. Usage: findings_command_test.py PROGRAM
DATA_FOLDER [unittest options]"""

import csv
import io
import json
import os

from program import Case, main, recorded, run


class Findings(Case):
    """What 'analyze' and 'detectors' say of the rules."""

    def test_findings_have_every_key_in_order(self):
        report = self.report("analyze", recorded("wan_before_compile"))
        self.assertTrue(report["findings"])
        for finding in report["findings"]:
            self.assertEqual(list(finding), [
                "detector", "severity", "title", "why", "fix", "count", "per_step", "cost",
                "where", "evidence", "evidence_total", "confidence", "part_of"])
            self.assertEqual(list(finding["cost"]),
                             ["gpu_idle_ns", "host_ns", "saving_ns", "saving_share",
                              "unprofiled_saving_ns", "saving_is_bound"])
            self.assertEqual(list(finding["where"]), ["annotation", "op", "python", "device", "gpu"])
            self.assertLessEqual(len(finding["evidence"]), 1000)
            self.assertGreaterEqual(finding["evidence_total"], len(finding["evidence"]))
            for evidence in finding["evidence"]:
                self.assertEqual(list(evidence), ["track", "begin_ns", "end_ns", "mark", "label"])
                self.assertLessEqual(evidence["begin_ns"], evidence["end_ns"])
        savings = [finding["cost"]["saving_ns"] or 0 for finding in report["findings"]]
        self.assertEqual(savings, sorted(savings, reverse=True))
        for rule in report["not_applicable"]:
            self.assertEqual(list(rule), ["detector", "reason"])

    def test_the_checklist_asks_six_questions(self):
        checklist = self.report("analyze", recorded("wan_before_compile"))["checklist"]
        self.assertEqual([item["question"] for item in checklist],
                         ["gpu_busy", "host_blocking", "scheduler_share", "compile_effective",
                          "launch_latency", "memory_stable"])
        self.assertEqual(checklist[1]["status"], "unhealthy")

    def test_gates(self):
        trace = recorded("flux_after_eager")
        for gate, part in [(["--fail-on", "critical"], "--fail-on"),
                           (["--max-idle", "5%"], "--max-idle")]:
            with self.subTest(gate=gate):
                result = run("analyze", trace, *gate)
                self.assertEqual(result.returncode, 1)
                self.assertIn(b"GPU 0", result.stdout)  # the report is there all the same
                error = result.stderr.decode()
                self.assertEqual(error.count("\n"), 1, error)
                self.assertIn(part, error)
        self.assertEqual(run("analyze", trace, "--max-idle", "100%").returncode, 0)
        self.assertEqual(run("analyze", self.small, "--fail-on", "warning").returncode, 0)

    def test_a_range_is_a_part_of_the_whole(self):
        trace = recorded("wan_before_compile")
        whole = self.report("analyze", trace)
        part = self.report("analyze", trace, "--range", "step:2")
        self.assertEqual(part["steps"]["count"], 1)
        device, of = part["devices"][0], whole["devices"][0]
        self.assertLess(device["window_ns"], of["window_ns"] / 2)
        self.assertEqual(device["busy_ns"] + device["idle_ns"], device["window_ns"])
        self.assertEqual(sum(device["idle_by_filler_ns"].values()), device["idle_ns"])
        self.assert_refused(run("analyze", trace, "--range", "step:9"), 2, "--range 'step:9'",
                            "step:1 to step:3")
        self.assert_refused(run("analyze", trace, "--range", "90s..91s"), 2, "trace's end")

    def test_thresholds_come_from_the_command_line_and_from_files(self):
        trace = self.small
        self.assertEqual(self.report("analyze", trace)["devices"][0]["gap_threshold_ns"], 100000)
        self.write("gaplight.toml", b'[gpu-idle]\nmin_gap = "70us"\n')
        named = (f"gaplight: thresholds are set by {self.folder}/gaplight.toml: "
                 "gpu-idle.min_gap=70us\n").encode()
        report = self.report("analyze", trace, says=named)
        self.assertEqual(report["devices"][0]["gap_threshold_ns"], 70000)
        report = self.report("analyze", trace, "--set", "gpu-idle.min_gap=50us", says=named)
        self.assertEqual(report["devices"][0]["gap_threshold_ns"], 50000)
        self.assert_refused(run("analyze", trace, "--set", "gpu-idle.gap=5us"), 2, "min_gap")
        self.write("gaplight.toml", b"[gpu-idle]\nmin_gap = 5 parsecs\n")
        self.assert_refused(run("analyze", trace), 2, "gaplight.toml line 2")

    def test_settings_of_the_user(self):
        config = os.path.join(self.folder, "config")
        os.makedirs(os.path.join(config, "gaplight"))
        self.write("config/gaplight/gaplight.toml", b'[gpu-idle]\nmin_gap = "1ms"\n')
        environment = {**os.environ, "XDG_CONFIG_HOME": config}
        report = self.report("analyze", self.small, env=environment)
        self.assertEqual(report["devices"][0]["gap_threshold_ns"], 1000000)

    def test_sarif_and_csv_list_the_same_findings(self):
        trace = recorded("wan_before_compile")
        titles = [finding["title"] for finding in self.report("analyze", trace)["findings"]]
        rows = list(csv.DictReader(io.StringIO(
            run("analyze", trace, "--format", "csv").stdout.decode(), newline="")))
        self.assertEqual([row["title"] for row in rows], titles)
        sarif = json.loads(run("analyze", trace, "--format", "sarif").stdout)
        self.assertEqual(sarif["version"], "2.1.0")
        driver = sarif["runs"][0]["tool"]["driver"]
        results = sarif["runs"][0]["results"]
        self.assertEqual(len(results), len(titles))
        for result, title in zip(results, titles):
            self.assertTrue(result["message"]["text"].startswith(title))
            self.assertEqual(driver["rules"][result["ruleIndex"]]["id"], result["ruleId"])
            self.assertIn(result["level"], ["error", "warning", "note"])
            self.assertTrue(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])

    def test_detectors_lists_and_explains(self):
        listed = run("detectors").stdout.decode()
        rules = json.loads(run("detectors", "--format", "json").stdout)["detectors"]
        self.assertIn(f"{len(rules)} rules", listed)
        for rule in rules:
            self.assertIn(rule["id"], listed)
            for threshold in rule["thresholds"]:
                self.assertEqual(list(threshold), ["key", "unit", "preset", "value", "per_name",
                                                   "meaning", "source"])
            explained = run("detectors", rule["id"])
            self.assertEqual(explained.returncode, 0)
            self.assertGreater(len(explained.stdout), 400, rule["id"])
        self.assertIn("70", run("detectors", "gpu-idle", "--set",
                                "gpu-idle.min_gap=70us").stdout.decode())
        self.assert_refused(run("detectors", "no-such-rule"), 2, "no-such-rule")


if __name__ == "__main__":
    main()
