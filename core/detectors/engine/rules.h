// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/detectors/engine/detector.h"

namespace gaplight {

// Every rule about traces, in the order in which they are listed to the user.
[[nodiscard]] std::span<const Detector* const> detectors();
// Null if there is none of this id.
[[nodiscard]] const Detector* findDetector(std::string_view id);

// The rules about one subject.
struct RuleKind {
    std::string_view subject;  // "memory snapshots"; empty: traces
    std::string_view key;      // in the command line's JSON: "memory_rules"
    std::span<const RuleFacts* const> rules;
};
// All rules, in the order in which they are listed to the user.
[[nodiscard]] std::span<const RuleKind> ruleKinds();
// The same, and those of the user's own if there are some.
[[nodiscard]] std::vector<RuleKind> ruleKindsWith(const OwnRules* own);
// Rules about traces, those of the user's own last.
[[nodiscard]] std::vector<const RuleFacts*> traceRulesWith(const OwnRules* own);
// A rule of any kind by its id or its former one; null if there is none.
[[nodiscard]] const RuleFacts* findRule(std::string_view id, const OwnRules* own = nullptr);
// "there is no rule 'hostsync'; did you mean 'host-sync'?"
[[nodiscard]] std::string noSuchRuleText(std::string_view id, const OwnRules* own = nullptr);

// The rules about memory snapshots; defined in core/memory/rules.
[[nodiscard]] std::span<const RuleFacts* const> snapshotRules();
// The rules about the ranks of a run; defined in core/ranks/rules.
[[nodiscard]] std::span<const RuleFacts* const> rankSetRules();

[[nodiscard]] const Detector& gpuIdleRule();
[[nodiscard]] const Detector& hostSyncRule();
[[nodiscard]] const Detector& launchLatencyRule();
[[nodiscard]] const Detector& launchBoundRule();
[[nodiscard]] const Detector& tinyKernelsRule();
[[nodiscard]] const Detector& foreachCandidateRule();
[[nodiscard]] const Detector& noCudaGraphRule();
[[nodiscard]] const Detector& graphCaptureInLoopRule();
[[nodiscard]] const Detector& hostJitterRule();
[[nodiscard]] const Detector& graphBreakRule();
[[nodiscard]] const Detector& recompileRule();
[[nodiscard]] const Detector& pageableCopyRule();
[[nodiscard]] const Detector& copyNotOverlappedRule();
[[nodiscard]] const Detector& allocInLoopRule();
[[nodiscard]] const Detector& memoryGrowthRule();
[[nodiscard]] const Detector& dataloaderStallRule();
[[nodiscard]] const Detector& annotationShareRule();
[[nodiscard]] const Detector& hostHotspotRule();
[[nodiscard]] const Detector& castCopyChurnRule();
[[nodiscard]] const Detector& tensorCoresUnusedRule();
[[nodiscard]] const Detector& underusedGpuRule();
[[nodiscard]] const Detector& lowOccupancyRule();
[[nodiscard]] const Detector& waveQuantizationRule();
[[nodiscard]] const Detector& farFromRooflineRule();
[[nodiscard]] const Detector& fusibleChainRule();
[[nodiscard]] const Detector& commExposedRule();
[[nodiscard]] const Detector& bucketPaddingRule();
[[nodiscard]] const Detector& decodeHostGapRule();
[[nodiscard]] const Detector& graphFallbackRule();
[[nodiscard]] const Detector& prefillStallsDecodeRule();
[[nodiscard]] const Detector& captureWhileServingRule();
[[nodiscard]] const Detector& firstUseRule();
[[nodiscard]] const Detector& captureQualityRule();

}  // namespace gaplight
