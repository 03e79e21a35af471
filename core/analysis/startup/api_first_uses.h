// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/analysis/startup/first_uses.h"
#include "core/analysis/startup/steady_loop.h"
#include "core/analysis/torch/name_classes.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The API calls that start in `range` and are first uses of the kinds Loading, Allocation and Setup
// (first_uses.h). In no order. An allocation can be listed twice: once because it is slow, once
// with all allocations. Reads all slices twice, on all cores, and then the API calls on one core.
[[nodiscard]] std::vector<FirstUseCall> apiFirstUses(const Trace& trace,
                                                     const LaunchIndex& launches,
                                                     const NameClasses& names,
                                                     const SteadyLoop& loop, TimeRange range);

}  // namespace gaplight
