// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/analysis/replay/replay_plan.h"

namespace gaplight {

// Appends what GraphLaunch edits change: in each of their ranges, the launches of the thread become
// launches of CUDA graphs. A wait inside a range cannot be captured: there is one graph before it
// and one after it. Nothing changes where a graph would have fewer than two launches.
// `changes` holds the changes of all other edits, each call at most once, ascending: a graph may
// span waits that are gone. A call may then be there twice.
// Returns whether there is any such edit. O(edits log calls + calls inside × log changes).
bool launchAsGraphs(const DependencyGraph& graph, const ThreadCalls& threads,
                    std::span<const ReplayEdit> edits, std::vector<CallChange>& changes);

}  // namespace gaplight
