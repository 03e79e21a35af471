// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/analysis/explained/first_uses.h"
#include "core/analysis/explained/steady_loop.h"
#include "core/analysis/torch/name_classes.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// First uses of the kinds Loading, Allocation and Setup, as defined in first_uses.h, of API calls
// that start in `range`. Unordered; a slow allocation is in the result twice. O(slices), two
// parallel passes; O(API calls) after them.
[[nodiscard]] std::vector<FirstUseCall> apiFirstUses(const Trace& trace,
                                                     const LaunchIndex& launches,
                                                     const NameClasses& names,
                                                     const SteadyLoop& loop, TimeRange range);

}  // namespace gaplight
