#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Links that break while a trace of another machine comes: it goes on where it broke, with the same
bytes, or ends with one line. Usage: remote_link_test.py PROGRAM DATA."""
import os
import selectors
import signal
import socket
import subprocess
import threading

from program import PROGRAM, main, recorded, run
from remote_case import SAME_MACHINE, TRACE, Remote, Sshd

LARGE = recorded("optimizer_loop")
BEGUN = 'echo "gaplight-pack 2.0 2" >&2\n'


class Breaks(Remote):
    def broken_ssh(self, *counts, after=SAME_MACHINE):
        """Each call in turn passes so many bytes of the pack and breaks; then `after`."""
        calls = os.path.join(self.folder, "calls")
        cases = "".join(f"{number}) sh -c \"$last\" | head -c {count}; exit 255;;\n"
                        for number, count in enumerate(counts, start=1))
        return self.ssh(f'for last; do :; done\necho "$last" >>"{calls}"\n'
                        f'case $(grep -c "" "{calls}") in\n{cases}esac\n' + after)

    def info(self, ssh, retries="3"):
        return run("info", "--format", "json", "node:" + LARGE,
                   env=self.environment(ssh, GAPLIGHT_SSH_RETRIES=retries))

    def calls(self):
        with open(os.path.join(self.folder, "calls"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        os.remove(os.path.join(self.folder, "calls"))
        return lines

    def test_it_goes_on_where_it_broke(self):
        size = len(run("pack", LARGE, "--stdout").stdout)
        whole = self.info(self.ssh(SAME_MACHINE))
        self.assertGreater(size, 200_000)
        for cut in (1, 65_536, size // 2, size - 1, size):
            with self.subTest(cut):
                done = self.info(self.broken_ssh(cut))
                self.assertEqual((done.returncode, done.stdout), (0, whole.stdout), done.stderr)
                self.assertEqual(done.stderr.count(b"\n"), 1)
                self.assertIn(b"gaplight: the connection to node broke", done.stderr)
                self.assertRegex(done.stderr.decode(), rf"after {cut} bytes.*; trying again in 1 s\n")
                first, second = self.calls()
                self.assertNotIn("--resume", first)
                self.assertRegex(second, rf" --resume {cut}:[0-9a-f]+ -- ")
        self.assert_nothing_left()

    def test_it_waits_shorter_for_a_host_that_it_had_reached(self):
        log = os.path.join(self.folder, "options")
        ssh = self.broken_ssh(1_000)
        os.rename(ssh, ssh + ".sh")
        self.assertEqual(self.info(self.ssh(
            f'echo "$@" | grep -c ConnectTimeout=20 >>"{log}"\nexec "{ssh}.sh" "$@"\n')).returncode, 0)
        with open(log, encoding="ascii") as file:
            self.assertEqual(file.read(), "0\n1\n")

    def test_it_breaks_twice_and_before_the_first_byte(self):
        whole = self.info(self.ssh(SAME_MACHINE))
        done = self.info(self.broken_ssh(0, 1_000, 500))
        self.assertEqual((done.returncode, done.stdout), (0, whole.stdout), done.stderr)
        self.assertEqual(["--resume " in call for call in self.calls()],
                         [False, False, True, True])

    def test_it_stays_broken(self):
        refused = "echo 'ssh: connect to host node: Connection refused' >&2\nexit 255\n"
        done = self.info(self.broken_ssh(1_000, after=refused), retries="1")
        self.assertEqual(done.returncode, 3)
        last = done.stderr.decode().splitlines()[-1]
        self.assertIn("the connection broke after 1000 bytes and did not go on: cannot reach node "
                      "over ssh: connect to host node: Connection refused", last)
        self.assertEqual(len(self.calls()), 2)
        done = self.info(self.ssh(refused))  # nothing had come: ssh itself does not work
        self.assert_refused(done, 3, "cannot reach node over ssh")
        self.assert_nothing_left()

    def test_the_trace_has_changed(self):
        changed = self.write("changed.json", b'{"traceEvents": []}')
        done = self.info(self.broken_ssh(
            1_000, after=SAME_MACHINE.replace('"$last"', f'"${{last%--*}}-- {changed}"')))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stderr.decode().splitlines()[-1],
                         "the trace changed since the connection broke|did not go on")
        self.assertEqual(done.stdout, b"")

    def test_a_hostile_remote_side(self):
        """After the break comes what is no rest, is not marked as one, or never ends."""
        for after in (BEGUN + "head -c 5000 /dev/urandom\n",
                      BEGUN + "echo gaplight-resumed >&2\nhead -c 5000 /dev/urandom\n",
                      BEGUN + "echo gaplight-resumed >&2\n", "echo Welcome\n", BEGUN + "exit 3\n"):
            done = self.info(self.broken_ssh(1_000, after=after))
            self.assertEqual((done.returncode, done.stdout), (3, b""), done.stderr)
            self.assertEqual(done.stderr.count(b"\n"), 2)
            self.calls()
        self.assert_nothing_left()

    def test_stopping_while_it_waits(self):
        ssh = self.broken_ssh(1_000, after="exit 255\n")
        with subprocess.Popen([PROGRAM, "info", "node:" + LARGE], stderr=subprocess.PIPE,
                              env=self.environment(ssh, GAPLIGHT_SSH_RETRIES="9")) as process:
            self.assertIn(b"trying again in 1 s", process.stderr.readline())
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
        self.assertEqual(process.returncode, 4)
        self.assert_nothing_left()

    def test_wrong_points(self):
        for point in ("", "5", "5:", ":5", "5:x", "-1:5", "5:5:5", "99999999999999999999:1"):
            if point:
                self.assert_refused(run("pack", TRACE, "--stdout", "--resume", point), 2,
                                    "expected BYTES:HASH")
        self.assert_refused(run("pack", TRACE, "--resume", "5:5", "-o", "x"), 2, "with --stdout")
        self.assert_refused(run("pack", TRACE, "--stdout", "--resume", "5:5"), 3,
                            "the trace changed")


class Relay:
    """Passes connections on to a port; breaks the first ones after so many bytes from there."""

    def __init__(self, port, counts):
        self.target, self.counts = port, list(counts)
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.accepted = 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                near, _ = self.server.accept()
            except OSError:
                return
            self.accepted += 1
            left = self.counts.pop(0) if self.counts else None
            threading.Thread(target=self.relay, args=(near, left), daemon=True).start()

    def relay(self, near, left):
        with near, socket.create_connection(("127.0.0.1", self.target)) as far, \
                selectors.DefaultSelector() as ready:
            ready.register(near, selectors.EVENT_READ, far)
            ready.register(far, selectors.EVENT_READ, near)
            while True:
                for key, _ in ready.select():
                    data = key.fileobj.recv(16_384)
                    if not data:
                        return
                    key.data.sendall(data)
                    if left is not None and key.fileobj is far:
                        left -= len(data)
                        if left <= 0:
                            return

    def close(self):
        self.server.close()


class RealSshd(Sshd):
    def test_a_cut_link(self):
        whole = run("info", "--format", "json", "node:" + LARGE,
                    env=self.environment(self.client))
        self.assertEqual(whole.returncode, 0, whole.stderr)
        relay = Relay(self.port, (100_000, 50_000))
        self.addCleanup(relay.close)
        client = self.ssh(f'exec "{self.client}.sh" -o Port={relay.port} -o '
                          f'HostKeyAlias="[127.0.0.1]:{self.port}" "$@"\n')
        done = run("info", "--format", "json", "node:" + LARGE,
                   env=self.environment(client, GAPLIGHT_SSH_RETRIES="3"))
        self.assertEqual((done.returncode, done.stdout), (0, whole.stdout), done.stderr)
        self.assertEqual(done.stderr.count(b"trying again in 1 s"), 2)
        self.assertEqual(relay.accepted, 3)
        self.assert_nothing_left()

    def setUp(self):
        super().setUp()
        os.rename(self.client, self.client + ".sh")
        self.client = self.ssh(f'exec "{self.client}.sh" "$@"\n')


if __name__ == "__main__":
    main()
