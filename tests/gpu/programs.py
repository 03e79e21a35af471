# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Programs that say what they did, recorded in every way; what is said must be in the trace."""

import collections
import glob
import json
import os
import signal
import subprocess
import sys
import time

import agreement
from machine import expect, last_line, say

PLANTED = {"copy-not-overlapped", "host-sync", "tiny-kernels", "launch-bound"}


def check_counts(machine, name, mode, code, *options, environment=None, program="work"):
    trace = name + ".json"
    done = machine.record(trace, *options, "--", machine.program(program), *mode.split(),
                          environment=environment)
    said = last_line(done)
    seen = agreement.counts(machine.path(trace))
    expect(f"{name}: exit code", done.returncode == code, f"{done.returncode}")
    expect(f"{name}: activities", said != {} and said == seen, f"did {said}, recorded {seen}")
    return agreement.events_of(machine.path(trace)) if seen else []


def check_work(machine):
    check_counts(machine, "bottlenecks", "bottlenecks", 0)
    found = {finding["detector"] for finding in machine.report("analyze", "bottlenecks.json")
             .get("findings", [])}
    expect("bottlenecks: found", PLANTED <= found, f"{sorted(found)}")
    check_counts(machine, "threads", "threads", 0)
    check_counts(machine, "crash", "crash", 128 + signal.SIGSEGV)
    done = machine.record("gpu_crash.json", "--", machine.program("work"), "crash-on-gpu")
    seen = agreement.counts(machine.path("gpu_crash.json"))
    expect("crash on the GPU", done.returncode == 1 and seen.get("kernels", 0) >= 500,
           f"exit code {done.returncode}, recorded {seen}")
    check_counts(machine, "driver", "", 0, program="driver")


def check_options(machine):
    events = check_counts(machine, "options", "bottlenecks", 0, "--stacks", "--memory", "--queue")
    stacks = sum("Call stack" in event.get("args", {}) for event in events)
    queued = sum("queued" in event["args"] for event in events if event["cat"] == "kernel")
    say(f"    of {len(events)} events {stacks} with a stack, {queued} with a queue")
    work = machine.program("work")
    machine.record("range.json", "--capture-range", "sync step", "--", work, "bottlenecks")
    seen = agreement.counts(machine.path("range.json"))
    expect("--capture-range: the 160 kernels inside", seen.get("kernels") == 160, f"{seen}")
    machine.record("late.json", "--delay", "1s", "--duration", "500ms", "--", work, "many", "1000000")
    spans = [event for event in agreement.events_of(machine.path("late.json"))
             if event["cat"] == "cuda_runtime"]
    length = max((e["ts"] + e["dur"] for e in spans), default=0) - min((e["ts"] for e in spans),
                                                                       default=0)
    expect("--delay, --duration: half a second of calls", 400e3 < length < 700e3,
           f"{length / 1e3:.1f} ms, {len(spans)} calls")
    for name in ("full.json", "full.json.zst"):
        machine.record(name, "--max-size", "300K", "--", work, "many", "200000")
        size = os.path.getsize(machine.path(name))
        expect(f"--max-size 300K, {name}", 200_000 < size <= 300_000, f"{size} bytes")
        issues = machine.report("info", name)["issues"]
        # Calls and their kernels come in buffers of their own: the end falls between them.
        expect(f"{name}: issues", {issue["kind"] for issue in issues} <= {"launch_missing"},
               f"{issues}")


def check_processes(machine):
    machine.record("forks.json", "--children", "--", machine.program("work"), "forks")
    files = glob.glob(machine.path("forks*.json"))
    seen = sorted(agreement.counts(file).get("kernels", 0) for file in files)
    expect("--children: forked", seen == [50, 100, 200], f"{seen}")
    machine.record("first.json", "--", machine.program("work"), "forks")
    seen = [agreement.counts(file).get("kernels") for file in glob.glob(machine.path("first*.json"))]
    expect("without it: the first that uses CUDA", seen == [100], f"{seen}")
    shell = f"{machine.program('work')} crash; {machine.program('work')} threads"
    done = machine.record("kids.json", "--children", "--", "sh", "-c", shell)
    seen = sorted(agreement.counts(file).get("kernels", 0)
                  for file in glob.glob(machine.path("kids*.json")))
    expect("--children: called", seen == [500, 4000] and done.returncode == 0, f"{seen}")


def ended_by(machine, name, end):
    """Records `work forever`, ends something of it, and gives what is in the trace."""
    words = machine.recording(name, "--", machine.program("work"), "forever")
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               start_new_session=True)
    process.stdout.readline()
    time.sleep(1.5)
    program = int(subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True,
                                 text=True).stdout.split()[0])
    end(process, program)
    try:
        process.wait(timeout=20)
    finally:
        for pid in (program, process.pid):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    info = machine.report("info", name)
    kernels = sum(device["kernels"] for device in
                  machine.report("analyze", name).get("devices", []))
    if info.get("issues"):
        say("    issues:", info["issues"])
    return process.returncode, kernels, {issue["kind"] for issue in info.get("issues", [])}


def check_ends(machine):
    def interrupt(process, _program):
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl+C does

    def kill_program(_process, program):
        os.kill(program, signal.SIGKILL)

    def kill_writer(process, _program):
        process.kill()

    # A thread that is killed takes the calls with it that it had not handed over.
    for name, end, code, issues in (
            ("interrupted", interrupt, 128 + signal.SIGINT, set()),
            ("killed", kill_program, 128 + signal.SIGKILL, {"launch_missing"}),
            ("writer_killed", kill_writer, -signal.SIGKILL, {"launch_missing", "truncated"})):
        got, kernels, seen = ended_by(machine, name + ".json", end)
        expect(f"{name}: exit code, kernels, issues",
               got == code and kernels > 1000 and seen <= issues, f"{got}, {kernels}, {seen}")


def peak_of(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("VmHWM")), 0)
    except (FileNotFoundError, ProcessLookupError):
        return 0


def tell_memory(machine):
    """Of the program and of what writes the trace, while ever more is recorded."""
    for count in ("200000", "800000", "3200000"):
        alone = machine.run(machine.program("work"), "many", count).stderr.strip()
        words = machine.recording("many.json.zst", "--", machine.program("work"), "many", count)
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        peak = 0
        while process.poll() is None:
            peak = max(peak, peak_of(process.pid))
            time.sleep(0.02)
        said = process.stderr.read().replace("\n", " | ")
        say(f"memory, {count} kernels: alone: {alone}; recorded: {said}; "
            f"peak of gaplight: {peak} kB")


def check_peers(machine):
    said = last_line(machine.record("peers.json", "--", machine.program("work"), "peers"))
    events = agreement.events_of(machine.path("peers.json"))
    # Where GPUs cannot reach each other a copy is two: to the host and from it.
    copies = {e["args"]["correlation"] for e in events if e["cat"] == "gpu_memcpy"}
    seen = dict(agreement.counts(machine.path("peers.json")), copies=len(copies))
    expect("peers: activities", said == seen, f"did {said}, recorded {seen}")
    kernels = collections.Counter(e["args"]["device"] for e in events if e["cat"] == "kernel")
    expected = {device: 40 + 20 * device for device in range(len(kernels))}
    expect("peers: kernels of each GPU", dict(kernels) == expected, f"{dict(kernels)}")
    with open(machine.path("peers.json"), encoding="utf-8") as file:
        trace = json.load(file)
    names = sorted((e["pid"], e["args"]["name"]) for e in trace["traceEvents"]
                   if e.get("ph") == "M" and e["name"] == "thread_name" and e["pid"] in kernels)
    say("    streams:", names)
    say("    GPUs:", [(d["id"], d["name"]) for d in trace["deviceProperties"]])
    for event in [e for e in events if e["cat"] == "gpu_memcpy"][:4]:
        say("    copy:", event["name"], "on", event["pid"], event["args"])
    for event in [e for e in events if e["cat"] == "cuda_sync"][:3]:
        say("    sync:", event["name"], "on", event["pid"], event["args"])
    report = machine.report("analyze", "peers.json")
    expect("peers: named streams",
           {f"work {device}" for device in kernels} <=
           {name.partition("(")[2].rstrip(")") for _, name in names})
    say("    analyzed:", [(d.get("id"), d["kernels"]) for d in report.get("devices", [])])


def check_cupti(machine, libraries):
    """With CUPTI of other versions; only a program of the driver runs beside any of them."""
    for library in libraries:
        environment = {"GAPLIGHT_CUPTI": os.path.abspath(library)}
        name = os.path.basename(library).replace(".", "_")
        if check_counts(machine, name, "", 0, environment=environment, program="driver"):
            with open(machine.path(name + ".json"), encoding="utf-8") as file:
                say("    CUPTI's version:", json.load(file).get("cupti_version"))
        check_counts(machine, name + "_runtime", "bottlenecks", 0, environment=environment)


def check_refusals(machine):
    done = machine.record("no.json", "--", "/nonexistent/program")
    expect("cannot start", done.returncode == 2 and "cannot start" in done.stderr)
    done = machine.record("no.json", "--", sys.executable, "-c", "import sys; sys.exit(7)")
    expect("exits with an error, without CUDA", done.returncode == 7)
    done = machine.record("no.json", "--", machine.program("driver"),
                          environment={"CUDA_VISIBLE_DEVICES": ""})
    expect("no GPU to be seen", done.returncode == 1)
    done = machine.record("no.json", "--", machine.program("driver"),
                          environment={"GAPLIGHT_CUPTI": "/nonexistent/libcupti.so"})
    expect("no CUPTI", done.returncode == 3 and "GAPLIGHT_CUPTI" in done.stderr)
    expect("no file where nothing was recorded", not os.path.exists(machine.path("no.json")))
