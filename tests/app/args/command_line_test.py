# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Drives the built program: exit codes, error lines, outputs. Usage: command_line_test.py PROGRAM
DATA_FOLDER [unittest options]"""

import contextlib
import gzip
import json
import os
import pty
import re
import signal
import stat
import subprocess
import time

from program import DATA, PROGRAM, SMALL, Case, catches, main, needs, recorded, run

TRACE_KEYS = ["path", "format", "compression", "bytes", "events", "slices", "instants", "flows",
              "counters", "begin_abs_ns", "duration_ns", "with_stack", "record_shapes",
              "profile_memory"]
DEVICE_KEYS = ["device", "gpu", "window_ns", "busy_ns", "idle_ns", "utilisation",
               "gpu_time_ns", "before_capture", "kernels", "memcpys", "memsets", "streams", "gaps",
               "gaps_over_threshold", "gaps_over_threshold_ns", "gap_threshold_ns",
               "idle_by_trigger_ns", "idle_by_filler_ns", "queue_empty_launches",
               "queue_empty_delay_p50_ns", "queue_empty_delay_p95_ns",
               "idle_by_explanation_ns", "idle_by_class_ns"]
KERNEL_KEYS = ["name", "group", "gpu", "count", "total_ns", "covered_ns", "model_wrong_ns", "flops",
               "bytes", "efficiency", "headroom_ns", "bound", "metrics"]


class Usage(Case):
    def test_help_and_version(self):
        for arguments in (["--help"], ["info", "--help"], ["analyze", "--help"],
                          ["rules", "--help"]):
            result = run(*arguments)
            self.assertEqual(result.returncode, 0)
            self.assertIn(b"Usage: gaplight", result.stdout)
            self.assertEqual(result.stderr, b"")
        self.assertRegex(run("--version").stdout.decode(), r"^gaplight \d+\.\d+\.\d+\n$")

    def test_help_names_traces_of_other_machines(self):
        for command in ([], ["info"], ["analyze"], ["compare"], ["export"], ["pack"]):
            text = " ".join(run(*command, "--help").stdout.decode().split())
            self.assertIn("HOST:PATH is a file of another machine", text, command)

    def test_wrong_command_lines(self):
        for arguments, part in [
                (["info"], "TRACE is missing"),
                (["compare", "a"], "expected at least 2, got 1"),
                (["info", self.small, "--formt", "json"], "did you mean '--format'?"),
                (["anlyze", self.small], "'anlyze' is neither a command nor a file; did you "
                                          "mean 'analyze'?"),
                (["rules", "hostsync"], "did you mean 'host-sync'?"),
                (["info", self.small, "b.json"], "b.json"),
                (["info", self.small, "--format", "yaml"], "text, json or markdown"),
                (["info", self.small, "--format", "csv"], "text, json or markdown"),
                (["analyze", self.small, "--format", "yaml"], "sarif or csv"),
                (["rules", "--format", "csv"], "text, json or markdown"),
                (["info", self.small, "--max-idle", "5%"], "--max-idle"),
                (["analyze", self.small, "--fail-on", "info"], "critical or warning"),
                (["analyze", self.small, "--max-idle", "lots"], "write 5% or 0.05"),
                (["info", self.small, "--device", "-1"], "--device '-1'"),
                (["info", self.small, "--device", "9999999999"], "--device"),
                (["info", self.small, "--frobnicate"], "--frobnicate"),
                (["info", self.small, "--out"], "--out"),
                (["analyze", self.small, "--size", "1x1"], "--size"),
                (["--ranks"], "--ranks needs files or a folder"),
                (["--compare", "a.json"], "--compare"),
                (["--size", "big"], "1600x900"),
                (["--size", "0x900"], "1600x900"),
                (["--size", "10x10x"], "1600x900"),
                (["--theme", "blue"], "dark or light"),
                (["--range", "5ms..3ms"], "T0 before T1"),
                (["--range", "5ms"], "12.5ms..80ms")]:
            with self.subTest(arguments=arguments):
                refused = run(*arguments)
                self.assert_refused(refused, 2, part)
                if not refused.stderr.rstrip().endswith(b"?"):
                    command = "" if arguments[0].startswith("-") else arguments[0] + " "
                    self.assertIn(f"see 'gaplight {command}--help'", refused.stderr.decode())

    def test_a_file_that_is_not_there_is_named_before_the_window(self):
        self.assert_refused(run("nofile.json"), 3, "cannot open 'nofile.json': there is no such "
                                                   "file")

    def test_every_gate_that_fails_is_named(self):
        self.assert_refused(run("analyze", recorded("copy_before"), "--fail-on", "warning",
                                "--max-idle", "5%", "--out", os.devnull), 1, "--max-idle: ",
                            "; --fail-on: ")

    def test_a_device_that_is_not_there(self):
        self.assert_refused(run("analyze", self.small, "--device", "3"), 2,
                            "the trace has only GPU 0")
        empty = self.write("empty.json", b'{"traceEvents": []}')
        self.assert_refused(run("info", empty, "--device", "0"), 2, "the trace has no GPU")

    def test_no_display_and_no_qt_needed(self):
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        environment["QT_QPA_PLATFORM"] = "there-is-no-such-platform"
        self.assertEqual(run("analyze", self.small, env=environment).returncode, 0)


class Unreadable(Case):
    def test_each_says_which_file_in_one_line(self):
        png = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8
        for path in [os.path.join(self.folder, "nowhere.json"), self.folder,
                     self.write("empty.json", b""), self.write("image.json", png),
                     self.write("words.json", b"some words, no trace\n" * 100),
                     self.write("broken.json.gz", b"\x1f\x8b\x08\x00garbage" * 3),
                     self.write("odd\nname\x1b[31m.json", b"")]:
            with self.subTest(path=path):
                printable = re.sub(r"[\x00-\x1f]", " ", path)
                self.assert_refused(run("info", path), 3, printable)

    def test_a_cut_file_is_read_up_to_the_cut(self):
        cut = self.write("cut.json", json.dumps(SMALL).encode()[:-20])
        report = self.report("info", cut)
        self.assertEqual([issue["kind"] for issue in report["issues"]], ["truncated"])
        self.assertEqual(report["trace"]["slices"], 2)


class Documents(Case):
    """Every command on a document of every kind, by the table of the golden."""

    def kinds(self):
        fleet = os.path.join(self.folder, "fleet")
        self.assertEqual(run("summarize", self.small, "-o", fleet).returncode, 0)
        return {"trace": self.small, "folder of summaries": fleet,
                "memory snapshot": os.path.join(DATA, "memory/snapshot_run.pickle.zst"),
                "kernel report": os.path.join(DATA, "ncu/ncu_run.raw.csv.zst"),
                "log of torch.compile": os.path.join(DATA, "memory/snapshot_run.torch_trace.log.zst"),
                "set of ranks": os.path.join(DATA, "ranks/tp_decode")}

    def check(self, commands):
        with open(os.path.join(DATA, "../golden/session/documents.txt"), encoding="utf-8") as file:
            table = [line.rstrip("\n").split(" | ") for line in file]
        paths = self.kinds()
        for use, kind, expected in table:
            for command in commands.get(use, []):
                with self.subTest(use=use, kind=kind):
                    result = run(*(paths[kind] if word == "DOCUMENT" else word for word in command))
                    if expected == "taken":
                        self.assertEqual(result.returncode, 0, result.stderr)
                    else:  # of a folder, 'summarize' says what its files are
                        said = expected if use != "summarize" else expected.split("this is ")[1]
                        self.assert_refused(result, 3, paths[kind], said)

    def test_are_taken_or_refused(self):
        figure = os.path.join(self.folder, "figure.svg")
        part = os.path.join(self.folder, "part.json")
        self.check({
            "info": [("info", "DOCUMENT")], "analyze": [("analyze", "DOCUMENT")],
            "compare": [("compare", "DOCUMENT", "DOCUMENT")],
            "export": [("export", "DOCUMENT", "--out", figure)],
            "side by side": [("export", "DOCUMENT", "DOCUMENT", "--out", figure)],
            "cut": [("cut", "DOCUMENT", "--range", "0us..1us", "--out", part)],
            "pack": [("pack", "DOCUMENT", "--out", os.path.join(self.folder, "a.gpk"))],
            "summarize": [("summarize", "DOCUMENT", "-o", os.path.join(self.folder, "out"))],
            "fleet": [("fleet", "DOCUMENT")]})

    @needs("window")
    def test_are_taken_or_refused_by_a_window(self):
        image = ("--screenshot", os.path.join(self.folder, "window.png"))
        self.check({"window": [("DOCUMENT", *image)],
                    "side by side": [("DOCUMENT", "DOCUMENT", *image)]})

    def test_options_of_traces_need_one(self):
        for kind, path in self.kinds().items():
            for option, file in (("--memory", "x"), ("--kernels", "x"), ("--compile-log", "x")):
                if kind in ("memory snapshot", "kernel report", "set of ranks"):
                    self.assert_refused(run("analyze", path, option, file), 2,
                                        f"{option} needs a trace, not a {kind}")
                    self.assert_refused(run(path, option, file), 2, option)


class Json(Case):
    def test_info_has_every_key_in_order(self):
        report = self.report("info", recorded("streams_overlap"))
        self.assertEqual(list(report), ["schema", "tool", "trace", "sources", "settings_files",
                                        "devices", "tracks", "issues"])
        self.assertEqual(report["settings_files"], [])
        self.assertEqual(report["schema"], 1)
        self.assertEqual(list(report["tool"]), ["name", "version"])
        self.assertEqual(list(report["trace"]), TRACE_KEYS)
        self.assertEqual(list(report["devices"][0]), ["device", "gpu", "name", "sms"])
        for track in report["tracks"]:
            self.assertEqual(list(track), ["kind", "process", "name", "device", "gpu", "stream",
                                           "slices", "overflow_lanes"])
        for issue in report["issues"]:
            self.assertEqual(list(issue), ["kind", "count", "first_byte", "example"])
        self.assertEqual(sum(track["slices"] for track in report["tracks"]),
                         report["trace"]["slices"])

    def test_analyze_has_every_key_in_order(self):
        report = self.report("analyze", recorded("streams_overlap"))
        self.assertEqual(list(report), [
            "schema", "tool", "trace", "sources", "settings_files", "verdict", "issues", "devices", "blocking_calls", "annotations",
            "steps", "replay", "what_if", "critical_path", "findings", "not_applicable",
            "checklist", "kernel_report", "kernels", "roofline", "memory",
            "provenance"])
        device = report["devices"][0]
        self.assertEqual(list(device), DEVICE_KEYS)
        self.assertEqual(list(device["idle_by_trigger_ns"]),
                         ["gpu_side", "after_sync", "host_late", "unknown"])
        self.assertEqual(list(device["idle_by_filler_ns"]),
                         ["sync", "launch", "alloc", "copy", "compile", "dataloader", "profiler",
                          "python", "op", "annotation", "untraced", "gpu_side"])
        self.assertEqual(list(report["blocking_calls"][0]),
                         ["name", "count", "total_ns", "profiler"])
        self.assertEqual(list(report["annotations"][0]),
                         ["name", "count", "total_ns", "kernels", "gpu_busy_ns", "blocking_calls",
                          "blocking_ns", "exposed_idle_ns"])
        self.assertEqual(list(report["steps"]), ["source", "unit", "count", "rows"])
        self.assertEqual(list(report["replay"]),
                         ["window_ns", "model_error", "trusted", "combined_saving_ns", "unprofiled"])
        self.assertIsNone(report["what_if"])
        self.assertIsNone(report["critical_path"])
        self.assertEqual(list(report["kernels"][0]), KERNEL_KEYS)
        self.assertEqual(list(report["roofline"]), ["gpus", "operators", "modules", "steps",
                                                    "collectives", "model_wrong", "shapes_read",
                                                    "complete"])

    def test_kernels_are_compared_with_their_roofline(self):
        report = self.report("analyze", recorded("ncu/ncu_run"))
        gpu = report["roofline"]["gpus"][0]
        self.assertEqual(gpu["name"], "NVIDIA H200")
        self.assertEqual(gpu["peak_flops"]["bf16"], 989.5e12)
        self.assertEqual(gpu["kernels_ns"], sum(row["total_ns"] for row in report["kernels"]))
        self.assertEqual(gpu["covered_ns"], sum(row["covered_ns"] for row in report["kernels"]))
        self.assertEqual(gpu["covered_ns"],
                         sum(row["covered_ns"] for row in report["roofline"]["operators"]))
        products = [row for row in report["roofline"]["operators"] if row["name"] == "aten::mm"]
        # Three steps, one product each: 2 x 4096 x 2048 x 2049.
        self.assertEqual(products[0]["flops"], 3 * 2 * 4096 * 2048 * 2049)
        self.assertLess(products[0]["efficiency"], 1)
        self.assertEqual(len(report["roofline"]["steps"]), report["steps"]["count"])

    def test_use_of_the_peak_is_left_out_where_products_have_unknown_work(self):
        known = run("analyze", recorded("ncu/ncu_run"), "--all").stdout.decode()
        self.assertIn("MFU 49.2", known)
        self.assertIn("to gain there", known)
        unknown = recorded("ddp_balanced_rank0")
        self.assertIsNotNone(self.report("analyze", unknown)["roofline"]["steps"][0]["mfu"])
        self.assertNotIn("MFU", run("analyze", unknown, "--all").stdout.decode())

    def test_sums_hold_in_the_output(self):
        for device in self.report("analyze", recorded("copy_before"))["devices"]:
            self.assertEqual(device["busy_ns"] + device["idle_ns"], device["window_ns"])
            self.assertEqual(sum(device["idle_by_trigger_ns"].values()), device["idle_ns"])
            self.assertEqual(sum(device["idle_by_filler_ns"].values()), device["idle_ns"])

    def test_unknown_is_null_and_device_filters(self):
        report = self.report("info", self.small)
        self.assertIsNone(report["trace"]["with_stack"])
        self.assertEqual(report["devices"], [
            {"device": 0, "gpu": {"source": 0, "device": 0}, "name": None, "sms": None}])
        self.assertEqual(len(self.report("info", self.small, "--device", "0")["tracks"]), 1)


class Sources(Case):
    def same_but_for_the_source(self, report):
        report["trace"].update(path="", bytes=0, compression="")
        for source in report["sources"]:
            source.update(path="")
        return report

    def test_standard_input_and_gzip_say_the_same(self):
        expected = self.same_but_for_the_source(self.report("analyze", self.small))
        with open(self.small, "rb") as file:
            piped = subprocess.run([PROGRAM, "analyze", "-", "--format", "json"],
                                   input=file.read(), capture_output=True, timeout=120,
                                   check=True)
        report = json.loads(piped.stdout)
        self.assertEqual(report["trace"]["path"], "-")
        self.assertEqual(self.same_but_for_the_source(report), expected)
        packed = self.write("small.json.gz", gzip.compress(json.dumps(SMALL).encode()))
        report = self.report("analyze", packed)
        self.assertEqual(report["trace"]["compression"], "gzip")
        self.assertEqual(self.same_but_for_the_source(report), expected)


class Output(Case):
    def files(self):
        return sorted(os.listdir(self.folder))

    def test_out_writes_what_standard_output_gets(self):
        target = os.path.join(self.folder, "report.json")
        result = run("info", self.small, "--format", "json", "--out", target)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
        with open(target, "rb") as file:
            self.assertEqual(file.read(), run("info", self.small, "--format", "json").stdout)
        self.assertEqual(self.files(), ["report.json", "small.json"])

    def test_out_replaces_a_file_and_keeps_its_mode_and_link(self):
        target = self.write("real.txt", b"old")
        os.chmod(target, 0o640)
        link = os.path.join(self.folder, "link.txt")
        os.symlink("real.txt", link)
        self.assertEqual(run("info", self.small, "--out", link).returncode, 0)
        self.assertTrue(os.path.islink(link))
        self.assertEqual(stat.S_IMODE(os.stat(target).st_mode), 0o640)
        with open(target, encoding="utf-8") as file:
            self.assertIn("small.json", file.read())

    def test_a_failure_leaves_the_target_and_no_other_file(self):
        target = self.write("report.txt", b"old")
        self.assertEqual(run("info", "/nowhere.json", "--out", target).returncode, 3)
        self.assertEqual(run("info", self.small, "--device", "9", "--out", target).returncode, 2)
        with open(target, "rb") as file:
            self.assertEqual(file.read(), b"old")
        self.assertEqual(self.files(), ["report.txt", "small.json"])

    def test_targets_that_cannot_be_written(self):
        self.assert_refused(run("info", self.small, "--out", self.folder), 5,
                            "cannot write " + self.folder, "directory")
        missing = os.path.join(self.folder, "no", "report.txt")
        self.assert_refused(run("info", self.small, "--out", missing), 5,
                            "cannot write " + missing)
        with open("/dev/full", "wb") as full:
            result = subprocess.run([PROGRAM, "info", self.small], stdout=full,
                                    stderr=subprocess.PIPE, timeout=120, check=False)
        self.assertEqual(result.returncode, 5)
        self.assertIn(b"standard output", result.stderr)

    def test_options_that_repeat_take_one_value_each(self):
        explained = run("rules", "--set", "gpu-idle.min_gap=70us", "--rules", self.folder, "gpu-idle")
        self.assertEqual((explained.returncode, explained.stderr), (0, b""))
        self.assertIn("GPU idle", explained.stdout.decode())

    def test_a_full_disk_has_its_own_exit_code(self):
        for arguments in (("info", self.small), ("analyze", self.small), ("detectors",),
                          ("analyze", self.small, "--format", "html"),
                          ("compare", self.small, self.small),
                          ("cut", self.small, "--range", "0ns..1ms")):
            self.assert_refused(run(*arguments, "--out", "/dev/full"), 5,
                                "cannot write /dev/full: No space left on device")

    def test_out_to_something_that_is_no_file(self):
        result = run("info", self.small, "--out", "/dev/stdout")
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"small.json", result.stdout)


class Terminal(Case):
    def on_terminal(self, *arguments, environment=None):
        """What the program writes where both of its outputs are a terminal."""
        master, slave = pty.openpty()
        process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=slave,
                                   stderr=slave, env=environment)
        os.close(slave)
        written = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # Linux: the other end is closed
                part = b""
            if not part:
                break
            written += part
        os.close(master)
        self.assertEqual(process.wait(timeout=120), 0)
        return written

    def test_color_only_where_it_is_wanted(self):
        trace = recorded("copy_before")
        bold = b"\x1b[1m"
        plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self.assertIn(bold, self.on_terminal("analyze", trace, environment=plain))
        self.assertNotIn(bold, self.on_terminal("analyze", trace, "--no-color", environment=plain))
        self.assertNotIn(bold, self.on_terminal("analyze", trace,
                                                environment={**plain, "NO_COLOR": "1"}))
        self.assertNotIn(b"\x1b", run("analyze", trace).stdout)

    def test_quiet_says_nothing_of_progress(self):
        written = self.on_terminal("info", recorded("copy_before"), "--quiet", "--no-color")
        self.assertNotIn(b"\x1b", written)

    def test_progress_is_wiped_and_only_for_terminals(self):
        written = self.on_terminal("info", recorded("copy_before"), "--no-color")
        self.assertIn(b"\r\x1b[K", written)
        self.assertEqual(run("info", recorded("copy_before")).stderr, b"")


class Interruption(Case):
    def start(self):
        """The program, waiting for a standard input that never ends."""
        process = subprocess.Popen([PROGRAM, "info", "-"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        while not (catches(process, signal.SIGINT) and catches(process, signal.SIGTERM)):
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        return process

    def assert_interrupted(self, process):
        self.assertEqual(process.wait(timeout=60), 4)
        error = process.stderr.read().decode()
        self.assertEqual(error.count("\n"), 1, error)
        self.assertRegex(error, "^gaplight: ")
        self.assertEqual(process.stdout.read(), b"")
        for stream in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def test_while_standard_input_gives_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXCPU):
            with self.subTest(signal=number):
                process = self.start()
                process.send_signal(number)
                self.assert_interrupted(process)

    def test_in_the_middle_of_a_trace(self):
        process = self.start()
        event = json.dumps(SMALL["traceEvents"][0]).encode() + b",\n"
        process.stdin.write(b'{"traceEvents": [\n')
        # More than a pipe holds: when this is through, the program has read from it.
        for _ in range(100):
            process.stdin.write(event * 100)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        self.assert_interrupted(process)


if __name__ == "__main__":
    main()
