# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Summaries of a run by the jobs of packaging/slurm, in a cluster of its own, and packaging/kubernetes,
task by task without a cluster. They are to be those of one process, byte by byte.
Usage: fleet_jobs_test.py PROGRAM DATA_FOLDER [unittest options]; needs slurmctld, slurmd, slurm-client
and munge."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

from slurm_cluster import Cluster

PROGRAM = os.path.abspath(sys.argv[1])
TRACES = os.path.join(os.path.abspath(sys.argv[2]), "ranks", "pp_gpipe4_stage2_heavy")  # four ranks
PACKAGING = pathlib.Path(__file__).resolve().parents[2] / "packaging"
PARTS = 3  # the first has two traces

# In place of the program. Task 0: as it is, but printing into a full pipe, so that it stops where it has
# written the first of its two summaries and would name it. Task 2: killed before it writes anything.
FAULTY_PROGRAM = f"""#!{sys.executable}
import fcntl, os, signal, sys
task = os.environ["SLURM_ARRAY_TASK_ID"]
if task == "2":
    os.kill(os.getpid(), signal.SIGKILL)
if task == "0":
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, bytes(512))
    except BlockingIOError:
        os.set_blocking(writer, True)
    os.dup2(writer, 1)
    os.set_inheritable(reader, True)
os.execv({PROGRAM!r}, ["gaplight", *sys.argv[1:]])
"""


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False, timeout=120)


class FleetJobs(unittest.TestCase):
    def setUp(self):
        self.assertTrue(os.path.isdir(TRACES), f"test data {TRACES} is missing")
        # Not in TMPDIR: the path of a socket has at most 107 bytes.
        folder = tempfile.TemporaryDirectory(dir="/tmp", prefix="gaplight_fleet_")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.out = os.path.join(self.folder, "summaries")
        self.serial = self.results_of(os.path.join(self.folder, "serial"), make=True)

    def results_of(self, folder, make=False):
        """{name: content} of the summaries there, and what 'gaplight fleet' prints of them."""
        if make:
            done = run("summarize", TRACES, "-o", folder)
            self.assertEqual(done.returncode, 0, done.stderr)
        fleet = run("fleet", folder, "--format", "json")
        self.assertEqual(fleet.returncode, 0, fleet.stderr)
        return self.contents(folder), fleet.stdout.replace(folder, "FOLDER")

    @staticmethod
    def contents(folder):
        return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}

    def assert_same_as_serial(self):
        contents, fleet = self.results_of(self.out)
        self.assertEqual(sorted(contents), sorted(self.serial[0]))
        for name, content in contents.items():
            self.assertTrue(content == self.serial[0][name], f"{name} differs from the serial one")
        self.assertEqual(fleet, self.serial[1])


class SlurmArray(FleetJobs):
    def setUp(self):
        super().setUp()
        slurm = os.path.join(self.folder, "slurm")
        os.mkdir(slurm)
        self.cluster = self.enterContext(Cluster(slurm, processors=2 * PARTS))

    def submit(self, tasks, programs, *arguments):
        """Id of the array with these tasks; `programs` is the folder in which they find gaplight."""
        done = self.cluster.run(
            "sbatch", "--parsable", f"--array={tasks}",
            str(PACKAGING / "slurm/summarize.sbatch"), *arguments,
            PATH=programs + ":" + os.environ["PATH"])
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def states(self, job):
        """{task: its state}."""
        done = self.cluster.run("squeue", "-h", "-r", "-t", "all", "-j", job, "-o", "%K %T")
        self.assertEqual(done.returncode, 0, done.stderr)
        return dict(line.split() for line in done.stdout.splitlines())

    def wait_for(self, job, states):
        self.cluster.wait_until(lambda: self.states(job) == states, f"tasks are {states}")

    def log(self, job, task):
        return pathlib.Path(self.cluster.folder, f"summarize-{job}_{task}.log").read_text()

    def faulty_programs(self):
        folder = os.path.join(self.folder, "faulty")
        os.mkdir(folder)
        path = pathlib.Path(folder, "gaplight")
        path.write_text(FAULTY_PROGRAM)
        path.chmod(0o755)
        return folder

    def test_tasks_that_were_killed_are_submitted_again(self):
        words = (str(PARTS), self.out, TRACES)
        job = self.submit(f"0-{PARTS - 1}", self.faulty_programs(), *words)
        self.wait_for(job, {"0": "RUNNING", "1": "COMPLETED", "2": "FAILED"})
        half = sorted(name for name in self.serial[0] if name.startswith(("rank0.", "rank1.")))
        self.cluster.wait_until(lambda: sorted(self.contents(self.out)) == half,
                                "the first summary of task 0 and that of task 1")
        self.assertEqual(self.cluster.run("scancel", f"{job}_0").returncode, 0)
        self.wait_for(job, {"0": "CANCELLED", "1": "COMPLETED", "2": "FAILED"})
        self.assertEqual(sorted(self.contents(self.out)), half)  # nothing in part
        self.assertIn('"count":2', "".join(self.results_of(self.out)[1].split()))  # missing ranks

        again = self.submit("0,2", os.path.dirname(PROGRAM), *words)
        self.wait_for(again, {"0": "COMPLETED", "2": "COMPLETED"})
        self.assertEqual(self.log(again, 0).count("up to date"), 1)
        self.assertEqual(len(self.log(again, 0).splitlines()), 2)
        self.assertNotIn("up to date", self.log(again, 2))
        self.assert_same_as_serial()

    def test_a_wrong_submission_says_what_is_wrong(self):
        short = self.submit("0", os.path.dirname(PROGRAM), "3", self.out)
        self.wait_for(short, {"0": "FAILED"})
        self.assertIn("usage: sbatch --array=0-63 summarize.sbatch 64", self.log(short, 0))
        beyond = self.submit("3", os.path.dirname(PROGRAM), "3", self.out, TRACES)
        self.wait_for(beyond, {"3": "FAILED"})
        self.assertIn("--part", self.log(beyond, 3))
        self.assertFalse(os.path.exists(self.out))


class KubernetesJob(FleetJobs):
    def test_its_pods_make_the_whole(self):
        text = (PACKAGING / "kubernetes/summarize.yaml").read_text()
        self.assertIn("completionMode: Indexed\n", text)
        self.assertIn("command: [gaplight]\n", text)
        pods = int(re.search(r"^  completions: (\d+) ", text, re.MULTILINE).group(1))
        block = re.search(r"^ +args:\n((?: +- .*\n)+)", text, re.MULTILINE).group(1)
        words = re.findall(r"^ +- (\S+)", block, re.MULTILINE)
        self.assertIn(f"--part=$(JOB_COMPLETION_INDEX)/{pods}", words)
        folders = {"/traces": TRACES, "/summaries": self.out}
        for folder in folders:
            self.assertIn(f"mountPath: {folder}", text)
        for pod in range(pods):
            done = run(*(folders.get(word, word.replace("$(JOB_COMPLETION_INDEX)", str(pod)))
                         for word in words))
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_same_as_serial()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # with all that cleans up
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
