// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/causes/launch_bound_places.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/kernels/operator_classes.h"
#include "core/analysis/torch/place.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// What several rules need of one trace beyond its Analysis, each part computed on first
// use. Safe from several threads; one that needs a part that another computes waits for it.
class SharedAnalysis {
public:
    // Refers to all, which must outlive it. O(1).
    SharedAnalysis(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
                   const PlaceFinder& places);

    [[nodiscard]] const ProfilerOverhead& overhead() const;
    // With the default limits.
    [[nodiscard]] const std::vector<LaunchBoundPlace>& launchBound() const;
    // Classes of the analyzed range.
    [[nodiscard]] const OperatorClasses& operatorClasses() const;

private:
    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const Analysis& m_analysis;
    const PlaceFinder& m_places;
    mutable std::once_flag m_overheadMade;
    mutable std::optional<ProfilerOverhead> m_overhead;
    mutable std::once_flag m_launchBoundMade;
    mutable std::vector<LaunchBoundPlace> m_launchBound;
    mutable std::once_flag m_operatorClassesMade;
    mutable OperatorClasses m_operatorClasses;
};

}  // namespace gaplight
