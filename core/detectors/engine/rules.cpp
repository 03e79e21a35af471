// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/rules.h"

#include <algorithm>
#include <array>

namespace gaplight {

std::span<const Detector* const> detectors() {
    static const std::array kRules{
        &gpuIdleRule(),           &hostSyncRule(),           &launchLatencyRule(),
        &launchBoundRule(),       &tinyKernelsRule(),        &foreachCandidateRule(),
        &noCudaGraphRule(),       &graphCaptureInLoopRule(), &graphBreakRule(),
        &recompileRule(),         &pageableCopyRule(),       &copyNotOverlappedRule(),
        &allocInLoopRule(),       &memoryGrowthRule(),       &dataloaderStallRule(),
        &annotationShareRule(),   &hostHotspotRule(),        &castCopyChurnRule(),
        &tensorCoresUnusedRule(), &underusedGpuRule(),       &lowOccupancyRule(),
        &waveQuantizationRule(),  &farFromRooflineRule(),    &fusibleChainRule(),
        &commExposedRule(),       &firstUseRule(),           &captureQualityRule(),
    };
    static_assert(kRules.size() == kRuleCount);
    return kRules;
}

const Detector* findDetector(std::string_view id) {
    const auto all = detectors();
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const Detector* rule) { return rule->id == id; });
    return at == all.end() ? nullptr : *at;
}

RuleFacts factsOf(const Detector& rule) {
    return {rule.id, rule.name, rule.question, rule.thresholds};
}

std::optional<RuleFacts> findRule(std::string_view id) {
    if (const Detector* rule = findDetector(id)) {
        return factsOf(*rule);
    }
    for (const std::span<const RuleFacts> all : {snapshotRules(), rankSetRules()}) {
        const auto at = std::find_if(all.begin(), all.end(),
                                     [&](const RuleFacts& rule) { return rule.id == id; });
        if (at != all.end()) {
            return *at;
        }
    }
    return std::nullopt;
}

}  // namespace gaplight
