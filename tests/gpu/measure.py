# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Runs `gaplight record` on programs that say what they did, and tells what it recorded and cost.

measure.py --gaplight PROGRAM --programs FOLDER --out FOLDER [PART...]. See README.md.
"""

import argparse
import os
import sys

import agreement
import costs
import programs
from machine import FAILED, Machine, expect, say


def check_against_pytorch(machine):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "torch_work.py")
    theirs, ours = machine.path("torch_profiler.json"), machine.path("torch_recorded.json")
    machine.run(sys.executable, script, "count", theirs)
    machine.record("torch_recorded.json", "--capture-profiler", "--", sys.executable, script, "count")
    for what, is_so, detail in agreement.compare(ours, theirs):
        expect(f"PyTorch: {what}", is_so, detail)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gaplight", required=True)
    parser.add_argument("--programs", required=True, help="the folder with work, loops and driver")
    parser.add_argument("--out", required=True)
    parser.add_argument("--cupti", action="append", default=[],
                        help="a library of another version; may be said again")
    parser.add_argument("--nsys", help="Nsight Systems' program, to be measured too")
    parser.add_argument("parts", nargs="*")
    options = parser.parse_args()
    machine = Machine(options.gaplight, options.programs, options.out)
    os.makedirs(machine.out, exist_ok=True)
    parts = {"work": lambda: programs.check_work(machine),
             "pytorch": lambda: check_against_pytorch(machine),
             "options": lambda: programs.check_options(machine),
             "processes": lambda: programs.check_processes(machine),
             "ends": lambda: programs.check_ends(machine),
             "refusals": lambda: programs.check_refusals(machine),
             "peers": lambda: programs.check_peers(machine),
             "cupti": lambda: programs.check_cupti(machine, options.cupti),
             "memory": lambda: programs.tell_memory(machine),
             "costs": lambda: costs.tell_costs_within(machine, 30),
             "process-costs": lambda: costs.tell_costs_between(machine, 6, options.nsys),
             "pytorch-costs": lambda: costs.tell_pytorch_within(machine, 20),
             "pytorch-process-costs": lambda: costs.tell_pytorch_between(machine, 4)}
    for name in options.parts or parts:
        say(f"== {name}")
        try:
            parts[name]()
        except Exception as error:  # one part that breaks must not end the others
            expect(name, False, repr(error))
    say("all as expected" if not FAILED else f"{len(FAILED)} not as expected: {FAILED}")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
