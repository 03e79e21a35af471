// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/index/flame_tree.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/model/name_table.h"

namespace gaplight {

// A flame graph upside down: what is inside of something lies below it, as wide as it took time.
struct FlameInput {
    const FlameTree& tree;
    const NameTable& names;
    std::uint32_t top = 0;                     // fills the width; those around it lie above
    std::uint32_t hovered = FlameNode::kNone;  // outlined
    float width = 0;
    float height = 0;
    float scrollY = 0;
};

inline constexpr float kFlamePitch = 19;  // of rows

// Nodes too narrow to see are one grey strip, so that no time is left out. Labels elided; the root
// says what the whole is. O(nodes in sight).
void buildFlame(const FlameInput& input, const TextMeasure& measure, DisplayList& list);

// The node drawn at a point, or FlameNode::kNone. O(depth × children).
[[nodiscard]] std::uint32_t flameAt(const FlameInput& input, float x, float y);

// Of all rows below each other, with `top` in the middle of the width.
[[nodiscard]] float flameHeight(const FlameInput& input);

}  // namespace gaplight
