#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Opens traces of another machine: 'gaplight ... HOST:PATH', through a program in place of ssh and
through a real sshd on this machine. Usage: remote_command_test.py PROGRAM DATA."""
import os
import random
import shutil
import signal
import subprocess
import time

from program import PROGRAM, main, run
from remote_case import SAME_MACHINE, TRACE, Remote, Sshd


class FakeSsh(Remote):
    def test_reports_are_those_of_the_trace(self):
        for command in ("info", "analyze"):
            remote = self.report(command, "node:" + TRACE,
                                 env=self.environment(self.ssh(SAME_MACHINE)))
            here = self.report(command, TRACE)
            self.assertEqual(remote["trace"].pop("path"), "node:" + TRACE)
            for report in (remote, here):
                report["trace"].pop("path", None)
                report["sources"][0].pop("path")
            self.assertEqual(remote, here)
        self.assert_nothing_left()

    def test_compares_exports_and_packs(self):
        done = self.run_on_remote(SAME_MACHINE, "compare", "node:" + TRACE, TRACE)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        done = self.run_on_remote(SAME_MACHINE, "export", "node:" + TRACE, "--out", "x.svg")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        done = self.run_on_remote(SAME_MACHINE, "pack", "node:" + TRACE, "-o", "x.gpk", "--quiet")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        with open(os.path.join(self.folder, "x.gpk"), "rb") as file:
            self.assertTrue(file.read().startswith(b"\x89GPK"))

    def test_packs_a_part_there(self):
        folder = os.path.join(self.folder, "here")
        os.mkdir(folder)
        done = self.run_on_remote(SAME_MACHINE, "pack", "node:" + TRACE, "--range", "0ms..5ms",
                                  "--without-args", "--quiet", cwd=folder)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(os.listdir(folder), ["graph_breaks.gpk"])
        here = os.path.join(self.folder, "here.gpk")
        self.assertEqual(run("pack", TRACE, "-o", here, "--range", "0ms..5ms", "--without-args",
                             "--quiet").returncode, 0)
        with open(os.path.join(folder, "graph_breaks.gpk"), "rb") as remote, open(here, "rb") as near:
            self.assertEqual(remote.read(), near.read())
        self.assert_refused(self.run_on_remote(SAME_MACHINE, "pack", "node:" + TRACE, "--range",
                                               "step:$(touch x)"), 3, "on node: --range")
        self.assertNotIn("x", os.listdir(self.folder))

    def test_arguments_of_ssh(self):
        log = os.path.join(self.folder, "log")
        done = self.run_on_remote(f'printf "%s\\n" "$@" >"{log}"\n' + SAME_MACHINE, "info",
                                  "me@node:" + os.path.join(self.folder, "it's \\ $(touch x).json"))
        self.assert_refused(done, 3, "there is no such file", "$(touch x)")
        with open(log, encoding="utf-8") as file:
            arguments = file.read().split("\n")
        self.assertEqual(arguments[:7], ["-T", "-o", "RemoteCommand=none", "-o",
                                         "ServerAliveInterval=15", "--", "me@node"])
        self.assertNotIn("x", os.listdir(self.folder))

    def test_a_strange_name_is_found(self):
        name = "it's \\ $(touch x) ;`id`.json"
        shutil.copy(self.small, os.path.join(self.folder, name))
        done = self.run_on_remote(SAME_MACHINE, "info", "node:" + name)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_a_local_file_with_a_colon(self):
        shutil.copy(self.small, os.path.join(self.folder, "node:x.json"))
        done = self.run_on_remote("exit 9\n", "info", "node:x.json")
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_a_host_is_no_option(self):
        done = self.run_on_remote("touch started\n", "info", "--", "-oProxyCommand=touch x:y")
        self.assert_refused(done, 2, "is no name of a host")
        self.assertNotIn("started", os.listdir(self.folder))

    def test_settings_and_notes_are_not_sought_here(self):
        self.write("gaplight.toml", b"nonsense = [")
        done = self.run_on_remote(f'cd "{self.folder}"\n' + SAME_MACHINE, "analyze", "node:small.json")
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_failures_are_one_line(self):
        pack = self.pack()
        begun = 'echo "gaplight-pack 2.0 2" >&2\n'
        for script, parts in (
                ("echo 'sh: 1: exec: gaplight: not found' >&2; exit 127\n",
                 ("there is no gaplight on node", "install it: --install", "scp gaplight-cli-",
                  " node:.local/bin/gaplight")),
                ("echo 'ssh: connect to host node port 22: Connection refused' >&2; exit 255\n",
                 ("cannot reach node over ssh: connect to host node port 22: Connection refused",)),
                ("echo 'node: Permission denied (publickey).' >&2; exit 255\n",
                 ("Permission denied",)),
                ("echo 'gaplight: unexpected --progress-lines' >&2; exit 2\n",
                 ("on node",)),
                ('echo "gaplight-pack 9.0 77" >&2\nsleep 100\n',
                 ("gaplight 9.0 on node writes packs of version 77", "update it")),
                (begun + "echo \"gaplight: cannot open 'x': there is no such file\" >&2; exit 3\n",
                 ("on node: cannot open 'x': there is no such file",)),
                (begun + "exit 255\n", ("the connection to node broke",)),
                (begun + "kill -9 $$\n", ("ended with 137",)),
                ("exit 0\n", ("nothing came",)),
                ("echo 'Welcome to node'; sleep 100\n",
                 ("sends no pack but 'Welcome to node", ".bashrc")),
                (self.sending(pack[:len(pack) // 2]), ("the pack is cut after",)),
                (self.sending(pack[:4]), ("sends no pack but",)),
                (self.sending(pack[:len(pack) // 2], "exit 255\n"),
                 ("the connection to node broke", f"after {len(pack) // 2} bytes"))):
            with self.subTest(script):
                done = self.run_on_remote(script, "analyze", "node:x")
                self.assert_refused(done, 3, "node:x: ", *parts)
                self.assert_nothing_left()
        self.assert_refused(run("info", "node:x", env=self.environment("/nowhere/ssh")), 3,
                            "cannot start /nowhere/ssh", "OpenSSH")

    def test_a_hostile_remote_side(self):
        pack = self.pack()
        choices = random.Random(1)
        for round_ in range(40):
            if round_ % 4 == 0:
                sent = choices.randbytes(choices.randrange(200_000))
            else:
                damaged = bytearray(pack)
                for _ in range(choices.randrange(1, 20)):
                    damaged[choices.randrange(len(damaged))] = choices.randrange(256)
                sent = bytes(damaged)
            done = self.run_on_remote(self.sending(sent), "info", "node:x")
            self.assertIn(done.returncode, (0, 3), done.stderr)
            self.assertLessEqual(done.stderr.count(b"\n"), 1)
            self.assertNotIn(b"\x1b", done.stderr + done.stdout)
        self.assert_nothing_left()
        self.assertEqual({name for name in os.listdir(self.folder) if not name.startswith("sent")},
                         {"small.json", "spool", "ssh", "x.gpk"})

    def test_endless_messages_and_no_pack(self):
        done = self.run_on_remote("yes | head -c 30000000 >&2; exit 1\n", "info", "node:x")
        self.assert_refused(done, 3, "on node: y")

    def test_stopping_ends_ssh(self):
        pid = os.path.join(self.folder, "pid")
        ssh = self.ssh(f'echo "gaplight-pack 2.0 2" >&2\necho $$ >"{pid}"\nexec sleep 1000\n')
        with subprocess.Popen([PROGRAM, "info", "node:x"], env=self.environment(ssh),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            deadline = time.monotonic() + 60
            while not (os.path.exists(pid) and os.path.getsize(pid) > 0):
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            error = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 4, error)
        with open(pid, encoding="ascii") as file:
            self.assertFalse(os.path.exists(f"/proc/{int(file.read())}"))
        self.assert_nothing_left()

    def test_the_remote_program_prints_lines(self):
        done = run("pack", TRACE, "--stdout", "--progress-lines")
        self.assertTrue(done.stdout.startswith(b"\x89GPK"))
        self.assertRegex(done.stderr.decode(),
                         r"^gaplight-pack \S+ 2\n(gaplight-progress \d+ \d+ \d+\n)+$")
        self.assert_refused(run("pack", TRACE, "--progress-lines"), 2, "needs --stdout")


class RealSshd(Sshd):
    def test_opens_a_trace(self):
        environment = self.environment(self.client)
        remote = self.report("analyze", "node:" + TRACE, env=environment)
        here = self.report("analyze", TRACE)
        self.assertEqual(remote["findings"], here["findings"])
        self.assertEqual(remote["devices"], here["devices"])
        self.assert_refused(run("info", "node:/nowhere.json", env=environment), 3,
                            "on node: cannot open '/nowhere.json': there is no such file")
        self.assert_refused(run("info", "elsewhere.invalid:x", env=environment), 3,
                            "cannot reach elsewhere.invalid over ssh: ")
        os.remove(os.path.join(self.keys, "authorized"))
        self.assert_refused(run("info", "node:" + TRACE, env=environment), 3,
                            "cannot reach node over ssh: ", "Permission denied")
        self.assert_nothing_left()


if __name__ == "__main__":
    main()
