// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/analysis/analysis.h"
#include "core/detectors/engine/finding.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// One side of a comparison. The referenced objects must outlive it.
struct ComparedTrace {
    const Trace& trace;
    const LaunchIndex& launches;
    const Analysis& analysis;
    std::span<const Finding> findings;
    // The steps of `analysis` grouped as the other run's are; null: as they are.
    const Steps* groupedSteps = nullptr;

    const Steps& steps() const { return groupedSteps == nullptr ? analysis.steps : *groupedSteps; }
};

}  // namespace gaplight
