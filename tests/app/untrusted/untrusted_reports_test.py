# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Names are text in the reports of several files too, of memory snapshots and of kernel reports, and
in what an agent gets. Usage: untrusted_reports_test.py PROGRAM DATA_FOLDER [unittest options]"""

import csv
import io
import json
import os
import pickle

import made_snapshots
from mcp_client import Client
from program import main
from untrusted_case import ALLOWED, PAYLOADS, TERMINAL, Untrusted, hostile_trace

WORLD = 2
GROUPS = 3  # the first payloads
ROTATIONS = range(0, len(PAYLOADS), 10)
FILE = " <b>\x1b[2J\u202e|=a`"  # in the names of files


def rank_trace(rank, scale=1):
    """The trace of a rank of a run in which names, groups and operations are payloads; the last rank
    is late into every collective."""
    trace = json.loads(hostile_trace(scale))
    steps = [event for event in trace["traceEvents"] if event.get("cat") == "user_annotation"]
    for number, step in enumerate(steps):
        is_late = rank == WORLD - 1
        begin = step["ts"] + (1500 if is_late else 300)
        link = {"correlation": 1_000_000 + number}
        call = {"Collective name": step["name"], "dtype": step["name"], "Group size": WORLD,
                "Process Group Name": PAYLOADS[number % GROUPS], "Process Group Ranks": "[0, 1]",
                "In msg nelems": 1 << 20, "Out msg nelems": 1 << 20}
        if is_late:
            trace["traceEvents"].append(
                {"ph": "X", "cat": "user_annotation", "name": PAYLOADS[2], "pid": 1, "tid": 1,
                 "ts": step["ts"] + 5, "dur": 1470})
        trace["traceEvents"] += [
            {"ph": "X", "cat": "cpu_op", "name": "record_param_comms", "pid": 1, "tid": 2,
             "ts": begin - 20, "dur": 16, "args": call},
            {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 2,
             "ts": begin - 10, "dur": 5, "args": link},
            {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_" + step["name"], "pid": 0, "tid": 8,
             "ts": begin, "dur": step["ts"] + 1800 - begin,
             "args": {"device": 0, "stream": 8, **link}}]
    trace["distributedInfo"] = {
        "backend": "".join(PAYLOADS), "rank": rank, "world_size": WORLD, "nccl_version": PAYLOADS[0],
        "pg_config": [{"pg_name": name, "pg_desc": name, "pg_size": WORLD, "ranks": [0, 1]}
                      for name in PAYLOADS[:GROUPS]]}
    trace["baseTimeNanoseconds"] = 1
    return json.dumps(trace).encode()


def payloads_from(first):
    return PAYLOADS[first:] + PAYLOADS[:first]


def hostile_snapshot(first):
    """A memory snapshot whose functions, files and annotations are payloads; the one of number
    `first` holds most."""
    allocator = made_snapshots.Allocator(capacity=9_000 * made_snapshots.MB)
    for at, name in enumerate(payloads_from(first)):
        frames = [made_snapshots.frame(name, at, f"project/{name}.py")]
        allocator.annotate("START", name)
        allocator.alloc((1 + len(PAYLOADS) - at) * made_snapshots.MB, frames)
        allocator.free(allocator.alloc(9 * made_snapshots.MB, frames), frames)
        allocator.annotate("END", name)
    allocator.alloc(9_000 * made_snapshots.MB, [made_snapshots.frame(PAYLOADS[0], 1, PAYLOADS[1])])
    return pickle.dumps(made_snapshots.snapshot(allocator))


def hostile_kernels(first, duration=1_000):
    """What `ncu --csv --page raw` prints of kernels whose names are payloads; the one of number
    `first` takes longest."""
    text = io.StringIO(newline="")
    rows = csv.writer(text, quoting=csv.QUOTE_ALL)
    rows.writerow(["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
                   "Stream", "Block Size", "Grid Size", "Device", "CC", "gpu__time_duration.sum",
                   "sm__throughput.avg.pct_of_peak_sustained_elapsed",
                   "device__attribute_display_name"])
    rows.writerow([""] * 11 + ["ns", "%", ""])
    for number, name in enumerate(payloads_from(first)):
        rows.writerow([number, 1, name, name, name, 1, 7, "(256, 1, 1)", "(132, 1, 1)", 0, "9.0",
                       duration - 10 * number, 50, name])
    return text.getvalue().encode()


class UntrustedReports(Untrusted):
    def assert_reports_are_text(self, calls, formats, shows_names=True):
        """Every format of a report: nothing that acts, no cell that is a formula, no element and no
        markup of a name. One of the calls shows names, if any does."""
        for kind in formats:
            texts = []
            for words in calls:
                with self.subTest(words=words, format=kind):
                    text = self.output(*words, "--format", kind)
                    self.assert_nothing_acts(text, kind, allowed=ALLOWED.get(kind, ""))
                    if kind == "html":
                        self.assert_page_is_text(text)
                    elif kind == "csv":
                        self.assert_cells_are_no_formulas(text)
                    elif kind == "markdown":
                        self.assert_no_markup(text)
                    texts.append(text)
            self.assertTrue(not shows_names or any("h.example" in text for text in texts), kind)

    def folder_of_ranks(self, name, scale=1):
        folder = os.path.join(self.folder, name)
        os.mkdir(folder)
        for rank in range(WORLD):
            self.write(f"{name}/rank{rank}{FILE}.json", rank_trace(rank, scale))
        return folder

    def test_ranks(self):
        folder = self.folder_of_ranks("a")
        self.assert_reports_are_text([["analyze", folder]], ("text", "json", "markdown", "html"))
        self.assert_figure_is_text("export", folder)

    def test_a_comparison_of_ranks(self):
        words = ["compare", self.folder_of_ranks("a"), self.folder_of_ranks("b", scale=0.9)]
        self.assert_reports_are_text([words], ("text", "markdown", "html"))
        self.assert_reports_are_text([words], ("json",), shows_names=False)

    def test_a_fleet(self):
        folder = os.path.join(self.folder, "summaries")
        done = self.output("summarize", self.folder_of_ranks("a"), "-o", folder, "--quiet")
        self.assert_nothing_acts(done, "summarize")
        self.assert_reports_are_text([["fleet", folder]], ("text", "json", "markdown", "html"))

    def test_a_memory_snapshot(self):
        calls = []
        for first in ROTATIONS:
            calls.append(["analyze", self.write(f"{first}{FILE}.pickle", hostile_snapshot(first))])
        self.assert_reports_are_text(calls, ("text", "json", "markdown", "html", "csv"))
        self.assert_reports_are_text([["info", calls[0][1]]], ("text", "json", "markdown"),
                                     shows_names=False)

    def test_a_kernel_report(self):
        calls = []
        for first in ROTATIONS:
            calls.append(["analyze", self.write(f"{first}{FILE}.csv", hostile_kernels(first))])
        self.assert_reports_are_text(calls, ("text", "json", "markdown", "html", "csv"))
        self.assert_reports_are_text([["info", calls[0][1]]], ("text", "json", "markdown"),
                                     shows_names=False)
        calls = [["compare", calls[first][1], self.write(f"{first}b.csv", hostile_kernels(
            ROTATIONS[first], duration=900))] for first in range(len(ROTATIONS))]
        self.assert_reports_are_text(calls, ("text", "json", "markdown"))

    def test_what_an_agent_gets(self):
        client = Client()
        self.addCleanup(client.close)
        client.begin()
        texts = []
        for tool, words in (
                ("open", {}), ("overview", {}), ("findings", {}), ("explain", {"finding": "1"}),
                ("slices", {"range": "0ms..400ms", "limit": 200, "max_chars": 100_000}),
                ("what_if", {"edits": ["remove:launch-bound"]})):
            failed, content = client.call(tool, trace=self.trace, **words)
            self.assertFalse(failed, content)
            self.assert_nothing_acts(content["text"], tool)
            texts.append(content["text"])
        failed, content = client.call("compare", a=self.trace, b=self.other)
        self.assertFalse(failed, content)
        self.assert_nothing_acts(content["text"], "compare")
        for name in TERMINAL[:4]:
            failed, content = client.call("slices", trace=self.trace, name=name, range=name)
            self.assertTrue(failed)
            self.assert_nothing_acts(content["text"], "an error")
        self.assertTrue(all("h.example" in text for text in texts[1:3]))


if __name__ == "__main__":
    main()
