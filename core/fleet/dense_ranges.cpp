// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/dense_ranges.h"

#include <algorithm>
#include <utility>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Per range: whether the gap behind it is one of the `count` shortest.
std::vector<bool> shortestGaps(std::span<const TimeRange> ranges, std::size_t count) {
    std::vector<std::pair<Duration, std::size_t>> gaps;  // and the range in front of it
    for (std::size_t at = 0; at + 1 < ranges.size(); ++at) {
        gaps.emplace_back(ranges[at + 1].begin - ranges[at].end, at);
    }
    std::vector<bool> isShortest(ranges.size());
    if (count > 0) {
        nthSmallest(gaps, count - 1);
    }
    for (std::size_t at = 0; at < count; ++at) {
        isShortest[gaps[at].second] = true;
    }
    return isShortest;
}

}  // namespace

std::vector<DenseRange> denseRanges(std::span<const TimeRange> ranges, std::size_t count) {
    const std::size_t most = std::max<std::size_t>(count, 1);
    const std::vector<bool> isClosed =
        shortestGaps(ranges, ranges.size() > most ? ranges.size() - most : 0);
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
