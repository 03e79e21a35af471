// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/scene/memory/memory_stack_scene.h"
#include "core/scene/memory/segment_table.h"

namespace gaplight {

// What the segment scene is computed from: the memory that the allocator holds at one time.
struct SegmentInput {
    const MemoryModel& model;
    const OwnFrames& frames;
    const SegmentTable& table;
    std::span<const std::int64_t> streams;  // as MemorySnapshot::streams
    float namesWidth = 0;
    float width = 0;
    float height = 0;
    float scrollY = 0;
    const std::vector<bool>* matches = nullptr;  // by allocation: all others are dimmed
    std::optional<std::uint32_t> selected = {};  // an allocation
};

inline constexpr float kSegmentRow = 18;
inline constexpr float kSegmentGroupRow = 22;

// Draws the segments by stream and pool, one in a row, the largest first, each group to its own
// scale: blocks colored and named by line, holes hatched. Blocks below a pixel share pixels, each
// of which shows its first block. O(visible blocks).
void buildSegments(const SegmentInput& input, const TextMeasure& measure, DisplayList& list,
                   std::vector<MemoryBox>& boxes);

// Height of all rows.
[[nodiscard]] float segmentsHeight(const SegmentTable& table);

// A run of free bytes.
struct SegmentHole {
    std::uint64_t address = 0;
    std::int64_t size = 0;
    std::uint32_t segment = 0;  // into MemoryModel::segments
};
// The hole at a point; empty where a block or nothing is. O(blocks of the segment).
[[nodiscard]] std::optional<SegmentHole> holeAt(const SegmentInput& input, float x, float y);

}  // namespace gaplight
