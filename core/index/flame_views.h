// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "core/index/flame_tree.h"

namespace gaplight {

// Other trees made of the paths of a flame tree. All are O(nodes × depth) and sum to the same time
// as the paths they keep. A path is a node with its own time: its total without its children's.

// Bottom-up: the functions with most time of their own first, below each its callers.
//
//   step 10            gemm 7          with step 1, forward 2 and gemm 7 of their own
//   |- forward 9       |- forward 7
//      |- gemm 7          |- step 7
//                      forward 2 ...
[[nodiscard]] FlameTree reversedFlame(const FlameTree& tree);

// Paths through a name that matches.
[[nodiscard]] FlameTree filteredFlame(const FlameTree& tree,
                                      const std::function<bool(StringId)>& matches);

struct FoldedFlame {
    FlameTree tree;
    std::uint32_t folded = 0;  // number of nodes left out
};
// Without the outermost nodes that have at least 99 % of all time each, which only say how the
// program was started; what else lies in them moves to the root. The last of them stays.
[[nodiscard]] FoldedFlame foldedFlame(const FlameTree& tree);

}  // namespace gaplight
