#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""'gaplight --install HOST:PATH' copies the program there, and HOST:FOLDER/ are the ranks in a folder
there, through a program in place of ssh and a real sshd. Usage: remote_install_test.py PROGRAM DATA."""
import os
import shutil
import signal
import subprocess
import time

from program import DATA, PROGRAM, main, run
from remote_case import SAME_MACHINE, TRACE, Remote, Sshd

BARE_PATH = "/usr/bin:/bin"
RANKS = [os.path.join(DATA, f"ddp_straggler_rank{rank}.json.zst") for rank in (0, 1)]
BEGUN = 'echo "gaplight-pack 2.0 2" >&2\n'


class Install(Remote):
    """The remote side has no gaplight in its PATH."""

    def setUp(self):
        super().setUp()
        self.home = os.path.join(self.folder, "remote home")
        os.mkdir(self.home)
        self.remote = f'export HOME="{self.home}" PATH={BARE_PATH}\n' + SAME_MACHINE

    def remote_files(self):
        return sorted(os.path.relpath(os.path.join(folder, name), self.home)
                      for folder, _, names in os.walk(self.home) for name in names)

    def open_on_remote(self, remote, *words, program=PROGRAM):
        return run(*words, env=self.environment(self.ssh(remote), GAPLIGHT_FAR_PROGRAM=program))

    def test_copies_the_program_where_it_is_missing(self):
        done = self.open_on_remote(self.remote, "info", "node:" + TRACE)
        self.assert_refused(done, 3, "on node")
        self.assertEqual(self.remote_files(), [])
        done = self.open_on_remote(self.remote, "info", "--install", "node:" + TRACE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.decode(), f"gaplight: copied {PROGRAM} to node as "
                                               "~/.local/bin/gaplight\n")
        self.assertEqual(self.remote_files(), [".local/bin/gaplight"])
        copy = os.path.join(self.home, ".local/bin/gaplight")
        self.assertEqual(os.stat(copy).st_mode & 0o777, 0o755)
        with open(copy, "rb") as one, open(PROGRAM, "rb") as other:
            self.assertEqual(one.read(), other.read())
        done = self.open_on_remote(self.remote, "info", "--install", "node:" + TRACE)
        self.assertEqual((done.returncode, done.stderr), (0, b""))  # it is there

    def test_a_program_that_does_not_start_there_leaves_nothing(self):
        for content, part in ((b"#!/bin/sh\necho 'libtbb.so.12: not found' >&2\nexit 127\n",
                               "libtbb.so.12: not found"), (b"\x7fELF nonsense", "cannot install")):
            done = self.open_on_remote(self.remote, "info", "--install", "node:" + TRACE,
                                       program=self.write("other", content))
            self.assert_refused(done, 3, "cannot install gaplight on node: ", part)
            self.assertEqual(self.remote_files(), [])

    def test_another_kind_of_machine(self):
        self.write("uname", b"#!/bin/sh\necho Linux riscv64\n")
        os.chmod(os.path.join(self.folder, "uname"), 0o700)
        remote = self.remote.replace(BARE_PATH, f'"{self.folder}":{BARE_PATH}')
        done = self.open_on_remote(remote, "info", "--install", "node:" + TRACE)
        self.assert_refused(done, 3, "a machine of another kind: Linux riscv64 instead of Linux ")
        self.assertEqual(self.remote_files(), [])

    def test_no_room_there(self):
        os.chmod(self.home, 0o500)
        self.addCleanup(os.chmod, self.home, 0o700)
        remote = f'export HOME=/proc/nowhere PATH={BARE_PATH}\n' + SAME_MACHINE
        done = self.open_on_remote(remote, "info", "--install", "node:" + TRACE)
        self.assert_refused(done, 3, "cannot install gaplight on node: ", "/proc/nowhere")

    def test_a_copy_that_is_cut(self):
        """The remote side gets half of the program: it is not put in place."""
        remote = self.remote.replace("exec sh", f"head -c 100000 '{PROGRAM}' | exec sh")
        done = self.open_on_remote(remote, "info", "--install", "node:" + TRACE)
        self.assert_refused(done, 3, "the program did not come whole")
        self.assertEqual(self.remote_files(), [])

    def test_no_program_to_copy(self):
        done = self.open_on_remote(self.remote, "info", "--install", "node:" + TRACE,
                                   program="/nowhere/x")
        self.assert_refused(done, 3, "cannot read /nowhere/x")
        done = self.open_on_remote("exit 255\n", "info", "--install", "node:" + TRACE)
        self.assert_refused(done, 3, "cannot reach node over ssh")


class Folders(Remote):
    def setUp(self):
        super().setUp()
        self.ranks = os.path.join(self.folder, "it's a run")
        os.mkdir(self.ranks)
        for path in RANKS:
            shutil.copy(path, self.ranks)
        self.write("it's a run/notes.txt", b"no trace")

    def test_ranks_of_a_folder(self):
        environment = self.environment(self.ssh(SAME_MACHINE))
        remote = self.report("analyze", f"node:{self.ranks}/", env=environment)
        here = self.report("analyze", self.ranks + "/")
        self.assertEqual(len(here["ranks"]["per_rank"]), 2)

        def without_paths(value):
            if isinstance(value, dict):
                return {key: without_paths(one) for key, one in value.items()
                        if key not in ("path", "paths", "file", "bytes", "format", "compression")}
            return [without_paths(one) for one in value] if isinstance(value, list) else value

        self.assertEqual(without_paths(remote), without_paths(here))
        done = self.run_on_remote(SAME_MACHINE, "compare", f"node:{self.ranks}/", self.ranks)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        two = self.report("analyze", *(f"node:{path}" for path in RANKS), env=environment)
        self.assertEqual(without_paths(two), without_paths(here))
        self.assert_nothing_left()

    def test_refusals(self):
        done = self.run_on_remote(SAME_MACHINE, "analyze", f"node:{self.spool}/")
        self.assert_refused(done, 3, f"node:{self.spool}/: on node: ", "the folder has no trace")
        done = self.run_on_remote(SAME_MACHINE, "analyze", "node:/nowhere/")
        self.assert_refused(done, 3, "'/nowhere/' is no folder")
        done = self.run_on_remote(SAME_MACHINE, "analyze", f"node:{self.ranks}")
        self.assert_refused(done, 3, "is a directory", f"'gaplight node:{self.ranks}/' opens the ranks")
        done = self.run_on_remote(SAME_MACHINE, "info", f"node:{self.ranks}/")
        self.assert_refused(done, 3, "this is a directory", "gaplight analyze")
        done = self.run_on_remote("exit 127\n", "analyze", "node:x/")
        self.assert_refused(done, 3, "on node")
        done = self.run_on_remote("exit 2\n", "analyze", "node:x/")
        self.assert_refused(done, 3, "on node")

    def test_names_that_come_from_a_hostile_remote_side(self):
        for names in (b"../x.json\0", b"/etc/x.json\0", b"a\0..\0", b"a\x1b[2J\0", b"\0a\0",
                      b"x" * 300 + b"\0", b"\xff\xfe\0"):
            path = self.write("names", names)
            done = self.run_on_remote(f'{BEGUN}cat "{path}"\n', "analyze", "node:x/")
            self.assert_refused(done, 3, "in place of the name of a trace")
        done = self.run_on_remote(BEGUN + "exec yes\n", "analyze", "node:x/")
        self.assert_refused(done, 3, "more than was asked for")
        self.assert_nothing_left()

    def test_stopping_ends_ssh(self):
        pid = os.path.join(self.folder, "pid")
        ssh = self.ssh(f'echo $$ >"{pid}"\nexec sleep 1000\n')
        with subprocess.Popen([PROGRAM, "analyze", "node:x/"], env=self.environment(ssh),
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            deadline = time.monotonic() + 60
            while not (os.path.exists(pid) and os.path.getsize(pid) > 0):
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            process.wait(60)
        with open(pid, encoding="ascii") as file:
            number = int(file.read())
        while os.path.exists(f"/proc/{number}"):
            self.assertLess(time.monotonic(), deadline, "ssh goes on")
            time.sleep(0.05)


class RealSshd(Sshd):
    """The server's PATH has no gaplight, its home folder is one of the test."""

    def remote_environment(self):
        return f"PATH={BARE_PATH} HOME={self.folder}/home"

    def test_installs_and_opens_a_folder(self):
        environment = self.environment(self.client, GAPLIGHT_FAR_PROGRAM=PROGRAM)
        home = os.path.join(self.folder, "home")
        os.mkdir(home)
        folder = os.path.join(self.folder, "run")
        os.mkdir(folder)
        for path in RANKS:
            shutil.copy(path, folder)
        done = run("analyze", f"node:{folder}/", env=environment)
        self.assert_refused(done, 3, "there is no gaplight on node")
        done = run("analyze", "--install", "--format", "json", f"node:{folder}/", env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(os.path.join(home, ".local/bin/gaplight")))


if __name__ == "__main__":
    main()
