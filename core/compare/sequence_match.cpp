// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/sequence_match.h"

#include <algorithm>

namespace gaplight {
namespace {

using Sequence = std::span<const std::uint32_t>;
using Position = std::ptrdiff_t;

// How far each diagonal (a - b) was reached with d differences: diagonals -d, -d + 2, ..., d.
class Frontier {
public:
    explicit Frontier(Position differences)
        : m_differences(differences), m_reach(static_cast<std::size_t>(differences) + 1) {}

    [[nodiscard]] Position& at(Position diagonal) { return m_reach[slot(diagonal)]; }
    Position at(Position diagonal) const { return m_reach[slot(diagonal)]; }

private:
    std::size_t slot(Position diagonal) const {
        return static_cast<std::size_t>((diagonal + m_differences) / 2);
    }

    Position m_differences;
    std::vector<Position> m_reach;
};

// Whether the best way to a diagonal comes from the one above (an item of b is new) rather than
// from the one below (one of a is gone).
bool comesFromAbove(const Frontier& before, Position d, Position diagonal) {
    return diagonal == -d || (diagonal != d && before.at(diagonal - 1) < before.at(diagonal + 1));
}

// All frontiers until the end is reached; empty where that takes too many differences.
std::vector<Frontier> searchEnd(Sequence a, Sequence b) {
    const auto sizeA = static_cast<Position>(a.size());
    const auto sizeB = static_cast<Position>(b.size());
    const Position most = std::min(sizeA + sizeB, static_cast<Position>(kMaxDifferences));
    std::vector<Frontier> frontiers;
    for (Position d = 0; d <= most; ++d) {
        Frontier now(d);
        for (Position diagonal = -d; diagonal <= d; diagonal += 2) {
            Position x = 0;
            if (d > 0) {
                const Frontier& before = frontiers.back();
                x = comesFromAbove(before, d, diagonal) ? before.at(diagonal + 1)
                                                        : before.at(diagonal - 1) + 1;
            }
            Position y = x - diagonal;
            while (x < sizeA && y < sizeB && y >= 0 &&
                   a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(y)]) {
                ++x;
                ++y;
            }
            now.at(diagonal) = x;
            if (x >= sizeA && y >= sizeB) {
                frontiers.push_back(std::move(now));
                return frontiers;
            }
        }
        frontiers.push_back(std::move(now));
    }
    return {};
}

std::vector<MatchRun> walkBack(Sequence a, Sequence b, const std::vector<Frontier>& frontiers) {
    std::vector<MatchRun> runs;
    auto x = static_cast<Position>(a.size());
    auto y = static_cast<Position>(b.size());
    const auto take = [&](Position startX, Position startY) {
        if (x > startX) {
            runs.push_back({static_cast<std::size_t>(startX), static_cast<std::size_t>(startY),
                            static_cast<std::size_t>(x - startX)});
        }
    };
    for (auto d = static_cast<Position>(frontiers.size()) - 1; d > 0; --d) {
        const Frontier& before = frontiers[static_cast<std::size_t>(d) - 1];
        const Position diagonal = x - y;
        const bool fromAbove = comesFromAbove(before, d, diagonal);
        const Position from = fromAbove ? diagonal + 1 : diagonal - 1;
        const Position oldX = before.at(from);
        const Position startX = fromAbove ? oldX : oldX + 1;
        take(startX, startX - diagonal);
        x = oldX;
        y = oldX - from;
    }
    take(0, 0);
    std::reverse(runs.begin(), runs.end());
    return runs;
}

}  // namespace

std::vector<MatchRun> matchSequences(Sequence a, Sequence b) {
    const std::vector<Frontier> frontiers = searchEnd(a, b);
    if (!frontiers.empty()) {
        return walkBack(a, b, frontiers);
    }
    const auto begin = static_cast<std::size_t>(
        std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    const Sequence restA = a.subspan(begin);
    const Sequence restB = b.subspan(begin);
    const auto end = static_cast<std::size_t>(
        std::mismatch(restA.rbegin(), restA.rend(), restB.rbegin(), restB.rend()).first -
        restA.rbegin());
    std::vector<MatchRun> runs;
    if (begin > 0) {
        runs.push_back({0, 0, begin});
    }
    if (end > 0) {
        runs.push_back({a.size() - end, b.size() - end, end});
    }
    return runs;
}

}  // namespace gaplight
