// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/analysis/ranks/rank_analysis.h"
#include "tests/support/checks/problems.h"

namespace gaplight::test {

// Adds what does not hold of:
//   - exposed wait <= wait <= time in communication <= busy <= recorded, of each rank and call
//   - waits by awaited rank sum to a rank's waits; what awaited ranks did sums to all waits
//   - of a step: wait, computing, busy <= its length; of a pipeline's stage: bubble <= its range
//   - what others waited for a rank <= what the others recorded; no share above 1
void checkJointMeasures(const RankSetAnalysis& set, Problems& problems);

// Every figure of a set, one line for each rank, step, stage and call: equal sets have equal texts.
[[nodiscard]] std::string jointFigures(const RankSetAnalysis& set);

}  // namespace gaplight::test
