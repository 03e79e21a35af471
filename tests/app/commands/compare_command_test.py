# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Drives 'gaplight compare'. Usage: compare_command_test.py PROGRAM DATA_FOLDER [unittest
options]"""

import csv
import io
import json
import os

from program import Case, main, recorded, run

EAGER = "flux_after_eager"
GRAPH = "flux_after_cudagraph"


class Compare(Case):
    def test_text_tells_verdict_level_and_reason(self):
        text = run("compare", recorded(EAGER), recorded(GRAPH), "--all").stdout.decode()
        self.assertIn("improved: a steady step takes", text)
        self.assertIn("compared by steps: 4 steps each, marked by scheduler_step in both", text)
        self.assertIn("transformer_forward = CompiledFxGraph", text)
        self.assertIn("host time from one to the next", text)

    def test_text_is_the_verdict_with_its_reasons(self):
        text = run("compare", recorded("sync_small_before"), recorded("sync_small_after")).stdout.decode()
        lines = text.splitlines()
        self.assertLessEqual(len(lines), 25)
        self.assertIn("improved: a steady step takes", text)
        self.assertIn("without the profiler about", text)
        self.assertIn("blocking calls 12 → 0 a step", text)
        self.assertIn("gone: 71 syncs in `step`", text)
        self.assertNotIn("Whole run", text)

    def test_json_has_every_key_and_exact_differences(self):
        report = self.report("compare", recorded(EAGER), recorded(GRAPH))
        self.assertEqual(list(report), [
            "schema", "tool", "a", "b", "alignment", "rows", "functions", "self_times", "kernels",
            "origins", "findings", "verdict", "verdict_detail", "noise_floor"])
        self.assertEqual(report["alignment"]["level"], "steps")
        self.assertEqual(report["verdict"], "improved")
        self.assertAlmostEqual(report["noise_floor"], 0.049, 3)
        detail = report["verdict_detail"]
        self.assertEqual(list(detail["unprofiled"]), ["a_ns", "b_ns", "change", "error"])
        self.assertGreater(detail["noise_floor_ns"], 0)
        for side, name in (("a", EAGER), ("b", GRAPH)):
            alone = self.report("analyze", recorded(name))
            for finding in alone["findings"]:
                del finding["evidence"]
            self.assertEqual(report[side], alone)
            whole = report["rows"][0][side]
            device = alone["devices"][0]
            self.assertEqual(whole["kernels"], device["kernels"])
            self.assertEqual(whole["gpu_busy_ns"], device["busy_ns"])
            self.assertEqual(whole["idle_by_trigger_ns"], device["idle_by_trigger_ns"])
            self.assertEqual(whole["idle_by_filler_ns"], device["idle_by_filler_ns"])
        for row in report["rows"]:
            self.assertEqual(list(row), ["kind", "name", "comparable", "a", "b", "delta"])
            if row["delta"]:
                self.assert_differences(row["a"], row["b"], row["delta"])

    def assert_differences(self, a, b, delta):
        for key, value in delta.items():
            if isinstance(value, dict):
                self.assert_differences(a[key], b[key], value)
            elif value is not None:
                self.assertEqual(value, b[key] - a[key], key)

    def test_csv_and_markdown(self):
        result = run("compare", recorded(EAGER), recorded(GRAPH), "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(result.stdout.decode(), newline="")))
        kernels = [row for row in rows if row["part"] == "whole" and row["measure"] == "kernels"]
        self.assertEqual(len(kernels), 1)
        self.assertEqual((kernels[0]["baseline_value"], kernels[0]["run_value"]), ("2726", "970"))
        self.assertEqual(kernels[0]["difference"], str(970 - 2726))
        text = run("compare", recorded(EAGER), recorded(GRAPH), "--format", "markdown")
        self.assertIn("| --- |", text.stdout.decode().replace(":", "").replace("----", "---"))

    def test_gate(self):
        eager, graph = recorded(EAGER), recorded(GRAPH)
        self.assertEqual(run("compare", eager, graph, "--max-regression", "2%").returncode, 0)
        self.assertEqual(run("compare", eager, eager, "--max-regression", "0%").returncode, 0)
        worse = run("compare", graph, eager, "--max-regression", "2%")
        self.assertEqual(worse.returncode, 1)
        self.assertIn(b"--max-regression", worse.stderr)
        self.assertIn(b"regressed", worse.stdout)
        unknown = run("compare", eager, recorded("ema_loop_none"), "--max-regression", "2%")
        self.assertEqual(unknown.returncode, 1)
        self.assertIn(b"cannot be judged", unknown.stderr)

    def test_several_against_one(self):
        traces = [recorded("optimizer_" + name) for name in ("loop", "foreach", "fused")]
        text = run("compare", *traces).stdout.decode()
        self.assertIn("against 2 others", text)
        self.assertEqual(text.count("improved"), 2)
        report = self.report("compare", *traces)
        self.assertEqual(len(report["comparisons"]), 2)

    def test_pins(self):
        a, b = recorded(EAGER), recorded(GRAPH)
        report = self.report("compare", a, b, "--pin", "step:2=step:3")
        self.assertIn("pinned by hand", report["alignment"]["reason"])
        pins = [row for row in report["rows"] if row["kind"] == "pin"]
        self.assertEqual(len(pins), 1)
        self.assert_refused(run("compare", a, b, "--pin", "step:9=step:1"), 2, "--pin")
        self.assert_refused(run("compare", a, b, "--pin", "nothing"), 2, "--pin")
        self.assert_refused(run("compare", a, b, "--pin", "vae=scheduler_step"), 2, "vae")

    def test_bad_cases_are_said_plainly(self):
        same = self.report("compare", recorded(EAGER), recorded(EAGER))
        self.assertEqual(same["verdict"], "unchanged")
        self.assertIn("nothing differs", same["verdict_detail"]["remarks"][0])
        for other, statement in [
                ("ema_loop_none", "different work"), (None, "may be different programs")]:
            other = recorded(other) if other else self.small
            text = run("compare", recorded(EAGER), other).stdout.decode()
            self.assertIn("inconclusive", text)
            self.assertIn(statement, text)

    def test_refusals(self):
        self.assert_refused(run("compare", self.small), 2)
        self.assert_refused(run("compare", self.small, self.small, "--noise", "much"), 2, "--noise")
        self.assert_refused(run("compare", self.small, self.small, "--format", "sarif"), 2, "sarif")
        missing = os.path.join(self.folder, "missing.json")
        self.assert_refused(run("compare", self.small, missing), 3, "missing.json")

    def test_writes_a_file(self):
        out = os.path.join(self.folder, "out.json")
        result = run("compare", self.small, self.small, "--format", "json", "--out", out)
        self.assertEqual((result.returncode, result.stdout), (0, b""))
        with open(out, encoding="utf-8") as file:
            self.assertEqual(len(json.load(file)["verdict_detail"]["remarks"]), 1)


if __name__ == "__main__":
    main()
