// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/analysis/replay/critical_path.h"
#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/replay_run.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Walks from what ends last in a replay back to what it waited for, and so on to the window's
// begin. `sliceOfCall` by call, invalid if there is none. O(length of the path).
[[nodiscard]] CriticalPath walkCriticalPath(const Trace& trace, const DependencyGraph& graph,
                                            std::span<const SliceId> sliceOfCall,
                                            const ReplayDetails& replay, TimeRange window);

}  // namespace gaplight
