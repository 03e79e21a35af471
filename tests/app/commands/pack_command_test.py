#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Drives 'gaplight pack' and what opens its files. Usage: pack_command_test.py PROGRAM DATA."""
import json
import os
import subprocess
import unittest

from program import PROGRAM, SMALL, Case, main, recorded, run

TRACE = recorded("graph_breaks")


class Pack(Case):
    def packed(self, *args, trace=TRACE, name="x.gpk"):
        path = os.path.join(self.folder, name)
        done = run("pack", trace, "-o", path, "--quiet", *args)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return path

    def same(self, left, right):
        """Whether two reports differ in nothing but the path."""
        for report in (left, right):
            report["trace"].pop("path")
            report["sources"][0].pop("path")
        self.assertEqual(left, right)

    def test_reports_of_a_pack_are_those_of_the_trace(self):
        pack = self.packed()
        for command in ("info", "analyze"):
            self.same(self.report(command, pack), self.report(command, TRACE))
        self.assertLess(os.path.getsize(pack), 2 * os.path.getsize(TRACE))

    def test_a_name_that_misleads_is_refused(self):
        for name in ("x.zip", "x.json.gz"):
            self.assert_refused(run("pack", TRACE, "-o", os.path.join(self.folder, name)), 2, ".gpk")
            self.assertFalse(os.path.exists(os.path.join(self.folder, name)))

    def test_is_smaller_without_args(self):
        self.assertLess(os.path.getsize(self.packed("--without-args", name="less.gpk")),
                        os.path.getsize(self.packed()))

    def test_says_that_args_were_left_out(self):
        whole = self.report("analyze", TRACE)
        self.assertTrue(whole["roofline"]["complete"])
        pack = self.packed("--without-args", name="less.gpk")
        for command in ("info", "analyze"):
            issues = {issue["kind"]: issue["count"] for issue in self.report(command, pack)["issues"]}
            self.assertEqual(issues["args_left_out"], whole["trace"]["slices"])
        self.assertFalse(self.report("analyze", pack)["roofline"]["complete"])
        for command in ("info", "analyze"):
            self.assertIn(b"--without-args", run(command, pack).stdout)

    def test_a_pack_of_a_pack_is_the_same(self):
        for options in ((), ("--without-args",)):
            pack = self.packed(*options, name="first.gpk")
            again = os.path.join(self.folder, "again.gpk")
            done = run("pack", pack, "-o", again)
            self.assertIn(b", without args" if options else b", with args", done.stderr)
            with open(pack, "rb") as first, open(again, "rb") as second:
                self.assertEqual(first.read(), second.read())

    def test_packs_beside_ranks_are_not_read_twice(self):
        os.mkdir(os.path.join(self.folder, "run"))
        for rank in range(2):
            facts = {"rank": rank, "world_size": 2}
            trace = self.write(f"run/rank{rank}.json", json.dumps(
                dict(SMALL, distributedInfo=facts)).encode())
            self.assertEqual(run("pack", trace).returncode, 0)
        folder = os.path.join(self.folder, "run")
        self.assertEqual(len(os.listdir(folder)), 4)
        self.assertEqual(len(self.report("analyze", folder)["ranks"]["per_rank"]), 2)
        os.remove(os.path.join(folder, "rank0.json"))
        self.assertEqual(len(self.report("analyze", folder)["ranks"]["per_rank"]), 2)

    def test_goes_through_a_pipe(self):
        packing = subprocess.run([PROGRAM, "pack", TRACE, "--stdout"], capture_output=True,
                                 check=True)
        self.assertEqual(packing.stderr, b"")
        with open(self.packed(), "rb") as file:
            self.assertEqual(packing.stdout, file.read())
        done = subprocess.run([PROGRAM, "analyze", "-", "--format", "json"],
                              input=packing.stdout, capture_output=True, check=True)
        self.same(json.loads(done.stdout), self.report("analyze", TRACE))

    def test_a_part(self):
        pack = self.packed("--range", "0ms..5ms")
        self.assertLess(self.report("info", pack)["trace"]["slices"],
                        self.report("info", TRACE)["trace"]["slices"] / 2)

    def test_a_part_of_a_pack(self):
        """Its slices and arrows are those of a part of the trace."""
        parts = []
        for number, trace in enumerate((TRACE, self.packed())):
            part = os.path.join(self.folder, f"part{number}.json")
            done = run("cut", trace, "--range", "0ms..5ms", "--out", part)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(part, encoding="utf-8") as file:
                parts.append([event for event in json.load(file)["traceEvents"]
                              if event["ph"] in "Xsf"])
        self.assertEqual(parts[0], parts[1])

    def test_lies_beside_the_trace_by_default(self):
        trace = self.write("run.json", b'{"traceEvents":[{"ph":"X","ts":1,"dur":2,"name":"a",'
                                       b'"pid":1,"tid":1}]}')
        done = run("pack", trace)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"run.gpk: ", done.stderr)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "run.gpk")))

    def test_compares_with_the_trace(self):
        done = run("compare", TRACE, self.packed(), "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_damage_is_said_wherever_a_pack_is_read(self):
        pack = self.packed()
        with open(pack, "rb") as file:
            whole = file.read()
        for at in range(len(whole) // 20, len(whole), len(whole) // 20):  # tables, then args
            damaged = self.write("damaged.gpk", whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
            self.assert_refused(run("analyze", damaged, "--format", "json"), 3, "damaged")
        for arguments in (("info", damaged), ("analyze", damaged, "--format", "csv"),
                          ("compare", TRACE, damaged), ("summarize", damaged, "-o", self.folder),
                          ("export", damaged, "--out", "/dev/null/x.svg"),
                          ("pack", damaged, "-o", os.path.join(self.folder, "again.gpk"))):
            self.assert_refused(run(*arguments), 3, "damaged")
        with open(damaged, "rb") as file:
            self.assert_refused(run("analyze", "-", stdin=file), 3, "damaged")

    def test_mistakes_are_named(self):
        pack = self.packed()
        for args, code, message in (
                (("pack", "-"), 2, "standard input has no name"),
                (("pack", TRACE, "--stdout", "-o", "x"), 2, "exclude each other"),
                (("pack", pack, "-o", pack), 2, "is the trace itself"),
                (("pack", TRACE, "-o", "/nowhere/x.gpk"), 5, "/nowhere/x.gpk"),
                (("pack", "/nowhere.json"), 3, "there is no such file")):
            self.assert_refused(run(*args), code, message)

    def test_a_newer_pack_is_refused(self):
        pack = self.packed()
        with open(pack, "rb+") as file:
            file.seek(8)
            file.write(bytes([3]))
        self.assert_refused(run("info", pack), 3, "a pack of version 3, written by a newer "
                                                  "gaplight; this one reads version 2")


if __name__ == "__main__":
    main()
