// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/base/import_issue.h"
#include "core/trace/slice_table.h"
#include "core/trace/source_events.h"
#include "core/trace/sparse_column.h"
#include "core/trace/trace.h"

namespace gaplight {

// The innermost slice of a track that covers `time` (its end included where nothing begins
// there), or invalid. O(log n + depth).
[[nodiscard]] SliceId sliceCovering(const SliceTable& slices, const Track& track, Time time);

// Binds flow events to slices and joins those of one flow: a start opens it, steps and finishes
// continue it, several finishes are allowed (one launch, many activities), a second start of the
// same id begins a new flow. As the Trace Event Format says, a finish without bp:"e" binds to the
// next slice that begins, all others to the one that encloses them.
// Left out: flows whose two slices carry the same correlation; the launch index has them (Kineto
// writes each launch twice). O(n log n).
std::vector<Flow> bindFlows(std::vector<FlowEvent> events, const SliceTable& slices,
                            std::span<const Track> tracks,
                            const SparseColumn<std::uint64_t>& correlations, ImportIssues& issues);

}  // namespace gaplight
