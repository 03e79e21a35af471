# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What plain SQL says of an export of Nsight Systems."""
from sql_tables import rows

ACTIVITIES = {"CUPTI_ACTIVITY_KIND_KERNEL": "kernels", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE": "kernels",
              "CUPTI_ACTIVITY_KIND_MEMCPY": "memcpys", "CUPTI_ACTIVITY_KIND_MEMSET": "memsets"}
CALLS = ("CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_DRIVER")
SPANS = ("CUDNN_EVENTS", "CUBLAS_EVENTS", "OSRT_API", "PROFILER_OVERHEAD",
         "CUPTI_ACTIVITY_KIND_OVERHEAD", "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION")


def launches(db):
    found = set()
    for table in CALLS:
        for thread, correlation in rows(db, table, "globalTid", "correlationId"):
            found.add(((thread or 0) >> 24, correlation))
    return found


def activities(db):
    """(GPU, kind, start, end, has a launch, has a correlation)"""
    gpus = {(pid, cuda): gpu
            for gpu, cuda, pid in rows(db, "TARGET_INFO_CUDA_DEVICE", "gpuId", "cudaId", "pid")}
    launched = launches(db)
    for table, kind in ACTIVITIES.items():
        for start, end, device, correlation, process in rows(
                db, table, "start", "end", "deviceId", "correlationId", "globalPid"):
            key = (process or 0) >> 24
            gpu = gpus.get((key & 0xffffff, device), device)
            has_launch = bool(correlation) and (key, correlation) in launched
            yield gpu, kind, start, end, has_launch, bool(correlation)


def state_count(db):
    """Switches in, and switches out whose reason is known."""
    names = dict(rows(db, "ENUM_SAMPLING_THREAD_STATE", "id", "name"))
    unknown = (None, "Unknown", "Terminated")
    return sum(bool(is_in) or names.get(state) not in unknown
               for start, is_in, state in rows(db, "SCHED_EVENTS", "start", "isSchedIn",
                                               "threadState") if start is not None)


def stacks(db):
    """(thread, time, names of the frames from the outermost) of each sample, by thread and time."""
    texts = dict(rows(db, "StringIds", "id", "value"))
    frames = {}
    for sample, symbol, module, unresolved, depth in rows(
            db, "SAMPLING_CALLCHAINS", "id", "symbol", "module", "unresolved", "stackDepth"):
        name = texts.get(symbol, "")
        if unresolved or not name or name.startswith("0x"):
            file = texts.get(module, "").rsplit("/", 1)[-1] or "[Unknown]"
            name = file if file.startswith("[") else f"[{file}]"
        frames.setdefault(sample, []).append((-depth, name))
    for thread, start, sample in sorted(
            (thread, start, sample) for sample, start, thread in rows(
                db, "COMPOSITE_EVENTS", "id", "start", "globalTid") if start is not None):
        names = [name for _, name in sorted(frames.get(sample, []))]
        yield thread, start, [name for at, name in enumerate(names)
                              if at == 0 or name != names[at - 1] or name[0] != "["]


def frame_count(db):
    """Frames that are not on the stack of the sample before, at most two periods earlier."""
    samples = list(stacks(db)) if rows(db, "SAMPLING_CALLCHAINS", "id") else []
    pairs = list(zip(samples, samples[1:]))
    distances = sorted(after[1] - before[1] for before, after in pairs if before[0] == after[0])
    period = distances[(len(distances) - 1) // 2] if distances else 0
    count = sum(len(names) for _, _, names in samples)
    for before, after in pairs:
        if before[0] == after[0] and after[1] - before[1] <= 2 * period:
            same = 0
            while before[2][same:same + 1] and before[2][same:same + 1] == after[2][same:same + 1]:
                same += 1
            count -= same
    return count


def counter_values(db):
    return sum(time is not None and isinstance(value, (int, float))
               for time, value in rows(db, "GPU_METRICS", "timestamp", "value"))


def slice_count(db):
    # Thread states and sampled frames.
    sampled = state_count(db) + frame_count(db)
    # Push/pop ranges and start/end ranges, also those that never ended.
    return sampled + sum(len(rows(db, table, "start")) for table in (*ACTIVITIES, *CALLS, *SPANS)) + sum(
        kind in (59, 60, 70, 71) and start is not None
        for kind, start in rows(db, "NVTX_EVENTS", "eventType", "start"))
