// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/rules/memory_rules.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/detectors/engine/rule_opinion.h"

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
            (isSaidBy(peakTemporariesRule().id) || isSaidBy(retakenMemoryRule().id))) ||
           (finding.rule == segmentsInStepsRule().id && finding.frame.isValid() &&
            isSaidBy(growthPerStepRule().id));
}

}  // namespace

std::span<const MemoryRule* const> memoryRules() {
    static const std::array kRules{
        &outOfMemoryRule(),   &growthPerStepRule(),   &fragmentationRule(), &peakTemporariesRule(),
        &retakenMemoryRule(), &segmentsInStepsRule(), &peakHoldersRule(),
    };
    return kRules;
}

std::span<const RuleFacts> snapshotRules() {
    static const std::vector<RuleFacts> kFacts = factsOfRules(memoryRules());
    return kFacts;
}

const MemoryRule* findMemoryRule(std::string_view id) {
    const auto all = memoryRules();
    const auto at = std::ranges::find(all, id, &MemoryRule::id);
    return at == all.end() ? nullptr : *at;
}

MemoryAssessment assessMemory(const MemorySnapshot& snapshot, const Settings& settings,
                              std::vector<SnapshotRange> steps,
                              std::vector<SnapshotRange> annotations) {
    MemoryAssessment result{OwnFrames(snapshot.stacks), {}, {}, {}};
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
    const RuleSections shared = sectionsOfRule("shared");
    for (const MemoryRule* rule : memoryRules()) {
        const RuleSettings thresholds(settings, rule->id, rule->thresholds);
        const RuleSections own = sectionsOfRule(rule->id);
        std::string reason;
        std::size_t ran = 0;
        for (std::size_t at = 0; at < snapshot.devices.size(); ++at) {
            const DeviceMemoryFacts& facts = result.devices[at];
            MemoryRuleResult found = rule->run({snapshot, snapshot.devices[at], result.frames,
                                                facts.holders, facts.steps, thresholds});
            ran += found.notApplicable.empty() ? 1 : 0;
            reason = found.notApplicable.empty() ? reason : found.notApplicable;
            for (MemoryFinding& finding : found.findings) {
                finding.rule = rule->id;
                finding.device = facts.device;
                finding.values.set("gpu", "GPU " + std::to_string(facts.device));
                renderOpinion(finding, own, shared);
                result.findings.push_back(std::move(finding));
            }
        }
        if (ran == 0 && !reason.empty()) {
            result.notApplicable.push_back({rule->id, reason});
        }
    }
    const std::vector<MemoryFinding> all = result.findings;
    std::erase_if(result.findings,
                  [&](const MemoryFinding& finding) { return isRestated(finding, all); });
    std::ranges::stable_sort(result.findings, [](const MemoryFinding& a, const MemoryFinding& b) {
        return std::pair(a.severity, -a.bytes) < std::pair(b.severity, -b.bytes);
    });
    return result;
}

}  // namespace gaplight
