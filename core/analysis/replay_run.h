// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/dependency_graph.h"
#include "core/analysis/replay_plan.h"
#include "core/base/time.h"

namespace gaplight {

// When everything happens in one replay.
struct ReplayTimes {
    std::vector<Time> callEnd;
    std::vector<Time> activityStart;
    std::vector<Time> activityEnd;

    // From the first start to the last end; zero without activities.
    [[nodiscard]] Duration window() const;
};

// The trace as it is. O(calls + activities).
[[nodiscard]] ReplayTimes replay(const DependencyGraph& graph);
// The trace as it would be if everything started as soon as what the graph knows lets it, but for
// the earliest activity. O(calls + activities).
[[nodiscard]] ReplayTimes replayExplained(const DependencyGraph& graph);
// The trace changed. `unchanged` as replay(graph) gives it: what comes before the first change is
// copied from there.
[[nodiscard]] ReplayTimes replay(const DependencyGraph& graph, const ReplayTimes& unchanged,
                                 const ReplayPlan& plan);

}  // namespace gaplight
