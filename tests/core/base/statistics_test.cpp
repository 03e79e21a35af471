// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/statistics.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

using Values = std::vector<int>;

TEST(Statistics, MediansAreElements) {
    Values odd{5, 1, 3};
    EXPECT_EQ(lowerMedian(odd), 3);
    Values even{4, 1, 3, 2};
    EXPECT_EQ(lowerMedian(even), 2);
    Values single{7};
    EXPECT_EQ(lowerMedian(single), 7);
}

TEST(Statistics, PercentilesAreElements) {
    Values values;
    for (int value = 100; value > 0; --value) {
        values.push_back(value);
    }
    EXPECT_EQ(percentile(values, 0), 1);
    EXPECT_EQ(percentile(values, 50), 51);
    EXPECT_EQ(percentile(values, 95), 96);
    EXPECT_EQ(percentile(values, 99), 100);
}

TEST(Statistics, OrdersByAProjection) {
    std::vector<std::pair<int, char>> values{{3, 'c'}, {1, 'a'}, {2, 'b'}};
    EXPECT_EQ(lowerMedian(values, &std::pair<int, char>::first).second, 'b');
}

}  // namespace
}  // namespace gaplight
