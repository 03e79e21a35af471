// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/memory/measures/own_frames.h"
#include "core/memory/memory_model.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/memory/memory_index.h"

namespace gaplight {

// The part of a model that a view shows, and its size in logical pixels.
struct MemoryViewport {
    std::int64_t beginUs = 0;
    std::int64_t endUs = 1;
    std::int64_t bytes = 0;  // at the top edge; 0: the peak of the range and a tenth
    float width = 0;
    float height = 0;
};

struct MemoryStackInput {
    const MemoryModel& model;
    const MemoryIndex& index;
    const OwnFrames& frames;
    MemoryViewport view;
};

// An allocation's rectangle. One that moves down, because what is below it was freed, has several.
struct MemoryBox {
    Box box;
    std::uint32_t allocation = 0;  // into MemoryModel::allocations
};

// Draws what is allocated over time: allocations of at least 2 pixels in both directions stacked in
// the order in which they were made, the oldest at the bottom, colored and named by line; above
// them the sum of all others; a pixel column shows the largest allocated of its time. `boxes`: for
// hit tests. O(pixels), independent of the number of allocations: at most 8,192 of them, of which
// at most height / 2 at the same time.
void buildMemoryStack(const MemoryStackInput& input, const TextMeasure& measure, DisplayList& list,
                      std::vector<MemoryBox>& boxes);

// The allocation whose rectangle contains a point. O(boxes).
[[nodiscard]] std::optional<std::uint32_t> allocationAt(const std::vector<MemoryBox>& boxes,
                                                        float x, float y);

}  // namespace gaplight
