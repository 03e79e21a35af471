// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/id.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

constexpr std::int64_t kIds = 100'000;

// The largest number of ids that share a bucket of a table with `buckets` of them.
template <class Hash>
std::size_t fullestBucket(const Hash& hash, std::int64_t factor, std::size_t buckets) {
    std::vector<std::size_t> held(buckets);
    for (std::int64_t at = 0; at < kIds; ++at) {
        ++held[hash(at * factor) % buckets];
    }
    return *std::max_element(held.begin(), held.end());
}

TEST(IdHash, IsAnotherForEachSeed) {
    const IdHash one(1);
    const IdHash other(2);
    std::size_t equal = 0;
    for (std::uint64_t id = 0; id < 1000; ++id) {
        equal += one(id) % 1024 == other(id) % 1024 ? 1 : 0;
    }
    EXPECT_LT(equal, 20U);
    EXPECT_NE(randomSeed(), randomSeed());
}

TEST(IdHash, IsTheSameInAllTablesOfTheProgram) {
    EXPECT_EQ(IdHash()(std::int64_t{-7}), IdHash()(std::int64_t{-7}));
    EXPECT_EQ(TextHash()("stream 7"), TextHash()("stream 7"));
    EXPECT_EQ(seedOfProgram(), seedOfProgram());
}

TEST(IdHash, SpreadsIdsThatAreCongruent) {
    for (const std::int64_t buckets : {107'897, 218'971, 1 << 17U}) {
        EXPECT_EQ(
            fullestBucket(std::hash<std::int64_t>(), buckets, static_cast<std::size_t>(buckets)),
            static_cast<std::size_t>(kIds));
        for (const std::int64_t factor : {buckets, std::int64_t{1}, std::int64_t{1} << 32U}) {
            EXPECT_LT(fullestBucket(IdHash(), factor, static_cast<std::size_t>(buckets)), 20U);
        }
    }
}

// All in one bucket by std::hash: their insertion would take minutes.
TEST(IdHash, FillsATableOfCongruentIds) {
    constexpr std::int64_t kBuckets = 712'697;  // that std::unordered_map has for so many
    constexpr std::int64_t kCount = 400'000;
    std::unordered_map<std::int64_t, std::int64_t, IdHash> table;
    for (std::int64_t at = 0; at < kCount; ++at) {
        table.try_emplace(at * kBuckets, at);
    }
    EXPECT_EQ(table.size(), static_cast<std::size_t>(kCount));
    EXPECT_EQ(table.at(7 * kBuckets), 7);
}

// Names of equal std::hash are as easy to make as ids.
TEST(TextHash, IsAnotherForEachSeed) {
    EXPECT_NE(TextHash(1)("aten::mm"), TextHash(2)("aten::mm"));
    EXPECT_EQ(TextHash(1)("aten::mm"), TextHash(1)("aten::mm"));
}

}  // namespace
}  // namespace gaplight
