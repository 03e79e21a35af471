#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Packs that are kept of large traces. Usage: cache_command_test.py PROGRAM DATA."""
import json
import os
import time

from program import SMALL, Case, main, run


class Cache(Case):
    def setUp(self):
        super().setUp()
        self.home = os.path.join(self.folder, "home")
        self.environment = {**os.environ, "XDG_CACHE_HOME": self.home}
        self.large = self.write_large("first")

    def write_large(self, name):
        """A trace over 50 MB, most of which is no event."""
        trace = dict(SMALL, traceName=name, padding="x" * 51_000_000)
        return self.write("large.json", json.dumps(trace).encode())

    def command(self, *arguments, **changes):
        return run(*arguments, env={**self.environment, **changes})

    def analyzed(self, *arguments, **changes):
        done = self.command("analyze", self.large, "--format", "json", *arguments, **changes)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout

    def packs(self):
        folder = os.path.join(self.home, "gaplight", "packs")
        return [os.path.join(folder, name) for name in sorted(os.listdir(folder))
                if name.endswith(".gpk")] if os.path.isdir(folder) else []

    def wait_for_packs(self, count):
        """The writer is a process of its own."""
        for _ in range(1200):
            if len(self.packs()) == count:
                return
            time.sleep(0.1)
        self.fail(f"{len(self.packs())} packs, expected {count}")

    def test_opens_a_trace_again(self):
        first = self.analyzed()
        self.wait_for_packs(1)
        with open(self.packs()[0], "rb") as file:
            self.assertLess(len(file.read()), 10_000)
        self.assertEqual(self.analyzed(), first)
        listed = self.command("cache").stdout.decode()
        self.assertIn(os.path.realpath(self.large), listed)
        self.assertIn("1 pack, ", listed)
        self.assertEqual(self.command("cache", "clear").stdout, b"1 pack removed\n")
        self.assertEqual(self.packs(), [])

    def test_reads_a_changed_trace_anew(self):
        self.assertEqual(self.command("cache", "keep", self.large).returncode, 0)
        self.wait_for_packs(1)
        self.write_large("other")
        self.analyzed()
        self.wait_for_packs(2)

    def test_a_damaged_pack_costs_nothing(self):
        first = self.analyzed()
        self.wait_for_packs(1)
        os.truncate(self.packs()[0], 100)
        self.assertEqual(self.analyzed(), first)

    def test_can_be_switched_off(self):
        self.analyzed("--no-cache")
        self.analyzed(GAPLIGHT_NO_CACHE="1")
        self.command("cache", "keep", self.large, GAPLIGHT_NO_CACHE="1")
        self.assertFalse(os.path.exists(self.home))

    def test_a_home_that_cannot_be_written_is_no_matter(self):
        first = self.analyzed("--no-cache")
        self.assertEqual(self.analyzed(XDG_CACHE_HOME="/proc"), first)
        with open(self.home, "w", encoding="utf-8"):
            pass  # a file where the folder should be
        self.assertEqual(self.analyzed(), first)
        self.assertTrue(self.command("cache").stdout.startswith(b"0 packs, 0"))

    def test_small_traces_are_not_kept(self):
        self.assertEqual(self.command("cache", "keep", self.small).returncode, 0)
        self.assertEqual(self.packs(), [])

    def test_a_cut_reads_the_trace_itself(self):
        self.assertEqual(self.command("cache", "keep", self.large).returncode, 0)
        part = os.path.join(self.folder, "part.json")
        done = self.command("cut", self.large, "--range", "0us..1us", "--out", part, "--quiet")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertTrue(os.path.exists(part))

    def test_mistakes_are_named(self):
        self.assert_refused(self.command("cache", "burn"), 2, "cache 'burn'")
        self.assert_refused(self.command("cache", "keep"), 2, "keep and a trace")


if __name__ == "__main__":
    main()
