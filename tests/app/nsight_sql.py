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


def slice_count(db):
    # Push/pop ranges and start/end ranges, also those that never ended.
    return sum(len(rows(db, table, "start")) for table in (*ACTIVITIES, *CALLS, *SPANS)) + sum(
        kind in (59, 60, 70, 71) and start is not None
        for kind, start in rows(db, "NVTX_EVENTS", "eventType", "start"))
