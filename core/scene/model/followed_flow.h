// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/scene/model/flow_chain.h"
#include "core/scene/model/timeline_input.h"
#include "core/trace/ids.h"

namespace gaplight {

// The slices at the other ends of a slice's arrows: what it launched, what launched it, and the
// file's own flows.
struct FlowEnds {
    std::vector<SliceId> to;  // by start within each kind of arrow
    std::vector<SliceId> from;
};
[[nodiscard]] FlowEnds flowEnds(const SceneModel& model, SliceId slice);

// Whether a slice belongs to the flow that is being followed; nothing is dimmed otherwise.
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
