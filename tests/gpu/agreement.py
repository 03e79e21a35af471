# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What two Kineto traces (JSON) of the same work have in common."""

import collections
import json

KINDS = {"kernel": "kernels", "gpu_memcpy": "copies", "gpu_memset": "fills"}
CALLS = ("cuda_runtime", "cuda_driver")
CONFIGURATION = ("grid", "block", "registers per thread", "shared memory")


def events_of(path):
    with open(path, encoding="utf-8") as file:
        return [event for event in json.load(file)["traceEvents"] if event.get("ph") == "X"]


def counts(path):
    try:
        seen = collections.Counter(KINDS.get(event.get("cat")) for event in events_of(path))
    except FileNotFoundError:
        return {}
    return {kind: seen[kind] for kind in KINDS.values()}


def kernels_of(events):
    return sorted((event for event in events if event.get("cat") == "kernel"),
                  key=lambda event: event["ts"])


def shape(kernel):
    return (kernel["name"], *(str(kernel["args"].get(key)) for key in CONFIGURATION))


def launches(events):
    """The name of the call behind each kernel, in the kernels' order; None where there is none."""
    calls = {event["args"]["correlation"]: event["name"] for event in events
             if event.get("cat") in CALLS and "correlation" in event.get("args", {})}
    return [calls.get(kernel["args"]["correlation"]) for kernel in kernels_of(events)]


def by_name(kernels):
    sums = collections.defaultdict(list)
    for kernel in kernels:
        sums[kernel["name"]].append(kernel["dur"])
    return {name: sum(durations) / len(durations) for name, durations in sums.items()}


def compare(ours_path, theirs_path):
    """Triples: what, whether it agrees, figures."""
    ours_events, theirs_events = events_of(ours_path), events_of(theirs_path)
    ours, theirs = kernels_of(ours_events), kernels_of(theirs_events)
    yield "kernels", len(ours) == len(theirs) > 0, f"{len(ours)} and {len(theirs)}"
    yield ("copies and fills", counts(ours_path) == counts(theirs_path),
           f"{counts(ours_path)} and {counts(theirs_path)}")
    equal = sum(shape(a) == shape(b) for a, b in zip(ours, theirs))
    yield ("name, grid, block, registers, shared memory, in order", equal == len(ours),
           f"{equal} of {len(ours)}")
    calls, their_calls = launches(ours_events), launches(theirs_events)
    tied = sum(a is not None and a == b for a, b in zip(calls, their_calls))
    yield "the call that each kernel is tied to", tied == len(ours), f"{tied} of {len(ours)}"
    mean, their_mean = by_name(ours), by_name(theirs)
    total, their_total = (sum(kernel["dur"] for kernel in kernels) for kernels in (ours, theirs))
    apart = max((abs(mean[name] / their_mean[name] - 1) for name in mean if name in their_mean),
                default=1.0)
    # Two runs of the same work: the GPU itself is not that steady.
    yield ("durations, within 10 %", abs(total / max(their_total, 1e-9) - 1) < 0.1,
           f"sums {total:.1f} and {their_total:.1f} us, furthest mean of a kernel "
           f"{100 * apart:.1f} %")
