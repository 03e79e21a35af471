// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_places.h"

#include <algorithm>

namespace gaplight {
namespace {

bool isOfGpu(const Evidence& evidence) {
    return evidence.shape == EvidenceShape::Gap || evidence.gpu != GpuId();
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
    return found == places.end() ? 0 : static_cast<std::size_t>(found - places.begin());
}

}  // namespace gaplight
