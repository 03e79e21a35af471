// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/address_map.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight::test {
namespace {

Allocation allocationAt(std::uint64_t address, std::int64_t size) {
    Allocation one;
    one.address = address;
    one.size = size;
    return one;
}

TEST(AddressMap, SegmentsLieOneAfterTheOther) {
    MemoryModel model;
    SegmentSpan segment;
    segment.address = 1000;
    segment.size = 100;
    model.segments.push_back(segment);
    segment.address = 5000;
    model.segments.push_back(segment);
    model.allocations = {allocationAt(1010, 20), allocationAt(5020, 200), allocationAt(9000, 8)};
    const AddressMap map(model);
    // An allocation that begins within a segment adds nothing to it.
    ASSERT_EQ(map.spans().size(), 3U);
    EXPECT_EQ(map.bytes(), 208);
    EXPECT_EQ(map.offsetOf(1010), 10);
    EXPECT_EQ(map.offsetOf(5020), 120);
    EXPECT_EQ(map.offsetOf(9007), 207);
    EXPECT_FALSE(map.offsetOf(1100));
    EXPECT_EQ(map.addressAt(120), 5020U);
}

// Enough of them that they are merged several times on the way.
TEST(AddressMap, AllocationsWithoutSegmentsAreTheirUnion) {
    constexpr std::size_t kBytes = 200'000;
    std::mt19937 random(11);
    MemoryModel model;
    std::vector<bool> used(kBytes + 100, false);
    for (int at = 0; at < 30'000; ++at) {
        const std::uint64_t address = random() % kBytes;
        const std::int64_t size = at % 64 == 0 ? 0 : 1 + random() % 5;
        model.allocations.push_back(allocationAt(address, size));
        for (std::int64_t byte = 0; byte < size; ++byte) {
            used[address + static_cast<std::uint64_t>(byte)] = true;
        }
    }
    const AddressMap map(model);
    std::int64_t offset = 0;
    for (std::size_t byte = 0; byte < used.size(); ++byte) {
        const auto found = map.offsetOf(byte);
        ASSERT_EQ(found.has_value(), used[byte]) << byte;
        if (found) {
            ASSERT_EQ(*found, offset++) << byte;
        }
    }
    EXPECT_EQ(map.bytes(), offset);
}

}  // namespace
}  // namespace gaplight::test
