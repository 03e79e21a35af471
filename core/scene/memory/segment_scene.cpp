// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/segment_scene.h"

#include <algorithm>
#include <cmath>

#include "core/scene/model/name_color.h"

namespace gaplight {
namespace {

constexpr float kSegmentGap = 2;
constexpr std::uint8_t kHoleAlpha = 160;

std::vector<const SegmentSpan*> segmentsBySize(const MemoryModel& model, Moment moment) {
    std::vector<const SegmentSpan*> held;
    for (const SegmentSpan& span : model.segments) {
        if (span.isHeldAt(moment)) {
            held.push_back(&span);
        }
    }
    std::ranges::stable_sort(held, [](const SegmentSpan* a, const SegmentSpan* b) {
        return a->size != b->size ? a->size > b->size : a->address < b->address;
    });
    return held;
}

// Indices of the blocks in use, by address.
std::vector<std::uint32_t> blocksByAddress(const MemoryModel& model, Moment moment) {
    std::vector<std::uint32_t> blocks;
    for (std::size_t at = 0; at < model.allocations.size(); ++at) {
        if (model.allocations[at].begin > moment) {
            break;
        }
        if (model.allocations[at].isActiveAt(moment)) {
            blocks.push_back(static_cast<std::uint32_t>(at));
        }
    }
    std::ranges::sort(blocks, {}, [&](std::uint32_t at) { return model.allocations[at].address; });
    return blocks;
}

}  // namespace

void buildSegments(const MemoryModel& model, const OwnFrames& frames, Moment moment, float width,
                   DisplayList& list, std::vector<MemoryBox>& boxes) {
    const std::vector<const SegmentSpan*> segments = segmentsBySize(model, moment);
    const std::vector<std::uint32_t> blocks = blocksByAddress(model, moment);
    list.clear(width, static_cast<float>(segments.size()) * kSegmentRow);
    boxes.clear();
    const double scale = segments.empty()
                             ? 0.0
                             : static_cast<double>(width) / static_cast<double>(segments[0]->size);
    float y = 0;
    for (const SegmentSpan* segment : segments) {
        const std::uint64_t end = segment->address + static_cast<std::uint64_t>(segment->size);
        const Box row{0, y, static_cast<float>(static_cast<double>(segment->size) * scale),
                      kSegmentRow - kSegmentGap};
        list.rects.push_back({row, Role::AlternateRow, 255, Layer::Background, 0});
        list.hatches.push_back({row, Role::SecondaryText, kHoleAlpha, Layer::Background, 0, 6, 1});
        const auto from = std::ranges::lower_bound(
            blocks, segment->address, {},
            [&](std::uint32_t at) { return model.allocations[at].address; });
        float painted = -1;  // right edge of what is painted in this row
        for (auto at = from; at != blocks.end() && model.allocations[*at].address < end; ++at) {
            const Allocation& one = model.allocations[*at];
            const auto offset = static_cast<double>(one.address - segment->address);
            const auto left = static_cast<float>(std::floor(offset * scale));
            const auto right =
                static_cast<float>(std::ceil((offset + static_cast<double>(one.size)) * scale));
            const float begin = std::max(left, painted);
            if (right <= begin) {
                continue;
            }
            const FrameId frame = frames.of(one.stack);
            const Box box{begin, y, std::min(right, row.width) - begin, row.height};
            list.rects.push_back(
                {box, frame.isValid() ? nameColor(frames.text(frame)) : ColorRef::neutralSlice(),
                 255, Layer::Slices, 0});
            boxes.push_back({box, *at});
            painted = right;
        }
        y += kSegmentRow;
    }
}

}  // namespace gaplight
