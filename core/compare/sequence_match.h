// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gaplight {

// Items [a, a + length) and [b, b + length) of two sequences are equal.
struct MatchRun {
    std::size_t a = 0;
    std::size_t b = 0;
    std::size_t length = 0;

    friend bool operator==(const MatchRun&, const MatchRun&) = default;
};

// A longest common subsequence as runs, in order (E. Myers, "An O(ND) difference algorithm",
// 1986). With more than kMaxDifferences insertions and deletions, returns only the common
// prefix and suffix. O((items + differences) x differences), memory O(differences^2).
inline constexpr std::size_t kMaxDifferences = 2000;
[[nodiscard]] std::vector<MatchRun> matchSequences(std::span<const std::uint32_t> a,
                                                   std::span<const std::uint32_t> b);

}  // namespace gaplight
