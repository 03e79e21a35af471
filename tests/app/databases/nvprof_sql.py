# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What plain SQL says of a database of nvprof."""
from sql_tables import rows

ACTIVITIES = {"CUPTI_ACTIVITY_KIND_KERNEL": "kernels",
              "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL": "kernels",
              "CUPTI_ACTIVITY_KIND_CDP_KERNEL": "kernels", "CUPTI_ACTIVITY_KIND_MEMCPY": "memcpys",
              "CUPTI_ACTIVITY_KIND_MEMCPY2": "memcpys", "CUPTI_ACTIVITY_KIND_MEMSET": "memsets"}
CALLS = ("CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_DRIVER")
SPANS = ("CUPTI_ACTIVITY_KIND_OVERHEAD", "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION")


def activities(db):
    """(GPU, kind, start, end, has a launch, has a correlation)"""
    calls = {number for table in CALLS for number, in rows(db, table, "correlationId")}
    for table, kind in ACTIVITIES.items():
        for start, end, gpu, number in rows(db, table, "start", "end", "deviceId",
                                            "correlationId"):
            yield gpu, kind, start, end, bool(number) and number in calls, bool(number)


def slice_count(db):
    # Starts of ranges, also of those that never ended.
    return sum(len(rows(db, table, "start")) for table in (*ACTIVITIES, *CALLS, *SPANS)) + sum(
        flags & 2 != 0 for flags, in rows(db, "CUPTI_ACTIVITY_KIND_MARKER", "flags"))
