// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_groups.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/torch/python_frame.h"

namespace gaplight {

FindingGroup& FindingGroups::at(const GroupKey& key) {
    const auto [entry, isNew] = m_position.try_emplace(key, m_groups.size());
    if (isNew) {
        m_groups.emplace_back().key = key;
    }
    return m_groups[entry->second];
}

void FindingGroups::sortByCost() {
    std::stable_sort(m_groups.begin(), m_groups.end(),
                     [](const FindingGroup& a, const FindingGroup& b) {
                         return std::tie(a.gpuIdle, a.host) > std::tie(b.gpuIdle, b.host);
                     });
    for (std::size_t at = 0; at < m_groups.size(); ++at) {
        m_position[m_groups[at].key] = at;
    }
}

Finding findingOf(std::string_view detector, const PlaceFinder& places, const StepIndex& steps,
                  FindingGroup& group) {
    Finding finding;
    finding.rule = detector;
    finding.count = group.count;
    finding.cost.gpuIdle = group.gpuIdle;
    finding.cost.host = group.host;
    const Place& place = group.key.place;
    finding.where.annotation = places.textOf(place.annotation);
    finding.where.op = places.textOf(place.op);
    finding.where.python = shortFrame(places.textOf(place.python));
    if (group.key.gpu.isValid()) {
        finding.where.gpu = group.key.gpu;
    }
    finding.evidence = std::move(group.evidence);
    finding.edits = std::move(group.edits);
    std::stable_sort(
        finding.evidence.begin(), finding.evidence.end(),
        [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
    std::vector<Time> times;
    times.reserve(finding.evidence.size());
    for (const Evidence& evidence : finding.evidence) {
        times.push_back(evidence.range.begin);
    }
    finding.perStep = steps.medianPerStep(times);
    return finding;
}

std::string placeText(const FindingPlace& where) {
    if (!where.annotation.empty() && !where.python.empty()) {
        return "`" + where.annotation + "` (" + where.python + ")";
    }
    if (!where.annotation.empty()) {
        return "`" + where.annotation + "`";
    }
    if (!where.python.empty()) {
        return "`" + std::string(functionOfFrame(where.python)) + "` (" + where.python + ")";
    }
    return where.op.empty() ? "outside any annotation" : "`" + where.op + "`";
}

namespace {

bool isOfGpu(const Evidence& evidence) {
    return evidence.shape == EvidenceShape::Gap || evidence.gpu != GpuId();
}

// The evidence of one shape, of one GPU or else of the host, that is as much as the finding has
// occurrences: the pieces that the rule counted. Empty: there is none.
std::vector<std::size_t> countedEvidence(const Finding& finding) {
    std::map<std::pair<EvidenceShape, GpuId>, std::vector<std::size_t>> byKind;
    for (std::size_t at = 0; at < finding.evidence.size(); ++at) {
        byKind[{finding.evidence[at].shape, finding.evidence[at].gpu}].push_back(at);
    }
    std::vector<std::size_t>* counted = nullptr;
    for (auto& [kind, pieces] : byKind) {
        const bool isOfHost = kind.second == GpuId();
        if (pieces.size() == finding.count && (counted == nullptr || !isOfHost)) {
            counted = &pieces;
        }
    }
    return counted == nullptr ? std::vector<std::size_t>() : std::move(*counted);
}

}  // namespace

std::vector<std::size_t> findingPlaces(const Finding& finding) {
    std::vector<TimeRange> ranges;
    for (const Evidence& evidence : finding.evidence) {
        if (isOfGpu(evidence)) {
            ranges.push_back(evidence.range);
        }
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    MergedRanges ofGpu;
    for (const TimeRange& range : ranges) {
        ofGpu.add(range);
    }
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at < finding.evidence.size(); ++at) {
        const Evidence& evidence = finding.evidence[at];
        if (isOfGpu(evidence) || !ofGpu.overlaps(evidence.range)) {
            places.push_back(at);
        }
    }
    if (places.size() != finding.count) {
        if (std::vector<std::size_t> counted = countedEvidence(finding); !counted.empty()) {
            return counted;
        }
    }
    return places;
}

std::size_t placeOfEvidence(const Finding& finding, std::span<const std::size_t> places,
                            std::size_t evidence) {
    const auto same = std::lower_bound(places.begin(), places.end(), evidence);
    if (same != places.end() && *same == evidence) {
        return static_cast<std::size_t>(same - places.begin());
    }
    const TimeRange& range = finding.evidence[evidence].range;
    const auto found = std::find_if(places.begin(), places.end(), [&](std::size_t place) {
        const TimeRange& other = finding.evidence[place].range;
        return other.begin < range.end && range.begin < other.end;
    });
    if (found != places.end()) {
        return static_cast<std::size_t>(found - places.begin());
    }
    // Beside all of them: the one that began last before it.
    const auto after = std::find_if(places.begin(), places.end(), [&](std::size_t place) {
        return finding.evidence[place].range.begin > range.begin;
    });
    return after == places.begin() ? 0 : static_cast<std::size_t>(after - places.begin()) - 1;
}

}  // namespace gaplight
