# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""What plain SQL says of a trace of rocmProfileData (.rpd)."""
from sql_tables import rows


def texts(db):
    return dict(rows(db, "rocpd_string", "id", "string"))


def kind_of(operation):
    lower = operation.lower()
    if "fill" in lower or "memset" in lower:
        return "memsets"
    if "copy" in lower or "memcpy" in lower:
        return "memcpys"
    return None if "barrier" in lower else "kernels"


def activities(db):
    """(GPU, kind, start, end, has a launch, has a correlation)"""
    names = texts(db)
    calls = {call for call, in rows(db, "rocpd_api", "id")}
    call_of = {}
    for operation, call in sorted(rows(db, "rocpd_api_ops", "op_id", "api_id")):
        call_of.setdefault(operation, call)
    for operation, gpu, start, end, type_id in rows(db, "rocpd_op", "id", "gpuId", "start", "end",
                                                    "opType_id"):
        kind = kind_of(names[type_id])
        if kind:
            call = call_of.get(operation)
            yield gpu, kind, start, end, call in calls, call is not None


def slice_count(db):
    names = texts(db)
    marks = sum(names[name] == "UserMarker" and start == end
                for name, start, end in rows(db, "rocpd_api", "apiName_id", "start", "end"))
    return sum(len(rows(db, table, "start"))
               for table in ("rocpd_api", "rocpd_hsaApi", "rocpd_op")) - marks
