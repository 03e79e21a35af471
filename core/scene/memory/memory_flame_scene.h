// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/memory/measures/memory_flame.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"

namespace gaplight {

// What is held at a moment as an icicle graph, width proportional to bytes.
struct MemoryFlameInput {
    const MemoryFlame& flame;
    const OwnFrames& frames;
    std::uint32_t top = 0;  // zoomed node: fills the width; its ancestors are above
    std::uint32_t hovered = MemoryFlameNode::kNone;  // outlined
    float width = 0;
    float height = 0;
    float scrollY = 0;
};

inline constexpr float kMemoryFlamePitch = 19;  // of rows

// Nodes narrower than a pixel share one grey strip. O(visible nodes).
void buildMemoryFlame(const MemoryFlameInput& input, const TextMeasure& measure, DisplayList& list);

// The node drawn at a point; MemoryFlameNode::kNone if none. O(depth × children).
[[nodiscard]] std::uint32_t memoryFlameAt(const MemoryFlameInput& input, float x, float y);

// Height of all rows.
[[nodiscard]] float memoryFlameHeight(const MemoryFlame& flame);

}  // namespace gaplight
