# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What packaging/bundle puts around a program, on this machine: the libraries that collect.py finds,
the launcher that starts the program with them, and the one file that unpacks itself.
packaging/check_bundles tries whole bundles on other systems. Usage: bundles_test.py PROGRAM."""
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
BUNDLES = pathlib.Path(__file__).resolve().parents[2] / "packaging/bundles"


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=False, capture_output=True, text=True,
                          timeout=120, **options)


class Folder(unittest.TestCase):
    """The program and its libraries in one folder."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.scratch)
        program = cls.scratch / "prefix/bin/gaplight"
        program.parent.mkdir(parents=True)
        subprocess.run(["strip", "-o", program, PROGRAM], check=True)
        cls.bundle = cls.scratch / "bundle"
        made = run(sys.executable, "-B", BUNDLES / "collect.py", cls.scratch / "prefix", cls.bundle)
        if made.returncode != 0:
            raise AssertionError(made.stderr)

    def test_runs_with_the_libraries_of_the_folder(self):
        server = subprocess.Popen([self.bundle / "gaplight", "mcp"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)
        server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        server.stdin.flush()
        server.stdout.readline()  # everything is loaded by then
        maps = pathlib.Path(f"/proc/{server.pid}/maps").read_text().splitlines()
        server.communicate(timeout=60)
        loaded = {line.split()[-1] for line in maps if ".so" in line}
        self.assertTrue(any("/lib/libtbb.so" in path for path in loaded))
        self.assertEqual({path for path in loaded if not path.startswith(f"{self.bundle}/lib/")}, set())

    def test_starts_through_a_link(self):
        link = self.scratch / "link"
        link.symlink_to(self.bundle / "gaplight")
        self.assertEqual(run(link, "--version").returncode, 0)

    def test_names_the_license_of_each_library(self):
        packages = (self.bundle / "share/licenses/PACKAGES").read_text()
        listed = {name for line in packages.splitlines() if ": " in line
                  for name in line.split(": ", 2)[-1].split(", ")}
        for library in self.bundle.glob("lib/**/*.so*"):
            self.assertIn(library.name, listed | {"ld-linux-x86-64.so.2"})
        for line in packages.splitlines()[4:]:
            self.assertTrue((self.bundle / "share/licenses" / line.split()[0] / "copyright").exists())


class OneFileCase(unittest.TestCase):
    """The script in front of an archive whose program says where it runs."""

    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.scratch)
        self.scratch.chmod(0o755)
        program = self.scratch / "gaplight-1/gaplight"
        program.parent.mkdir()
        program.write_text('#!/bin/sh\nprintf "%s|" "$0" "$@"\n')
        program.chmod(0o755)
        archive = self.scratch / "archive.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            tar.add(program.parent, "gaplight-1")
        head = (BUNDLES / "unpack.sh").read_text().replace("@FOLDER@", "gaplight-1").replace("@SUM@", "ab")
        head = head.replace("@FIRST_LINE@", str(head.count("\n") + 1))
        self.file = self.scratch / "one.run"
        self.file.write_bytes(head.encode() + archive.read_bytes())
        self.file.chmod(0o755)
        self.home = self.scratch / "home"
        self.home.mkdir()

    def start(self, *words, **environment):
        return run(self.file, *words, env={"PATH": os.environ["PATH"], "HOME": str(self.home),
                                           "TMPDIR": str(self.scratch / "tmp"), **environment})


class OneFile(OneFileCase):
    def test_unpacks_once_and_hands_over_its_arguments(self):
        place = self.home / ".cache/gaplight/programs/gaplight-1-ab/gaplight"
        first = self.start("info", "a b", "*")
        self.assertEqual((first.stdout, first.stderr), (f"{place}|info|a b|*|", ""))
        written = place.stat().st_mtime_ns
        again = self.start()
        self.assertEqual((again.stdout, place.stat().st_mtime_ns), (f"{place}|", written))
        self.assertEqual([entry.name for entry in place.parent.parent.iterdir()], ["gaplight-1-ab"])

    def test_takes_the_cache_folder_of_the_environment(self):
        started = self.start(XDG_CACHE_HOME=str(self.scratch / "elsewhere"))
        self.assertTrue(started.stdout.startswith(f"{self.scratch}/elsewhere/gaplight/programs/"))
        self.assertFalse((self.home / ".cache").exists())

    def test_uses_the_folder_for_temporary_files_where_home_cannot_be_written(self):
        (self.scratch / "tmp").mkdir()
        started = self.start(HOME="/proc/nowhere")
        self.assertTrue(started.stdout.startswith(f"{self.scratch}/tmp/gaplight-programs-"))

    def test_says_where_there_is_no_place(self):
        started = self.start(HOME="/proc/nowhere", TMPDIR="/proc/nowhere")
        self.assertEqual((started.returncode, started.stdout), (5, ""))
        self.assertEqual(started.stderr.count("\n"), 1)

    def test_a_torn_file_starts_nothing(self):
        self.file.write_bytes(self.file.read_bytes()[:-60])
        started = self.start(TMPDIR="/proc/nowhere")
        self.assertEqual((started.returncode, started.stdout), (5, ""))
        self.assertEqual(list((self.home / ".cache/gaplight/programs").iterdir()), [])

    def test_many_at_once(self):
        words = [str(self.file), "x"]
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home)}
        running = [subprocess.Popen(words, env=environment, stdout=subprocess.PIPE) for _ in range(8)]
        answers = {process.communicate(timeout=60)[0] for process in running}
        self.assertEqual(len(answers), 1)
        self.assertIn(b"gaplight-1-ab/gaplight|x|", answers.pop())


class OneFileAsRoot(OneFileCase):
    """Only root can give files away."""

    def test_starts_no_program_of_another_user(self):
        programs = self.home / ".cache/gaplight/programs"
        planted = programs / "gaplight-1-ab/gaplight"
        planted.parent.mkdir(parents=True)
        planted.write_text("#!/bin/sh\necho planted\n")
        planted.chmod(0o755)
        os.chown(programs, 12345, 12345)
        started = self.start(TMPDIR="/proc/nowhere")
        self.assertNotIn("planted", started.stdout)
        self.assertEqual(started.returncode, 5)


if __name__ == "__main__":
    unittest.main()
