// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/index/flame_tree.h"
#include "core/scene/display/icicle_graph.h"
#include "core/scene/model/name_table.h"

namespace gaplight {

// An icicle graph: callees below their caller, width proportional to time.
struct FlameInput {
    const FlameTree& tree;
    const NameTable& names;
    IcicleView view = {};
    // What the tree is compared with, "step 12"; empty: nothing. Then orange paths take longer than
    // there, blue ones less, gray ones differ by under 0.5 % of all time; strong from 5 % on.
    std::string base = {};
};

// "+1.20 ms", "−300 ns", "±0".
[[nodiscard]] std::string changeText(Duration change);

// As IcicleGraph. O(visible nodes).
void buildFlame(const FlameInput& input, const TextMeasure& measure, DisplayList& list);

// The node drawn at a point; FlameNode::kNone if none. O(depth × children).
[[nodiscard]] std::uint32_t flameAt(const FlameInput& input, float x, float y);

// Height of all rows.
[[nodiscard]] float flameHeight(const FlameTree& tree);

}  // namespace gaplight
