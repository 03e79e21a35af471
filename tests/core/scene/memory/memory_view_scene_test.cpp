// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/memory_view_scene.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/formats/open_snapshot.h"
#include "core/memory/measures/allocation_filter.h"
#include "core/scene/memory/memory_flame_scene.h"
#include "core/scene/memory/segment_scene.h"
#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

// A snapshot of tests/data with what its views need.
struct Drawn {
    explicit Drawn(const std::string& name)
        : snapshot(read(name)),
          model(snapshot.devices.front()),
          frames(snapshot.stacks),
          index(model),
          addresses(model) {}

    static MemorySnapshot read(const std::string& name) {
        Result<AllocatorHistory> history = openSnapshot(dataFile(name), {});
        EXPECT_TRUE(history) << history.error().message;
        return buildMemorySnapshot(*std::move(history));
    }

    // The whole history in a view of 400 × 200.
    MemoryViewInput input() const {
        MemoryViewInput input{model, index, frames, addresses, {}};
        input.clockNs = model.timeUs(0) * 1000;
        input.originNs = input.clockNs;
        const std::int64_t length = model.timeUs(model.lastMoment()) * 1000 - input.clockNs;
        input.viewport.namesWidth = 76;
        input.viewport.width = 400;
        input.viewport.height = 200;
        input.viewport.nsPerPixel =
            static_cast<double>(length) / static_cast<double>(input.viewport.timeWidth());
        input.peak = model.peak();
        input.moment = model.peak();
        return input;
    }

    [[nodiscard]] std::string dump(const MemoryViewInput& input) {
        buildMemoryView(input, FixedTextMeasure(), list, layout);
        return list.dump();
    }

    MemorySnapshot snapshot;
    const MemoryModel& model;
    OwnFrames frames;
    MemoryIndex index;
    AddressMap addresses;
    DisplayList list;
    MemoryViewLayout layout;
};

TEST(MemoryViewScene, AxesMarksAndSelection) {
    Drawn drawn("memory/streams_protocol_4.pickle");
    MemoryViewInput input = drawn.input();
    const std::int64_t middle = input.clockNs + 200'000;
    const std::vector<SnapshotStep> steps{{input.clockNs, middle, "step 0"},
                                          {middle, input.clockNs + 900'000, "step 1"}};
    const std::vector<MemoryTick> ticks{{3, Role::SeverityWarning}};
    input.steps = steps;
    input.ticks = ticks;
    input.moment = 4;
    input.selected = 0;
    input.cursor = timeFromNs(150'000);
    EXPECT_TRUE(matchesGolden("scene/memory_view.txt", drawn.dump(input)));
}

TEST(MemoryViewScene, ByAddressAllocationsLieInTheirSegments) {
    Drawn drawn("memory/streams_protocol_4.pickle");
    MemoryViewInput input = drawn.input();
    input.order = StackOrder::Address;
    EXPECT_TRUE(matchesGolden("scene/memory_view_addresses.txt", drawn.dump(input)));
    ASSERT_FALSE(drawn.layout.boxes.empty());
    for (const MemoryBox& one : drawn.layout.boxes) {
        const Allocation& allocation = drawn.model.allocations[one.allocation];
        const float top =
            drawn.layout.view.y(*drawn.addresses.offsetOf(allocation.address) + allocation.size);
        EXPECT_NEAR(one.box.y, top, 0.01) << one.allocation;
    }
}

TEST(MemoryViewScene, BySizeTheLargestLiesAtTheBottom) {
    Drawn drawn("memory/snapshot_run.pickle.zst");
    MemoryViewInput input = drawn.input();
    input.order = StackOrder::Size;
    static_cast<void>(drawn.dump(input));
    const auto sizeOf = [&](const MemoryBox& one) {
        return drawn.model.allocations[one.allocation].size;
    };
    for (const MemoryBox& one : drawn.layout.boxes) {
        for (const MemoryBox& other : drawn.layout.boxes) {
            const float begin = std::max(one.box.x, other.box.x);
            const float end = std::min(one.box.x + one.box.width, other.box.x + other.box.width);
            if (begin < end && one.box.y > other.box.y) {
                EXPECT_GE(sizeOf(one), sizeOf(other));
            }
        }
    }
}

TEST(MemoryViewScene, DrawsWhatPassesTheFilter) {
    Drawn drawn("memory/snapshot_run.pickle.zst");
    MemoryViewInput input = drawn.input();
    const Result<AllocationFilter> filter = AllocationFilter::parse("size>100MB");
    ASSERT_TRUE(filter);
    const std::vector<bool> matches = filter->matchesOf(drawn.model, drawn.snapshot.stacks);
    input.matches = &matches;
    static_cast<void>(drawn.dump(input));
    for (const MemoryBox& one : drawn.layout.boxes) {
        EXPECT_GT(drawn.model.allocations[one.allocation].size, 100'000'000);
    }
}

TEST(MemoryViewScene, ZoomedInBytesSmallAllocationsAppear) {
    Drawn drawn("memory/snapshot_run.pickle.zst");
    MemoryViewInput input = drawn.input();
    static_cast<void>(drawn.dump(input));
    const auto smallest = [&] {
        std::int64_t size = INT64_MAX;
        for (const MemoryBox& one : drawn.layout.boxes) {
            size = std::min(size, drawn.model.allocations[one.allocation].size);
        }
        return size;
    };
    const std::int64_t whole = smallest();
    input.order = StackOrder::Size;  // the smallest lie on top
    input.bytes = 4'000'000;
    input.bottom = 116'000'000;
    static_cast<void>(drawn.dump(input));
    ASSERT_FALSE(drawn.layout.boxes.empty());
    EXPECT_LT(smallest(), whole);
    EXPECT_EQ(drawn.layout.bytesAt(drawn.layout.plot.y), 120'000'000);
}

TEST(ByteAxis, StepsAreOneTwoOrFiveInOneUnit) {
    const ByteAxis axis = byteAxis(1'400'000'000, 1'400'000'000, 300, 44);
    EXPECT_EQ(axis.step, 500'000'000);
    EXPECT_EQ(byteTickText(axis, 1'000'000'000), "1.0\u2009GB");
    EXPECT_EQ(byteTickText(axis, 500'000'000), "0.5\u2009GB");
    EXPECT_EQ(byteTickText(axis, 0), "0");
    // Far from zero the labels stay exact.
    const ByteAxis deep = byteAxis(50'000, 1'234'600'000, 300, 44);
    EXPECT_EQ(deep.step, 10'000);
    EXPECT_EQ(byteTickText(deep, 1'234'560'000), "1.23456\u2009GB");
    const ByteAxis bytes = byteAxis(5, 5, 300, 44);
    EXPECT_EQ(bytes.step, 1);
    EXPECT_EQ(byteTickText(bytes, 4), "4\u2009B");
    for (std::int64_t range = 1; range < INT64_MAX / 20; range = range * 3 + 1) {
        const ByteAxis one = byteAxis(range, range, 400, 44);
        EXPECT_LE(range / one.step, 10);
        EXPECT_EQ(one.step % one.minor, 0);
    }
}

TEST(AddressMap, LeavesOutWhatLiesBetweenSegments) {
    MemoryModel model;
    model.segments = {{0x5000, 0x1000, {}}, {0x1000, 0x1000, {}}, {0x2000, 0x800, {}}};
    Allocation outside;
    outside.address = 0x9000;
    outside.size = 0x100;
    model.allocations.push_back(outside);
    const AddressMap map(model);
    ASSERT_EQ(map.spans().size(), 3U);
    EXPECT_EQ(map.bytes(), 0x1000 + 0x800 + 0x1000 + 0x100);
    EXPECT_EQ(map.offsetOf(0x2100), 0x1100);
    EXPECT_EQ(map.offsetOf(0x5000), 0x1800);
    EXPECT_EQ(map.offsetOf(0x9010), 0x2810);
    EXPECT_FALSE(map.offsetOf(0x4000));
    EXPECT_EQ(map.addressAt(0x1800), 0x5000U);
}

TEST(SegmentScene, HolesAreWhatNoBlockTakes) {
    const Drawn drawn("memory/streams_protocol_4.pickle");
    const SegmentTable table(drawn.model, drawn.model.peak());
    std::int64_t reserved = 0;
    for (const SegmentGroup& group : table.groups()) {
        reserved += group.reserved;
    }
    EXPECT_EQ(reserved, drawn.model.reservedAt(drawn.model.peak()));
    SegmentInput input{drawn.model, drawn.frames, table, drawn.snapshot.streams, 100};
    input.width = 400;
    input.height = 300;
    // From left to right, blocks and holes of a row make up its segment.
    const SegmentRow& row = table.rows().front();
    const SegmentSpan& segment = drawn.model.segments[row.segment];
    std::int64_t free = segment.size;
    for (const std::uint32_t block : table.blocksOf(row)) {
        free -= drawn.model.allocations[block].size;
    }
    std::int64_t found = 0;
    std::uint64_t last = 0;
    for (float x = 100; x < 400; x += 0.25F) {
        const std::optional<SegmentHole> hole = holeAt(input, x, kSegmentGroupRow + 5);
        if (hole && hole->address != last) {
            found += hole->size;
            last = hole->address;
        }
    }
    EXPECT_EQ(found, free);
    EXPECT_FALSE(holeAt(input, 150, 3));  // a header
    EXPECT_FALSE(holeAt(input, 50, kSegmentGroupRow + 5));
}

TEST(MemoryFlameScene, RecordedPeak) {
    const Drawn drawn("memory/snapshot_run.pickle.zst");
    const MemoryFlame flame(drawn.model, drawn.snapshot.stacks, drawn.frames, drawn.model.peak());
    const MemoryFlameInput input{flame, drawn.frames, {.width = 400, .height = 100}};
    DisplayList list;
    buildMemoryFlame(input, FixedTextMeasure(), list);
    EXPECT_TRUE(matchesGolden("scene/memory_flame.txt", list.dump()));
    EXPECT_EQ(memoryFlameAt(input, 10, 5), 0U);
    EXPECT_EQ(memoryFlameAt(input, 10, kIciclePitch + 5), flame[0].firstChild);
    EXPECT_EQ(memoryFlameAt(input, 10, 99), MemoryFlameNode::kNone);
    EXPECT_EQ(memoryFlameHeight(flame), kIciclePitch * static_cast<float>(flame.depth() + 1));
}

}  // namespace
}  // namespace gaplight::test
