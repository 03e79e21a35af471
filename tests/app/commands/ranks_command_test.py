# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The ranks of a run on the command line, and the window's arguments about them.
Usage: ranks_command_test.py PROGRAM DATA_FOLDER [unittest options]"""

import json
import os
import shutil

import operation_timeline
from program import DATA, Case, main, recorded, run


def recorded_set(name):
    path = os.path.join(DATA, "ranks", name)
    assert os.path.isdir(path), f"test data {path} is missing"
    return path


def png_size(path):
    with open(path, "rb") as file:
        head = file.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


class Ranks(Case):
    def test_a_folder_and_its_files_are_the_same_set(self):
        folder = recorded_set("ddp_slow_host_rank2")
        files = [os.path.join(folder, f"rank{rank}.json.zst") for rank in (3, 1, 0, 2)]
        of_folder = run("analyze", folder, "--format", "json")
        of_files = run("analyze", *files, "--format", "json")
        self.assertEqual(of_folder.returncode, 0, of_folder.stderr)
        self.assertEqual(json.loads(of_folder.stdout), json.loads(of_files.stdout))

    def test_the_late_rank_is_named_with_its_place(self):
        text = run("analyze", recorded_set("ddp_slow_host_rank2")).stdout.decode()
        self.assertIn("Rank 2 is late into 27 of 27 collectives", text)
        self.assertIn("its host is slow in `data`", text)

    def test_an_edit_is_answered(self):
        text = run("analyze", recorded_set("ddp_slow_host_rank2"), "--what-if",
                   "remove:lateness:2").stdout.decode()
        self.assertRegex(text, r"remove:lateness:2: .* to gain; model error")

    def test_an_unknown_rank_is_refused(self):
        result = run("analyze", recorded_set("fsdp"), "--what-if", "remove:lateness:9")
        self.assert_refused(result, 2, "remove:lateness:9")

    def test_files_of_several_runs_are_refused(self):
        result = run("analyze", recorded("sync_small_after"), recorded("sync_small_before"))
        self.assert_refused(result, 2)
        result = run("analyze", recorded("ddp_balanced_rank0"),
                     os.path.join(recorded_set("fsdp"), "rank1.json.zst"))
        self.assert_refused(result, 2, "the files are of several runs: ")

    def test_a_folder_with_one_trace_is_that_trace(self):
        shutil.copy(recorded("sync_small_after"), self.folder + "/one.json.zst")
        os.remove(self.small)
        of_folder = run("analyze", self.folder, "--format", "json")
        of_file = run("analyze", self.folder + "/one.json.zst", "--format", "json")
        self.assertEqual(of_folder.returncode, 0, of_folder.stderr)
        self.assertEqual(of_folder.stdout, of_file.stdout)


class PlannedJob:
    """Two data-parallel ranks with two stages each: three micro-batches forward, then back, then a
    reduction between the data-parallel ranks. A message begins once its sender has computed and its
    receiver has nothing to compute before it; both compute beside it."""

    SEND_US = 200
    REDUCE_US = 700
    MICRO_BATCHES = 3

    def __init__(self, compute_us):
        self.compute_us = compute_us  # of (kind, data-parallel rank, stage, micro-batch)
        self.free = {(data, stage): 0 for data in range(2) for stage in range(2)}
        self.events = []
        for data, stage in self.free:
            for offset, lane in enumerate(("compute", "pp-comm", "tp-comm", "dp-comm", "misc")):
                self.events.append({"name": "thread_name", "ph": "M", "pid": data,
                                    "tid": self.thread(data, stage) + offset,
                                    "args": {"name": f"PP rank {stage}, TP rank 0, {lane}"}})
        for data in range(2):
            self.stages("forward", data, 0, 1)
            self.stages("backward", data, 1, 0)
        for stage in range(2):
            self.reduce(stage)
        self.length_us = max(self.free.values())

    @staticmethod
    def thread(data, stage):
        return 10 * data + 5 * stage

    def add(self, name, worker, lane, begin, length):
        self.events.append({"name": name, "cat": name, "ph": "X", "pid": worker[0],
                            "tid": self.thread(*worker) + lane, "ts": begin, "dur": length,
                            "args": {"step": 1}})

    def compute(self, kind, data, stage, number):
        length = self.compute_us[kind, data, stage, number]
        self.add(f"{kind}-compute", (data, stage), 0, self.free[data, stage], length)
        self.free[data, stage] += length

    def stages(self, kind, data, sender, receiver):
        """All micro-batches: one stage computes them one after the other, and the other one behind."""
        for number in range(self.MICRO_BATCHES):
            self.compute(kind, data, sender, number)
            begin = max(self.free[data, sender], self.free[data, receiver])
            self.add(f"{kind}-send", (data, sender), 1, begin, self.SEND_US)
            self.add(f"{kind}-recv", (data, receiver), 1, begin, self.SEND_US)
            self.free[data, receiver] = begin + self.SEND_US
            self.compute(kind, data, receiver, number)

    def reduce(self, stage):
        begin = max(self.free[data, stage] for data in range(2))
        for data in range(2):
            self.add("grads-reduce-scatter", (data, stage), 3, begin, self.REDUCE_US)
            self.free[data, stage] = begin + self.REDUCE_US


class LongJob(PlannedJob):
    MICRO_BATCHES = 1500


class Balance(Case):
    # Each message waits for the one before: a replay that carries a change across one of them at a
    # time takes longer than run() waits.
    def test_a_long_chain_of_messages(self):
        lengths = {(kind, data, stage, number): 1000 + 1000 * stage
                   for kind in ("forward", "backward") for data in range(2) for stage in range(2)
                   for number in range(LongJob.MICRO_BATCHES)}
        job, even = LongJob(lengths), LongJob(dict.fromkeys(lengths, 1500))
        for rank, text in enumerate(operation_timeline.traces_of(job.events)):
            self.write(f"rank{rank}.json", text.encode())
        os.remove(self.small)
        result = run("analyze", self.folder, "--what-if", "balance:kernels", "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        answer = json.loads(result.stdout)["what_if"][0]
        self.assertAlmostEqual(answer["window_before_ns"] / 1000, job.length_us, delta=0.001 * job.length_us)
        self.assertAlmostEqual(answer["window_ns"] / 1000, even.length_us, delta=0.001 * even.length_us)

    def test_equal_kernels_leave_the_schedule(self):
        lengths = {(kind, data, stage, number): (1000 if kind == "forward" else 2000) +
                   (1800 if stage == 1 else 0) + (900 if (data, number) == (1, 1) else 0)
                   for kind in ("forward", "backward") for data in range(2) for stage in range(2)
                   for number in range(3)}
        means = {kind: sum(length for key, length in lengths.items() if key[0] == kind) / 12
                 for kind in ("forward", "backward")}
        job, even = PlannedJob(lengths), PlannedJob({key: means[key[0]] for key in lengths})
        for rank, text in enumerate(operation_timeline.traces_of(job.events)):
            self.write(f"rank{rank}.json", text.encode())
        os.remove(self.small)
        result = run("analyze", self.folder, "--what-if", "balance:kernels", "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual(report["ranks"]["unmatched"], 0)
        self.assertEqual(len(report["ranks"]["pipelines"]), 2)
        answer = report["what_if"][0]
        self.assertEqual(answer["edit"], "balance:kernels")
        self.assertAlmostEqual(answer["window_before_ns"] / 1000, job.length_us, delta=20)
        self.assertAlmostEqual(answer["window_ns"] / 1000, even.length_us, delta=20)
        # Of both pipelines: the later micro-batch of one rank makes no stage of its own.
        text = run("analyze", self.folder).stdout.decode()
        self.assertIn("The stage on ranks 2 and 3 computes", text)
        self.assertIn("than the mean of 2 stages", text)


class ExportRanks(Case):
    def export(self, name, *args):
        path = os.path.join(self.folder, name)
        result = run("export", *args, "--out", path)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        with open(path, "rb") as file:
            return file.read()

    def test_a_figure_of_the_latest_collective(self):
        folder = recorded_set("ddp_slow_host_rank2")
        svg = self.export("a.svg", folder).decode()
        self.assertIn("rank 2 arrives last", svg)
        self.assertRegex(svg, "late by [0-9.]+\u2009ms")
        self.assertIn("gaplight export ddp_slow_host_rank2 --out a.svg", svg)
        named = self.export("b.svg", folder, "--collective", "1", "--title", "One").decode()
        self.assertIn("rank 2 arrives last", named)
        self.assertIn(">One<", named)
        other = self.export("c.svg", folder, "--collective", "0#3").decode()
        self.assertNotIn(">One<", other)
        self.assertEqual(self.export("d.pdf", folder)[:5], b"%PDF-")

    def test_its_size(self):
        self.export("a.png", recorded_set("fsdp"), "--size", "700x420", "--scale", "2", "--theme", "dark")
        self.assertEqual(png_size(os.path.join(self.folder, "a.png")), (1400, 840))

    def test_two_files_are_ranks_with_the_flag(self):
        folder = recorded_set("ddp_slow_host_rank2")
        files = [os.path.join(folder, f"rank{rank}.json.zst") for rank in (0, 2)]
        svg = self.export("a.svg", *files, "--ranks").decode()
        self.assertIn("rank 2 arrives last", svg)
        self.assertNotIn(">rank 1<", svg)

    def test_what_makes_no_sense_is_refused(self):
        out = ("--out", os.path.join(self.folder, "a.svg"))
        folder = recorded_set("fsdp")
        for options, words in ((("--collective", "999"), "there is no late collective 999"),
                               (("--collective", "0#99999"), "there is no collective 99999"),
                               (("--range", "step:1"), "--caption alone make sense"),
                               (("--finding", "1"), "--caption alone make sense")):
            self.assert_refused(run("export", folder, *options, *out), 2, words)
        self.assert_refused(run("export", recorded("sync_small_after"), "--collective", "1", *out), 2,
                            "needs the ranks of a run")
        self.assertEqual(os.listdir(self.folder).count("a.svg"), 0)


class CompareRanks(Case):
    def test_two_folders_are_two_runs(self):
        result = run("compare", recorded_set("ddp_slow_host_rank2"), recorded_set("ddp_even"),
                     "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual((report["verdict"], report["straggler_a"]), ("improved", 2))
        self.assertEqual((report["a"], report["b"]), ("ddp_slow_host_rank2", "ddp_even"))

    def test_the_gate(self):
        slow, even = recorded_set("ddp_slow_host_rank2"), recorded_set("ddp_even")
        gate = ("--max-regression", "5%", "--out", os.path.join(self.folder, "out.txt"))
        self.assertEqual(run("compare", slow, even, *gate).returncode, 0)
        worse = run("compare", even, slow, *gate)
        self.assertEqual(worse.returncode, 1)
        self.assertIn("more than", worse.stderr.decode())
        unknown = run("compare", even, recorded_set("fsdp"), *gate)
        self.assertEqual(unknown.returncode, 1)
        self.assertIn("cannot be judged", unknown.stderr.decode())

    def test_what_makes_no_sense(self):
        even = recorded_set("ddp_even")
        self.assert_refused(run("compare", even, even, even), 2, "two folders are compared")
        self.assert_refused(run("compare", even, even, "--format", "csv"), 2, "html or json")


class Window(Case):
    def screenshot(self, *arguments):
        path = os.path.join(self.folder, "window.png")
        result = run(*arguments, "--screenshot", path, "--size", "1280x720")
        return result, path

    def test_a_folder_opens_as_a_set(self):
        result, path = self.screenshot(recorded_set("tp_decode"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(png_size(path), (1280, 720))

    def test_two_files_with_ranks_are_a_set(self):
        folder = recorded_set("tp_decode")
        result, _ = self.screenshot("--ranks", folder + "/rank0.json.zst",
                                    folder + "/rank1.json.zst")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_three_unrelated_files_are_refused(self):
        result, path = self.screenshot(*map(recorded, ("sync_small_after", "sync_small_before",
                                                       "host_small_after")))
        self.assert_refused(result, 3)
        self.assertFalse(os.path.exists(path))

    def test_options_that_contradict(self):
        self.assert_refused(run("--compare", self.small), 2, "--compare")
        self.assert_refused(run("--compare", "--ranks", self.small, self.small), 2, "--compare")


if __name__ == "__main__":
    main()
