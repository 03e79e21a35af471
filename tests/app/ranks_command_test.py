# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The ranks of a run on the command line, and the window's arguments about them.
Usage: ranks_command_test.py PROGRAM DATA_FOLDER [unittest options]"""

import json
import os
import shutil

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
        self.assert_refused(result, 2, "not ranks of one run")

    def test_a_folder_with_one_trace_is_that_trace(self):
        shutil.copy(recorded("sync_small_after"), self.folder + "/one.json.zst")
        os.remove(self.small)
        of_folder = run("analyze", self.folder, "--format", "json")
        of_file = run("analyze", self.folder + "/one.json.zst", "--format", "json")
        self.assertEqual(of_folder.returncode, 0, of_folder.stderr)
        self.assertEqual(of_folder.stdout, of_file.stdout)


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
        self.assert_refused(result, 3, "not ranks of one run")
        self.assertFalse(os.path.exists(path))

    def test_options_that_contradict(self):
        self.assert_refused(run("--ranks"), 2, "--ranks needs files or a folder")
        self.assert_refused(run("--compare", self.small), 2, "--compare needs two files")
        self.assert_refused(run("--compare", "--ranks", self.small, self.small), 2,
                            "--compare needs two files")


if __name__ == "__main__":
    main()
