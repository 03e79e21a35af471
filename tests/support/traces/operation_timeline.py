# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Timelines of a training job's operations, as ByteDance-Seed/StragglerAnalysis publishes them, as
one Kineto trace for each worker. Usage: operation_timeline.py TIMELINE.json[.gz] FOLDER [RESULT.json]
(RESULT: the steps that it has figures of, instead of all)

A timeline is one file with one lane for each kind of operation of each worker: computing of
micro-batches, sends and receives between stages, collectives between data-parallel ranks. It has no
hosts, streams or launches, and does not say what waits for what. The traces made of it have one stream
for each kind of operation, and the waits between streams that a pipeline needs (Step.connect()).
Each operation begins when what it waits for has ended: what a timeline shows beyond that is the time
of hosts, which the published figures leave out, too. Communication ends as long after the last of its
ranks began as in the timeline."""

import collections
import gzip
import json
import os
import re
import sys

PIPELINE = ("forward-send", "forward-recv", "backward-send", "backward-recv")
GATHER, CLIP, EMBEDDING = "params-all-gather", "optimizer-clip-main-grad", "embedding-grads-all-reduce"
# What follows the last micro-batch, one after the other.
ENDING = ("gc", "layernorm-grads-all-reduce", EMBEDDING, "grads-reduce-scatter", CLIP, "optimizer")
# What NCCL runs for a collective, and how PyTorch names the call. The reduction of layernorm is among
# tensor-parallel ranks, of which there is one alone.
COLLECTIVES = {
    EMBEDDING: ("AllReduce_Sum_f32", "allreduce"),
    CLIP: ("AllReduce_Sum_f32", "allreduce"),
    "grads-reduce-scatter": ("ReduceScatter_Sum_f32", "_reduce_scatter_base"),
    GATHER: ("AllGather_RING", "_allgather_base"),
}
STREAMS = dict(zip(PIPELINE, range(20, 24))) | {GATHER: 24} | {name: 25 for name in ENDING if name in COLLECTIVES}
COMPUTE_STREAM = 7
MIN_US = 0.01  # of an operation
CALL_US = 1  # of a host's call
LEAD_US = 30  # of launches before the first operation, for each
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


class Operation:
    def __init__(self, event, worker):
        self.name, self.worker = event["name"], worker
        self.begin, self.length = event["ts"], event["dur"]  # in the timeline
        self.number = 0  # of its kind and worker
        self.after = []  # operations of its worker that it waits for
        self.together = [self]  # with all other sides of its message or collective
        self.start = self.end = None  # in the traces

    @property
    def communicates(self):
        return len(self.together) > 1 or self.name in PIPELINE

    @property
    def stream(self):
        return STREAMS.get(self.name, COMPUTE_STREAM)

    @property
    def end_in_timeline(self):
        return self.begin + self.length


class Step:
    """The operations of one step of all workers."""

    def __init__(self, operations, job):
        self.job = job
        self.of = collections.defaultdict(lambda: collections.defaultdict(list))  # worker, name
        for one in sorted(operations, key=lambda one: one.begin):
            same = self.of[one.worker][one.name]
            one.number = len(same)
            same.append(one)
        for worker in self.of:
            self.connect(worker)
        for worker in self.of:
            for same in self.of[worker].values():
                for one in same:
                    one.together = [other for other in self.sides_of(one) if other]
        self.order = self.schedule()

    def operation(self, worker, name, number=0):
        same = self.of[worker][name] if worker in self.of else []
        return same[number] if number < len(same) else None

    def connect(self, worker):
        """Sets `after`. Computing is one after the other; a send follows its computing, computing its
        receive. A receive waits until the computing before has ended, and the first one backward
        until the last but one forward before it: memory is reserved no sooner. Forward computing
        begins with the gathered parameters."""
        own = self.of[worker]
        computing = sorted(own["forward-compute"] + own["backward-compute"], key=lambda one: one.begin)
        chains = [computing] + [own[name] for name in PIPELINE]
        ending = [one for name in ENDING for one in own[name]]
        last = max(computing, key=lambda one: one.end_in_timeline)
        for chain in chains + [[last] + ending, own[GATHER] + own["forward-compute"][:1]]:
            for before, one in zip(chain, chain[1:]):
                one.after.append(before)
        for name in PIPELINE:
            kind, side = name.split("-")
            for message, one in zip(own[name], own[f"{kind}-compute"]):
                if side == "send":
                    message.after.append(one)
                else:
                    one.after.append(message)
                    message.after += own[f"{kind}-compute"][max(0, one.number - 1):one.number]
        first = computing.index(own["backward-compute"][0])
        for name in ("backward-recv", "backward-send"):
            for message in own[name][:1] if first >= 2 else []:
                message.after.append(computing[first - 2])

    def sides_of(self, one):
        data, stage = one.worker
        if one.name in PIPELINE:
            kind, side = one.name.split("-")
            peer = self.job.workers[self.job.peer_of(one)]
            return [one, self.operation(peer, f"{kind}-{'recv' if side == 'send' else 'send'}", one.number)]
        if one.name in COLLECTIVES:
            _, ranks = self.job.group_of(one)
            return [self.operation(self.job.workers[rank], one.name, one.number) for rank in ranks]
        return [one]

    def schedule(self):
        """Sets `start` and `end`. Returns all operations, each behind those that it waits for."""
        order, following, open_ones, there = [], collections.defaultdict(list), {}, collections.Counter()
        everything = [one for own in self.of.values() for same in own.values() for one in same]
        for one in everything:
            open_ones[one] = len(one.after)
            for before in one.after:
                following[before].append(one)
        ready = [one for one in everything if not one.after]
        while ready:
            one = ready.pop()
            order.append(one)
            one.start = max((before.end for before in one.after), default=0)
            first = min(one.together, key=id)
            there[first] += 1
            if there[first] < len(one.together):
                continue
            last = max(side.start for side in one.together)
            last_in_timeline = max(side.begin for side in one.together)
            for side in one.together:
                side.end = last + max(MIN_US, side.end_in_timeline - last_in_timeline)
                for other in following[side]:
                    open_ones[other] -= 1
                    if open_ones[other] == 0:
                        ready.append(other)
        if len(order) < len(everything):
            raise ValueError("operations wait for each other")
        return order


class Job:
    def __init__(self, events, wanted=None):
        lanes = workers_of(events)
        self.workers = sorted(set(lanes.values()), key=lambda worker: (worker[1], worker[0]))
        self.rank_of = {worker: rank for rank, worker in enumerate(self.workers)}
        self.stages = 1 + max(stage for _, stage in self.workers)
        steps = collections.defaultdict(list)
        for event in events:
            if event.get("ph") == "X" and (wanted is None or event["args"]["step"] in wanted):
                steps[event["args"]["step"]].append(Operation(event, lanes[event["tid"]]))
        self.steps = {number: Step(operations, self) for number, operations in sorted(steps.items())}

    def group_of(self, one):
        """Name and ranks of the group in which a worker calls for a collective."""
        data, stage = one.worker
        if one.name == CLIP:
            return "0", list(range(len(self.workers)))
        if one.name == EMBEDDING:
            return f"embedding_{data}", sorted({self.rank_of[data, 0],
                                                self.rank_of[data, self.stages - 1]})
        return f"data_{stage}", sorted(self.rank_of[each] for each in self.workers if each[1] == stage)

    def peer_of(self, one):
        data, stage = one.worker
        forward = one.name.startswith("forward") == one.name.endswith("send")
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

    def call(self, one, begin, end):
        """The host's call for a message or collective, around its launch."""
        if one.name in PIPELINE:
            operation, group = one.name.split("-")[1], ("0", list(range(len(self.job.workers))))
        else:
            operation, group = COLLECTIVES[one.name][1], self.job.group_of(one)
        side = {"send": "Dst Rank", "recv": "Src Rank"}.get(operation)
        self.add("cpu_op", "record_param_comms", 1, begin, end, **{
            "Collective name": operation, "dtype": "Float", "In msg nelems": 1024,
            "Out msg nelems": 1024, "Process Group Name": group[0],
            "Process Group Ranks": json.dumps(group[1]), "Group size": len(group[1]),
            **({} if side is None else {side: self.job.peer_of(one)})})

    def runtime(self, name, at, **args):
        self.correlation += 1
        self.add("cuda_runtime", name, 1, at, at + CALL_US, correlation=self.correlation, **args)
        return self.correlation

    def launch(self, one, host, recorded, shift):
        """Adds the calls for an operation and its kernel. `recorded`: the call that recorded the event
        behind each operation launched so far. Returns when the host goes on."""
        for before in one.after:
            if before.stream != one.stream:
                waits = self.runtime("cudaStreamWaitEvent", host)
                host += 2 * CALL_US
                self.add("cuda_sync", "Stream Wait Event", one.stream, host, host, **{
                    "correlation": waits, "device": 0, "stream": one.stream,
                    "wait_on_stream": before.stream,
                    "wait_on_cuda_event_record_corr_id": recorded[before]})
        name = one.name
        if one.communicates:
            self.call(one, host, host + 4 * CALL_US)
            name = f"ncclDevKernel_{'SendRecv' if one.name in PIPELINE else COLLECTIVES[one.name][0]}"
        launch = self.runtime("cudaLaunchKernel", host + CALL_US)
        self.add("kernel", name, one.stream, one.start + shift, one.end + shift, correlation=launch,
                 device=0, stream=one.stream)
        host += 5 * CALL_US
        recorded[one] = self.runtime("cudaEventRecord", host)
        return host + 2 * CALL_US

    def step(self, number, operations, begin, first):
        """Adds one step: its host launches all `operations`, the first of which begins at `first`."""
        host, recorded = begin, {}
        for one in sorted(operations, key=lambda one: one.start):
            host = self.launch(one, host, recorded, first)
        end = first + max(one.end for one in operations)
        self.runtime("cudaDeviceSynchronize", host)
        self.events[-1]["dur"] = round(end + CALL_US - host, 3)
        self.add("user_annotation", f"ProfilerStep#{number}", 1, begin, end + 2 * CALL_US)
        return end

    def text(self):
        return json.dumps({
            "distributedInfo": {"backend": "nccl", "rank": self.rank,
                                "world_size": len(self.job.workers)},
            "baseTimeNanoseconds": EPOCH_NS, "traceEvents": self.events})


def traces_of(events, wanted=None):
    """The text of a trace for each worker. `wanted`: numbers of steps; None: all."""
    job = Job(events, wanted)
    traces = {worker: WorkerTrace(job, worker) for worker in job.workers}
    begin = 0
    for number, step in job.steps.items():
        launched = collections.defaultdict(list)
        for one in step.order:
            launched[one.worker].append(one)
        first = begin + LEAD_US * max(len(operations) for operations in launched.values())
        begin = STEP_GAP_US + max(traces[worker].step(number, operations, begin, first)
                                  for worker, operations in launched.items())
    return [trace.text() for trace in traces.values()]


def main():
    path, folder, *results = sys.argv[1:]
    wanted = None
    for result in results:
        with open(result, encoding="utf-8") as file:
            wanted = {int(step) for step in json.load(file)["step_t_base"]}
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        events = json.load(file)
    os.makedirs(folder, exist_ok=True)
    for rank, text in enumerate(traces_of(events, wanted)):
        with open(os.path.join(folder, f"rank{rank}.json"), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
