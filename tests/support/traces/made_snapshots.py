# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Memory snapshots of programs that were never run, in the form of PyTorch's
torch.cuda.memory._dump_snapshot(): a small caching allocator that records what it does.

As a program: made_snapshots.py FOLDER writes each of SHAPES as FOLDER/NAME.pickle."""

import os
import pickle
import sys

MB = 1 << 20
SMALL = 1 * MB          # allocations up to this size come from segments of 2 MB
BASE = 0x7f0000000000
START_US = 1_795_000_000_000_000
TORCH = "/usr/lib/python3/site-packages/torch/"


def frame(function, line, file="project/train.py"):
    return {"name": function, "filename": file, "line": line}


def stack(*own):
    """Frames of PyTorch inside the program's own, innermost first."""
    return [frame("forward", 40, TORCH + "nn/modules/linear.py"), *own, frame("<module>", 90)]


class Allocator:
    """Best fit within the segments of a stream and pool; a new segment where nothing fits."""

    def __init__(self, device=0, capacity=1 << 40):
        self.device, self.capacity = device, capacity
        self.now, self.events, self.annotations = START_US, [], []
        self.segments = []      # {address, size, stream, small, blocks: [[address, size, info]]}
        self.next = BASE + device * (1 << 44)

    def record(self, action, address, size, stream, frames):
        event = {"action": action, "addr": address, "size": size, "stream": stream,
                 "time_us": self.now, "compile_context": "N/A", "user_metadata": "",
                 "frames": frames}
        if action == "oom":
            event["device_free"] = event.pop("addr")
        self.events.append(event)
        self.now += 10

    def reserved(self):
        return sum(segment["size"] for segment in self.segments)

    def hole_for(self, size, stream, small):
        holes = [(block[1], block[0], segment, block) for segment in self.segments
                 if segment["stream"] == stream and segment["small"] == small
                 for block in segment["blocks"] if block[2] is None and block[1] >= size]
        return min(holes, key=lambda hole: hole[:2])[2:] if holes else None

    def alloc(self, size, frames, stream=0):
        """The address; None where memory is full."""
        rounded = (size + 511) // 512 * 512
        small = size <= SMALL
        hole = self.hole_for(rounded, stream, small)
        if hole is None:
            wanted = 2 * MB if small else (rounded + 2 * MB - 1) // (2 * MB) * 2 * MB
            if self.reserved() + wanted > self.capacity:
                self.record("oom", self.capacity - self.reserved(), size, stream, frames)
                return None
            segment = {"address": self.next, "size": wanted, "stream": stream, "small": small,
                       "blocks": [[self.next, wanted, None]]}
            self.next += wanted + 2 * MB
            self.segments.append(segment)
            self.record("segment_alloc", segment["address"], wanted, stream, frames)
            hole = (segment, segment["blocks"][0])
        segment, block = hole
        if block[1] > rounded:
            at = segment["blocks"].index(block)
            segment["blocks"].insert(at + 1, [block[0] + rounded, block[1] - rounded, None])
            block[1] = rounded
        block[2] = (size, frames)
        self.record("alloc", block[0], size, stream, frames)
        return block[0]

    def find(self, address):
        for segment in self.segments:
            for block in segment["blocks"]:
                if block[0] == address and block[2] is not None:
                    return segment, block
        raise KeyError(address)

    def free(self, address, frames, is_completed=True):
        segment, block = self.find(address)
        size = block[2][0]
        self.record("free_requested", address, size, segment["stream"], frames)
        if is_completed:
            self.complete(address, frames)
        else:
            block.append("active_pending_free")

    def complete(self, address, frames):
        segment, block = self.find(address)
        self.record("free_completed", address, block[2][0], segment["stream"], frames)
        block[2:] = [None]
        merged = []
        for one in segment["blocks"]:
            if merged and merged[-1][2] is None and one[2] is None:
                merged[-1][1] += one[1]
            else:
                merged.append(one)
        segment["blocks"] = merged

    def empty_cache(self, frames):
        for segment in list(self.segments):
            if all(block[2] is None for block in segment["blocks"]):
                self.record("segment_free", segment["address"], segment["size"],
                            segment["stream"], frames)
                self.segments.remove(segment)

    def annotate(self, stage, name):
        self.annotations.append({"stage": stage, "name": name, "device": self.device,
                                 "time_us": self.now})
        self.now += 1

    def segment_dicts(self):
        def block_dict(block):
            info = block[2]
            state = ("inactive" if info is None
                     else block[3] if len(block) > 3 else "active_allocated")
            return {"address": block[0], "size": block[1],
                    "requested_size": info[0] if info else 0, "state": state,
                    "frames": info[1] if info else []}
        return [{"device": self.device, "address": segment["address"],
                 "total_size": segment["size"],
                 "stream": segment["stream"], "is_expandable": False, "frames": [],
                 "segment_type": "small" if segment["small"] else "large",
                 "segment_pool_id": (0, 0),
                 "blocks": [block_dict(block) for block in segment["blocks"]]}
                for segment in self.segments]


def snapshot(*allocators, max_entries=None):
    traces = [[] for _ in range(max(one.device for one in allocators) + 1)]
    for one in allocators:
        traces[one.device] = one.events[-max_entries:] if max_entries else one.events
    return {"segments": [segment for one in allocators for segment in one.segment_dicts()],
            "device_traces": traces, "allocator_settings": {"expandable_segments": False},
            "external_annotations": [mark for one in allocators for mark in one.annotations]}


def train(allocator, steps, keep=0, sizes=(4 * MB, 9 * MB, 300_000)):
    """Steps that allocate activations and free them; each keeps `keep` bytes."""
    weights = [allocator.alloc(6 * MB + at * 512, stack(frame("init", 10))) for at in range(4)]
    for _ in range(steps):
        allocator.annotate("START", "step")
        held = [allocator.alloc(size, stack(frame("forward", 20 + at)))
                for at, size in enumerate(sizes)]
        if keep:
            allocator.alloc(keep, stack(frame("log_loss", 33)))
        for address in held:
            allocator.free(address, stack(frame("backward", 40)))
        allocator.annotate("END", "step")
    return weights


def flat():
    allocator = Allocator()
    train(allocator, 8)
    return snapshot(allocator)


def leak():
    allocator = Allocator()
    train(allocator, 8, keep=3 * MB)
    return snapshot(allocator)


def fragmented(capacity=1 << 40):
    """Blocks of 15 MB, every second one freed: no hole takes 80 MB, and so more is reserved."""
    allocator = Allocator(capacity=capacity)
    first = [allocator.alloc(300 * MB, stack(frame("init", 5))) for _ in range(3)]
    for address in first:
        allocator.free(address, stack(frame("init", 6)))
    cells = [allocator.alloc(15 * MB, stack(frame("cache", 12))) for _ in range(60)]
    for address in cells[::2]:
        allocator.free(address, stack(frame("evict", 15)))
    for _ in range(3):
        allocator.alloc(80 * MB, stack(frame("batch", 18)))
    return snapshot(allocator)


def out_of_memory():
    """The same on a GPU without room for more."""
    return fragmented(capacity=960 * MB)


def retaken():
    """The output of a step is freed only when that of the next step is there."""
    allocator = Allocator()
    train(allocator, 1)
    output = None
    for _ in range(6):
        allocator.annotate("START", "step")
        new = allocator.alloc(40 * MB, stack(frame("generate", 70)))
        if output is not None:
            allocator.free(output, stack(frame("generate", 71)))
        output = new
        allocator.annotate("END", "step")
    return snapshot(allocator)


def temporary():
    """Each step holds activations of 80 MB, and 120 MB beside them for a moment."""
    allocator = Allocator()
    for _ in range(5):
        allocator.annotate("START", "step")
        held = [allocator.alloc(2 * MB, stack(frame("forward", 20))) for _ in range(40)]
        logits = allocator.alloc(120 * MB, stack(frame("loss", 44)))
        allocator.free(logits, stack(frame("loss", 45)))
        for address in held:
            allocator.free(address, stack(frame("backward", 46)))
        allocator.annotate("END", "step")
    return snapshot(allocator)


def damaged():
    """Frees of what is not allocated, overlapping blocks, lost events, a size that differs."""
    allocator = Allocator()
    train(allocator, 3)
    events = allocator.events
    frees = [at for at, event in enumerate(events) if event["action"] == "free_completed"]
    events.append(dict(events[frees[0]], time_us=allocator.now))
    allocs = [at for at, event in enumerate(events) if event["action"] == "alloc"]
    events.append(dict(events[allocs[0]], addr=events[allocs[0]]["addr"] + 512,
                       time_us=allocator.now))
    events[frees[3]]["size"] += 512
    del events[frees[-1] - 1:frees[-1] + 1]
    return snapshot(allocator)


def churn():
    """A segment is returned to the driver and requested again in every step."""
    allocator = Allocator()
    train(allocator, 1)
    for _ in range(6):
        allocator.annotate("START", "step")
        address = allocator.alloc(64 * MB, stack(frame("sample", 50)))
        allocator.free(address, stack(frame("sample", 51)))
        allocator.empty_cache(stack(frame("sample", 52)))
        allocator.annotate("END", "step")
    return snapshot(allocator)


def middle():
    """The history begins when much is allocated already, as after a ring buffer wrapped."""
    allocator = Allocator()
    train(allocator, 12, keep=MB)
    return snapshot(allocator, max_entries=70)


def streams():
    """Two streams and two GPUs; a free that waits for a stream."""
    first, second = Allocator(0), Allocator(1)
    train(first, 3)
    address = first.alloc(5 * MB, stack(frame("copy", 60)), stream=0x55aa)
    first.free(address, stack(frame("copy", 61)), is_completed=False)
    train(second, 2, keep=700)
    return snapshot(first, second)


SHAPES = {"flat": flat, "leak": leak, "fragmented": fragmented, "churn": churn,
          "middle": middle, "streams": streams, "out_of_memory": out_of_memory,
          "retaken": retaken, "temporary": temporary, "damaged": damaged}


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, make in SHAPES.items():
        with open(os.path.join(folder, name + ".pickle"), "wb") as file:
            pickle.dump(make(), file)


if __name__ == "__main__":
    main()
