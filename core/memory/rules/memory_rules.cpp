// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/rules/memory_rules.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/detectors/engine/rules.h"
#include "core/detectors/engine/run_rules.h"

namespace gaplight {
namespace {

DeviceMemoryFacts deviceFactsOf(const MemoryModel& model, const OwnFrames& frames,
                                const std::vector<SnapshotRange>& steps,
                                const std::vector<SnapshotRange>& annotations) {
    DeviceMemoryFacts facts;
    facts.device = model.device;
    const Moment peak = model.peak();
    facts.peak = fragmentationAt(model, peak);
    facts.reservedPeak = fragmentationAt(model, model.reservedPeak());
    facts.holders = holdersAt(model, frames, peak);
    facts.pools = poolsAt(model, peak);
    facts.lifetimes = lifetimesByFrame(model, frames);
    facts.steps = memoryOfRanges(model, steps);
    facts.annotations = memoryOfRanges(model, annotations);
    return facts;
}

// Whether another finding says the same of the same line, with more about the cause.
bool isRestated(const MemoryFinding& finding, const std::vector<MemoryFinding>& all) {
    const auto isSaidBy = [&](std::string_view rule) {
        return std::ranges::any_of(all, [&](const MemoryFinding& other) {
            return other.rule == rule && other.device == finding.device &&
                   other.frame == finding.frame;
        });
    };
    return (finding.rule == peakHoldersRule().id &&
            (isSaidBy(peakTemporariesRule().id) || isSaidBy(doubleBufferedOutputRule().id))) ||
           (finding.rule == segmentsInStepsRule().id && finding.frame.isValid() &&
            isSaidBy(growthPerStepRule().id));
}

}  // namespace

std::span<const MemoryRule* const> memoryRules() {
    static const std::array kRules{
        &outOfMemoryRule(),     &growthPerStepRule(),        &fragmentationRule(),
        &peakTemporariesRule(), &doubleBufferedOutputRule(), &segmentsInStepsRule(),
        &peakHoldersRule(),
    };
    return kRules;
}

std::span<const RuleFacts* const> snapshotRules() {
    static const std::vector<const RuleFacts*> kFacts(memoryRules().begin(), memoryRules().end());
    return kFacts;
}

MemoryAssessment assessMemory(const MemorySnapshot& snapshot, const Settings& settings,
                              std::vector<SnapshotRange> steps,
                              std::vector<SnapshotRange> annotations) {
    MemoryAssessment result{{}, OwnFrames(snapshot.stacks), {}};
    if (steps.empty()) {
        steps = stepsOfAnnotations(snapshot);
    }
    if (annotations.empty()) {
        for (const SnapshotAnnotation& one : snapshot.annotations) {
            annotations.push_back({one.name, one.beginUs, one.endUs});
        }
    }
    for (const MemoryModel& model : snapshot.devices) {
        result.devices.push_back(deviceFactsOf(model, result.frames, steps, annotations));
    }
    RuleFindings<MemoryFinding> found = runRules(
        memoryRules(), {settings, snapshot.devices.size()},
        [&](std::size_t at, const RuleSettings& thresholds) {
            const DeviceMemoryFacts& facts = result.devices[at];
            return MemoryRuleInput{snapshot,      snapshot.devices[at], result.frames,
                                   facts.holders, facts.steps,          thresholds};
        },
        [&](const FindingText& text, MemoryFinding& finding, std::size_t at) {
            finding.device = result.devices[at].device;
            finding.values.set("gpu", "GPU " + std::to_string(finding.device));
            text.renderTexts(finding);
        });
    result.notApplicable = std::move(found.notApplicable);
    result.findings = found.findings;
    std::erase_if(result.findings, [&](const MemoryFinding& finding) {
        return isRestated(finding, found.findings);
    });
    std::ranges::stable_sort(result.findings, [](const MemoryFinding& a, const MemoryFinding& b) {
        return std::pair(a.severity, -a.bytes) < std::pair(b.severity, -b.bytes);
    });
    return result;
}

}  // namespace gaplight
