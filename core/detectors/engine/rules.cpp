// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/rules.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "core/base/close_names.h"
#include "core/detectors/engine/own_rules.h"

namespace gaplight {

std::span<const Detector* const> detectors() {
    static const std::array kRules{
        &gpuIdleRule(),
        &hostSyncRule(),
        &launchLatencyRule(),
        &launchBoundRule(),
        &tinyKernelsRule(),
        &foreachCandidateRule(),
        &noCudaGraphRule(),
        &graphCaptureInLoopRule(),
        &graphBreakRule(),
        &recompileRule(),
        &pageableCopyRule(),
        &copyNotOverlappedRule(),
        &allocInLoopRule(),
        &memoryGrowthRule(),
        &dataloaderStallRule(),
        &annotationShareRule(),
        &hostHotspotRule(),
        &hostJitterRule(),
        &castCopyChurnRule(),
        &tensorCoresUnusedRule(),
        &underusedGpuRule(),
        &lowOccupancyRule(),
        &waveQuantizationRule(),
        &farFromRooflineRule(),
        &fusibleChainRule(),
        &commExposedRule(),
        &decodeHostGapRule(),
        &graphFallbackRule(),
        &bucketPaddingRule(),
        &prefillStallsDecodeRule(),
        &captureWhileServingRule(),
        &firstUseRule(),
        &captureQualityRule(),
    };
    return kRules;
}

const Detector* findDetector(std::string_view id) {
    const auto all = detectors();
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const Detector* rule) { return rule->id == id; });
    return at == all.end() ? nullptr : *at;
}

std::span<const RuleKind> ruleKinds() {
    static const std::vector<const RuleFacts*> kTraceRules(detectors().begin(), detectors().end());
    static const std::array kKinds{
        RuleKind{"", "detectors", kTraceRules},
        RuleKind{"memory snapshots", "memory_rules", snapshotRules()},
        RuleKind{"the ranks of a run", "rank_rules", rankSetRules()},
    };
    return kKinds;
}

std::vector<RuleKind> ruleKindsWith(const OwnRules* own) {
    std::vector<RuleKind> kinds(ruleKinds().begin(), ruleKinds().end());
    if (own != nullptr && !own->facts.empty()) {
        kinds.push_back({"traces, of your own", "own_rules", own->facts});
    }
    return kinds;
}

std::vector<const RuleFacts*> traceRulesWith(const OwnRules* own) {
    std::vector<const RuleFacts*> rules(detectors().begin(), detectors().end());
    if (own != nullptr) {
        rules.insert(rules.end(), own->facts.begin(), own->facts.end());
    }
    return rules;
}

const RuleFacts* findRule(std::string_view id, const OwnRules* own) {
    for (const RuleKind& kind : ruleKindsWith(own)) {
        for (const RuleFacts* rule : kind.rules) {
            if (rule->id == id || (!id.empty() && rule->formerId == id)) {
                return rule;
            }
        }
    }
    return nullptr;
}

std::string noSuchRuleText(std::string_view id, const OwnRules* own) {
    std::vector<std::string> known;
    for (const RuleKind& kind : ruleKindsWith(own)) {
        for (const RuleFacts* rule : kind.rules) {
            known.emplace_back(rule->id);
        }
    }
    return fmt::format("there is no rule '{}'; {}", id, closeNamesText(id, known));
}

}  // namespace gaplight
