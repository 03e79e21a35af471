// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/set_steps.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/torch/step_number.h"

namespace gaplight {

std::optional<std::size_t> numberOfStep(const RankSet& set, int step) {
    const auto ordinal = static_cast<std::size_t>(step + 1);
    for (const RankSession& rank : set.ranks) {
        const std::vector<TimeRange>& steps = rank.session->analysis.steps.markers.host;
        if (step >= 0 && ordinal <= steps.size()) {
            return stepNumber(*rank.session->trace, steps[ordinal - 1].begin, ordinal);
        }
    }
    return std::nullopt;
}

std::string stepLabel(const RankSet& set, int step) {
    if (const std::optional<std::size_t> number = numberOfStep(set, step)) {
        return "step " + std::to_string(*number);
    }
    return step < 0 ? "before" : "after";
}

}  // namespace gaplight
