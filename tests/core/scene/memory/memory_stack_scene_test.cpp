// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/memory_stack_scene.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/formats/open_snapshot.h"
#include "core/scene/memory/segment_scene.h"
#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

MemorySnapshot recordedRun() {
    Result<AllocatorHistory> history = openSnapshot(dataFile("memory/snapshot_run.pickle.zst"), {});
    EXPECT_TRUE(history);
    return buildMemorySnapshot(*std::move(history));
}

// Allocations one after the other, each of them held for `held` events.
MemoryModel madeModel(std::size_t count, std::size_t held) {
    MemoryModel model;
    model.events.reserve(2 * count);
    for (std::size_t at = 0; at < 2 * count; ++at) {
        AllocatorEvent event;
        event.timeUs = static_cast<std::int64_t>(at);
        event.action = at % 2 == 0 ? AllocatorAction::Alloc : AllocatorAction::FreeRequested;
        model.events.push_back(event);
    }
    model.allocated.resize(2 * count + 1);
    std::int64_t bytes = 0;
    std::vector<std::int64_t> freed(2 * count + 2);
    model.allocated[0] = 0;
    for (std::size_t at = 0; at < 2 * count; ++at) {
        if (at % 2 == 0) {
            Allocation one;
            one.address = at << 30U;
            one.size = static_cast<std::int64_t>(((at * 2'654'435'761U) % 1000) * 4096 + 512);
            one.begin = static_cast<Moment>(at + 1);
            const std::size_t end = at + 2 + 2 * (at % held);
            one.end = end <= 2 * count ? static_cast<Moment>(end) : kNoMoment;
            bytes += one.size;
            if (one.end != kNoMoment) {
                freed[one.end] += one.size;
            }
            model.allocations.push_back(one);
        }
        bytes -= freed[at + 1];
        model.allocated[at + 1] = bytes;
    }
    return model;
}

TEST(MemoryStackScene, RecordedRun) {
    const MemorySnapshot snapshot = recordedRun();
    const MemoryModel& model = snapshot.devices.front();
    const OwnFrames frames(snapshot.stacks);
    const MemoryIndex index(model);
    const FixedTextMeasure measure;
    DisplayList list;
    std::vector<MemoryBox> boxes;
    const std::int64_t begin = model.timeUs(0);
    const std::int64_t end = model.timeUs(model.lastMoment());
    buildMemoryStack({model, index, frames, {begin * 1000, end * 1000, 0, 0, 300, 120}}, measure,
                     list, boxes);
    EXPECT_TRUE(matchesGolden("scene/memory_stack.txt", list.dump()));
    buildMemoryStack({model, index, frames, {(end - 3000) * 1000, end * 1000, 0, 0, 300, 120}},
                     measure, list, boxes);
    EXPECT_TRUE(matchesGolden("scene/memory_stack_zoomed.txt", list.dump()));
    // The temporary of 155 MB lies on top at the peak.
    const auto largest =
        std::ranges::max_element(boxes, {}, [](const MemoryBox& one) { return one.box.height; });
    EXPECT_EQ(model.allocations[largest->allocation].size, 155189248);
    const SegmentTable table(model, model.peak());
    buildSegments({model, frames, table, snapshot.streams, 100, 400, 120}, measure, list, boxes);
    EXPECT_TRUE(matchesGolden("scene/memory_segments.txt", list.dump()));
}

// Shorter than a column, and held at the end of none.
TEST(MemoryStackScene, HighAllocationsAreSeenHoweverShort) {
    MemoryModel model;
    for (const std::int64_t timeUs : {0, 40'310, 40'320, 100'000}) {
        AllocatorEvent event;
        event.timeUs = timeUs;
        model.events.push_back(event);
    }
    model.allocated = {100, 100, 300, 100, 100};
    Allocation kept;
    kept.size = 100;
    Allocation brief;
    brief.size = 200;
    brief.begin = 2;
    brief.end = 3;
    model.allocations = {kept, brief};
    const MemoryIndex index(model);
    const CallStacks stacks;
    const OwnFrames frames(stacks);
    const FixedTextMeasure measure;
    DisplayList list;
    std::vector<MemoryBox> boxes;
    for (const StackOrder order : {StackOrder::Age, StackOrder::Size}) {
        buildMemoryStack({model, index, frames, {0, 100'000'000, 400, 0, 100, 80}, order}, measure,
                         list, boxes);
        const ColorRef color = lookOf(frames, frames.of(brief.stack)).color;
        const auto isSpike = [&](const RectItem& item) {
            return item.color == color && item.layer == Layer::Background;
        };
        ASSERT_EQ(std::ranges::count_if(list.rects, isSpike), 1);
        const Box drawn = std::ranges::find_if(list.rects, isSpike)->box;
        EXPECT_EQ(drawn.x, 40);
        EXPECT_EQ(drawn.width, 1);
        EXPECT_EQ(drawn.y, 20);
        EXPECT_EQ(drawn.height, 40);
    }
}

TEST(MemoryStackScene, HitTestFindsTheRectangle) {
    const std::vector<MemoryBox> boxes{{{0, 10, 5, 5}, 7}, {{5, 10, 5, 5}, 8}};
    EXPECT_EQ(allocationAt(boxes, 4.9F, 12), 7U);
    EXPECT_EQ(allocationAt(boxes, 5, 12), 8U);
    EXPECT_FALSE(allocationAt(boxes, 5, 16));
}

TEST(MemoryIndex, FindsWhatALinearSearchFinds) {
    const MemoryModel model = madeModel(3000, 200);
    const MemoryIndex index(model);
    for (const auto& [begin, end] : {std::pair{0, 6000}, {1000, 1100}, {5990, 6000}, {-50, 3}}) {
        std::vector<std::uint32_t> expected;
        for (std::size_t at = 0; at < model.allocations.size(); ++at) {
            const Allocation& one = model.allocations[at];
            const std::int64_t last =
                one.end > model.lastMoment() ? 1 << 30 : model.timeUs(one.end);
            if (model.timeUs(one.begin) < end && last > begin) {
                expected.push_back(static_cast<std::uint32_t>(at));
            }
        }
        EXPECT_EQ(index.largestIn(begin, end, 1, 1, 1 << 20), expected) << begin;
    }
    EXPECT_LE(index.largestIn(0, 6000, 1, 1, 100).size(), 100U);
    for (std::int64_t time = -2; time < 6003; ++time) {
        EXPECT_EQ(index.momentAt(time), model.momentAt(time));
    }
    for (const auto& [first, last] :
         {std::pair{0U, 6000U}, {7U, 7U}, {33U, 1100U}, {5999U, 6000U}}) {
        EXPECT_EQ(index.peakOf(first, last), *std::max_element(model.allocated.begin() + first,
                                                               model.allocated.begin() + last + 1));
    }
}

// Each column shows another stack: edges at every sixteenth pixel.
TEST(MemoryStackScene, RectanglesAreBounded) {
    const MemoryModel model = madeModel(300'000, 3000);
    const MemoryIndex index(model);
    const CallStacks stacks;
    const OwnFrames frames(stacks);
    const FixedTextMeasure measure;
    DisplayList list;
    std::vector<MemoryBox> boxes;
    const auto boxesOf = [&](const MemoryViewport& view) {
        buildMemoryStack({model, index, frames, view}, measure, list, boxes);
        EXPECT_EQ(boxes.size(), std::ranges::count(list.rects, Layer::Slices, &RectItem::layer));
        return boxes.size();
    };
    EXPECT_GT(boxesOf({300'000'000, 300'200'000, 100'000'000, 0, 1000, 500}), 10U);
    const std::size_t narrow = boxesOf({300'000'000, 306'000'000, 0, 0, 3000, 2000});
    EXPECT_GT(narrow, 1000U);
    EXPECT_LT(narrow, 3000U * 2000U / 16);
    for (const MemoryBox& one : boxes) {
        EXPECT_EQ(static_cast<int>(one.box.x) % 16, 0);
    }
}

// Rectangles of the recorded run: in the middle of each column the stack is what is held there.
TEST(MemoryStackScene, RectanglesLieWhereTheirAllocationsAre) {
    const MemorySnapshot snapshot = recordedRun();
    const MemoryModel& model = snapshot.devices.front();
    const OwnFrames frames(snapshot.stacks);
    const MemoryIndex index(model);
    const FixedTextMeasure measure;
    DisplayList list;
    std::vector<MemoryBox> boxes;
    const std::int64_t begin = model.timeUs(0) * 1000;
    const std::int64_t end = model.timeUs(model.lastMoment()) * 1000;
    const std::int64_t bytes = model.allocated[model.peak()] / 3;
    for (const StackOrder order : {StackOrder::Age, StackOrder::Size}) {
        const MemoryViewport view{begin, end, bytes, bytes, 300, 200};
        buildMemoryStack({model, index, frames, view, order}, measure, list, boxes);
        ASSERT_FALSE(boxes.empty());
        for (int column = 0; column < 300; ++column) {
            const float x = static_cast<float>(column) + 0.5F;
            const std::int64_t next = begin + (end - begin) * (column + 1) / 300;
            const Moment moment = model.momentAt(next / 1000);
            float above = 0;  // top of the box below
            std::uint32_t last = 0;
            std::vector<const MemoryBox*> stack;
            for (const MemoryBox& one : boxes) {
                if (one.box.x < x && x < one.box.x + one.box.width) {
                    stack.push_back(&one);
                }
            }
            std::ranges::sort(stack, std::ranges::greater{},
                              [](const MemoryBox* one) { return one->box.y + one->box.height; });
            for (const MemoryBox* one : stack) {
                const Allocation& allocation = model.allocations[one->allocation];
                EXPECT_TRUE(allocation.isHeldAt(moment)) << column;
                const float lower = one->box.y + one->box.height;
                EXPECT_NEAR(lower, one == stack.front() ? std::max(lower, 200.0F) : above, 0.01F);
                EXPECT_TRUE(one == stack.front() ||
                            (order == StackOrder::Age
                                 ? one->allocation > last
                                 : allocation.size <= model.allocations[last].size))
                    << column;
                above = one->box.y;
                last = one->allocation;
            }
        }
    }
}

}  // namespace
}  // namespace gaplight::test
