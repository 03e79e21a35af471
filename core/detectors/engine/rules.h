// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "core/detectors/engine/detector.h"

namespace gaplight {

// The size of detectors(). The timeline's filter has one bit for each rule.
inline constexpr std::size_t kRuleCount = 27;
// Every rule, in the order in which they are listed to the user.
[[nodiscard]] std::span<const Detector* const> detectors();
// Null if there is none of this id.
[[nodiscard]] const Detector* findDetector(std::string_view id);

// What a rule has for settings and lists, whether it reads traces, memory snapshots or ranks.
struct RuleFacts {
    std::string_view id;
    std::string_view name;
    std::string_view question;
    std::span<const Threshold> thresholds;
};
[[nodiscard]] RuleFacts factsOf(const Detector& rule);
// The rules about memory snapshots; defined in core/memory/rules.
[[nodiscard]] std::span<const RuleFacts> snapshotRules();
// The rules about the ranks of a run; defined in core/ranks/rules.
[[nodiscard]] std::span<const RuleFacts> rankSetRules();
// A rule of any kind; empty if there is none of this id.
[[nodiscard]] std::optional<RuleFacts> findRule(std::string_view id);

[[nodiscard]] const Detector& gpuIdleRule();
[[nodiscard]] const Detector& hostSyncRule();
[[nodiscard]] const Detector& launchLatencyRule();
[[nodiscard]] const Detector& launchBoundRule();
[[nodiscard]] const Detector& tinyKernelsRule();
[[nodiscard]] const Detector& foreachCandidateRule();
[[nodiscard]] const Detector& noCudaGraphRule();
[[nodiscard]] const Detector& graphCaptureInLoopRule();
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
[[nodiscard]] const Detector& firstUseRule();
[[nodiscard]] const Detector& captureQualityRule();

}  // namespace gaplight
