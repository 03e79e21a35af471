# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Timelines of a training job's operations, as ByteDance-Seed/StragglerAnalysis publishes them, as
one Kineto trace for each worker. Usage: operation_timeline.py TIMELINE.json[.gz] FOLDER

A timeline is one file with one lane for each kind of operation of each worker: computing of
micro-batches, sends and receives between stages, collectives between data-parallel ranks. It has no
hosts, streams or launches. The traces made of it have one stream with all operations of a worker in
the order in which they begin; communication begins when the operation before it ends, so that the
worker waits in it, and launches are far ahead."""

import collections
import gzip
import json
import os
import re
import sys

PIPELINE = ("forward-send", "forward-recv", "backward-send", "backward-recv")
# What NCCL runs for a collective, and how PyTorch names the call.
COLLECTIVES = {
    "embedding-grads-all-reduce": ("AllReduce_Sum_f32", "allreduce"),
    "layernorm-grads-all-reduce": ("AllReduce_Sum_f32", "allreduce"),
    "optimizer-clip-main-grad": ("AllReduce_Sum_f32", "allreduce"),
    "grads-reduce-scatter": ("ReduceScatter_Sum_f32", "_reduce_scatter_base"),
    "params-all-gather": ("AllGather_RING", "_allgather_base"),
}
LONE_REDUCTION = "layernorm-grads-all-reduce"
CALL_US = 1  # of a host's call
STEP_GAP_US = 1000
EPOCH_NS = 1_790_000_000_000_000_000


def workers_of(events):
    """By thread: data-parallel rank and stage of its worker."""
    workers = {}
    for event in events:
        if event.get("ph") == "M" and event["name"] == "thread_name":
            stage = re.match(r"PP rank (\d+)", event["args"]["name"])
            workers[event["tid"]] = (event["pid"], int(stage.group(1)))
    return workers


class Job:
    """The operations of a job: by step and worker, in the order in which they begin."""

    def __init__(self, events):
        lanes = workers_of(events)
        self.workers = sorted(set(lanes.values()), key=lambda worker: (worker[1], worker[0]))
        self.rank_of = {worker: rank for rank, worker in enumerate(self.workers)}
        self.stages = 1 + max(stage for _, stage in self.workers)
        self.steps = collections.defaultdict(lambda: collections.defaultdict(list))
        for event in events:
            if event.get("ph") == "X" and event["dur"] > 0:
                self.steps[event["args"]["step"]][lanes[event["tid"]]].append(event)
        for step in self.steps.values():
            for operations in step.values():
                operations.sort(key=lambda event: (event["ts"], event["name"]))

    def group_of(self, name, worker):
        """Name and ranks of the group in which a worker calls for a collective. Reductions of
        layernorm are among tensor-parallel ranks, of which there is one alone; those of the last
        stage come after the ranks' loss was averaged, which no timeline has: there all begin
        together, behind the slowest."""
        data, stage = worker
        if name == "optimizer-clip-main-grad":
            return "0", list(range(len(self.workers)))
        if name == "layernorm-grads-all-reduce" and stage < self.stages - 1:
            return "tensor", [self.rank_of[worker]]
        if name == "embedding-grads-all-reduce":
            return f"embedding_{data}", sorted({self.rank_of[data, 0],
                                                self.rank_of[data, self.stages - 1]})
        return f"data_{stage}", sorted(self.rank_of[one] for one in self.workers if one[1] == stage)

    def is_collective(self, name, worker):
        return name in COLLECTIVES and len(self.group_of(name, worker)[1]) > 1

    def peer_of(self, name, worker):
        data, stage = worker
        forward = name.startswith("forward") == name.endswith("send")
        return self.rank_of[data, stage + (1 if forward else -1)]


class WorkerTrace:
    """The trace of one worker."""

    def __init__(self, job, worker):
        self.job, self.worker, self.rank = job, worker, job.rank_of[worker]
        self.events = []
        self.correlation = 0

    def add(self, category, name, tid, begin, end, **args):
        self.events.append({"ph": "X", "cat": category, "name": name, "pid": self.rank, "tid": tid,
                            "ts": round(begin, 3), "dur": round(end - begin, 3), "args": args})

    def call(self, operation, group, ranks, at, peer=None):
        side = {"send": "Dst Rank", "recv": "Src Rank"}.get(operation)
        self.add("cpu_op", "record_param_comms", 1, at, at + CALL_US, **{
            "Collective name": operation, "dtype": "Float", "In msg nelems": 1024,
            "Out msg nelems": 1024, "Process Group Name": group,
            "Process Group Ranks": json.dumps(ranks), "Group size": len(ranks),
            **({} if side is None else {side: peer})})

    def calls_of(self, operations, at):
        """Host calls for the operations of one kernel; returns the kernel's name."""
        names = [operation["name"] for operation in operations]
        for name in names:
            if name in PIPELINE:
                self.call("send" if name.endswith("send") else "recv", "0",
                          list(range(len(self.job.workers))), at, self.job.peer_of(name, self.worker))
            elif self.job.is_collective(name, self.worker):
                self.call(COLLECTIVES[name][1], *self.job.group_of(name, self.worker), at)
            at += 2 * CALL_US
        if names[0] in PIPELINE:
            return "ncclDevKernel_SendRecv"
        if self.job.is_collective(names[0], self.worker):
            return f"ncclDevKernel_{COLLECTIVES[names[0]][0]}"
        return names[0]

    def step(self, number, operations, begin, shift):
        """Adds one step; its host is done with all launches before the first operation."""
        host, free = begin, begin + 400
        kernels = []  # messages beside each other are one kernel: one after the other they could
        for one in operations:  # wait for each other
            last = kernels[-1] if kernels else [{"name": "", "ts": 0, "dur": 0}]
            if one["name"] in PIPELINE and last[0]["name"] in PIPELINE and \
                    one["ts"] < max(other["ts"] + other["dur"] for other in last):
                last.append(one)
            else:
                kernels.append([one])
        for together in kernels:
            name = self.calls_of(together, host)
            host += 2 * CALL_US * len(together)
            communicates = name.startswith("nccl")
            end = max(one["ts"] + one["dur"] for one in together) + shift
            start = free if communicates else max(free, together[0]["ts"] + shift)
            if name == LONE_REDUCTION:  # the first rank waits for the loss, too
                start, end = free, free + together[0]["dur"]
            self.correlation += 1
            place = {"correlation": self.correlation, "device": 0, "stream": 7}
            if communicates:
                self.add("user_annotation", "nccl:coalesced", 1, host, host + 3 * CALL_US)
            self.add("cuda_runtime", "cudaLaunchKernel", 1, host + CALL_US, host + 2 * CALL_US, **place)
            host += 4 * CALL_US
            self.add("kernel", name, 7, start, max(end, start + 0.01), **place)
            free = max(end, start + 0.01)
        self.add("cuda_runtime", "cudaDeviceSynchronize", 1, host, free + CALL_US)
        self.add("user_annotation", f"ProfilerStep#{number}", 1, begin, free + 2 * CALL_US)
        return free

    def text(self):
        return json.dumps({
            "distributedInfo": {"backend": "nccl", "rank": self.rank,
                                "world_size": len(self.job.workers)},
            "baseTimeNanoseconds": EPOCH_NS, "traceEvents": self.events})


def traces_of(events):
    """The text of a trace for each worker."""
    job = Job(events)
    traces = [WorkerTrace(job, worker) for worker in job.workers]
    begin = 0
    for number, step in sorted(job.steps.items()):
        first = min(operations[0]["ts"] for operations in step.values())
        ends = [trace.step(number, step[trace.worker], begin, begin + 500 - first)
                for trace in traces if trace.worker in step]
        begin = max(ends) + STEP_GAP_US
    return [trace.text() for trace in traces]


def main():
    path, folder = sys.argv[1:]
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        events = json.load(file)
    os.makedirs(folder, exist_ok=True)
    for rank, text in enumerate(traces_of(events)):
        with open(os.path.join(folder, f"rank{rank}.json"), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
