# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What recording costs: the same work with and without, in turn, so that what drifts (clocks,
temperature, neighbours) is the same for both."""

import os
import random
import statistics
import sys

from machine import last_line, say

HERE = os.path.dirname(os.path.abspath(__file__))
RESAMPLES = 2000


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


def tell_blocks(title, figures):
    """Blocks of one process, recorded or not in turn: each beside the mean of its neighbours."""
    for name, blocks in figures.items():
        off, on = blocks["off"], blocks["on"]
        ratios = [2 * on[at] / (off[at] + off[at + 1]) - 1 for at in range(len(on))]
        tell(f"{title}, {name}", "us", off, ratios)


def tell_rounds(title, alone, other):
    """Processes, recorded or not in turn."""
    pairs = [(a, b) for a, b in zip(alone, other) if a and b]
    for name in pairs[0][0] if pairs else []:
        tell(f"{title}, {name}", "us", [a[name] for a, _ in pairs],
             [b[name] / a[name] - 1 for a, b in pairs])


def tell_costs_within(machine, blocks):
    """`loops`, recorded between cudaProfilerStart and -Stop; nobody records the first."""
    loops = [machine.program("loops"), "alternate", str(blocks)]
    tell_blocks("one process, nobody records", last_line(machine.run(*loops)))
    done = machine.record("blocks.json.zst", "--quiet", "--capture-profiler", "--", *loops)
    tell_blocks("one process, recorded", last_line(done))


def rounds_of(count, ways):
    """Runs each way `count` times, in an order that turns round each time."""
    figures = {name: [] for name in ways}
    for at in range(count):
        for name in list(ways) if at % 2 == 0 else reversed(list(ways)):
            figures[name].append(last_line(ways[name]()))
    return figures


def tell_costs_between(machine, rounds):
    time = [machine.program("loops"), "time"]
    figures = rounds_of(rounds, {
        "alone": lambda: machine.run(*time),
        "recorded": lambda: machine.record("loops.json.zst", "--quiet", "--", *time)})
    tell_rounds("processes", figures["alone"], figures["recorded"])


def tell_pytorch(machine, blocks, rounds):
    """Beside PyTorch's own profiler, in one process and between processes."""
    script = [sys.executable, os.path.join(HERE, "torch_work.py")]
    within = [*script, "alternate", str(blocks)]
    tell_blocks("PyTorch, one process, nobody records", last_line(machine.run(*within, "recorder")))
    done = machine.record("torch_blocks.json.zst", "--quiet", "--capture-profiler", "--", *within,
                          "recorder")
    tell_blocks("PyTorch, one process, recorded", last_line(done))
    tell_blocks("PyTorch, one process, its profiler", last_line(machine.run(*within, "profiler")))
    time = [*script, "time"]
    figures = rounds_of(rounds, {
        "alone": lambda: machine.run(*time),
        "recorded": lambda: machine.record("torch_time.json.zst", "--quiet", "--", *time),
        "its profiler": lambda: machine.run(*time, "profiler")})
    for name in ("recorded", "its profiler"):
        tell_rounds(f"PyTorch, processes, {name}", figures["alone"], figures[name])
