// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/analysis/steps/step_markers.h"

namespace gaplight {
namespace {

struct Best {
    RepeatingUnit unit;
    std::int64_t weight = 0;
};

// Weight of items [0, position) for every position.
std::vector<std::int64_t> prefixSums(std::span<const std::int64_t> weights) {
    std::vector<std::int64_t> sums{0};
    sums.reserve(weights.size() + 1);
    for (const std::int64_t weight : weights) {
        sums.push_back(sums.back() + weight);
    }
    return sums;
}

// Every maximal subsequence in which each item equals the one `length` later.
void tryLength(std::span<const std::uint32_t> sequence, std::span<const std::int64_t> sums,
               std::size_t length, Best& best) {
    std::size_t begin = 0;
    while (begin + 2 * length <= sequence.size()) {
        std::size_t end = begin;
        while (end + length < sequence.size() && sequence[end] == sequence[end + length]) {
            ++end;
        }
        const std::size_t count = (end - begin) / length + 1;
        if (count >= 2) {
            const std::int64_t weight = sums[begin + count * length] - sums[begin];
            if (best.unit.count == 0 || weight > best.weight) {
                best = {{begin, length, count}, weight};
            }
        }
        begin = end + 1;
    }
}

}  // namespace

std::optional<RepeatingUnit> findRepeatingUnit(std::span<const std::uint32_t> sequence,
                                               std::span<const std::int64_t> weights,
                                               std::span<const std::size_t> lengths) {
    const std::vector<std::int64_t> sums = prefixSums(weights);
    Best best;
    for (const std::size_t length : lengths) {
        if (length > 0) {
            tryLength(sequence, sums, length, best);
        }
    }
    return best.unit.count >= 2 ? std::optional(best.unit) : std::nullopt;
}

std::vector<std::size_t> likelyUnitLengths(std::span<const std::uint32_t> sequence,
                                           std::size_t maxLengths) {
    std::unordered_map<std::uint32_t, std::size_t> lastAt;
    std::unordered_map<std::size_t, std::size_t> seen;
    for (std::size_t at = 0; at < sequence.size(); ++at) {
        const auto [last, isNew] = lastAt.try_emplace(sequence[at], at);
        if (!isNew) {
            ++seen[at - last->second];
            last->second = at;
        }
    }
    std::vector<std::pair<std::size_t, std::size_t>> byCount;  // (occurrences, distance)
    for (const auto& [distance, occurrences] : seen) {
        // Long distances are rarer by nature: weigh an occurrence by what it spans.
        byCount.emplace_back(occurrences * distance, distance);
    }
    std::sort(byCount.rbegin(), byCount.rend());
    byCount.resize(std::min(byCount.size(), maxLengths));
    std::vector<std::size_t> lengths;
    for (const auto& [weight, distance] : byCount) {
        lengths.push_back(distance);
    }
    std::sort(lengths.begin(), lengths.end());
    return lengths;
}

}  // namespace gaplight
