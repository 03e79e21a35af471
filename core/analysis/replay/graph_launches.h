// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/analysis/replay/replay_plan.h"

namespace gaplight {

// Appends the changes of GraphLaunch edits: in each of their ranges, the launches of the thread
// become launches of CUDA graphs. A wait inside a range cannot be captured: it ends one graph, and
// another begins after it. A graph of fewer than two launches changes nothing.
// `changes` holds the changes of all other edits, each call at most once, ascending, since a graph
// may span waits that they remove. Afterwards a call may be there twice.
// Returns whether there is any such edit. O(edits log calls + calls inside × log changes).
bool launchAsGraphs(const DependencyGraph& graph, const ThreadCalls& threads,
                    const ReplayEdits& edits, CallChanges& changes);

}  // namespace gaplight
