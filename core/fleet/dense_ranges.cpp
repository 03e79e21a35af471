// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/dense_ranges.h"

#include <algorithm>
#include <tuple>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Per range: whether the gap after it is to be closed.
std::vector<bool> gapsToClose(std::span<const TimeRange> ranges, DenseLimits limits,
                              const CoveredRanges& apart) {
    std::vector<std::tuple<bool, Duration, std::size_t>> gaps;  // last: the range in front of it
    std::size_t kept = limits.usual / 2;
    for (std::size_t at = 0; at + 1 < ranges.size(); ++at) {
        const bool isApart = !apart.overlapping({ranges[at].begin, ranges[at + 1].end}).empty();
        gaps.emplace_back(isApart, ranges[at + 1].begin - ranges[at].end, at);
        kept += isApart ? 1 : 0;
    }
    const bool areKept = kept <= limits.most;
    for (auto& [isApart, length, at] : gaps) {
        isApart = isApart && areKept;
    }
    const std::size_t most = std::max(limits.usual, areKept ? kept : 1);
    const std::size_t count = ranges.size() > most ? ranges.size() - most : 0;
    std::vector<bool> isClosed(ranges.size());
    if (count > 0) {
        nthSmallest(gaps, count - 1);
    }
    for (std::size_t at = 0; at < count; ++at) {
        isClosed[std::get<2>(gaps[at])] = true;
    }
    return isClosed;
}

}  // namespace

std::vector<DenseRange> denseRanges(std::span<const TimeRange> ranges, DenseLimits limits,
                                    const CoveredRanges& apart) {
    const std::vector<bool> isClosed = gapsToClose(ranges, limits, apart);
    std::vector<DenseRange> dense;
    for (std::size_t at = 0; at < ranges.size(); ++at) {
        if (at == 0 || !isClosed[at - 1]) {
            dense.push_back({ranges[at], ranges[at].length(), 1});
            continue;
        }
        DenseRange& last = dense.back();
        last.range.end = ranges[at].end;
        last.covered += ranges[at].length();
        last.parts = std::min(last.parts + 1, kMaxDenseParts);
    }
    return dense;
}

std::vector<TimeRange> partsOf(std::span<const DenseRange> ranges) {
    std::vector<TimeRange> parts;
    for (const DenseRange& dense : ranges) {
        const std::int64_t count = dense.parts;
        const Duration gaps = dense.range.length() - dense.covered;
        for (std::int64_t at = 0; at < count; ++at) {
            const Duration before = dense.covered * at / count;
            const Duration gapsBefore = count > 1 ? gaps * at / (count - 1) : Duration{};
            const Time begin = dense.range.begin + gapsBefore + before;
            parts.push_back({begin, begin + (dense.covered * (at + 1) / count - before)});
        }
    }
    return parts;
}

}  // namespace gaplight
