# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What packaging/run and packaging/test install, and as whom: prepare.sh beside stand-ins for
dpkg-query, apt-get, sudo and id, which write down how they were called."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PACKAGING = pathlib.Path(__file__).resolve().parents[2] / "packaging"

DPKG_QUERY = """#!/bin/bash
for name in "$@"; do
    case " $INSTALLED " in *" $name "*) echo "installed $name" ;; esac
done
"""
APT_GET = """#!/bin/bash
echo "$(id -u) apt-get $*" >>"$CALLS"
[[ $1 != "${APT_FAILS-}" ]]
"""
SUDO = """#!/bin/bash
if [[ $1 == -n ]]; then
    shift
    [[ -z ${ASKS_PASSWORD-} ]] || exit 1
fi
USER_ID=0 exec "$@"
"""
ID = """#!/bin/bash
echo "$USER_ID"
"""
PACKAGES = """# A list.
run   cmake      # build
run   ninja-build
test  xvfb       # a display
record libcupti-dev
"""
INSTALL = "apt-get install -y -qq --no-install-recommends"


class Installing(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "packaging").mkdir()
        shutil.copy(PACKAGING / "prepare.sh", self.folder / "packaging")
        (self.folder / "packaging/packages.txt").write_text(PACKAGES)
        self.script("packaging/test", '#!/bin/bash\nset -euo pipefail\n'
                    'source "$(dirname "$0")/prepare.sh"\ninstallMissing run test\necho ready\n')
        for name, text in (("dpkg-query", DPKG_QUERY), ("apt-get", APT_GET), ("id", ID)):
            self.script(f"bin/{name}", text)
        for name in ("bash", "dirname", "awk", "comm", "sort", "true", "env"):
            os.symlink(shutil.which(name), self.folder / "bin" / name)

    def script(self, path, text):
        file = self.folder / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)

    def prepare(self, installed, user=0, sudo=False, **environment):
        if sudo:
            self.script("bin/sudo", SUDO)
        calls = self.folder / "calls"
        calls.write_text("")
        done = subprocess.run(
            [self.folder / "packaging/test"], stdin=subprocess.DEVNULL, capture_output=True,
            text=True, check=False,
            env={"PATH": str(self.folder / "bin"), "CALLS": str(calls), "INSTALLED": installed,
                 "USER_ID": str(user), **environment})
        return done.returncode, done.stdout, done.stderr, calls.read_text().splitlines()

    def test_says_nothing_and_installs_nothing_where_all_is_there(self):
        self.assertEqual(self.prepare("xvfb ninja-build cmake"), (0, "ready\n", "", []))

    def test_installs_as_root_what_is_missing_and_says_what(self):
        self.assertEqual(self.prepare("cmake"), (
            0, "packaging/test: installing: ninja-build xvfb\nready\n", "",
            ["0 apt-get update -qq", f"0 {INSTALL} ninja-build xvfb"]))

    def test_a_user_installs_with_sudo(self):
        self.assertEqual(self.prepare("cmake xvfb", user=1000, sudo=True), (
            0, "packaging/test: installing: ninja-build\nready\n", "",
            ["0 apt-get update -qq", f"0 {INSTALL} ninja-build"]))

    def test_a_user_needs_no_sudo_where_all_is_there(self):
        self.assertEqual(self.prepare("xvfb ninja-build cmake", user=1000), (0, "ready\n", "", []))

    def test_stops_with_one_line_where_only_root_can_go_on(self):
        line = ("packaging/test: these packages are missing and only root can install them: "
                "ninja-build xvfb\n")
        self.assertEqual(self.prepare("cmake", user=1000), (1, "", line, []))
        # Nobody is there to type a password.
        self.assertEqual(self.prepare("cmake", user=1000, sudo=True, ASKS_PASSWORD="1"),
                         (1, "", line, []))

    def test_stops_with_one_line_where_packages_cannot_be_had(self):
        said = "packaging/test: installing: xvfb\n"
        self.assertEqual(self.prepare("cmake ninja-build", APT_FAILS="update"), (
            1, said, "packaging/test: apt-get update failed; these packages are needed: xvfb\n",
            ["0 apt-get update -qq"]))
        self.assertEqual(self.prepare("cmake ninja-build", APT_FAILS="install")[:3], (
            1, said, "packaging/test: apt-get could not install: xvfb\n"))

    def test_leaves_a_system_without_apt_alone(self):
        (self.folder / "bin/apt-get").unlink()
        self.assertEqual(self.prepare(""), (0, "ready\n", "", []))

    def test_a_window_needs_a_display_before_anything_is_built(self):
        shutil.copy(PACKAGING / "run", self.folder / "packaging")
        done = subprocess.run([self.folder / "packaging/run", "trace.json"], capture_output=True,
                              text=True, check=False, env={"PATH": str(self.folder / "bin")})
        self.assertEqual((done.returncode, done.stdout, done.stderr), (
            1, "", "packaging/run: there is no display here: use a desktop, ssh -X or xvfb-run, "
            "or 'packaging/run info TRACE'\n"))

    def test_a_screenshot_needs_no_display(self):
        shutil.copy(PACKAGING / "run", self.folder / "packaging")
        for words in (("trace.json", "--screenshot", "a.png"), ("--screenshot=a.png",)):
            done = subprocess.run([self.folder / "packaging/run", *words], capture_output=True,
                                  text=True, check=False, env={
                                      "PATH": str(self.folder / "bin"), "APT_FAILS": "update",
                                      "CALLS": "/dev/null", "INSTALLED": "", "USER_ID": "0"})
            self.assertIn("apt-get update failed", done.stderr)

    def build(self, ninja):
        """What packaging/test prints of a build whose Ninja is this script."""
        (self.folder / "build/dev").mkdir(parents=True)
        (self.folder / "build/dev/build.ninja").write_text("")
        self.script("packaging/test", '#!/bin/bash\nset -euo pipefail\n'
                    'source "$(dirname "$0")/prepare.sh"\nbuild dev\necho ready\n')
        self.script("bin/ninja", '#!/bin/bash\n[[ " $* " != *" -n "* ]] || exit 0\n' + ninja)
        for name in ("grep", "nproc"):
            os.symlink(shutil.which(name), self.folder / "bin" / name)
        done = subprocess.run(
            [self.folder / "packaging/test"], capture_output=True, text=True, check=False,
            env={"PATH": str(self.folder / "bin"), "GAPLIGHT_PROGRESS_SECONDS": "0"})
        return done.returncode, done.stdout.splitlines(), done.stderr

    def test_a_build_prints_how_far_it_is_and_how_long_it_took(self):
        status, lines, error = self.build(
            'echo "ninja: Entering directory x"\n'
            'for done in 1 2; do\n'
            '    line=${NINJA_STATUS/\\%f/$done}; echo "${line/\\%t/2}Building"\n'
            'done\n')
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(lines[0], "packaging/test: building in build/dev")
        self.assertRegex(lines[1], r"^packaging/test: \[1/2\] \d+ s")
        self.assertRegex(lines[2], r"^packaging/test: \[2/2\] \d+ s")
        self.assertRegex(lines[3], r"^packaging/test: built in \d+ s$")
        self.assertEqual(lines[4:], ["ready"])

    def test_a_failed_build_shows_the_compilers_message(self):
        status, lines, error = self.build('echo "a.cpp:1: error: x"; exit 1\n')
        self.assertEqual((status, lines[1:]), (1, ["a.cpp:1: error: x"]))
        self.assertEqual(error, "packaging/test: the build failed; the compiler's message is above\n")


if __name__ == "__main__":
    sys.exit(unittest.main())
