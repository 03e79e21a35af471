#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What plain SQL says of a profiler's database, against what the program says.

    database_oracle.py GAPLIGHT FILE...    # .sqlite, .rpd, .nvvp, .db, or gzipped

Per GPU: kernels, copies, memsets, and window, busy and idle time to the nanosecond; in all: slices,
values of counters, and activities whose launch is missing. Shares no code with the program.
"""
import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import nsight_sql
import nvprof_sql
import rocpd_sql
import rpd_sql
from sql_tables import tables


def format_of(db):
    names = tables(db)
    if "StringIds" in names:
        return nsight_sql
    if "StringTable" in names:
        return nvprof_sql
    return rocpd_sql if rocpd_sql.suffixes(db) else rpd_sql


def busy_time(spans):
    total = 0
    end = None
    for start, stop in sorted(spans):
        if end is None or start > end:
            total += stop - start
            end = stop
        elif stop > end:
            total += stop - end
            end = stop
    return total


def expected(path):
    db = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    by_gpu = {}
    missing = 0
    form = format_of(db)
    for gpu, kind, start, end, has_launch, has_correlation in form.activities(db):
        by_gpu.setdefault(gpu, []).append((start, end, kind, has_launch))
        missing += has_correlation and not has_launch
    gpus = {}
    for gpu, all_of_gpu in sorted(by_gpu.items()):
        launched = [start for start, _, _, has_launch in all_of_gpu if has_launch]
        begin = min(launched) if launched else min(row[0] for row in all_of_gpu)
        stop = max(row[1] for row in all_of_gpu)
        inside = [(max(start, begin), end) for start, end, _, _ in all_of_gpu if end > begin]
        busy = busy_time(inside)
        gpus[gpu] = {"window_ns": stop - begin, "busy_ns": busy, "idle_ns": stop - begin - busy}
        for name in ("kernels", "memcpys", "memsets"):
            gpus[gpu][name] = sum(kind == name and start >= begin
                                  for start, _, kind, _ in all_of_gpu)
        gpus[gpu]["before_capture"] = sum(start < begin for start, _, _, _ in all_of_gpu)
    slices = form.slice_count(db)
    counters = form.counter_values(db) if hasattr(form, "counter_values") else 0
    db.close()
    return {"gpus": gpus, "slices": slices, "launch_missing": missing, "counters": counters}


def issue_count(issues, kind):
    return sum(issue["count"] for issue in issues if issue["kind"] == kind)


def actual(program, path):
    def report(command):
        done = subprocess.run([program, command, path, "--format", "json"], capture_output=True,
                              check=True, timeout=300)
        return json.loads(done.stdout)

    analyzed, info = report("analyze"), report("info")
    keys = ("window_ns", "busy_ns", "idle_ns", "kernels", "memcpys", "memsets", "before_capture")
    return {"gpus": {gpu["device"]: {key: gpu[key] for key in keys} for gpu in analyzed["devices"]},
            "slices": sum(track["slices"] for track in info["tracks"]),
            "counters": info["trace"]["counters"],
            "launch_missing": issue_count(analyzed["issues"], "launch_missing")}


def differences(program, path):
    """Lines that name what differs; none: both agree."""
    wanted, got = expected(path), actual(program, path)
    lines = []
    for gpu in sorted(set(wanted["gpus"]) | set(got["gpus"])):
        ours, theirs = wanted["gpus"].get(gpu), got["gpus"].get(gpu)
        if ours != theirs:
            lines.append(f"GPU {gpu}: expected {ours}, got {theirs}")
    lines += [f"{key}: expected {wanted[key]}, got {got[key]}"
              for key in ("slices", "launch_missing", "counters") if wanted[key] != got[key]]
    return lines


def main(program, paths):
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            plain = path
            if path.endswith(".gz"):
                plain = os.path.join(folder, "plain.db")
                with gzip.open(path) as packed, open(plain, "wb") as file:
                    shutil.copyfileobj(packed, file)
            lines = differences(program, plain)
            differing += bool(lines)
            print(f"{path}: {'agrees' if not lines else 'differs'}")
            for line in lines:
                print("   ", line)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
