#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Packs that are kept of large traces. Usage: cache_command_test.py PROGRAM DATA."""
import json
import os
import re
import resource
import signal
import subprocess
import time

from program import PROGRAM, SMALL, Case, main, run


class Cache(Case):
    def setUp(self):
        super().setUp()
        self.home = os.path.join(self.folder, "home")
        self.environment = {**os.environ, "XDG_CACHE_HOME": self.home}
        self.large = self.write_large("first")
        self.addCleanup(self.wait_for_writers)  # they would write into the folder as it is removed

    def write_large(self, name, file="large.json", **facts):
        """A trace over 50 MB, most of which is no event."""
        trace = dict(SMALL, traceName=name, **facts, padding="x" * 51_000_000)
        return self.write(file, json.dumps(trace).encode())

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

    def writers(self):
        """The processes that keep a pack of a trace in this test's folder."""
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue  # it has ended
            if b"keep" in words and any(word.startswith(self.folder.encode()) for word in words):
                found.append(process)
        return found

    def wait_for_writers(self):
        """A command does not wait for the process that keeps a pack of what it read."""
        for _ in range(1200):
            if not self.writers():
                return
            time.sleep(0.1)
        self.fail(f"still writing: {self.writers()}")

    def files(self):
        """All that lies beside the packs, too."""
        folder = os.path.join(self.home, "gaplight", "packs")
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def opened_from_packs(self, *arguments):
        """The output of a command that reads each pack that there is."""
        before = {pack: os.stat(pack).st_ctime_ns for pack in self.packs()}
        time.sleep(0.02)  # file times advance in steps of some milliseconds
        done = self.command(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        for pack, changed in before.items():
            self.assertGreater(os.stat(pack).st_ctime_ns, changed)
        return done.stdout

    def test_opens_a_trace_again(self):
        first = self.analyzed()
        self.wait_for_packs(1)
        with open(self.packs()[0], "rb") as file:
            self.assertLess(len(file.read()), 10_000)
        self.assertEqual(self.analyzed(), first)
        listed = self.command("cache").stdout.decode()
        self.assertIn(os.path.realpath(self.large), listed)
        self.assertIn("1 pack, ", listed)
        self.assertEqual(self.command("cache", "list").stdout.decode(), listed)
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

    def test_a_pack_of_others_is_not_read(self):
        first = self.analyzed()
        self.wait_for_packs(1)
        forged = self.packs()[0]
        elsewhere = os.path.join(self.folder, "elsewhere.gpk")
        os.rename(forged, elsewhere)
        os.symlink(elsewhere, forged)
        self.assertEqual(self.analyzed(), first)
        self.wait_for_writers()
        self.assertFalse(os.path.islink(forged))
        folder = os.path.dirname(forged)
        os.chmod(folder, 0o777)
        before = os.stat(forged).st_ino
        self.assertEqual(self.analyzed(), first)
        self.wait_for_writers()
        self.assertNotEqual(os.stat(forged).st_ino, before)
        self.assertEqual(os.stat(folder).st_mode & 0o777, 0o700)

    def test_can_be_switched_off(self):
        self.analyzed("--no-cache")
        self.analyzed(GAPLIGHT_NO_CACHE="1")
        done = self.command("cache", "keep", self.large, GAPLIGHT_NO_CACHE="1")
        self.assertIn(b"not kept: there is no cache: GAPLIGHT_NO_CACHE", done.stdout)
        self.assertFalse(os.path.exists(self.home))

    def test_a_home_that_cannot_be_written_is_no_matter(self):
        first = self.analyzed("--no-cache")
        self.assertEqual(self.analyzed(XDG_CACHE_HOME="/proc"), first)
        with open(self.home, "w", encoding="utf-8"):
            pass  # a file where the folder should be
        self.assertEqual(self.analyzed(), first)
        self.assertTrue(self.command("cache").stdout.startswith(b"0 packs, 0"))

    def test_compared_traces_are_kept(self):
        arguments = ("compare", self.large, self.write_large("b", "b.json"), "--format", "json")
        first = self.command(*arguments).stdout
        self.wait_for_packs(2)
        self.assertEqual(self.opened_from_packs(*arguments), first)

    def test_exported_traces_are_kept(self):
        out = os.path.join(self.folder, "x.svg")
        arguments = ("export", self.large, "--out", out)
        self.assertEqual(self.command(*arguments).returncode, 0)
        self.wait_for_packs(1)
        self.opened_from_packs(*arguments)

    def test_traces_of_an_agent_are_kept(self):
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": {"name": "overview", "arguments": {"trace": self.large}}}
        done = subprocess.run([PROGRAM, "mcp"], input=(json.dumps(call) + "\n").encode(),
                              env=self.environment, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0)
        self.wait_for_packs(1)

    def test_a_trace_sent_to_another_machine_is_kept(self):
        first = self.command("pack", self.large, "--stdout").stdout
        self.assertTrue(first)
        self.wait_for_packs(1)
        self.assertEqual(self.opened_from_packs("pack", self.large, "--stdout"), first)
        # Of its own file it has what was asked for, and no key of the cache.
        pack = os.path.join(self.folder, "x.gpk")
        self.opened_from_packs("pack", self.large, "-o", pack, "--quiet")
        with open(pack, "rb") as file:
            self.assertEqual(file.read(), first)
        self.assertEqual(self.command("pack", self.large, "--stdout", "--no-cache").stdout, first)

    def test_ranks_are_kept(self):
        folder = os.path.join(self.folder, "run")
        os.mkdir(folder)
        for rank in range(2):
            self.write_large("run", f"run/rank{rank}.json",
                             distributedInfo={"rank": rank, "world_size": 2})
        arguments = ("analyze", folder, "--format", "json")
        first = self.command(*arguments).stdout
        self.assertTrue(first)
        self.wait_for_packs(2)
        self.assertEqual(self.opened_from_packs(*arguments), first)
        self.assertEqual(self.opened_from_packs("compare", folder, folder, "--format", "json"),
                         self.command("compare", folder, folder, "--format", "json",
                                      "--no-cache").stdout)

    def test_a_full_disk_loses_nothing(self):
        first = self.analyzed("--no-cache")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        done = run("cache", "keep", self.large, env=self.environment, preexec_fn=limit)
        self.assert_refused(done, 5, "cannot write")
        done = run("pack", self.large, "-o", os.path.join(self.folder, "x.gpk"), "--quiet",
                   env=self.environment, preexec_fn=limit)
        self.assert_refused(done, 5, "cannot write")
        self.assertFalse(any(".gpk" in name for name in os.listdir(self.folder)))
        done = run("analyze", self.large, "--format", "json", env=self.environment,
                   preexec_fn=limit)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, first, b""))
        self.assertEqual(self.files(), [])
        self.assertEqual(self.command("cache", "keep", self.large).returncode, 0)
        self.assertEqual(self.analyzed(), first)

    def test_a_writer_killed_at_any_moment_leaves_nothing(self):
        """Survival: the signal comes after a share of the time that a whole run takes."""
        begin = time.monotonic()
        first = self.analyzed("--no-cache")
        whole = time.monotonic() - begin
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            writer = subprocess.Popen([PROGRAM, "cache", "keep", self.large],
                                      env=self.environment)
            time.sleep(share * whole)
            writer.send_signal(signal.SIGKILL)
            writer.wait()
            self.assertEqual(self.analyzed(), first)
        self.wait_for_writers()
        # As the writer leaves it where the file system has no unnamed files.
        folder = os.path.join(self.home, "gaplight", "packs")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "0123456789abcdef.gpk.gaplight-abcdef"), "wb") as left:
            left.write(b"gaplight")
        self.assertEqual(self.command("cache", "keep", self.large).returncode, 0)
        self.assertEqual(len(self.packs()), 1)
        self.assertEqual([name for name in self.files() if not name.endswith(".gpk")], [])
        self.assertEqual(self.analyzed(), first)

    def test_two_processes_at_once(self):
        first = self.analyzed("--no-cache")
        writers = [subprocess.Popen([PROGRAM, "cache", "keep", self.large], env=self.environment)
                   for _ in range(3)]
        readers = [subprocess.Popen([PROGRAM, "analyze", self.large, "--format", "json"],
                                    env=self.environment, stdout=subprocess.PIPE)
                   for _ in range(3)]
        for reader in readers:
            self.assertEqual(reader.communicate()[0], first)
        for writer in writers:
            self.assertEqual(writer.wait(), 0)
        self.assertEqual(len(self.packs()), 1)
        self.assertEqual(self.opened_from_packs("analyze", self.large, "--format", "json"), first)

    def test_a_cache_that_cannot_be_written_is_read(self):
        first = self.analyzed("--no-cache")
        self.assertEqual(self.command("cache", "keep", self.large).returncode, 0)
        folder = os.path.join(self.home, "gaplight", "packs")
        os.chmod(self.packs()[0], 0o400)
        os.chmod(folder, 0o500)
        self.addCleanup(os.chmod, folder, 0o700)
        self.assertEqual(self.analyzed(), first)
        self.assertEqual(len(self.packs()), 1)

    def test_small_traces_are_not_kept(self):
        done = self.command("cache", "keep", self.small)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertRegex(done.stdout.decode(), r"^\S+: not kept: smaller than 50.0 MB; opens in \S+ \ws anyway\n$")
        self.assertEqual(self.packs(), [])

    def test_keep_says_what_became_of_each_trace(self):
        nowhere, text = os.path.join(self.folder, "nowhere.json"), os.path.join(self.folder, "text")
        with open(text, "w", encoding="utf-8") as file:
            file.write("root:x:0\n")
        done = self.command("cache", "keep", nowhere, self.large, text, self.small)
        self.assertEqual(done.returncode, 3)
        kept, small = done.stdout.decode().splitlines()
        self.assertRegex(kept, re.escape(self.large) + r": kept as a pack of [0-9.]+ .?B$")
        self.assertIn(self.small + ": not kept", small)
        missing, strange = done.stderr.decode().splitlines()
        self.assertIn(nowhere, missing)
        self.assertIn(text, strange)
        self.assertEqual(len(self.packs()), 1)
        pack = self.command("cache", "keep", self.packs()[0]).stdout.decode()
        self.assertIn("not kept: a pack already", pack)

    def test_a_cut_reads_the_trace_itself(self):
        self.assertEqual(self.command("cache", "keep", self.large).returncode, 0)
        part = os.path.join(self.folder, "part.json")
        done = self.command("cut", self.large, "--range", "0us..1us", "--out", part, "--quiet")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertTrue(os.path.exists(part))

    def test_mistakes_are_named(self):
        self.assert_refused(self.command("cache", "burn"), 2, "cache 'burn'")
        self.assert_refused(self.command("cache", "keep"), 2, "keep and traces")


if __name__ == "__main__":
    main()
