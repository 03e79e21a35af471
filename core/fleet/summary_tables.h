// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight {

// A table of a summary, as in CREATE TABLE.
struct SummaryTable {
    const char* name;
    const char* columns;
};

// Times and durations are integer ns, times since the begin of the trace.
//
// facts        name and value of what there is one of: `version`, `path`, ..., `idle.after_sync`
// groups       process groups; `ranks` as recorded, `size` -1 where it is not; `inferred` 1:
//              CommGroup::isInferred
// operations   what calls have in common: elements in and out, the other rank of a send or receive
// annotations  names that `calls` refer to
// calls        communications in the order of the host; `begin_ns` null: no kernel was recorded;
//              `compute_before_ns`: computed between the last communication of an earlier step and
//              this one; `idle_in`: annotation that most of the rest of that time is in
// compute      ranges in which the GPU computes for `covered_ns`, in `parts` (DenseRange)
// communication  ranges of communications that no recorded call launched
// pauses       ranges between the kernels of one call in which no communication runs
// steps        as the report of one trace has them
// costs        largest kernels, groups of kernels, host functions, blocking calls
// findings     of the rules
//
// A table without rows is left out.
inline constexpr SummaryTable kFactsTable{"facts", "name TEXT, value"};
inline constexpr SummaryTable kGroupsTable{"groups",
                                           "id INTEGER PRIMARY KEY, name, ranks, size, inferred"};
inline constexpr SummaryTable kOperationsTable{
    "operations", "id INTEGER PRIMARY KEY, kind, operation, type, group_id, inputs, outputs, peer"};
inline constexpr SummaryTable kAnnotationsTable{"annotations", "id INTEGER PRIMARY KEY, name"};
inline constexpr SummaryTable kCallsTable{
    "calls",
    "id INTEGER PRIMARY KEY, operation_id, step, begin_ns, length_ns, compute_before_ns, idle_in"};
inline constexpr SummaryTable kComputeTable{
    "compute", "begin_ns INTEGER PRIMARY KEY, length_ns, covered_ns, parts"};
inline constexpr SummaryTable kCommunicationTable{"communication",
                                                  "begin_ns INTEGER PRIMARY KEY, length_ns"};
inline constexpr SummaryTable kPausesTable{"pauses", "begin_ns INTEGER PRIMARY KEY, length_ns"};
inline constexpr SummaryTable kStepsTable{
    "steps",
    "step INTEGER PRIMARY KEY, begin_ns, length_ns, period_ns, kernels, launches, gpu_busy_ns, "
    "exposed_idle_ns, blocking_calls"};
inline constexpr SummaryTable kCostsTable{"costs", "kind, name, count, total_ns"};
inline constexpr SummaryTable kFindingsTable{"findings",
                                             "rule, severity, title, saving_ns, idle_ns"};

// Names of CommKind in `operations`.
inline constexpr const char* kCommKindNames[] = {"collective", "send", "receive"};

}  // namespace gaplight
