// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/scene/model/timeline_input.h"
#include "core/trace/ids.h"

namespace gaplight {

// One arrow of a chain. `hop`: number of arrows from the selection; 1 starts or ends there.
struct FlowLink {
    SliceId from;
    SliceId to;
    std::uint8_t hop = 1;
};

// The flow arrows that can be reached from a slice, forwards and backwards, over several hops.
// Forwards, the search continues from the slices nested in the slice that an arrow reaches;
// backwards, from the slices that enclose the arrow's start. Example: kernel <- its launch call,
// inside the backward operator <- arrow from the forward operator; so selecting a kernel of a
// backward pass shows the forward operator it belongs to.
struct FlowChain {
    // Limits of hops, of links in all, and of links per slice (the first ones): a frame draws all.
    static constexpr std::uint8_t kMaxHops = 6;
    static constexpr std::size_t kMaxLinks = 64;
    static constexpr std::size_t kMaxPerSlice = 8;

    std::vector<FlowLink> links;  // each arrow once, by ascending hop
    // True if a limit was reached.
    bool isCut = false;

    [[nodiscard]] bool contains(SliceId slice) const;
};

// O(kMaxLinks × (depth + log n)), independent of the number of nested slices.
[[nodiscard]] FlowChain flowChain(const SceneModel& model, SliceId slice);

}  // namespace gaplight
