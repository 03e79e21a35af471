// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/run_merge_sort.h"

#include <random>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(SortByRuns, SortsWhateverTheRuns) {
    std::mt19937 random(3);
    for (const std::size_t runs : {1U, 2U, 3U, 7U, 40U, 900U}) {
        std::vector<int> data;
        for (std::size_t run = 0; run < runs; ++run) {
            std::vector<int> part(1 + random() % 300);
            for (int& value : part) {
                value = static_cast<int>(random() % 10'000);
            }
            std::sort(part.begin(), part.end());
            data.insert(data.end(), part.begin(), part.end());
        }
        std::vector<int> expected = data;
        std::sort(expected.begin(), expected.end());
        sortByRuns(std::span(data), std::less<>{});
        EXPECT_EQ(data, expected) << runs << " runs";
    }
}

TEST(SortByRuns, TakesEmptyAndDescendingData) {
    std::vector<int> none;
    sortByRuns(std::span(none), std::less<>{});
    std::vector<int> descending(500);
    for (int at = 0; at < 500; ++at) {
        descending[static_cast<std::size_t>(at)] = 500 - at;
    }
    sortByRuns(std::span(descending), std::less<>{});
    EXPECT_TRUE(std::is_sorted(descending.begin(), descending.end()));
}

}  // namespace
}  // namespace gaplight
