// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/idle_explanations.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>

namespace gaplight {
namespace {

constexpr std::string_view kUnexplained = "unexplained";

// The finding that covers most of a gap so far.
struct Covering {
    Duration covered{};
    const Finding* finding = nullptr;
};

void addCoverage(const Finding& finding, const Finding& whole, std::span<const Gap> gaps,
                 std::vector<Covering>& coverings) {
    const std::vector<TimeRange> ranges = evidenceRanges(finding).ranges();
    auto first = ranges.begin();
    for (std::size_t at = 0; at < gaps.size(); ++at) {
        const TimeRange gap = gaps[at].range();
        while (first != ranges.end() && first->end <= gap.begin) {
            ++first;
        }
        Duration covered{};
        for (auto range = first; range != ranges.end() && range->begin < gap.end; ++range) {
            covered += commonPart(*range, gap).length();
        }
        if (covered > coverings[at].covered && covered * 2 >= gap.length()) {
            coverings[at] = {covered, &whole};
        }
    }
}

IdleExplanations explain(const DeviceAnalysis& device, std::span<const Finding> findings) {
    std::vector<Covering> coverings(device.gaps.size());
    for (const Finding& finding : findings) {
        const bool isElsewhere = finding.where.gpu && *finding.where.gpu != device.totals.gpu;
        const bool costs = finding.cost.gpuIdle > Duration::zero() || !finding.edits.empty();
        if (costs && !isElsewhere) {
            addCoverage(finding, finding.partOf ? findings[*finding.partOf] : finding, device.gaps,
                        coverings);
        }
    }
    std::map<std::string_view, Duration> byName;
    for (std::size_t at = 0; at < device.gaps.size(); ++at) {
        const GapExplanation fixed = device.gapExplanation[at];
        const std::string_view name = fixed == GapExplanation::FirstUse
                                          ? std::string_view("first-use")
                                      : isTakenOut(fixed) || coverings[at].finding == nullptr
                                          ? gapExplanationName(fixed)
                                          : coverings[at].finding->detector;
        byName[name] += device.gaps[at].length();
    }
    IdleExplanations explanations{device.totals.gpu, {}};
    for (const auto& [name, time] : byName) {
        explanations.parts.emplace_back(name, time);
    }
    std::stable_sort(explanations.parts.begin(), explanations.parts.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return explanations;
}

}  // namespace

Duration IdleExplanations::explained() const {
    Duration sum{};
    for (const auto& [name, time] : parts) {
        sum += name == kUnexplained ? Duration::zero() : time;
    }
    return sum;
}

std::vector<IdleExplanations> explainIdleTime(const Analysis& analysis,
                                              std::span<const Finding> findings) {
    std::vector<IdleExplanations> all;
    for (const DeviceAnalysis& device : analysis.devices) {
        all.push_back(explain(device, findings));
    }
    return all;
}

}  // namespace gaplight
