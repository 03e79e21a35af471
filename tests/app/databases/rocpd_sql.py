# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What plain SQL says of an rocpd database (rocprofv3, rocprof-sys)."""
from sql_tables import rows, tables

PROCESSES = "rocpd_info_process"


def suffixes(db):
    return [name[len(PROCESSES):] for name in tables(db) if name.startswith(PROCESSES)]


def activities_of(db, suffix):
    agents = {agent: number for agent, kind, number in
              rows(db, "rocpd_info_agent" + suffix, "id", "type", "type_index") if kind == "GPU"}
    agent_of_track = dict(rows(db, "rocpd_track" + suffix, "id", "agent_id"))
    names = dict(rows(db, "rocpd_string" + suffix, "id", "string"))
    names.update(rows(db, "rocpd_info_category" + suffix, "id", "name"))
    events = {event: (stack, names.get(category, "")) for event, stack, category in
              rows(db, "rocpd_event" + suffix, "id", "stack_id", "category_id")}
    calls = {events[event][0] for table in ("rocpd_region", "rocpd_sample")
             for event, in rows(db, table + suffix, "event_id")
             if "HIP" in events[event][1] or "HSA" in events[event][1]}
    for agent, track, start, end, event in rows(
            db, "rocpd_kernel_dispatch" + suffix, "agent_id", "track_id", "start", "end",
            "event_id"):
        stack = events[event][0]
        gpu = agents.get(agent_of_track[track] if agent is None else agent, 0)
        yield gpu, "kernels", start, end, bool(stack) and stack in calls, bool(stack)
    for target, source, start, end, event in rows(
            db, "rocpd_memory_copy" + suffix, "dst_agent_id", "src_agent_id", "start", "end",
            "event_id"):
        stack = events[event][0]
        gpu = agents[source] if source in agents else agents.get(target, 0)
        yield gpu, "memcpys", start, end, bool(stack) and stack in calls, bool(stack)


def activities(db):
    """(GPU, kind, start, end, has a launch, has a correlation)"""
    for suffix in suffixes(db):
        yield from activities_of(db, suffix)


def slice_count(db):
    """Of databases whose samples are markers."""
    return sum(len(rows(db, table + suffix, "start")) for suffix in suffixes(db)
               for table in ("rocpd_kernel_dispatch", "rocpd_memory_copy", "rocpd_region"))
