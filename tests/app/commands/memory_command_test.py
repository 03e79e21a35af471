# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Memory snapshots on the command line, held against an independent reading with Python's pickle.
Usage: memory_command_test.py PROGRAM DATA_FOLDER [unittest options]; UPDATE_GOLDEN=1 writes the
goldens."""

import csv
import io
import json
import os
import pickle
import re
import subprocess
import sys

import made_snapshots
from program import PROGRAM, Case, main, run

TESTS = os.path.join(os.path.dirname(__file__), "..", "..")
DATA = sys.argv[2] if len(sys.argv) > 2 else ""
OWN = re.compile(r"/site-packages/torch/|/torchinductor_|^<|/python3\.\d+/(?!site-packages)")
DECORATORS = {"_call_impl", "_wrapped_call_impl", "decorate_context", "wrapper", "wrapped_func"}


def allocated_before(events, blocks):
    """{address: (size, frames)} of what was allocated before the history, by the definition: freed
    or held at the end without an event about its address before."""
    seen, before = set(), {}
    for event in events:
        if event["action"] in ("alloc", "free_requested", "free_completed"):
            address = event["addr"]
            if event["action"] == "free_requested" and address not in seen:
                before[address] = (event["size"], [])
            seen.add(address)
    for block in blocks:
        if block["state"] == "active_allocated" and block["address"] not in seen:
            before[block["address"]] = (block["requested_size"], block["frames"])
    return before


def replay(snapshot, device):
    """Yields (allocated, reserved, held) for the state at the start and after each event."""
    segments = [one for one in snapshot["segments"] if one["device"] == device]
    events = snapshot["device_traces"][device]
    held = allocated_before(events, [b for one in segments for b in one["blocks"]])
    change = {"segment_alloc": 1, "segment_map": 1, "segment_free": -1, "segment_unmap": -1}
    reserved = (sum(one["total_size"] for one in segments)
                - sum(change.get(event["action"], 0) * event["size"] for event in events))
    yield sum(size for size, _ in held.values()), reserved, held
    for event in events:
        if event["action"] == "alloc":
            held[event["addr"]] = (event["size"], event["frames"])
        elif event["action"] == "free_requested":
            held.pop(event["addr"], None)
        reserved += change.get(event["action"], 0) * event["size"]
        yield sum(size for size, _ in held.values()), reserved, held


def own_line(frames):
    for frame in frames:
        if not OWN.search(frame["filename"]) and frame["name"] not in DECORATORS:
            return f'{frame["filename"]}({frame["line"]}): {frame["name"]}'
    return None


def report(path, *options):
    result = run("analyze", path, "--format", "json", *options)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


class Memory(Case):
    def made(self, name, protocol=4):
        path = os.path.join(self.folder, f"{name}_{protocol}.pickle")
        with open(path, "wb") as file:
            pickle.dump(made_snapshots.SHAPES[name](), file, protocol=protocol)
        return path

    def recorded(self):
        path = os.path.join(self.folder, "run.pickle")
        with open(path, "wb") as file:
            subprocess.run(["zstd", "-dc", os.path.join(DATA, "memory/snapshot_run.pickle.zst")],
                           stdout=file, check=True)
        return path

    def check_against_pickle(self, path):
        with open(path, "rb") as file:
            snapshot = pickle.load(file)
        rows = list(csv.DictReader(io.StringIO(
            run("analyze", path, "--format", "csv").stdout.decode())))
        memory = report(path)["memory"]
        at = 0
        for device in memory["devices"]:
            states = [(allocated, reserved, dict(held)) for allocated, reserved, held
                      in replay(snapshot, device["device"])]
            self.assertEqual(device["allocated_at_start"], states[0][0])
            self.assertEqual(device["reserved_at_start"], states[0][1])
            blocks = [block for one in snapshot["segments"] if one["device"] == device["device"]
                      for block in one["blocks"] if block["state"] == "active_allocated"]
            self.assertEqual(device["block_bytes_at_end"], sum(one["size"] for one in blocks))
            self.assertEqual(device["allocated_at_end"],
                             sum(one["requested_size"] for one in blocks))
            for allocated, reserved, _ in states[1:]:
                self.assertEqual((int(rows[at]["allocated"]), int(rows[at]["reserved"])),
                                 (allocated, reserved), f"{path}: row {at}")
                at += 1
            peak = max(state[0] for state in states)
            self.assertEqual(device["peak"]["allocated"], peak)
            self.assertEqual(device["reserved_peak"]["reserved"], max(s[1] for s in states))
            event = device["peak"]["event"]
            _, reserved, held = states[0 if event is None else event + 1]
            self.assertEqual(device["peak"]["reserved"], reserved)
            holders = {}
            for size, frames in held.values():
                line = own_line(frames)
                holders[line] = holders.get(line, 0) + size
            self.assertEqual({one["line"]: one["bytes"] for one in device["holders"]}, holders)
            self.assertEqual(sum(holders.values()), peak)
        self.assertEqual(at, len(rows))

    def test_totals_of_the_recorded_run(self):
        self.check_against_pickle(self.recorded())

    def test_totals_of_made_snapshots(self):
        for name in made_snapshots.SHAPES:
            if name != "damaged":
                self.check_against_pickle(self.made(name))

    def test_protocols_give_the_same_report(self):
        reports = []
        for protocol in (2, 3, 4, 5):
            one = report(self.made("leak", protocol))
            one["snapshot"]["path"] = one["memory"]["path"] = ""
            reports.append(one)
        self.assertEqual(reports.count(reports[0]), 4)

    def test_damage_is_counted(self):
        issues = {one["kind"]: one["count"] for one in
                  report(self.made("damaged"))["memory"]["issues"]}
        self.assertEqual(issues, {"free_without_allocation": 1, "overlapping_blocks": 1,
                                  "lost_allocation": 1, "lost_free": 2})

    def test_rules(self):
        """Where each rule fires, and where it is silent."""
        for name, expected in {
                "flat": ["peak-holders"],
                "streams": ["peak-holders", "peak-holders"],
                "leak": ["growth-per-step", "peak-holders"],
                "middle": ["growth-per-step", "peak-holders"],
                "fragmented": ["fragmentation"],
                "out_of_memory": ["out-of-memory"],
                "churn": ["segments-in-steps", "peak-temporaries"],
                "retaken": ["double-buffered-output"],
                "temporary": ["peak-temporaries"]}.items():
            findings = report(self.made(name))["memory"]["findings"]
            self.assertEqual([one["rule"] for one in findings], expected, name)
        leak = report(self.made("leak"))["memory"]["findings"][0]
        self.assertEqual(leak["line"], "project/train.py(33): log_loss")
        quiet = report(self.made("leak"), "--set", "growth-per-step.min_growth=10000000",
                       "--set", "peak-holders.min_share=60%", "--set",
                       "segments-in-steps.min_steps=99")
        self.assertEqual(quiet["memory"]["findings"], [])
        listed = json.loads(run("detectors", "--format", "json").stdout)["memory_rules"]
        self.assertIn("double-buffered-output", [rule["id"] for rule in listed])
        self.assertEqual(run("detectors", "retaken-memory").stdout,
                         run("detectors", "double-buffered-output").stdout)
        for rule in listed:
            page = run("detectors", rule["id"]).stdout.decode()
            self.assertIn("When it fires", page)

    def check_words(self, rule, shape):
        """A golden of what a person reads of the findings of a rule in a made snapshot."""
        text = ""
        for one in report(self.made(shape))["memory"]["findings"]:
            if one["rule"] == rule:
                text += (f'{rule} [{one["severity"]}] {one["title"]}\n'
                         f'  why: {one["why"]}\n  fix: {one["fix"]}\n')
        path = os.path.join(TESTS, "golden/findings/rules", rule + ".txt")
        if os.environ.get("UPDATE_GOLDEN"):
            with open(path, "w", encoding="utf-8") as golden:
                golden.write(text)
        self.assertTrue(os.path.exists(path), f"{path}: write it with UPDATE_GOLDEN=1 and read it")
        with open(path, encoding="utf-8") as golden:
            self.assertEqual(golden.read(), text)

    def test_words_of_a_failed_allocation(self):
        self.check_words("out-of-memory", "out_of_memory")

    def test_words_of_memory_that_is_retaken(self):
        self.check_words("double-buffered-output", "retaken")

    def test_words_of_segments_in_steps(self):
        self.check_words("segments-in-steps", "churn")

    def test_code_is_refused(self):
        path = os.path.join(self.folder, "code.pickle")
        with open(path, "wb") as file:
            pickle.dump({"segments": [os.getcwd]}, file)
        result = run("analyze", path)
        self.assertEqual(result.returncode, 3)
        self.assertRegex(result.stderr.decode(), r"^gaplight: .*opcode STACK_GLOBAL \(0x93\) at "
                                                 r"byte \d+; [^\n]*\n$")
        self.assertEqual(result.stdout, b"")

    def test_placement_on_the_trace(self):
        trace = os.path.join(DATA, "memory/snapshot_run.json.zst")
        memory = report(trace, "--memory", self.recorded())["memory"]
        self.assertEqual(memory["placement"]["placed_by"], "allocations")
        self.assertEqual(memory["placement"]["matched"], 426)
        self.assertLess(memory["placement"]["uncertainty_ns"], 1_000_000)
        self.assertEqual(len(memory["devices"][0]["steps"]), 6)
        leak = next(one for one in memory["findings"] if one["rule"] == "growth-per-step")
        self.assertIn("cap_snapshot.py(12): step", leak["line"])
        self.assertIn("524 kB a step", leak["title"].replace("\u2009", " "))

    def test_snapshot_of_another_run(self):
        trace = os.path.join(DATA, "memory/snapshot_run.json.zst")
        result = run("analyze", trace, "--memory", self.made("flat"))
        self.assert_refused(result, 2, "--memory " + self.made("flat"))

    def test_is_refused_where_a_trace_is_needed(self):
        flat = self.made("flat")
        for command in (("cut", flat, "--range", "0ms..1ms", "--out", self.folder + "/part.json"),
                        ("pack", flat), ("analyze", self.small, "--capture", flat)):
            self.assert_refused(run(*command), 3, "a Python pickle", "`gaplight analyze`")
        log = os.path.join(DATA, "memory/snapshot_run.torch_trace.log.zst")
        self.assert_refused(run("analyze", log), 3, "a log of torch.compile", "--compile-log")
        self.assert_refused(run("analyze", self.small, "--memory", log), 3, "--memory " + log,
                            "not a memory snapshot but a log of torch.compile")

    def test_comparison(self):
        flat, leak = self.made("flat"), self.made("leak")
        rows = json.loads(run("compare", flat, leak, "--format", "json").stdout)
        self.assertEqual(rows["rows"][0]["line"], "project/train.py(33): log_loss")
        self.assertEqual(rows["rows"][0]["delta"], 8 * 3 * made_snapshots.MB)
        self.assertEqual(sum(row["delta"] for row in rows["rows"]),
                         rows["b"]["peak_allocated"] - rows["a"]["peak_allocated"])
        self.assertIn(b"log_loss", run("compare", flat, leak).stdout)
        self.assertIn(b"every line holds the same", run("compare", flat, flat).stdout)
        self.assert_refused(run("compare", flat, self.small), 2, "cannot be compared")
        self.assert_refused(run("compare", flat, leak, "--format", "csv"), 2, "two at a time")
        for pair in ((flat, leak), (flat, self.small)):
            self.assert_refused(run(*pair, "--screenshot", self.folder + "/image.png"), 3,
                                "a view of two files")

    def test_without_any_history(self):
        path = os.path.join(self.folder, "empty.pickle")
        with open(path, "wb") as file:
            pickle.dump({"segments": [], "device_traces": []}, file)
        for command in ("info", "analyze"):
            self.assert_refused(run(command, path), 3, "no history")

    def test_figure(self):
        path = os.path.join(self.folder, "leak.svg")
        self.assertEqual(run("export", self.made("leak"), "--out", path).returncode, 0)
        with open(path, encoding="utf-8") as file:
            svg = file.read()
        self.assertIn("log_loss", svg)
        self.assertIn("64.3", svg)

    def test_formats_and_gates(self):
        path = self.made("leak")
        self.assertIn(b"log_loss", run("analyze", path).stdout)
        self.assertIn(b"# leak\\_4.pickle", run("analyze", path, "--format", "markdown").stdout)
        self.assertIn(b"<html", run("analyze", path, "--format", "html").stdout)
        self.assertEqual(run("analyze", path, "--fail-on", "warning").returncode, 1)
        self.assertEqual(run("analyze", self.made("flat"), "--fail-on", "warning").returncode, 0)
        self.assert_refused(run("analyze", path, "--range", "step:99"), 2, "step:99")
        self.assertIn(b"1 GPU", run("info", path).stdout)
        self.assertEqual(json.loads(run("info", path, "--format", "json").stdout)["snapshot"]
                         ["format"], "pytorch-memory-snapshot")

    def test_sarif(self):
        path = self.made("leak")
        findings = report(path)["memory"]["findings"]
        run_of = json.loads(run("analyze", path, "--format", "sarif").stdout)["runs"][0]
        rules = run_of["tool"]["driver"]["rules"]
        self.assertEqual([one["ruleId"] for one in run_of["results"]],
                         [one["rule"] for one in findings])
        for result, finding in zip(run_of["results"], findings):
            self.assertEqual(rules[result["ruleIndex"]]["id"], finding["rule"])
            self.assertTrue(result["message"]["text"].startswith(finding["title"]))
            self.assertEqual(result["properties"]["bytes"], finding["bytes"])
        leak = next(one for one in run_of["results"] if one["ruleId"] == "growth-per-step")
        place = leak["locations"][0]["physicalLocation"]
        self.assertEqual((place["artifactLocation"]["uri"], place["region"]["startLine"]),
                         ("project/train.py", 33))

    def test_sarif_of_a_trace_has_both(self):
        trace = os.path.join(DATA, "memory/snapshot_run.json.zst")
        alone = json.loads(run("analyze", trace, "--format", "sarif").stdout)["runs"][0]
        both = json.loads(run("analyze", trace, "--memory", self.recorded(),
                              "--format", "sarif").stdout)["runs"][0]
        added = both["results"][len(alone["results"]):]
        self.assertEqual(both["results"][:len(alone["results"])], alone["results"])
        self.assertIn("growth-per-step", [one["ruleId"] for one in added])
        for result in added:
            self.assertEqual(both["tool"]["driver"]["rules"][result["ruleIndex"]]["id"],
                             result["ruleId"])

    def test_standard_input(self):
        path = self.made("leak")
        named = report(path)["memory"]
        with open(path, "rb") as file:
            piped = run("analyze", "-", "--format", "json", stdin=file)
        self.assertEqual(piped.returncode, 0, piped.stderr)
        self.assertEqual({**json.loads(piped.stdout)["memory"], "path": path}, named)
        with open(path, "rb") as file:
            zipped = subprocess.run(["zstd", "-c"], stdin=file, capture_output=True, check=True)
        packed = self.write("leak.pickle.zst", zipped.stdout)
        with open(packed, "rb") as file:
            again = run("info", "-", stdin=file)
        self.assertIn(b"1 GPU", again.stdout, again.stderr)
        with open(self.small, "rb") as file:
            self.assertIn(b"slices", run("info", "-", stdin=file).stdout)

    def test_memory_timelines_are_refused(self):
        """What torch.profiler's export_memory_timeline() writes has neither addresses nor stacks."""
        raw = self.write("timeline.raw.json", json.dumps(
            [[1_700_000_000_000, 0, 4096, 0], [1_700_000_001_000, 1, 4096, 1]]).encode())
        self.assert_refused(run("analyze", raw), 3, "JSON array of values that are no trace events")
        sums = self.write("timeline.json", json.dumps([[1, 2], [[0, 1], [2, 3]]]).encode())
        self.assert_refused(run("analyze", sums), 3, "JSON array of values that are no trace events")
        page = self.write("timeline.html", b"<html><head></head><body><img/></body></html>")
        self.assert_refused(run("analyze", page), 3, "an HTML page")


if __name__ == "__main__":
    main()
