// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/column.h"
#include "core/memory/allocator_history.h"
#include "core/memory/memory_model.h"

namespace gaplight {

// The allocations of a GPU, by begin. Inconsistent events are counted in `issues`.
// O(events log live allocations).
[[nodiscard]] Column<Allocation> allocationsOf(const DeviceHistory& history,
                                               SnapshotIssues& issues);

}  // namespace gaplight
