// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/memory/allocator_history.h"
#include "core/memory/memory_model.h"

namespace gaplight {

// The memory that the allocator held, by begin: the segments at the end, followed back through the
// events and then forward. A part that is unmapped ends the span, and what remains begins a new
// one. O(segment events log segments).
[[nodiscard]] std::vector<SegmentSpan> segmentSpans(const DeviceHistory& history,
                                                    SnapshotIssues& issues);

}  // namespace gaplight
