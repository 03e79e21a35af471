// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/memory_model.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/formats/open_snapshot.h"
#include "core/memory/measures/fragmentation.h"
#include "core/memory/measures/memory_holders.h"
#include "tests/support/formats/pickle_text.h"

namespace gaplight::test {
namespace {

using ::testing::ElementsAre;
using Issue = SnapshotIssueKind;

constexpr std::int64_t kMiB = 1 << 20;

MemorySnapshot snapshotOf(std::string bytes) {
    const auto source = byteSourceFromMemory(std::move(bytes));
    EXPECT_TRUE(source);
    Result<AllocatorHistory> history = openSnapshot(**source);
    EXPECT_TRUE(history) << history.error().message;
    return buildMemorySnapshot(*std::move(history));
}

std::vector<std::int64_t> allocatedIn(const MemorySnapshot& snapshot) {
    const Column<std::int64_t>& column = snapshot.devices.front().allocated;
    return {column.begin(), column.end()};
}

// From the event at 11 µs until that at 13 µs: what is held before is from before the history.
TEST(MemoryModel, IsCutToAPart) {
    MemorySnapshot snapshot = snapshotOf(snapshotFile({
        pickledEvent("segment_alloc", 4096, 2 * kMiB, 9),
        pickledEvent("alloc", 4096, 100, 10),
        pickledEvent("alloc", 8192, 50, 11),
        pickledEvent("free_requested", 4096, 100, 12),
        pickledEvent("free_completed", 4096, 100, 13),
        pickledEvent("alloc", 4096, 70, 14),
        pickledEvent("segment_free", 4096, 2 * kMiB, 15),
    }));
    cutSnapshot(snapshot, 11, 13);
    const MemoryModel& model = snapshot.devices.front();
    EXPECT_THAT(allocatedIn(snapshot), ElementsAre(100, 150, 50, 50));
    ASSERT_EQ(model.events.size(), 3U);
    ASSERT_EQ(model.allocations.size(), 2U);
    EXPECT_EQ(model.allocations[0].begin, 0U);
    EXPECT_EQ(model.allocations[0].end, 2U);
    EXPECT_EQ(model.allocations[0].completed, 3U);
    EXPECT_EQ(model.allocations[1].begin, 1U);
    EXPECT_EQ(model.allocations[1].end, kNoMoment);
    EXPECT_EQ(model.reservedAt(0), 2 * kMiB);
    EXPECT_EQ(model.reservedAt(3), 2 * kMiB);
    EXPECT_TRUE(model.finalSegments.empty());
    cutSnapshot(snapshot, 100, 200);
    EXPECT_THAT(allocatedIn(snapshot), ElementsAre(50));
    EXPECT_TRUE(snapshot.devices.front().events.empty());
}

TEST(MemoryModel, AllocationsAndTotals) {
    const MemorySnapshot snapshot = snapshotOf(snapshotFile({
        pickledEvent("segment_alloc", 4096, 2 * kMiB, 9),
        pickledEvent("alloc", 4096, 100, 10),
        pickledEvent("alloc", 8192, 50, 11),
        pickledEvent("free_requested", 4096, 100, 12),
        pickledEvent("free_completed", 4096, 100, 13),
        pickledEvent("alloc", 4096, 70, 14),
        pickledEvent("segment_free", 4096, 2 * kMiB, 15),
    }));
    const MemoryModel& model = snapshot.devices.front();
    EXPECT_THAT(allocatedIn(snapshot), ElementsAre(0, 0, 100, 150, 50, 50, 120, 120));
    ASSERT_EQ(model.allocations.size(), 3U);
    EXPECT_EQ(model.allocations[0].end, 4U);
    EXPECT_EQ(model.allocations[0].completed, 5U);
    EXPECT_EQ(model.allocations[2].end, kNoMoment);
    EXPECT_EQ(model.peak(), 3U);
    EXPECT_EQ(model.reservedAt(0), 0);
    EXPECT_EQ(model.reservedAt(1), 2 * kMiB);
    EXPECT_EQ(model.reservedAt(7), 0);
    EXPECT_EQ(model.momentAt(12), 4U);
    EXPECT_EQ(model.momentAt(8), 0U);
    EXPECT_EQ(snapshot.issues.total(), 0U);
}

TEST(MemoryModel, WhatWasAllocatedBeforeTheHistory) {
    const MemorySnapshot snapshot = snapshotOf(snapshotFile({
        pickledEvent("free_requested", 4096, 100, 10),
        pickledEvent("free_completed", 4096, 100, 11),
        pickledEvent("free_completed", 8192, 30, 12),  // its free was requested before
        pickledEvent("alloc", 4096, 10, 13),
    }));
    EXPECT_THAT(allocatedIn(snapshot), ElementsAre(100, 0, 0, 0, 10));
    EXPECT_EQ(snapshot.issues.total(), 0U);
}

TEST(MemoryModel, InconsistentEventsAreCounted) {
    const MemorySnapshot snapshot = snapshotOf(snapshotFile({
        pickledEvent("alloc", 4096, 1000, 10),
        pickledEvent("alloc", 4600, 500, 11),            // over the one before
        pickledEvent("free_requested", 4096, 1000, 12),  // which is gone
        pickledEvent("free_requested", 4600, 400, 13),   // of another size
        pickledEvent("free_requested", 4600, 500, 14),   // again
        pickledEvent("free_completed", 4600, 500, 15),
        pickledEvent("free_completed", 4600, 500, 16),
    }));
    EXPECT_THAT(allocatedIn(snapshot), ElementsAre(0, 1000, 500, 500, 0, 0, 0, 0));
    EXPECT_EQ(snapshot.issues.count(Issue::OverlappingBlocks), 1U);
    EXPECT_EQ(snapshot.issues.count(Issue::FreeWithoutAllocation), 3U);
    EXPECT_EQ(snapshot.issues.count(Issue::SizeMismatch), 1U);
}

TEST(MemoryModel, ExpandableSegmentsAreUnmappedInParts) {
    const MemorySnapshot snapshot = snapshotOf(snapshotFile({
        pickledEvent("segment_map", 0, 20 * kMiB, 10),
        pickledEvent("segment_unmap", 4 * kMiB, 8 * kMiB, 11),
        pickledEvent("segment_map", 4 * kMiB, 2 * kMiB, 12),
    }));
    const MemoryModel& model = snapshot.devices.front();
    EXPECT_EQ(model.reservedAt(1), 20 * kMiB);
    EXPECT_EQ(model.reservedAt(2), 12 * kMiB);
    EXPECT_EQ(model.reservedAt(3), 14 * kMiB);
}

TEST(MemoryModel, HolesBetweenBlocks) {
    const MemorySnapshot snapshot = snapshotOf(snapshotFile({
        pickledEvent("segment_alloc", 0, 4096, 10),
        pickledEvent("alloc", 512, 100, 11),
        pickledEvent("alloc", 2048, 1024, 12),
    }));
    const MemoryModel& model = snapshot.devices.front();
    const std::vector<MemoryHole> holes = holesAt(model, 3);
    ASSERT_EQ(holes.size(), 3U);
    EXPECT_EQ(holes[0].size, 512);
    EXPECT_EQ(holes[1].address, 1024U);  // blocks are multiples of 512 bytes
    EXPECT_EQ(holes[1].size, 1024);
    EXPECT_EQ(holes[2].size, 1024);
    const Fragmentation state = fragmentationAt(model, 3);
    EXPECT_EQ(state.largestHole, 1024);
    EXPECT_NEAR(state.share(), 1.0 - 1124.0 / 4096, 1e-12);
}

TEST(MemoryModel, PeakWithoutSomeAllocations) {
    const MemorySnapshot snapshot = snapshotOf(snapshotFile({
        pickledEvent("alloc", 4096, 100, 10),
        pickledEvent("alloc", 8192, 50, 11),
        pickledEvent("free_requested", 8192, 50, 12),
        pickledEvent("alloc", 16384, 30, 13),
    }));
    const MemoryModel& model = snapshot.devices.front();
    EXPECT_EQ(peakWithout(model, [](const Allocation& one) { return one.size == 50; }), 130);
    EXPECT_EQ(peakWithout(model, [](const Allocation&) { return false; }), 150);
    const OwnFrames frames(snapshot.stacks);
    const std::vector<MemoryHolder> holders = holdersAt(model, frames, model.peak());
    ASSERT_EQ(holders.size(), 1U);
    EXPECT_EQ(holders.front().bytes, 150);
    EXPECT_EQ(holders.front().largest, 100);
}

}  // namespace
}  // namespace gaplight::test
