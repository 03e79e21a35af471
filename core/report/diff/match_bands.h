// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/compare/comparison.h"
#include "core/scene/panels/match_scene.h"
#include "core/session/session.h"

namespace gaplight {

// Corresponding parts of two runs, drawn as bands between their timelines: steps, annotations and
// pins; if there are none, intervals of GPU work between anchors. A band is slower or faster if the
// difference exceeds the comparison's noise floor; between ranks of one job none is. O(pairs log
// pairs).
[[nodiscard]] std::vector<MatchBand> matchBands(const Session& a, const Session& b,
                                                const Comparison& comparison);

}  // namespace gaplight
