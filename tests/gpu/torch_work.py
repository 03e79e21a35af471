# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""PyTorch at work. See README.md.

torch_work.py count [FILE]   5 steps of a small network; FILE: with PyTorch's profiler, which writes
                             it, otherwise between cudaProfilerStart and cudaProfilerStop
torch_work.py time [FILE]    one line of JSON with microseconds per operation; FILE: with PyTorch's
                             profiler running
"""

import contextlib
import json
import sys
import time

import torch

STEPS = 5


def profiler():
    return torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA])


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


def best(loops, operations, operation, waits):
    """Microseconds per operation of the best loop, after one to warm up."""
    least = None
    for loop in range(loops + 1):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        for _ in range(operations):
            operation()
        if waits:
            torch.cuda.synchronize()
        taken = time.perf_counter() - begin
        torch.cuda.synchronize()
        least = taken if least is None or (loop and taken < least) or loop == 1 else least
    return least / operations * 1e6


def measure(path):
    small = torch.zeros(1024, device="cuda")
    large = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
    with profiler() if path else contextlib.nullcontext():
        print(json.dumps({
            # Fewer than the queue holds, or the launches would wait for the GPU.
            "add_": best(40, 500, lambda: small.add_(1.0), False),
            "matmul": best(5, 200, lambda: large @ large, True)}))


if __name__ == "__main__":
    {"count": count, "time": measure}[sys.argv[1]](sys.argv[2] if len(sys.argv) > 2 else None)
