# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Kernel reports on the command line.
Usage: kernels_command_test.py PROGRAM DATA_FOLDER [unittest options]"""

import csv
import io
import json
import os
import subprocess
import sys
import tempfile

from program import Case, main, recorded, run

DATA = sys.argv[2] if len(sys.argv) > 2 else ""
REPORT = os.path.join(DATA, "ncu/ncu_run.ncu-rep.zst")
CSV = os.path.join(DATA, "ncu/ncu_run.raw.csv.zst")


def json_of(*arguments):
    result = run(*arguments, "--format", "json")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


class Kernels(Case):
    def test_every_metric_as_the_profiler_prints_it(self):
        """Independent of the program's own reader of CSV."""
        text = subprocess.run(["zstd", "-dc", CSV], capture_output=True, check=True).stdout
        names, _, *rows = csv.reader(io.StringIO(text.decode()))
        kernels = json_of("analyze", REPORT)["kernel_report"]["kernels"]
        self.assertEqual(len(kernels), len(rows))
        whole = texts = 0
        for kernel, row in zip(kernels, rows):
            for name, printed in list(zip(names, row))[11:]:
                value = kernel["metrics"].get(name)
                if isinstance(value, str):
                    self.assertEqual(value, printed)
                    texts += 1
                elif isinstance(value, int):
                    # Integers with an instance of each are printed with separators.
                    if printed.replace(",", "").isdigit():
                        self.assertEqual(value, int(printed.replace(",", "")), name)
                        whole += 1
                elif value is None:
                    self.assertIn(printed, ("", "no data", "nan"), name)
        self.assertEqual(texts, 276)
        self.assertGreater(whole, 12000)

    def test_beside_a_trace(self):
        report = json_of("analyze", recorded("ncu/ncu_run"), "--kernels", REPORT)["kernel_report"]
        self.assertTrue(report["from_another_run"])
        self.assertEqual(report["matches"]["kernels"], 46)
        self.assertEqual(report["matches"]["ambiguous_kernels"], 0)
        self.assertEqual(report["matches"]["launches"], report["matches"]["all_launches"])
        self.assertEqual(sum(one["total_ns"] for one in report["kernels"]),
                         report["matches"]["matched_ns"])
        self.assertIsNone(report["kernels"][0]["metrics"])
        self.assertIsNone(json_of("analyze", recorded("ncu/ncu_run"))["kernel_report"])
        for form in ("text", "markdown", "html"):
            text = run("analyze", recorded("ncu/ncu_run"), "--kernels", REPORT, "--format", form)
            self.assertEqual(text.returncode, 0, text.stderr)
            self.assertIn(b"From another run", text.stdout)

    def test_times_of_the_trace_stay(self):
        alone = json_of("analyze", recorded("ncu/ncu_run"))
        beside = json_of("analyze", recorded("ncu/ncu_run"), "--kernels", REPORT)
        del alone["kernel_report"], beside["kernel_report"]
        self.assertEqual(alone, beside)

    def test_info_and_forms(self):
        facts = json_of("info", REPORT)["kernel_report"]
        self.assertEqual((facts["kernels"], facts["gpus"][0]["name"]), (46, "NVIDIA H200"))
        rows = list(csv.DictReader(io.StringIO(
            run("analyze", REPORT, "--format", "csv").stdout.decode())))
        self.assertEqual(len({row["kernel"] for row in rows}), 46)
        self.assertIn(b"<html", run("analyze", REPORT, "--format", "html").stdout)

    def test_instructions(self):
        for kernel in json_of("analyze", REPORT)["kernel_report"]["kernels"]:
            executed = kernel["metrics"]["sass__inst_executed_per_opcode"]
            for list_name in ("categories", "opcodes"):
                counts = [one["executed"] for one in kernel["instruction_mix"][list_name]]
                self.assertEqual(sum(counts), executed)
                self.assertEqual(counts, sorted(counts, reverse=True))
        of_csv = json_of("analyze", CSV)["kernel_report"]["kernels"]
        self.assertTrue(all(kernel["instruction_mix"] is None for kernel in of_csv))
        text = run("analyze", REPORT, "--format", "markdown").stdout
        self.assertIn(b"floating point 38.1", text)

    def test_compressed_report_of_an_unknown_container(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.ncu-repz")
            with open(path, "wb") as file:
                file.write(b"PK\x03\x04" + bytes(range(256)))
            result = run("analyze", path)
            self.assertEqual(result.returncode, 3)
            self.assertEqual(result.stderr.count(b"\n"), 1)
            self.assertIn(path.encode(), result.stderr)

    def test_no_window_compares_reports(self):
        for other in (REPORT, recorded("ncu/ncu_run")):
            result = run(REPORT, other, "--screenshot", "never.png")
            self.assertEqual(result.returncode, 3)
            self.assertIn(b"a view of two files", result.stderr)
        self.assertIn(b"What the longest execute", run("analyze", REPORT).stdout)

    def test_two_reports(self):
        comparison = json_of("compare", REPORT, CSV)
        self.assertEqual(len(comparison["kernels"]), 46)
        self.assertEqual(comparison["only_a"], [])
        for kernel in comparison["kernels"]:
            self.assertTrue(kernel["same_launch"])
            a, b = (kernel[side]["figures"] for side in "ab")
            self.assertEqual(a.keys(), b.keys())
            for key, value in a.items():  # CSV has six digits
                digit = 1e6 if "per_second" in key else 1e3 if "bytes" in key else 1e-2
                self.assertAlmostEqual(value, b[key], delta=1e-5 * abs(value) + digit, msg=key)

    def test_refusals(self):
        trace = recorded("ncu/ncu_run")
        self.assert_refused(run("analyze", recorded("resnet18_eager"), "--kernels", REPORT), 2,
                            "another program", "7 of its 46 kernels")
        self.assert_refused(run("analyze", trace, "--kernels", trace), 3, "not a kernel report")
        self.assert_refused(run("analyze", REPORT, "--what-if", "remove:host-sync"), 2,
                            "--what-if needs a trace")
        self.assert_refused(run("compare", REPORT, trace), 2,
                            "a trace cannot be compared with a kernel report")
        whole = subprocess.run(["zstd", "-dc", REPORT], capture_output=True, check=True).stdout
        cut = self.write("cut.ncu-rep", whole[:len(whole) // 3])
        self.assertIn(b"truncated", run("analyze", cut).stdout)
        self.assert_refused(run("analyze", self.write("short.ncu-rep", whole[:100])), 3,
                            "ends before its first kernel")


if __name__ == "__main__":
    main()
