// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gaplight {

// An interval of a sequence that repeats without anything between: items [first, first + length)
// come `count` times in a row.
struct RepeatingUnit {
    std::size_t first = 0;
    std::size_t length = 0;
    std::size_t count = 0;
    friend bool operator==(const RepeatingUnit&, const RepeatingUnit&) = default;
};

// The unit whose repetitions have the largest sum of weights, of equal ones the shortest; empty
// where nothing repeats. `weights`: >= 0, per item. `lengths`: unit lengths to try. O(items ×
// lengths).
[[nodiscard]] std::optional<RepeatingUnit> findRepeatingUnit(
    std::span<const std::uint32_t> sequence, std::span<const std::int64_t> weights,
    std::span<const std::size_t> lengths);

// Unit lengths to try on a long sequence: the most frequent distances between two occurrences
// of the same item, at most `maxLengths` of them, ascending. A unit has items that occur once in
// it, and their distance is its length. O(items log items).
[[nodiscard]] std::vector<std::size_t> likelyUnitLengths(std::span<const std::uint32_t> sequence,
                                                         std::size_t maxLengths);

}  // namespace gaplight
