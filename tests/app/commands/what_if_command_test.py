# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Drives what the built program says of changes and of the critical path. Usage:
what_if_command_test.py PROGRAM DATA_FOLDER [unittest options]"""

import json

from program import Case, main, recorded, run

KINDS = ["host", "launch", "kernel", "copy", "sync", "collective", "gpu_wait"]


class WhatIf(Case):
    """What 'analyze --what-if' and '--critical-path' say."""

    def ask(self, trace, *edits):
        arguments = [word for edit in edits for word in ("--what-if", edit)]
        return self.report("analyze", trace, *arguments)["what_if"]

    def test_nothing_is_said_unless_asked(self):
        report = self.report("analyze", self.small)
        self.assertIsNone(report["what_if"])
        self.assertIsNone(report["critical_path"])

    def test_edits_combine_in_one_replay(self):
        trace = recorded("host_small_before")
        one = self.ask(trace, "remove:annotation:bookkeeping")
        self.assertEqual(list(one), [
            "edits", "window_ns", "saving_ns", "saving_share", "speed_up", "step_before_ns",
            "step_ns", "unprofiled_before_ns", "unprofiled_window_ns", "model_error", "trusted"])
        self.assertTrue(one["trusted"])
        self.assertGreater(one["saving_share"], 0.5)
        # The profiler slows the host alone: without it the bookkeeping is more of the window.
        before, after = one["unprofiled_before_ns"], one["unprofiled_window_ns"]
        self.assertLess(before, one["window_ns"] + one["saving_ns"])
        self.assertGreater((before - after) / before, one["saving_share"])
        both = self.ask(trace, "remove:annotation:bookkeeping", "scale:kernel:*:0.5")
        self.assertEqual(both["edits"], ["remove:annotation:bookkeeping", "scale:kernel:*:0.5"])
        self.assertGreaterEqual(both["saving_ns"], one["saving_ns"])
        self.assertEqual(both["window_ns"] + both["saving_ns"], one["window_ns"] + one["saving_ns"])
        self.assertLess(both["step_ns"], both["step_before_ns"])

    def test_a_rule_is_what_its_findings_propose(self):
        trace = recorded("wan_before_compile")
        self.assertAlmostEqual(self.ask(trace, "remove:host-sync")["saving_share"], 0.006, delta=0.002)
        self.assertEqual(self.ask(trace, "remove:memory-growth")["saving_ns"], 0)

    def test_first_use_is_neither_in_the_path_nor_in_the_window(self):
        calls = [("cudaLaunchKernel", 0, 5, 1), ("cudaHostAlloc", 20, 30, None),
                 ("cudaLaunchKernel", 60, 5, 2)]
        events = [{"ph": "X", "cat": "cuda_runtime", "name": name, "pid": 1, "tid": 1, "ts": ts,
                   "dur": dur, "args": {"correlation": number} if number else {}}
                  for name, ts, dur, number in calls]
        events += [{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": ts,
                    "dur": 5, "args": {"device": 0, "stream": 7, "correlation": number}}
                   for ts, number in ((10, 1), (70, 2))]
        trace = self.write("first.json", json.dumps({"schemaVersion": 1,
                                                     "traceEvents": events}).encode())
        report = self.report("analyze", trace, "--critical-path")
        total = sum(part["total_ns"] for part in report["critical_path"])
        self.assertEqual((total, report["replay"]["window_ns"]), (35_000, 35_000))
        report = self.report("analyze", trace, "--critical-path", "--what-if",
                             "scale:kernel:gemm:0.2")
        total = sum(part["total_ns"] for part in report["critical_path"])
        self.assertEqual((total, report["what_if"]["window_ns"]), (31_000, 31_000))

    def test_the_critical_path_is_the_window(self):
        for name in ("wan_before_compile", "copy_before", "ddp_straggler_rank1"):
            with self.subTest(name=name):
                report = self.report("analyze", recorded(name), "--critical-path")
                self.assertEqual([part["kind"] for part in report["critical_path"]], KINDS)
                total = sum(part["total_ns"] for part in report["critical_path"])
                self.assertEqual(total, report["replay"]["window_ns"])
        report = self.report("analyze", recorded("copy_before"), "--critical-path", "--what-if",
                             "async:copies")
        total = sum(part["total_ns"] for part in report["critical_path"])
        self.assertEqual(total, report["what_if"]["window_ns"])

    def test_people_read_the_same(self):
        for style in ("text", "markdown"):
            result = run("analyze", recorded("copy_before"), "--what-if", "async:copies",
                         "--critical-path", "--format", style)
            self.assertEqual(result.returncode, 0, result.stderr)
            text = result.stdout.decode()
            for part in ("What if", "async:copies", "× as fast", "without the profiler about",
                         "model error",
                         "Critical path of the changed program", "kernels"):
                self.assertIn(part, text)

    def test_an_untrusted_replay_gives_no_saving(self):
        trace = self.write("late.json", b"""{"traceEvents": [
            {"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 0, "dur": 100,
             "args": {"device": 0, "stream": 7}},
            {"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "ts": 800, "dur": 100,
             "args": {"device": 0, "stream": 7}}]}""")
        answer = self.ask(trace, "scale:kernel:a:0.5")
        self.assertFalse(answer["trusted"])
        self.assertIsNone(answer["window_ns"])
        self.assertIsNone(answer["saving_ns"])

    def test_wrong_edits_are_refused(self):
        for edit, parts in [
                ("faster", ["--what-if 'faster'", "expected remove:RULE"]),
                ("remove:host-syn", ["there is no rule", "did you mean 'host-sync'"]),
                ("scale:kernel:gemm", ["factor", "scale:kernel:NAME:0.5"]),
                ("remove:annotation:stepp", ["no annotation 'stepp'", "did you mean 'step'"]),
                ("remove:op:aten::mm", ["no operator", "there are none"])]:
            with self.subTest(edit=edit):
                self.assert_refused(run("analyze", self.small, "--what-if", edit), 2, *parts)


if __name__ == "__main__":
    main()
