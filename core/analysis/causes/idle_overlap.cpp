// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/idle_overlap.h"

#include <algorithm>
#include <numeric>

namespace gaplight {

std::vector<TimeRange> unionOf(std::vector<TimeRange> ranges) {
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    std::vector<TimeRange> merged;
    for (const TimeRange& range : ranges) {
        if (range.end <= range.begin) {
            continue;
        }
        if (!merged.empty() && range.begin <= merged.back().end) {
            merged.back().end = std::max(merged.back().end, range.end);
        } else {
            merged.push_back(range);
        }
    }
    return merged;
}

Duration lengthOf(std::span<const TimeRange> disjoint) {
    return std::accumulate(
        disjoint.begin(), disjoint.end(), Duration::zero(),
        [](Duration total, const TimeRange& range) { return total + range.length(); });
}

Duration idleInside(const Analysis& analysis, std::span<const TimeRange> ranges) {
    Duration idle{};
    for (const DeviceAnalysis& device : analysis.devices) {
        if (device.graphsUnderRecorded) {
            continue;
        }
        for (const TimeRange& range : ranges) {
            auto gap = std::partition_point(device.gaps.begin(), device.gaps.end(),
                                            [&](const Gap& one) { return one.end <= range.begin; });
            for (; gap != device.gaps.end() && gap->begin < range.end; ++gap) {
                idle += std::min(gap->end, range.end) - std::max(gap->begin, range.begin);
            }
        }
    }
    return idle;
}

}  // namespace gaplight
