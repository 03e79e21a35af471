# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What recording costs: the same work with and without, in turn, so that what drifts (clocks,
temperature, neighbors) is the same for both."""

import os
import random
import statistics
import sys

from machine import last_line, say

HERE = os.path.dirname(os.path.abspath(__file__))
RESAMPLES = 2000
# What floor.cpp has recorded: the least of which kernels can be shown, what a profiler does that takes
# all calls, and just what `gaplight record` takes.
FLOOR = {"CUPTI, kernels alone": "kernels",
         "CUPTI, kernels and all calls": "kernels,runtime,driver",
         "CUPTI, what gaplight records":
             "kernels,chosen,memcpy,peer-memcpy,memset,sync,event,overhead"}


def interval(values):
    """The median, and where it lies in 95 % of as many values drawn from them anew."""
    draw = random.Random(1)
    medians = sorted(statistics.median(draw.choices(values, k=len(values)))
                     for _ in range(RESAMPLES))
    return (statistics.median(values), medians[RESAMPLES * 25 // 1000],
            medians[RESAMPLES * 975 // 1000])


def tell(what, unit, off, ratios):
    middle, low, high = interval(ratios)
    say(f"{what}: {statistics.median(off):.3f} {unit} alone, {100 * middle:+.2f} % "
        f"({100 * low:+.2f} to {100 * high:+.2f}), {len(ratios)} pairs")


def tell_blocks(title, figures, ways=("",)):
    """Blocks of one process, recorded or not in turn: each beside the mean of its neighbors. Those
    that are recorded are so in each of the ways in turn; the first is left out, it warmed up."""
    for name, blocks in figures.items():
        off, on = blocks["off"], blocks["on"]
        for way, words in enumerate(ways):
            ratios = [2 * on[at] / (off[at] + off[at + 1]) - 1 for at in range(len(on))
                      if (at + 1) % len(ways) == way]
            tell(", ".join(filter(None, (title, words, name))), "us", off, ratios)


def floor(machine, ways):
    """The environment of a program whose records are thrown away."""
    return {"CUDA_INJECTION64_PATH": os.path.abspath(machine.program("libfloor.so")),
            "FLOOR_WAYS": ways}


def tell_floor(title, machine, words_of, blocks):
    count = len(FLOOR) * blocks - 1  # and the one that warms up
    done = machine.run(*words_of(count), environment=floor(machine, "/".join(FLOOR.values())))
    tell_blocks(title, last_line(done), tuple(FLOOR))


def tell_rounds(title, alone, other):
    """Processes, recorded or not in turn."""
    pairs = [(a, b) for a, b in zip(alone, other) if a and b]
    for name in pairs[0][0] if pairs else []:
        tell(f"{title}, {name}", "us", [a[name] for a, _ in pairs],
             [b[name] / a[name] - 1 for a, b in pairs])
        fastest, recorded = (min(pair[of][name] for pair in pairs) for of in (0, 1))
        say(f"    fastest of all: {fastest:.3f} us alone, {recorded:.3f} us, "
            f"{100 * (recorded / fastest - 1):+.1f} %")


def tell_costs_within(machine, blocks):
    """`loops`, recorded between cudaProfilerStart and -Stop; nobody records the first."""
    def loops(count):
        return [machine.program("loops"), "alternate", str(count)]

    tell_blocks("one process, nobody records", last_line(machine.run(*loops(blocks))))
    done = machine.record("blocks.json.zst", "--quiet", "--capture-profiler", "--", *loops(blocks))
    tell_blocks("one process, recorded", last_line(done))
    tell_floor("one process", machine, loops, blocks)


def rounds_of(count, ways):
    """Runs each way `count` times, in an order that turns round each time."""
    figures = {name: [] for name in ways}
    for at in range(count):
        for name in list(ways) if at % 2 == 0 else reversed(list(ways)):
            figures[name].append(last_line(ways[name]()))
    return figures


def tell_ways(title, rounds, ways):
    figures = rounds_of(rounds, ways)
    for name in [way for way in ways if way != "alone"]:
        tell_rounds(f"{title}, {name}", figures["alone"], figures[name])


def floor_ways(machine, words):
    """`words` with each of FLOOR from the start."""
    return {name: lambda kinds=kinds: machine.run(*words,
                                                  environment=floor(machine, "always:" + kinds))
            for name, kinds in FLOOR.items()}


def tell_costs_between(machine, rounds, nsys):
    time = [machine.program("loops"), "time"]
    ways = {"alone": lambda: machine.run(*time),
            "recorded": lambda: machine.record("loops.json.zst", "--quiet", "--", *time),
            **floor_ways(machine, time)}
    if nsys:
        ways["Nsight Systems"] = lambda: machine.run(
            nsys, "profile", "--trace=cuda", "--sample=none", "--cpuctxsw=none",
            "--force-overwrite=true", "--output", machine.path("nsys"), *time)
    tell_ways("processes", rounds, ways)


def tell_pytorch_within(machine, blocks):
    """Beside PyTorch's own profiler."""
    def work(count, tool="recorder"):
        return [sys.executable, os.path.join(HERE, "torch_work.py"), "alternate", str(count), tool]

    tell_blocks("PyTorch, one process, nobody records", last_line(machine.run(*work(blocks))))
    done = machine.record("torch_blocks.json.zst", "--quiet", "--capture-profiler", "--",
                          *work(blocks))
    tell_blocks("PyTorch, one process, recorded", last_line(done))
    tell_floor("PyTorch, one process", machine, work, blocks)
    for tool in ("profiler", "default-profiler"):
        tell_blocks(f"PyTorch, one process, its {tool}", last_line(machine.run(*work(blocks, tool))))


def tell_pytorch_between(machine, rounds):
    time = [sys.executable, os.path.join(HERE, "torch_work.py"), "time"]
    tell_ways("PyTorch, processes", rounds, {
        "alone": lambda: machine.run(*time),
        "recorded": lambda: machine.record("torch_time.json.zst", "--quiet", "--", *time),
        **floor_ways(machine, time),
        "its profiler": lambda: machine.run(*time, "profiler"),
        "its default-profiler": lambda: machine.run(*time, "default-profiler")})
