# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""PyTorch at work. See README.md.

torch_work.py count [FILE]        5 steps of a small network; FILE: with PyTorch's profiler, which
                                  writes it, otherwise between cudaProfilerStart and cudaProfilerStop
torch_work.py time [profiler|default-profiler]
                                  one line of JSON with microseconds per operation in the fastest
                                  block; with PyTorch's profiler running, or without
torch_work.py alternate BLOCKS (recorder|profiler|default-profiler) [PART OF A NAME]
                                  the same of so many blocks, outside and inside of cudaProfilerStart
                                  and -Stop, or of PyTorch's profiler (of the GPU alone, or with its
                                  default activities), in turn
"""

import contextlib
import json
import sys
import time

import torch

STEPS = 5
BLOCKS = 15


def profiler(is_default=False):
    """PyTorch's own, of the GPU alone, or as it is where nothing is said."""
    activities = None if is_default else [torch.profiler.ProfilerActivity.CUDA]
    return torch.profiler.profile(activities=activities)


def network():
    torch.manual_seed(1)
    layers = []
    for _ in range(20):
        layers += [torch.nn.Linear(512, 512), torch.nn.ReLU()]
    return torch.nn.Sequential(*layers).cuda()


def count(path):
    model = network()
    host = torch.randn(256, 512)

    def step():
        loss = model(host.cuda()).square().mean()
        loss.backward()
        return loss.item()

    for _ in range(3):
        step()
    torch.cuda.synchronize()
    if path is None:
        torch.cuda.profiler.start()
    with profiler() if path else contextlib.nullcontext() as profile:
        for _ in range(STEPS):
            step()
        torch.cuda.synchronize()
    if path is None:
        torch.cuda.profiler.stop()
    else:
        profile.export_chrome_trace(path)


def loops():
    """Triples of each: operations in a block, the operation, whether the GPU is waited for."""
    small = torch.zeros(1024, device="cuda")
    middle = torch.randn(3072, 1024, device="cuda", requires_grad=True)
    modules = torch.nn.Sequential(torch.nn.LayerNorm(1024), torch.nn.GELU(),
                                  torch.nn.Dropout(0.1)).cuda()
    large = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
    zeros = torch.zeros_like(large)
    layer = torch.nn.TransformerEncoderLayer(1024, 16, 4096, dropout=0.0, batch_first=True,
                                             device="cuda", dtype=torch.bfloat16)
    words = torch.randn(64, 512, 1024, device="cuda", dtype=torch.bfloat16)
    floats = torch.randn(56 << 20, device="cuda")

    def train():
        layer(words).square().mean().backward()
        layer.zero_grad(set_to_none=True)

    # Fewer launches than the queue holds, or they would wait for the GPU.
    return {"add_": (500, lambda: small.add_(1.0), False),
            # PyTorch as it is written without compiling it: kernels of about 10 us, which the host
            # launches more slowly than they run.
            "three eager modules": (100, lambda: modules(middle), True),
            "matmul": (100, lambda: large @ large, True),
            # The same, without reaching the limit of power, where clocks sway.
            "matmul of zeros": (100, lambda: zeros @ zeros, True),
            "mul_ of 224 MiB": (100, lambda: floats.mul_(1.0001), True),
            "training step": (5, train, True)}


def run_once(operations, operation, waits):
    begin = time.perf_counter()
    for _ in range(operations):
        operation()
    if waits:
        torch.cuda.synchronize()
    taken = time.perf_counter() - begin
    torch.cuda.synchronize()
    return taken / operations * 1e6


def run(operations, operation, waits):
    """Microseconds per operation, of the second of two passes: a GPU that has rested runs faster."""
    run_once(operations, operation, waits)
    return run_once(operations, operation, waits)


def own_profiler(tool):
    return profiler(is_default=tool == "default-profiler")


def measure(tool):
    with own_profiler(tool) if tool else contextlib.nullcontext():
        print(json.dumps({name: min(run(*loop) for _ in range(BLOCKS))
                          for name, loop in loops().items()}))


def alternate(blocks, tool, wanted):
    figures = {}
    for name, loop in loops().items():
        if wanted not in name:
            continue
        off, on, rest = [], [], 0.0
        for _ in range(blocks + 1):  # the first pair warms up
            off.append(run(*loop))
            own = torch.cuda.profiler if tool == "recorder" else own_profiler(tool)
            # A GPU that has rested runs faster: as long as behind the last recorded block.
            time.sleep(rest)
            own.start()
            on.append(run(*loop))
            begin = time.perf_counter()
            own.stop()
            rest = time.perf_counter() - begin
        off.append(run(*loop))
        figures[name] = {"off": off[1:], "on": on[1:]}
    print(json.dumps(figures))


def main(words):
    if words[0] == "count":
        count(words[1] if len(words) > 1 else None)
    elif words[0] == "time":
        measure(words[1] if len(words) > 1 else "")
    else:
        alternate(int(words[1]), words[2], words[3] if len(words) > 3 else "")


if __name__ == "__main__":
    main(sys.argv[1:])
