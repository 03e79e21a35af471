# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What the program does to the system, as strace sees it: no sockets to a network, and no file
outside its configuration, data and cache folders, the temporary folder and the output."""

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess

from program import DATA, PROGRAM, Case, main, needs, recorded, run

CASES = os.path.join(os.path.dirname(__file__), "..", "..", "core", "formats", "nsight", "cases")
CALLS = "open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink," \
        "symlinkat,unlink,unlinkat,rmdir,truncate,chmod,fchmodat,chown,fchownat,socket,connect," \
        "mknod,mknodat"
# Devices, and what Qt and Mesa share with their own threads.
HARMLESS = re.compile(r"/dev/(null|tty|shm/|dri/|full|urandom)|/proc/self/")


class SystemCalls(Case):
    def setUp(self):
        super().setUp()
        self.assertIsNotNone(shutil.which("strace"), "this test needs strace")
        self.home = os.path.join(self.folder, "home")
        self.out = os.path.join(self.folder, "out")
        self.temporary = os.path.join(self.folder, "tmp")
        for folder in (self.home, self.out, self.temporary):
            os.mkdir(folder)
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("XDG_")}
        self.environment = {**environment, "HOME": self.home, "TMPDIR": self.temporary,
                            "QT_QPA_PLATFORM": "offscreen",
                            # Mesa takes the home of the password file.
                            "MESA_SHADER_CACHE_DIR": os.path.join(self.home, ".cache")}

    def calls(self, *arguments):
        log = os.path.join(self.folder, "strace.log")
        result = subprocess.run(["strace", "-f", "-qq", "-s", "4096", "-e", "trace=" + CALLS, "-o",
                                 log, PROGRAM, *arguments], stdin=subprocess.DEVNULL,
                                capture_output=True, timeout=300, check=False, env=self.environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(log, encoding="utf-8", errors="replace") as lines:
            calls = [line.split(None, 1)[1].strip() for line in lines]
        self.assertTrue(any(self.folder in call for call in calls), "strace saw nothing")
        return calls

    def changed_paths(self, calls):
        """Paths that a call creates, writes to or removes."""
        paths = set()
        for call in calls:
            name = call.split("(")[0]
            quoted = re.findall(r'"((?:[^"\\]|\\.)*)"', call)
            if name in ("open", "openat", "openat2"):
                if re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_TMPFILE", call):
                    paths.update(quoted)
            elif name not in ("socket", "connect"):
                paths.update(quoted)
        return {path for path in paths if not HARMLESS.match(path)}

    def assert_contained(self, calls):
        allowed = [self.out, self.temporary]
        for place in (".config", ".local/share", ".cache"):
            allowed.append(os.path.join(self.home, place))
        for path in self.changed_paths(calls):
            # Folders above are made where they are missing.
            isInside = any((path + "/").startswith(folder + "/") or folder.startswith(path + "/")
                           for folder in allowed)
            self.assertTrue(isInside, path)
        for call in calls:
            self.assertNotRegex(call, r"AF_INET|AF_PACKET|AF_NETLINK|AF_BLUETOOTH")

    def assert_clean(self, *arguments):
        """Nothing is written but the output; there is no socket at all."""
        with self.subTest(arguments=arguments[:1]):
            calls = self.calls(*arguments)
            self.assert_contained(calls)
            self.assertFalse([call for call in calls if call.startswith("socket(")])

    def assert_nothing_left(self):
        self.assertEqual(os.listdir(self.temporary), [])
        self.assertEqual(os.listdir(self.home), [])

    def test_commands(self):
        trace = recorded("copy_before")
        for arguments in (["info", trace], ["analyze", trace, "--format", "html", "--out",
                                            self.out + "/report.html"],
                          ["export", trace, "--out", self.out + "/figure.svg"],
                          ["compare", trace, trace],
                          ["cut", trace, "--range", "0ns..1ms", "--out", self.out + "/part.json"],
                          ["pack", trace, "-o", self.out + "/trace.gpk"],
                          ["info", self.out + "/trace.gpk"]):
            self.assert_clean(*arguments)
        self.assert_nothing_left()

    def test_commands_of_several_files(self):
        ranks = os.path.join(DATA, "ranks", "fsdp")
        summaries = self.out + "/summaries"
        for arguments in (["analyze", ranks], ["compare", ranks, ranks],
                          ["export", ranks, "--out", self.out + "/ranks.svg"],
                          ["summarize", ranks, "-o", summaries],
                          ["fleet", summaries, "--format", "html", "--out",
                           self.out + "/fleet.html"]):
            self.assert_clean(*arguments)
        self.assert_nothing_left()

    def test_commands_of_other_files(self):
        snapshot = os.path.join(DATA, "memory", "snapshot_run.pickle.zst")
        kernels = os.path.join(DATA, "ncu", "ncu_run.ncu-rep.zst")
        database = os.path.join(self.folder, "run.sqlite")
        with open(os.path.join(CASES, "two_processes.sql"), encoding="utf-8") as file, \
                contextlib.closing(sqlite3.connect(database)) as made:
            made.executescript(file.read())
        for arguments in (["analyze", snapshot], ["analyze", kernels], ["analyze", database],
                          ["cut", database, "--range", "0ns..100us", "--out",
                           self.out + "/part.json"]):
            self.assert_clean(*arguments)
        self.assert_nothing_left()

    @needs("no-window")
    def test_pictures_need_the_window(self):
        for words in (["export", self.small, "--out", self.out + "/figure.png"],
                      ["export", self.small, "--out", self.out + "/figure.pdf"],
                      ["--screenshot", self.out + "/window.png", self.small]):
            self.assert_refused(run(*words), 2, "no window")

    @needs("window")
    def test_figures_with_fonts(self):
        for ending in ("png", "pdf"):
            image = f"{self.out}/figure.{ending}"
            self.assert_contained(self.calls("export", recorded("copy_before"), "--out", image))
            self.assertTrue(os.path.exists(image))

    def test_the_check_sees_what_it_is_for(self):
        calls = self.calls("info", self.small, "--out", os.path.join(self.folder, "elsewhere"))
        with self.assertRaises(AssertionError):
            self.assert_contained(calls)

    @needs("window")
    def test_the_window(self):
        image = self.out + "/window.png"
        self.assert_contained(self.calls("--screenshot", image, recorded("copy_before")))
        self.assertTrue(os.path.exists(image))


if __name__ == "__main__":
    main()
