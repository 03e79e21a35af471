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

    bool contains(SliceId slice) const;
};

// O(kMaxLinks × (depth + log n)), independent of the number of nested slices.
[[nodiscard]] FlowChain flowChain(const SceneModel& model, SliceId slice);

// The slices at the other ends of a slice's arrows: the activities it launched, the call that
// launched it, and the flow events of the trace.
struct FlowEnds {
    std::vector<SliceId> to;  // per kind of arrow, by start
    std::vector<SliceId> from;
};
[[nodiscard]] FlowEnds flowEnds(const SceneModel& model, SliceId slice);

// The set of slices that belong to the followed flow (TimelineState::dimUnrelated); the scene dims
// all others. Inactive, and dims nothing, while no flow is followed.
class FollowedFlow {
public:
    explicit FollowedFlow(const TimelineInput& input)
        : m_model(input.model),
          m_selected(input.state.dimUnrelated ? input.state.selected : SliceId()) {
        if (m_selected.isValid() && input.state.arrows == ArrowScope::Chain) {
            m_chain = flowChain(m_model, m_selected);
        }
    }

    bool isActive() const { return m_selected.isValid(); }
    // O(log n).
    bool contains(SliceId slice) const;

private:
    const SceneModel& m_model;
    SliceId m_selected;
    FlowChain m_chain;  // with ArrowScope::Chain
};

}  // namespace gaplight
