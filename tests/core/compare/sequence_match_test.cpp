// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/alignment.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

using Sequence = std::vector<std::uint32_t>;

Sequence of(std::string_view text) {
    return {text.begin(), text.end()};
}

// The length of a longest common subsequence, by the textbook.
std::size_t longest(const Sequence& a, const Sequence& b) {
    std::vector<std::vector<std::size_t>> table(a.size() + 1,
                                                std::vector<std::size_t>(b.size() + 1));
    for (std::size_t x = 1; x <= a.size(); ++x) {
        for (std::size_t y = 1; y <= b.size(); ++y) {
            table[x][y] = a[x - 1] == b[y - 1] ? table[x - 1][y - 1] + 1
                                               : std::max(table[x - 1][y], table[x][y - 1]);
        }
    }
    return table[a.size()][b.size()];
}

std::size_t checkedLength(const Sequence& a, const Sequence& b) {
    std::size_t length = 0;
    std::size_t nextA = 0;
    std::size_t nextB = 0;
    for (const MatchRun& run : matchSequences(a, b)) {
        EXPECT_GE(run.a, nextA);
        EXPECT_GE(run.b, nextB);
        EXPECT_GT(run.length, 0U);
        for (std::size_t at = 0; at < run.length; ++at) {
            EXPECT_EQ(a.at(run.a + at), b.at(run.b + at));
        }
        nextA = run.a + run.length;
        nextB = run.b + run.length;
        length += run.length;
    }
    return length;
}

TEST(SequenceMatch, ShortOnes) {
    EXPECT_TRUE(matchSequences({}, {}).empty());
    EXPECT_TRUE(matchSequences(of("abc"), {}).empty());
    EXPECT_TRUE(matchSequences(of("abc"), of("xyz")).empty());
    EXPECT_EQ(matchSequences(of("abc"), of("abc")), (std::vector<MatchRun>{{0, 0, 3}}));
    EXPECT_EQ(matchSequences(of("abcd"), of("bcd")), (std::vector<MatchRun>{{1, 0, 3}}));
    EXPECT_EQ(matchSequences(of("tsts"), of("gsgs")),
              (std::vector<MatchRun>{{1, 1, 1}, {3, 3, 1}}));
}

TEST(SequenceMatch, IsAsLongAsAny) {
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        Sequence a(random() % 40);
        Sequence b(random() % 40);
        for (Sequence* sequence : {&a, &b}) {
            for (std::uint32_t& item : *sequence) {
                item = static_cast<std::uint32_t>(random() % 5);
            }
        }
        EXPECT_EQ(checkedLength(a, b), longest(a, b));
    }
}

TEST(SequenceMatch, GivesUpOnStrangersButKeepsTheirEnds) {
    Sequence a(3 * kMaxDifferences, 1);
    Sequence b(3 * kMaxDifferences, 2);
    a.front() = b.front() = 7;
    a.back() = b.back() = 8;
    EXPECT_EQ(matchSequences(a, b),
              (std::vector<MatchRun>{{0, 0, 1}, {a.size() - 1, b.size() - 1, 1}}));
}

}  // namespace
}  // namespace gaplight
