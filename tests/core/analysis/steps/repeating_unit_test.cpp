// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/step_markers.h"

#include <string_view>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

// Each letter an item, all of the same weight.
std::optional<RepeatingUnit> find(std::string_view letters) {
    const std::vector<std::uint32_t> sequence(letters.begin(), letters.end());
    const std::vector<std::int64_t> weights(letters.size(), 1);
    std::vector<std::size_t> lengths;
    for (std::size_t length = 1; length <= letters.size() / 2; ++length) {
        lengths.push_back(length);
    }
    return findRepeatingUnit(sequence, weights, lengths);
}

TEST(RepeatingUnit, FindsTheLoopBetweenWhatComesOnce) {
    EXPECT_EQ(find("eTTSTTSTTSv"), (RepeatingUnit{1, 3, 3}));
    EXPECT_EQ(find("abab"), (RepeatingUnit{0, 2, 2}));
}

TEST(RepeatingUnit, PrefersTheSmallestUnitOfEqualWeight) {
    EXPECT_EQ(find("aaaa"), (RepeatingUnit{0, 1, 4}));
    EXPECT_EQ(find("xabababab"), (RepeatingUnit{1, 2, 4}));
}

TEST(RepeatingUnit, LeavesAPartialLastTurnOut) {
    EXPECT_EQ(find("abcabcab"), (RepeatingUnit{0, 3, 2}));
}

TEST(RepeatingUnit, FindsNothingWhereNothingRepeats) {
    EXPECT_FALSE(find(""));
    EXPECT_FALSE(find("a"));
    EXPECT_FALSE(find("abcdef"));
}

TEST(RepeatingUnit, WeighsByTimeNotByCount) {
    const std::vector<std::uint32_t> sequence{1, 1, 1, 1, 7, 8, 7, 8};
    const std::vector<std::int64_t> weights{1, 1, 1, 1, 50, 50, 50, 50};
    const std::vector<std::size_t> lengths{1, 2, 3, 4};
    EXPECT_EQ(findRepeatingUnit(sequence, weights, lengths), (RepeatingUnit{4, 2, 2}));
}

TEST(RepeatingUnit, GuessesTheLengthOfALongUnit) {
    std::vector<std::uint32_t> sequence;
    for (std::uint32_t turn = 0; turn < 20; ++turn) {
        for (std::uint32_t item = 0; item < 700; ++item) {
            sequence.push_back(item % 9 == 0 ? item : 1000 + item % 3);
        }
    }
    const std::vector<std::size_t> lengths = likelyUnitLengths(sequence, 8);
    const std::vector<std::int64_t> weights(sequence.size(), 1);
    EXPECT_EQ(findRepeatingUnit(sequence, weights, lengths), (RepeatingUnit{0, 700, 20}));
}

}  // namespace
}  // namespace gaplight
