#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The window and traces of another machine: who answers the questions of ssh, and a recording that
opens once the program has ended. Usage: remote_window_test.py PROGRAM DATA."""
import os
import subprocess

from program import main, needs, run
from remote_case import REMOTE_PATH, SAME_MACHINE, TRACE, Remote, Sshd
from window_case import OffscreenWindow

# Notes what ssh is given, and asks as ssh does.
ASKING = """\
{ echo "REQUIRE=$SSH_ASKPASS_REQUIRE"
  [ -z "$SSH_ASKPASS" ] || "$SSH_ASKPASS" "Passphrase for key?"; } >>"%s"
"""
BEGUN = 'echo "gaplight-pack 2.0 2" >&2\n'
END = "printf '\\036gaplight-record-end\\n' >&2\n"


@needs("window")
class FakeSsh(Remote):
    def setUp(self):
        super().setUp()
        self.log = os.path.join(self.folder, "log")
        self.window = OffscreenWindow(self.folder)
        self.answering = self.write("answer", b"#!/bin/sh\necho \"answered: $1\"\n")
        os.chmod(self.answering, 0o700)

    def noted(self, *words, **environment):
        """What ssh got when the program ran."""
        plain = {name: value for name, value in self.window.environment.items()
                 if not name.startswith("SSH_ASKPASS")}
        done = run(*words, env={**plain, **environment, "PATH": REMOTE_PATH, "TMPDIR": self.spool,
                                "GAPLIGHT_SSH": self.ssh(ASKING % self.log + SAME_MACHINE)})
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.log, encoding="utf-8") as file:
            lines = file.read().splitlines()
        os.remove(self.log)
        return lines

    def test_questions_of_ssh_go_to_the_program_for_them(self):
        screenshot = ("--screenshot", os.path.join(self.folder, "x.png"), "node:" + TRACE)
        asked = "answered: Passphrase for key?"
        self.assertEqual(self.noted(*screenshot, SSH_ASKPASS=self.answering),
                         ["REQUIRE=prefer", asked])
        self.assertEqual(self.noted(*screenshot), ["REQUIRE="])
        self.assertEqual(self.noted(*screenshot, SSH_ASKPASS=""), ["REQUIRE="])
        self.assertEqual(self.noted(*screenshot, SSH_ASKPASS=self.answering, SSH_ASKPASS_REQUIRE=""),
                         ["REQUIRE=prefer", asked])
        # As who runs it wants it; on the command line the terminal answers.
        self.assertEqual(self.noted(*screenshot, SSH_ASKPASS=self.answering,
                                    SSH_ASKPASS_REQUIRE="never"), ["REQUIRE=never", asked])
        self.assertEqual(self.noted("info", "node:" + TRACE, SSH_ASKPASS=self.answering),
                         ["REQUIRE=", asked])

    def test_a_recording_opens_from_there(self):
        script = ("for last; do :; done\n" + 'case $last in *" record "*)\n' + BEGUN +
                  f"printf '\\036gaplight-recorded 5 {TRACE}\\n' >&2\n{END}exit 0;;\nesac\n" +
                  SAME_MACHINE)
        with self.window.running("record", "--quiet", "node:", "--", "x", PATH=REMOTE_PATH,
                                 GAPLIGHT_SSH=self.ssh(script)) as wait_until:
            wait_until(lambda: self.window.has_opened("node:" + TRACE))


@needs("window")
class RealSshd(Sshd):
    def test_the_passphrase_of_a_key(self):
        subprocess.run(["ssh-keygen", "-q", "-p", "-P", "", "-N", "a secret", "-f",
                        os.path.join(self.keys, "user")], check=True, capture_output=True)
        image = os.path.join(self.folder, "x.png")
        environment = {**OffscreenWindow(self.folder).environment, **self.environment(self.client),
                       "QT_QPA_PLATFORM": "offscreen"}
        environment.pop("SSH_AUTH_SOCK", None)
        environment["DISPLAY"] = ":987"  # without one, ssh starts no program that asks
        for answer, code in (("wrong", 3), ("a secret", 0)):
            program = self.write("answer", f"#!/bin/sh\necho '{answer}'\n".encode())
            os.chmod(program, 0o700)
            done = run("--screenshot", image, "node:" + TRACE, start_new_session=True,
                       env={**environment, "SSH_ASKPASS": program})
            self.assertEqual(done.returncode, code, done.stderr)


if __name__ == "__main__":
    main()
