# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Where kernels come from, on the command line.
Usage: provenance_command_test.py PROGRAM DATA_FOLDER [unittest options]"""

import json
import os
import subprocess

from program import DATA, Case, main, recorded, run

REPLAY = recorded("graphs/graph_replay")
CAPTURE = recorded("graphs/graph_capture")
COMPILED = recorded("memory/snapshot_run")
LOG = os.path.join(DATA, "memory/snapshot_run.torch_trace.log.zst")


def provenance_of(*arguments):
    result = run("analyze", *arguments, "--format", "json")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)["provenance"]


class Provenance(Case):
    def test_capture_names_replayed_kernels(self):
        self.assertIsNone(provenance_of(REPLAY))
        capture = provenance_of(REPLAY, "--capture", CAPTURE)["capture"]
        self.assertEqual(capture["matched_replays"], 6)
        self.assertEqual(capture["matched_ns"], capture["replayed_ns"])
        for share in ("with_operator_ns", "with_module_ns", "with_annotation_ns"):
            self.assertGreaterEqual(capture[share] * 100, capture["replayed_ns"] * 95, share)
        self.assertEqual(sum(place["total_ns"] for place in capture["places"]),
                         capture["matched_ns"])
        self.assertEqual(sum(capture["confidence_ns"].values()), capture["matched_ns"])
        for form in ("text", "markdown", "html"):
            page = run("analyze", REPLAY, "--capture", CAPTURE, "--format", form).stdout.decode()
            self.assertIn("aten::bmm", page, form)
            self.assertIn("Block_0", page, form)

    def test_a_range_keeps_it(self):
        capture = provenance_of(REPLAY, "--capture", CAPTURE, "--range", "annotation:decode#2")
        self.assertEqual(capture["capture"]["replays"], 6)

    def test_capture_in_the_same_file(self):
        capture = provenance_of(recorded("record/graph"))["capture"]
        self.assertTrue(capture["same_file"])
        self.assertEqual(capture["matched_replays"], 5)

    def test_log_gives_lines_and_reasons(self):
        log = provenance_of(COMPILED, "--compile-log", LOG)["compile_log"]
        self.assertEqual((log["generated"], log["found"], log["ambiguous"]), (84, 84, 0))
        for kernel in log["kernels"]:
            self.assertTrue(kernel["lines"], kernel["name"])
        self.assertIn("Call to `torch._dynamo.graph_break()`",
                      {one["reason"] for one in log["graph_breaks"]})
        self.assertEqual(log["recompiles"][0]["reasons"],
                         ["0/0: tensor 'x' size mismatch at index 0. expected 512, actual 576"])
        page = run("analyze", COMPILED, "--compile-log", LOG, "--format", "markdown").stdout.decode()
        self.assertIn("size mismatch at index 0", page)

    def test_compare_by_module_and_operator(self):
        self.assertIsNone(json.loads(run("compare", REPLAY, CAPTURE, "--format", "json").stdout)["origins"])
        pair = ("compare", REPLAY, CAPTURE, "--capture", CAPTURE)
        origins = json.loads(run(*pair, "--format", "json").stdout)["origins"]
        blocks = [row for row in origins["modules"] if row["name"].startswith("nn.Module: Block_")]
        self.assertEqual(len(blocks), 6)
        # The capture launches no kernels of its modules; the replay has 16 of each block, six times.
        self.assertEqual({(row["a"]["kernels"], row["b"]["kernels"]) for row in blocks}, {(96, 0)})
        self.assertEqual(origins["unplaced"]["a"]["kernels"], 0)
        self.assertEqual(sum(row["a"]["time_ns"] for row in origins["operators"]),
                         origins["kernels"]["a"]["time_ns"])
        for form in ("text", "markdown", "html"):
            page = run(*pair, "--all", "--format", form).stdout.decode()
            self.assertIn("Where GPU time comes from", page, form)
            self.assertIn("Block_0", page, form)
        self.assert_refused(run("compare", REPLAY, CAPTURE, "--capture", COMPILED), 2,
                            f"--capture {COMPILED}: ")

    def test_refusals(self):
        for trace, option, path, code in (
                (REPLAY, "--capture", COMPILED, 2), (COMPILED, "--capture", CAPTURE, 2),
                (REPLAY, "--capture", self.folder + "/none", 3), (REPLAY, "--compile-log", LOG, 2),
                (recorded("transformer_compile"), "--compile-log", LOG, 2),
                (COMPILED, "--compile-log", COMPILED, 3)):
            self.assert_refused(run("analyze", trace, option, path), code, option, path)

    def test_a_log_that_is_cut(self):
        """What is before the cut counts; the report says in one line what is missing."""
        text = subprocess.run(["zstd", "-dc", LOG], capture_output=True, check=True).stdout
        log = self.write("cut.log", text[:len(text) * 7 // 10])
        result = provenance_of(COMPILED, "--compile-log", log)["compile_log"]
        self.assertEqual(result["issues"], [{"kind": "truncated", "count": 1}])
        self.assertLess(result["found"], 84)
        page = run("analyze", COMPILED, "--compile-log", log).stdout.decode()
        self.assertIn("the log ends inside an entry", page)


if __name__ == "__main__":
    main()
