# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Summaries of traces, and the fleets that they make, on the command line.
Usage: fleet_command_test.py PROGRAM DATA_FOLDER [unittest options]"""

import json
import os
import shutil

from program import DATA, Case, main, run


def recorded_set(name):
    path = os.path.join(DATA, "ranks", name)
    assert os.path.isdir(path), f"test data {path} is missing"
    return path


class Fleet(Case):
    def setUp(self):
        super().setUp()
        self.out = os.path.join(self.folder, "summaries")

    def summaries(self):
        contents = {}
        for name in sorted(os.listdir(self.out)):
            with open(os.path.join(self.out, name), "rb") as file:
                contents[name] = file.read()
        return contents

    def summarize(self, *args, expected=0):
        result = run("summarize", *args, "-o", self.out)
        self.assertEqual(result.returncode, expected, result.stderr)
        return result.stdout.decode()

    def test_one_line_and_one_small_file_for_each_trace(self):
        lines = self.summarize(recorded_set("fsdp")).splitlines()
        self.assertEqual(len(lines), 4)
        self.assertIn("rank 0 of 4, 3 steps, 36 communications", lines[0])
        self.assertEqual(len(self.summaries()), 4)
        self.assertEqual(self.summarize(recorded_set("fsdp"), "--again", "--quiet"), "")
        for content in self.summaries().values():
            self.assertTrue(content.startswith(b"\x28\xb5\x2f\xfd"))  # zstd
            self.assertLess(len(content), 3 * 3000)

    def test_what_is_up_to_date_is_kept(self):
        folder = os.path.join(self.folder, "traces")
        shutil.copytree(recorded_set("fsdp"), folder)
        self.summarize(folder)
        before = self.summaries()
        self.assertEqual(self.summarize(folder).count("up to date"), 4)
        os.utime(os.path.join(folder, "rank2.json.zst"), (1, 1))
        self.assertEqual(self.summarize(folder).count("up to date"), 3)
        self.assertEqual(list(self.summaries()), list(before))
        self.assertEqual(self.summarize(folder, "--again").count("up to date"), 0)

    def test_a_damaged_summary_is_made_again(self):
        self.summarize(recorded_set("fsdp"))
        whole = self.summaries()
        damaged = os.path.join(self.out, sorted(whole)[1])
        with open(damaged, "r+b") as file:
            file.truncate(2000)
        self.assertEqual(self.summarize(recorded_set("fsdp")).count("up to date"), 3)
        self.assertEqual(self.summaries(), whole)

    def test_a_trace_that_cannot_be_read_is_named_and_the_rest_goes_on(self):
        broken = os.path.join(self.folder, "rank9.json")
        with open(broken, "w", encoding="utf-8") as file:
            file.write("no trace")
        result = run("summarize", broken, recorded_set("fsdp"), "/nowhere.json", "-o", self.out)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"rank9.json", result.stderr)
        self.assertIn(b"/nowhere.json", result.stderr)
        self.assertEqual(len(self.summaries()), 4)

    def test_parts_make_the_whole(self):
        self.summarize(recorded_set("fsdp"))
        whole = self.summaries()
        shutil.rmtree(self.out)
        for part in ("2/3", "0/3", "1/3"):
            self.summarize(recorded_set("fsdp"), "--part", part)
        self.assertEqual(self.summaries(), whole)
        for part in ("3/3", "1", "a/b", "-1/3", "0/0"):
            result = run("summarize", recorded_set("fsdp"), "-o", self.out, "--part=" + part)
            self.assert_refused(result, 2, "--part")

    def test_a_folder_that_cannot_be_written_ends_it(self):
        with open(self.out, "w", encoding="utf-8") as file:
            file.write("a file")
        result = run("summarize", recorded_set("fsdp"), "-o", self.out)
        self.assertEqual(result.returncode, 5)

    def test_a_fleet_names_the_same_rank_as_the_traces(self):
        self.summarize(recorded_set("pp_gpipe4_stage2_heavy"))
        fleet = json.loads(run("fleet", self.out, "--format", "json").stdout)
        traces = json.loads(
            run("analyze", recorded_set("pp_gpipe4_stage2_heavy"), "--format", "json").stdout)
        for key in ("rank", "kind", "in"):
            self.assertEqual(fleet["straggler"][key], traces["ranks"]["straggler"][key])
        self.assertEqual(fleet["missing"], {"count": 0, "ranges": []})

    def test_a_fleet_of_packs_is_that_of_the_traces(self):
        folder = os.path.join(self.folder, "packs")
        os.mkdir(folder)
        names = sorted(os.listdir(recorded_set("ddp_slow_host_rank2")))
        for name in names:
            trace = os.path.join(recorded_set("ddp_slow_host_rank2"), name)
            pack = os.path.join(folder, name.split(".")[0] + ".gpk")
            self.assertEqual(run("pack", trace, "-o", pack, "--quiet").returncode, 0)
        self.assertEqual(len(self.summarize(folder).splitlines()), len(names))
        self.assertEqual(self.summarize(folder).count("up to date"), len(names))
        of_packs = self.fleet_without_files()
        shutil.rmtree(self.out)
        self.summarize(recorded_set("ddp_slow_host_rank2"))
        self.assertEqual(of_packs, self.fleet_without_files())
        self.assertEqual(of_packs["straggler"]["rank"], 2)

    def fleet_without_files(self):
        fleet = json.loads(run("fleet", self.out, "--format", "json").stdout)
        for rank in (*fleet["ranks"], *fleet["worth_opening"], *fleet["runs"]):
            for key in ("path", "summary"):
                rank.pop(key, None)
        return fleet

    def test_missing_and_damaged_summaries_are_named(self):
        self.summarize(recorded_set("fsdp"))
        names = sorted(self.summaries())
        os.remove(os.path.join(self.out, names[0]))
        with open(os.path.join(self.out, names[3]), "r+b") as file:
            file.truncate(3000)
        shutil.copy(os.path.join(self.out, names[1]), os.path.join(self.out, "copy.gsum"))
        fleet = json.loads(run("fleet", self.out, "--format", "json").stdout)
        self.assertEqual(fleet["missing"], {"count": 2, "ranges": [[0, 0], [3, 3]]})
        self.assertEqual([os.path.basename(one["summary"]) for one in fleet["unread"]], [names[3]])
        self.assertEqual(len(fleet["repeated"]), 1)
        text = run("fleet", self.out).stdout.decode()
        self.assertIn("2 ranks of 4", text)
        self.assertIn("no summary of 2 ranks: 0 and 3; 1 summary damaged; 1 summary repeated", text)

    def test_every_format_is_written(self):
        self.summarize(recorded_set("moe_skew_rank1"))
        self.assertIn(b"<!DOCTYPE html>", run("fleet", self.out, "--format", "html").stdout)
        self.assertIn(b"## Worth opening", run("fleet", self.out, "--format", "markdown").stdout)
        path = os.path.join(self.folder, "fleet.json")
        run("fleet", self.out, "--format", "json", "--out", path)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(json.load(file)["straggler"]["rank"], 1)
        self.assert_refused(run("fleet", self.out, "--format", "csv"), 2, "--format 'csv'")

    def test_one_of_several_runs_is_measured(self):
        self.summarize(recorded_set("fsdp"), recorded_set("moe_skew_rank1"))
        report = self.report("fleet", self.out)
        self.assertEqual([run["ranks"] for run in report["runs"]], [4, 4])
        self.assertEqual((report["run"], report["repeated"], len(report["ranks"])), (2, [], 4))
        first = self.report("fleet", self.out, "--run", "1")
        self.assertEqual(first["runs"], report["runs"])
        self.assertNotEqual(first["ranks"], report["ranks"])
        self.assertIn(b"! the summaries are of 2 runs; this is run 2; --run N shows another\n",
                      run("fleet", self.out).stdout)
        self.assert_refused(run("fleet", self.out, "--run", "3"), 2, "--run 3: there are summaries of 2")
        self.assert_refused(run("fleet", self.out, "--run", "0"), 2, "--run '0'")

    def test_a_folder_without_summaries_is_refused(self):
        result = run("fleet", recorded_set("fsdp"))
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"gaplight summarize", result.stderr)

    def test_traces_that_are_gone_are_not_opened(self):
        folder = os.path.join(self.folder, "traces")
        shutil.copytree(recorded_set("fsdp"), folder)
        self.summarize(folder)
        shutil.rmtree(folder)
        result = run("fleet", self.out, "--open")
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"no longer the trace that was summarized", result.stderr)


if __name__ == "__main__":
    main()
