// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/idle_explanation_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/analysis/explained/gap_explanation.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

constexpr std::array<std::pair<GapExplanation, std::string_view>, 8> kFixed{{
    {GapExplanation::None, "not explained"},
    {GapExplanation::Profiler, "the profiler's own work"},
    {GapExplanation::GraphNotRecorded, "graphs without recorded kernels"},
    {GapExplanation::WaitingForRank, "waiting for another rank"},
    {GapExplanation::CaptureEdge, "begin and end of the capture"},
    {GapExplanation::HostNotRecorded, "host not recorded"},
    {GapExplanation::BelowThreshold, "as short as between any two launches"},
    {GapExplanation::HostBetweenLaunches, "host between launches"},
}};

// In place of its name, what the gaps of a rule have in common that names a sight, not a cause.
constexpr std::string_view kGpuIdle = "gpu-idle";
constexpr std::string_view kGpuIdleCause = "other host code";

std::string partText(std::string_view label, Duration time, Duration idle) {
    return std::string(label) + " " + durationText(time) + " (" + percentText(time, idle) + ")";
}

}  // namespace

std::string nameOfRule(std::string_view id) {
    const Detector* rule = findDetector(id);
    return std::string(rule == nullptr || rule->name.empty() ? id : rule->name);
}

std::string explanationLabel(std::string_view name) {
    for (const auto& [explanation, label] : kFixed) {
        if (name == gapExplanationName(explanation)) {
            return std::string(label);
        }
    }
    return name == kGpuIdle ? std::string(kGpuIdleCause) : nameOfRule(name);
}

std::vector<std::string> explanationParts(const IdleExplanations& explanations,
                                          std::size_t maxParts) {
    const auto& parts = explanations.parts;
    const Duration idle = explanations.idle();
    const std::size_t named = parts.size() <= maxParts ? parts.size() : maxParts - 1;
    std::vector<std::string> texts;
    Duration rest = idle;
    for (std::size_t at = 0; at < named; ++at) {
        texts.push_back(partText(explanationLabel(parts[at].first), parts[at].second, idle));
        rest -= parts[at].second;
    }
    if (rest > Duration::zero()) {
        texts.push_back(partText("other", rest, idle));
    }
    return texts;
}

std::string combinedSavingText(const FindingSet& set) {
    if (!set.combinedSaving || *set.combinedSaving <= Duration::zero()) {
        return {};
    }
    const bool isBound =
        std::any_of(set.findings.begin(), set.findings.end(), [](const Finding& finding) {
            return finding.isBound && finding.cost.saving &&
                   *finding.cost.saving > Duration::zero();
        });
    return (isBound ? "up to " : "") + durationText(*set.combinedSaving) + " (" +
           percentText(*set.combinedSaving, set.replay.pricedWindow) + ")";
}

}  // namespace gaplight
