// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/scene/model/timeline_input.h"
#include "core/trace/ids.h"

namespace gaplight {

// One arrow of a chain. `hop` counts from the selection: 1 leaves it, or reaches it.
struct FlowLink {
    SliceId from;
    SliceId to;
    std::uint8_t hop = 1;
};

// The arrows that lead on from a slice, from what they reach, and so forth, and the same backwards.
// They are followed through nesting, as work is: what a slice calls leads on from it, and what
// calls a slice leads to it. So the forward operator of a kernel is found by way of its launch, the
// backward operator around that, and the arrow between the two operators.
struct FlowChain {
    // So far, so many in all, and so many from one slice (the first ones): a frame draws them.
    static constexpr std::uint8_t kMostHops = 6;
    static constexpr std::size_t kMostLinks = 64;
    static constexpr std::size_t kMostPerSlice = 8;

    std::vector<FlowLink> links;  // each arrow once, the nearest first
    // One of the limits was met.
    bool isCut = false;

    [[nodiscard]] bool contains(SliceId slice) const;
};

// O(kMostLinks × (depth + log n)), whatever lies inside of the slices.
[[nodiscard]] FlowChain flowChain(const SceneModel& model, SliceId slice);

}  // namespace gaplight
