// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/base/column.h"
#include "core/base/import_issue.h"
#include "core/trace/slice_table.h"
#include "core/trace/sparse_ids.h"
#include "core/trace/trace.h"

namespace gaplight {

struct FlowEvent;  // source_events.h

// The innermost slice of a track that covers `time`; also a slice that ends at `time` if none
// starts there. Invalid if none. O(log n + depth),
// where no slice is deeper than kMaxNesting.
[[nodiscard]] SliceId sliceCovering(const SliceTable& slices, const Track& track, Time time);
// The first slice of a track that starts at `time` or later. Invalid if none. O(log n).
[[nodiscard]] SliceId sliceFrom(const SliceTable& slices, const Track& track, Time time);

// Binds flow events (ph s, t, f) to slices and joins the events of one flow into arrows: a start
// opens a flow, steps and finishes continue it, several finishes are allowed (one launch, many
// activities), and a second start with the same id begins a new flow. According to the Trace Event
// Format, a finish without bp:"e" binds to the next slice that starts, all others to the enclosing
// slice. Arrows between slices with the same correlation are dropped: LaunchIndex has them (Kineto
// writes each launch twice). O(n log n).
std::vector<Flow> bindFlows(Column<FlowEvent> events, const SliceTable& slices,
                            std::span<const Track> tracks, const SparseIds& correlations,
                            ImportIssues& issues);

}  // namespace gaplight
