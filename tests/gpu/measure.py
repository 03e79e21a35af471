# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Runs `gaplight record` on programs that say what they did, and tells what it recorded and cost.

measure.py --gaplight PROGRAM --work WORK --out FOLDER. See README.md.
"""

import argparse
import json
import os
import signal
import subprocess
import sys

import agreement

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS = 4  # of the programs whose time is taken, alone and recorded in turn
FAILED = []


def say(*words):
    print(*words, flush=True)


def expect(what, is_so, detail=""):
    say("ok  " if is_so else "FAIL", what, detail)
    if not is_so:
        FAILED.append(what)


class Machine:
    def __init__(self, options):
        self.gaplight, self.work, self.out = options.gaplight, options.work, options.out

    def path(self, name):
        return os.path.join(self.out, name)

    def run(self, *words):
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=90)
        except subprocess.TimeoutExpired:
            say("too slow:", *words)
            return subprocess.CompletedProcess(words, 124, "", "")
        for line in done.stderr.splitlines()[-6:]:
            say("    |", line)
        return done

    def record(self, trace, *words):
        return self.run(self.gaplight, "record", "--no-open", "--out", self.path(trace), *words)

    def report(self, command, trace):
        done = self.run(self.gaplight, command, "--quiet", "--format", "json", self.path(trace))
        return json.loads(done.stdout) if done.stdout else {}


def last_line(done):
    lines = done.stdout.strip().splitlines()
    return json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {}


def check_counts(machine, name, mode, code, *options):
    trace = name + ".json"
    done = machine.record(trace, *options, "--", machine.work, mode)
    said = last_line(done)
    seen = agreement.counts(machine.path(trace))
    expect(f"{name}: exit code", done.returncode == code, f"{done.returncode}")
    expect(f"{name}: activities", said != {} and said == seen, f"did {said}, recorded {seen}")


def check_programs(machine):
    check_counts(machine, "bottlenecks", "bottlenecks", 0)
    found = {finding["detector"] for finding in machine.report("analyze", "bottlenecks.json")
             .get("findings", [])}
    planted = {"copy-not-overlapped", "host-sync", "tiny-kernels", "launch-bound"}
    expect("bottlenecks: found", planted <= found, f"{sorted(found)}")
    check_counts(machine, "threads", "threads", 0)
    check_counts(machine, "crash", "crash", 128 + signal.SIGSEGV)
    check_counts(machine, "options", "bottlenecks", 0, "--stacks", "--memory", "--queue")


def check_against_pytorch(machine):
    script = os.path.join(HERE, "torch_work.py")
    theirs, ours = machine.path("torch_profiler.json"), machine.path("torch_recorded.json")
    machine.run(sys.executable, script, "count", theirs)
    machine.record("torch_recorded.json", "--capture-profiler", "--", sys.executable, script, "count")
    for what, is_so, detail in agreement.compare(ours, theirs):
        expect(f"PyTorch: {what}", is_so, detail)


def least(rounds):
    """Of each figure, over all rounds."""
    return {key: min(figures[key] for figures in rounds) for key in rounds[0]} if rounds else {}


def tell_costs(columns):
    for key in columns["alone"]:
        alone = columns["alone"][key]
        cells = [f"{name} {figures[key]:.3f} us ({100 * (figures[key] / alone - 1):+.2f} %)"
                 for name, figures in columns.items() if key in figures]
        say(f"cost {key}:", ", ".join(cells))


def measure_work(machine):
    alone, recorded = [], []
    for _ in range(ROUNDS):
        alone.append(last_line(machine.run(machine.work, "overhead")))
        recorded.append(last_line(machine.record("overhead.json.zst", "--quiet", "--", machine.work,
                                                 "overhead")))
    say("rounds alone:", alone)
    say("rounds recorded:", recorded)
    tell_costs({"alone": least([r for r in alone if r]), "recorded": least([r for r in recorded if r])})


def measure_pytorch(machine):
    """In turn, since the GPU's clock changes from one run to the next."""
    script = os.path.join(HERE, "torch_work.py")
    time = [sys.executable, script, "time"]
    rounds = {"alone": [], "recorded": [], "PyTorch's profiler": []}
    for _ in range(ROUNDS):
        rounds["alone"].append(last_line(machine.run(*time)))
        rounds["recorded"].append(
            last_line(machine.record("torch_time.json.zst", "--quiet", "--", *time)))
        rounds["PyTorch's profiler"].append(last_line(machine.run(*time, "yes")))
    for name, figures in rounds.items():
        say("rounds", name + ":", figures)
    tell_costs({name: least([f for f in figures if f]) for name, figures in rounds.items()})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gaplight", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--out", required=True)
    machine = Machine(parser.parse_args())
    os.makedirs(machine.out, exist_ok=True)
    for part in (check_programs, measure_work, check_against_pytorch, measure_pytorch):
        try:
            part(machine)
        except (OSError, KeyError, ValueError) as error:
            expect(part.__name__, False, repr(error))
    say("all as expected" if not FAILED else f"{len(FAILED)} not as expected")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
