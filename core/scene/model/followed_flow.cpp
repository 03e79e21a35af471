// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/followed_flow.h"

#include <algorithm>

namespace gaplight {

FlowEnds flowEnds(const SceneModel& model, SliceId slice) {
    FlowEnds ends;
    if (!slice.isValid()) {
        return ends;
    }
    for (const ActivityId activity : model.launches->activitiesOf(slice)) {
        ends.to.push_back(model.trace->gpuActivities()[activity.index()].slice);
    }
    if (const SliceId launch = model.launches->launchOf(slice); launch.isValid()) {
        ends.from.push_back(launch);
    }
    const auto addNew = [](std::vector<SliceId>& slices, SliceId end) {
        if (end.isValid() && std::find(slices.begin(), slices.end(), end) == slices.end()) {
            slices.push_back(end);
        }
    };
    // Files also draw launches as flows; those are here already.
    for (const Flow& flow : model.flows->from(*model.trace, slice)) {
        addNew(ends.to, flow.to);
    }
    for (const FlowId flow : model.flows->to(*model.trace, slice)) {
        addNew(ends.from, model.trace->flows()[flow.index()].from);
    }
    return ends;
}

bool FollowedFlow::contains(SliceId slice) const {
    if (slice == m_selected || m_model.launches->launchOf(slice) == m_selected ||
        m_model.launches->launchOf(m_selected) == slice || m_chain.contains(slice)) {
        return true;
    }
    for (const Flow& flow : m_model.flows->from(*m_model.trace, slice)) {
        if (flow.to == m_selected) {
            return true;
        }
    }
    for (const FlowId flow : m_model.flows->to(*m_model.trace, slice)) {
        if (m_model.trace->flows()[flow.index()].from == m_selected) {
            return true;
        }
    }
    return false;
}

}  // namespace gaplight
