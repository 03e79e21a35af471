# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Another machine for tests: a program in place of ssh, or a real sshd on this machine."""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from program import PROGRAM, Case, recorded, run

TRACE = recorded("graph_breaks")
REMOTE_PATH = os.path.dirname(PROGRAM) + ":" + os.environ["PATH"]
SAME_MACHINE = 'for last; do :; done\nexec sh -c "$last"\n'


class Remote(Case):
    def setUp(self):
        super().setUp()
        self.spool = os.path.join(self.folder, "spool")
        os.mkdir(self.spool)

    def ssh(self, script):
        path = self.write("ssh", ("#!/bin/sh\n" + script).encode())
        os.chmod(path, 0o700)
        return path

    def environment(self, ssh, **more):
        return {**os.environ, "PATH": REMOTE_PATH, "GAPLIGHT_SSH": ssh, "TMPDIR": self.spool,
                "GAPLIGHT_SSH_RETRIES": "0", **more}

    def run_on_remote(self, script, *args, **options):
        return run(*args, env=self.environment(self.ssh(script)), **{"cwd": self.folder, **options})

    def sending(self, content, script="exit 0\n"):
        """A remote side that begins as gaplight does, sends these bytes, goes on with `script`."""
        path = self.write(f"sent{len(content)}", content)
        return f'echo "gaplight-pack 2.0 2" >&2\ncat "{path}"\n{script}'

    def pack(self):
        path = os.path.join(self.folder, "x.gpk")
        self.assertEqual(run("pack", TRACE, "-o", path, "--quiet").returncode, 0)
        with open(path, "rb") as file:
            return file.read()

    def assert_nothing_left(self):
        self.assertEqual(os.listdir(self.spool), [])


class Sshd(Remote):
    """A server of its own: unprivileged, on a free port of the loopback, with keys in a folder."""

    def setUp(self):
        super().setUp()
        sshd = shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin")
        self.assertIsNotNone(sshd, "sshd is missing: install openssh-server")
        if os.getuid() == 0:
            os.makedirs("/run/sshd", mode=0o755, exist_ok=True)  # the service makes it otherwise
        self.keys = tempfile.mkdtemp(dir=self.folder)
        for name in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f",
                            os.path.join(self.keys, name)], check=True)
        shutil.copy(os.path.join(self.keys, "user.pub"), os.path.join(self.keys, "authorized"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.server_log = os.path.join(self.folder, "sshd.log")
        config = self.write("sshd_config", f"""\
Port {self.port}
ListenAddress 127.0.0.1
HostKey {self.keys}/host
AuthorizedKeysFile {self.keys}/authorized
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
SetEnv {self.remote_environment()}
""".encode())
        server = subprocess.Popen([sshd, "-D", "-f", config, "-E", self.server_log],
                                  start_new_session=True)
        self.addCleanup(self.end, server)
        with open(os.path.join(self.keys, "host.pub"), encoding="ascii") as file:
            known = self.write("known_hosts", f"[127.0.0.1]:{self.port} {file.read()}".encode())
        client = self.write("ssh_config", f"""\
Host node
  HostName 127.0.0.1
  Port {self.port}
  User {getpass.getuser()}
  IdentityFile {self.keys}/user
  IdentitiesOnly yes
  UserKnownHostsFile {known}
  StrictHostKeyChecking yes
""".encode())
        self.client = self.ssh(f'exec ssh -F "{client}" "$@"\n')
        self.wait_for_server(server)

    def remote_environment(self):
        return f"PATH={REMOTE_PATH}"

    def end(self, server):
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=60)

    def wait_for_server(self, server):
        deadline = time.monotonic() + 60
        while True:
            with socket.socket() as attempt:
                if attempt.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            self.assertIsNone(server.poll(), "sshd ended")
            self.assertLess(time.monotonic(), deadline, "sshd does not answer")
            time.sleep(0.05)
