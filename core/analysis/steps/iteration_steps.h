// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "core/analysis/serving/iterations.h"
#include "core/analysis/steps/step_markers.h"
#include "core/analysis/steps/steps.h"

namespace gaplight {

// Each iteration of a server as a step, from its begin to the next one's; the last one to its own
// end. Their kinds are iterationKind(), the most frequent first.
[[nodiscard]] StepMarkers iterationSteps(const ServingIterations& iterations);

// The iterations that begin in a range, as stepsWithin() has the steps.
[[nodiscard]] ServingIterations iterationsWithin(ServingIterations iterations, TimeRange range);

// Of the steady steps of the kind of a step, the one whose span is the median, of an even number
// the shorter of the middle two. `iterations`: of a server, one per step; null: all steps are of
// one kind. Empty: fewer than three of them. O(steps log steps).
[[nodiscard]] std::optional<std::size_t> medianStepLike(const Steps& steps,
                                                        const ServingIterations* iterations,
                                                        std::size_t step);

}  // namespace gaplight
