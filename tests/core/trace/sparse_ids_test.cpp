// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/sparse_ids.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

SparseColumn<std::uint64_t> everyThird(std::size_t slices, std::uint64_t firstValue) {
    std::vector<SliceId> ids;
    std::vector<std::uint64_t> values;
    for (std::size_t slice = 0; slice < slices; slice += 3) {
        ids.emplace_back(slice);
        values.push_back(firstValue + slice * 7);
    }
    return {std::move(ids), std::move(values)};
}

TEST(SparseIds, FindsWhatTheColumnHolds) {
    constexpr std::uint64_t kNarrow = std::numeric_limits<std::uint32_t>::max();
    for (const std::uint64_t first : {std::uint64_t{0}, kNarrow - 7 * 999, kNarrow - 7 * 999 + 1,
                                      std::numeric_limits<std::uint64_t>::max() - 7 * 999}) {
        const auto column = everyThird(1000, first);
        const SparseIds ids(column, 1000);
        EXPECT_EQ(ids.size(), column.size());
        for (std::size_t slice = 0; slice < 1100; ++slice) {
            const std::uint64_t* expected = column.find(SliceId(slice));
            const auto found = ids.find(SliceId(slice));
            ASSERT_EQ(found.has_value(), expected != nullptr) << slice;
            ASSERT_TRUE(!found || *found == *expected) << slice;
        }
        EXPECT_FALSE(ids.find(SliceId()));
    }
}

TEST(SparseIds, GoesThroughAllIdsInOrder) {
    for (const std::uint64_t first : {std::uint64_t{5}, std::uint64_t{1} << 40U}) {
        const auto column = everyThird(1000, first);
        std::vector<SliceId> slices;
        std::vector<std::uint64_t> values;
        SparseIds(column, 1000).forEach([&](SliceId slice, std::uint64_t value) {
            slices.push_back(slice);
            values.push_back(value);
        });
        EXPECT_TRUE(std::equal(slices.begin(), slices.end(), column.slices().begin(),
                               column.slices().end()));
        EXPECT_TRUE(std::equal(values.begin(), values.end(), column.values().begin(),
                               column.values().end()));
    }
}

TEST(SparseIds, TakesFourBytesWhereThatIsEnough) {
    const std::size_t narrow = SparseIds(everyThird(9000, 1), 9000).memoryBytes();
    EXPECT_LE(narrow, 3000 * 4 + 9000 * 3 / 16 + 16);
    EXPECT_EQ(SparseIds(everyThird(9000, std::uint64_t{1} << 32U), 9000).memoryBytes(),
              narrow + 3000 * 4);
    EXPECT_EQ(SparseIds(SparseColumn<std::uint32_t>(), 9000).memoryBytes(), 0U);
}

}  // namespace
}  // namespace gaplight
