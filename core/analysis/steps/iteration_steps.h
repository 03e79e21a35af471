// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/serving/iterations.h"
#include "core/analysis/steps/step_markers.h"

namespace gaplight {

// Each iteration of a server as a step, from its begin to the next one's; the last one to its own
// end. Their kinds are iterationKind(), the most frequent first.
[[nodiscard]] StepMarkers iterationSteps(const ServingIterations& iterations);

// The iterations that begin in a range, as stepsWithin() has the steps.
[[nodiscard]] ServingIterations iterationsWithin(ServingIterations iterations, TimeRange range);

}  // namespace gaplight
