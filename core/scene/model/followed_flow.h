// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/scene/model/flow_chain.h"
#include "core/scene/model/timeline_input.h"
#include "core/trace/ids.h"

namespace gaplight {

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

    [[nodiscard]] bool isActive() const { return m_selected.isValid(); }
    // O(log n).
    [[nodiscard]] bool contains(SliceId slice) const;

private:
    const SceneModel& m_model;
    SliceId m_selected;
    FlowChain m_chain;  // with ArrowScope::Chain
};

}  // namespace gaplight
