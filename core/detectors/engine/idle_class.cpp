// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/idle_class.h"

#include <array>

#include "core/analysis/explained/gap_explanation.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
std::string_view idleClassName(IdleClass idleClass) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(IdleClass::Count_)> kNames{
        "launch", "host", "data", "sync", "rank", "other"};
    return kNames.at(static_cast<std::size_t>(idleClass));
}

IdleClass idleClassOf(std::string_view explanation) {
    // Gaps as short as between any two launches are what launches cost.
    if (explanation == gapExplanationName(GapExplanation::BelowThreshold)) {
        return IdleClass::Launch;
    }
    if (explanation == gapExplanationName(GapExplanation::HostBetweenLaunches)) {
        return IdleClass::Host;
    }
    if (explanation == gapExplanationName(GapExplanation::WaitingForRank)) {
        return IdleClass::Rank;
    }
    const Detector* rule = findDetector(explanation);
    return rule == nullptr ? IdleClass::Other : rule->idleClass;
}

}  // namespace gaplight
