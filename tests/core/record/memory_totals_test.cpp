// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/trace_events.h"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace gaplight::record {
namespace {

constexpr std::int64_t kMax = std::int64_t{1} << 56U;  // 64 PiB

MemoryRecord memory(std::uint64_t address, std::uint64_t bytes, bool isFree = false,
                    std::uint32_t device = 0, MemoryKind kind = MemoryKind::Device) {
    MemoryRecord record;
    record.address = address;
    record.bytes = bytes;
    record.device = device;
    record.kind = kind;
    record.isFree = isFree ? 1 : 0;
    return record;
}

TEST(MemoryTotals, FreesWhatWasAllocatedWhateverTheRecordOfTheFreeSays) {
    MemoryTotals totals;
    EXPECT_EQ(totals.apply(memory(1, 100)).total, 100);
    EXPECT_EQ(totals.apply(memory(2, 20)).total, 120);
    const MemoryTotals::Change freed = totals.apply(memory(1, 0, true));
    EXPECT_EQ(freed.bytes, -100);
    EXPECT_EQ(freed.total, 20);
}

TEST(MemoryTotals, KeepsEachGpuAndTheHostApart) {
    MemoryTotals totals;
    totals.apply(memory(1, 100));
    EXPECT_EQ(totals.apply(memory(2, 20, false, 1)).total, 20);
    EXPECT_EQ(totals.apply(memory(3, 7, false, 0, MemoryKind::Pinned)).total, 7);
    EXPECT_EQ(totals.apply(memory(4, 1)).total, 101);
}

TEST(MemoryTotals, IsNotBelowZeroWhereTheAllocationWasNotRecorded) {
    MemoryTotals totals;
    totals.apply(memory(1, 100));
    const MemoryTotals::Change freed = totals.apply(memory(2, 300, true));
    EXPECT_EQ(freed.bytes, -300);
    EXPECT_EQ(freed.total, 0);
}

// Sizes of a damaged record overflowed the total (found by fuzz_records).
TEST(MemoryTotals, EndsAtTheMostThatReadersAccept) {
    MemoryTotals totals;
    const std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(totals.apply(memory(1, huge)).bytes, kMax);
    for (std::uint64_t address = 2; address < 300; ++address) {
        EXPECT_EQ(totals.apply(memory(address, huge / 2)).total, kMax);
    }
    EXPECT_EQ(totals.apply(memory(1, 0, true)).bytes, -kMax);
}

}  // namespace
}  // namespace gaplight::record
