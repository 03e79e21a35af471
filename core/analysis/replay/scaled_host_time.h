// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/analysis/replay/replay_plan.h"
#include "core/base/time.h"

namespace gaplight {

// Appends the changes of ScaleHost edits: of each call, (1 - factor) times the host time before and
// inside it that lies in an edit's range. Where ranges overlap, the smallest factor counts. Time
// before `begin` does not change. A call may be appended more than once.
// O(edits log (edits + calls) + calls changed).
void scaleHostTime(const DependencyGraph& graph, const ThreadCalls& threads,
                   const ReplayEdits& edits, Time begin, CallChanges& changes);

// time × factor, rounded once; a factor below 0 is 0.
[[nodiscard]] Duration scaled(Duration time, double factor);

}  // namespace gaplight
