// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/sparse_ids.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

SparseColumn<std::uint64_t> everyThird(std::size_t slices, std::uint64_t firstValue) {
    Column<SliceId> ids;
    Column<std::uint64_t> values;
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
        Column<SliceId> slices;
        Column<std::uint64_t> values;
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

TEST(SparseIds, KeepsTheFirstIdOfASlice) {
    std::vector<std::size_t> slices(200, 70);
    slices.push_back(71);
    std::vector<std::uint64_t> values(slices.size());
    std::iota(values.begin(), values.end(), 1);
    const auto sliceAt = [&](std::size_t at) { return SliceId(slices[at]); };
    SparseIds::Builder oneByOne(100, 10);
    for (std::size_t at = 0; at < slices.size(); ++at) {
        oneByOne.add(sliceAt(at), values[at]);
    }
    SparseIds::Builder together(100, 10);
    together.addAll(sliceAt, values);
    for (SparseIds::Builder* builder : {&oneByOne, &together}) {
        const SparseIds ids = builder->take();
        EXPECT_EQ(ids.size(), 2U);
        EXPECT_EQ(ids.find(SliceId(70)), 1U);
        EXPECT_EQ(ids.find(SliceId(71)), 201U);
    }
}

// Blocks of ids that are added together begin and end anywhere.
TEST(SparseIds, AddsManyLikeOneByOne) {
    std::mt19937_64 random(3);
    std::vector<SliceId> slices;
    std::vector<std::uint64_t> values;
    for (std::size_t slice = 0; slice < 20'000; slice += 1 + random() % (slice < 9000 ? 3 : 150)) {
        slices.emplace_back(slice);
        values.push_back(random() >> random() % 60);
    }
    SparseIds::Builder oneByOne(20'000, slices.size());
    SparseIds::Builder together(20'000, 0);
    for (std::size_t first = 0; first < slices.size();) {
        const std::size_t count = std::min<std::size_t>(1 + random() % 200, slices.size() - first);
        together.addAll([&](std::size_t at) { return slices[first + at]; },
                        std::span(values).subspan(first, count));
        for (const std::size_t end = first + count; first < end; ++first) {
            oneByOne.add(slices[first], values[first]);
        }
    }
    const SparseIds expected = oneByOne.take();
    const SparseIds ids = together.take();
    EXPECT_EQ(ids.size(), slices.size());
    for (std::size_t slice = 0; slice < 20'000; ++slice) {
        ASSERT_EQ(ids.find(SliceId(slice)), expected.find(SliceId(slice))) << slice;
    }
}

TEST(SparseIds, TakesAsManyBytesAsNeighborsDiffer) {
    const auto bytesOf = [](std::uint64_t first, std::uint64_t step) {
        Column<SliceId> slices;
        Column<std::uint64_t> values;
        for (std::size_t slice = 0; slice < 6400; ++slice) {
            slices.emplace_back(slice);
            values.push_back(first + slice * step);
        }
        const SparseColumn<std::uint64_t> column(std::move(slices), std::move(values));
        const SparseIds ids(column, 6400);
        for (std::size_t slice = 0; slice < 6400; ++slice) {
            EXPECT_EQ(ids.find(SliceId(slice)), *column.find(SliceId(slice)));
        }
        return ids.memoryBytes();
    };
    constexpr std::uint64_t kFar = std::uint64_t{1} << 50U;
    const std::size_t equal = bytesOf(kFar, 0);
    EXPECT_LE(equal, 6400U * 3 / 8);
    EXPECT_EQ(bytesOf(kFar, 4), equal + 6400);      // 63 * 4 = 252 above the smallest
    EXPECT_EQ(bytesOf(kFar, 5), equal + 6400 * 2);  // 315
    EXPECT_EQ(bytesOf(kFar, 1040), equal + 6400 * 2);
    EXPECT_EQ(bytesOf(kFar, 1041), equal + 6400 * 4);
    EXPECT_EQ(bytesOf(0, std::uint64_t{1} << 27U), equal + 6400 * 8);
    EXPECT_EQ(SparseIds(SparseColumn<std::uint32_t>(), 9000).memoryBytes(), 0U);
}

TEST(RepeatedIds, HoldsEachIdOnce) {
    constexpr std::uint64_t kFar = std::uint64_t{1} << 60U;
    const Column<std::uint64_t> some{7, kFar, 7, 9, kFar};
    Column<SliceId> slices;
    Column<std::uint64_t> values;
    for (std::size_t slice = 0; slice < 6400; slice += 2) {
        slices.emplace_back(slice);
        values.push_back(some[slice % some.size()]);
    }
    const RepeatedIds ids(SparseColumn<std::uint64_t>(slices, values), 6400);
    EXPECT_EQ(ids.size(), values.size());
    EXPECT_LE(ids.memoryBytes(), 6400U * 3 / 8 + 3200 + 3 * 8);
    EXPECT_EQ(ids.find(SliceId(2)), some[2]);
    EXPECT_FALSE(ids.find(SliceId(3)));
    Column<std::uint64_t> visited;
    ids.forEach([&](SliceId /*slice*/, std::uint64_t id) { visited.push_back(id); });
    EXPECT_EQ(visited, values);
}

}  // namespace
}  // namespace gaplight
