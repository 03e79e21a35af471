// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/index/flame_tree.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/model/name_table.h"

namespace gaplight {

// An icicle graph: callees below their caller, width proportional to time.
struct FlameInput {
    const FlameTree& tree;
    const NameTable& names;
    std::uint32_t top = 0;  // zoomed node: fills the width; its ancestors are above
    std::uint32_t hovered = FlameNode::kNone;  // outlined
    float width = 0;
    float height = 0;
    float scrollY = 0;
};

inline constexpr float kFlamePitch = 19;  // of rows

// Siblings too narrow to draw share one grey strip, so that all time is represented. O(visible
// nodes).
void buildFlame(const FlameInput& input, const TextMeasure& measure, DisplayList& list);

// The node drawn at a point; FlameNode::kNone if none. O(depth × children).
[[nodiscard]] std::uint32_t flameAt(const FlameInput& input, float x, float y);

// Height of all rows.
[[nodiscard]] float flameHeight(const FlameInput& input);

}  // namespace gaplight
