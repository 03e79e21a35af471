# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Columns of the Python module against what the program prints of the same traces."""

import glob
import json
import math
import os

import gaplight
import program

TRACES = sorted(glob.glob(os.path.join(program.DATA, "*.json.zst")))


def none_if(value, nothing):
    return None if value == nothing else value


def plain(value):
    """Texts keep their thin spaces; JSON has plain ones."""
    return value.replace("\u2009", " ") if isinstance(value, str) else value


class Reports(program.Case):
    def check_kernels(self, trace, devices):
        kernels = trace.kernels
        for device in devices:
            own = (kernels.device == device["device"]) & kernels.in_window
            self.assertEqual(int(own.sum()), device["kernels"])
        kinds = trace.slices.kind[trace.activities.slice]
        inside = trace.activities.in_window
        for kind, name in (("memcpy", "memcpys"), ("memset", "memsets")):
            self.assertEqual(int(((kinds == kind) & inside).sum()),
                             sum(device[name] for device in devices))

    def check_gaps(self, trace, devices):
        gaps = trace.gaps
        for device in devices:
            own = gaps.device == device["device"]
            self.assertEqual(int(own.sum()), device["gaps"])
            self.assertEqual(int(gaps.duration[own].sum()), device["idle_ns"])
            for number, name in enumerate(gaplight.GAP_TRIGGERS):
                self.assertEqual(int(gaps.duration[own & (gaps.trigger == number)].sum()),
                                 device["idle_by_trigger_ns"][name])
            self.assertEqual(set(device["idle_by_filler_ns"]), set(gaplight.GAP_FILLERS))
            self.assertTrue((gaps.duration[own] > 0).all())

    def check_findings(self, trace, listed):
        findings = trace.findings
        self.assertEqual(len(findings), len(listed))
        for row, finding in enumerate(listed):
            for name in ("detector", "severity", "title", "why", "fix", "count", "per_step"):
                self.assertEqual(plain(findings[name][row]), finding[name])
            for name in ("gpu_idle_ns", "host_ns", "saving_is_bound"):
                self.assertEqual(findings[name][row], finding["cost"][name])
            for name in ("saving_ns", "saving_share"):
                value = float(findings[name][row])
                self.assertEqual(None if math.isnan(value) else value, finding["cost"][name])
            for name in ("annotation", "op", "python"):
                self.assertEqual(none_if(findings[name][row], ""), finding["where"][name])
            self.assertEqual(none_if(findings.device[row], -1), finding["where"]["device"])
            self.assertEqual(plain(none_if(findings.confidence[row], "")), finding["confidence"])
            self.assertEqual(none_if(findings.part_of[row], -1), finding["part_of"])
            self.check_evidence(trace, trace.evidence.finding == row, finding)

    def check_evidence(self, trace, own, finding):
        evidence = trace.evidence
        self.assertEqual(int(own.sum()), finding["evidence_total"])
        rows = set(zip((evidence.start[own] - trace.begin).tolist(),
                       evidence.duration[own].tolist(), evidence.mark[own].tolist(),
                       [plain(label) for label in evidence.label[own].tolist()],
                       trace.tracks.title[evidence.track[own]].tolist()))
        for listed in finding["evidence"]:
            self.assertIn((listed["begin_ns"], listed["end_ns"] - listed["begin_ns"],
                           listed["mark"], listed["label"], listed["track"]), rows)

    def test_recorded_traces(self):
        self.assertGreater(len(TRACES), 40)
        for path in TRACES:
            with self.subTest(os.path.basename(path)):
                trace = gaplight.open(path)
                report = self.report("analyze", path)
                self.assertEqual(trace.analysis, report)
                self.assertEqual(len(trace.slices), report["trace"]["slices"])
                self.assertEqual(trace.end - trace.begin, report["trace"]["duration_ns"])
                self.check_kernels(trace, report["devices"])
                self.check_gaps(trace, report["devices"])
                self.check_findings(trace, report["findings"])

    def test_info(self):
        path = program.recorded("ddp_straggler_rank1")
        self.assertEqual(gaplight.open(path).info, self.report("info", path))

    def test_range_and_settings(self):
        path = program.recorded("sync_large_before")
        trace = gaplight.open(path, range="step:2", settings={"gpu-idle.min_gap": "1ms"})
        report = self.report("analyze", path, "--range", "step:2", "--set", "gpu-idle.min_gap=1ms")
        self.assertEqual(trace.analysis, report)
        self.check_kernels(trace, report["devices"])
        self.check_gaps(trace, report["devices"])
        self.check_findings(trace, report["findings"])
        self.assertLess(int(trace.kernels.in_window.sum()), len(trace.kernels))

    def test_settings_file_beside_the_trace(self):
        self.write("gaplight.toml", b"[gpu-idle]\nmin_gap = \"1ms\"\n")
        trace = gaplight.open(self.small)
        self.assertEqual(trace.analysis["settings_files"][0]["path"],
                         os.path.join(self.folder, "gaplight.toml"))
        self.assertEqual(gaplight.open(self.small, use_settings_files=False)
                         .analysis["settings_files"], [])

    def test_pack(self):
        """A pack of a trace has the same columns as the trace."""
        path = program.recorded("sync_small_before")
        pack = os.path.join(self.folder, "small.gpk")
        self.assertEqual(program.run("pack", path, "-o", pack).returncode, 0)
        one, other = gaplight.open(path), gaplight.open(pack)
        for table in ("slices", "kernels", "gaps", "findings"):
            for name, column in getattr(one, table).columns().items():
                self.assertEqual(json.dumps(column.tolist()),
                                 json.dumps(getattr(other, table)[name].tolist()), name)
        self.assertEqual(one.args(int(one.kernels.slice[5])), other.args(int(one.kernels.slice[5])))


if __name__ == "__main__":
    program.main()

    def test_iterations_of_a_server(self):
        path = os.path.join(program.DATA, "serving", "host_gap.json.zst")
        serving = self.report("analyze", path)["serving"]
        trace = gaplight.open(path)
        self.assertEqual(len(trace.iterations), serving["iterations"])
        self.assertEqual(trace.iterations.phase.tolist(), [row["phase"] for row in serving["rows"]])
        self.assertEqual(trace.iterations.time_ns.tolist(),
                         [row["time_ns"] for row in serving["rows"]])
        self.assertEqual(trace.iterations.bucket.dtype.kind, "i")
        self.assertEqual(trace.iteration_kinds["bucket"].tolist(), [16])
        self.assertEqual(len(gaplight.open(TRACES[0]).iterations), 0)
