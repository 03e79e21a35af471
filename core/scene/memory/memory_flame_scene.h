// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/memory/measures/memory_flame.h"
#include "core/scene/display/icicle_graph.h"

namespace gaplight {

// What is held at a moment as an icicle graph, width proportional to bytes.
struct MemoryFlameInput {
    const MemoryFlame& flame;
    const OwnFrames& frames;
    IcicleView view = {};
};

// As IcicleGraph. O(visible nodes).
void buildMemoryFlame(const MemoryFlameInput& input, const TextMeasure& measure, DisplayList& list);

// The node drawn at a point; MemoryFlameNode::kNone if none. O(depth × children).
[[nodiscard]] std::uint32_t memoryFlameAt(const MemoryFlameInput& input, float x, float y);

// Height of all rows.
[[nodiscard]] float memoryFlameHeight(const MemoryFlame& flame);

}  // namespace gaplight
