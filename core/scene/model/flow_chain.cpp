// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/flow_chain.h"

#include <algorithm>
#include <span>

namespace gaplight {
namespace {

// Launches and arrows that may be inside a slice and are looked at: those of other slices may be
// in between, where slices overlap.
constexpr std::size_t kMaxVisited = 64;

class ChainWalk {
public:
    explicit ChainWalk(const SceneModel& model) : m_model(model), m_trace(*model.trace) {}

    FlowChain walk(SliceId slice) {
        for (const bool forward : {true, false}) {
            std::vector<SliceId> here{slice};
            for (std::uint8_t hop = 1; !here.empty(); ++hop) {
                std::vector<SliceId> next;
                for (const SliceId at : here) {
                    m_ofSlice = 0;
                    forward ? lead(at, hop, next) : trace(at, hop, next);
                }
                here = std::move(next);
            }
        }
        std::stable_sort(m_chain.links.begin(), m_chain.links.end(),
                         [](const FlowLink& a, const FlowLink& b) { return a.hop < b.hop; });
        return std::move(m_chain);
    }

private:
    // What leaves a slice, or something inside of it.
    void lead(SliceId slice, std::uint8_t hop, std::vector<SliceId>& next) {
        const auto launches = m_model.launches->launches();
        const auto flows = m_trace.flows();
        const SliceId last = firstBehind(slice);
        std::size_t looked = 0;
        for (auto at = std::lower_bound(launches.begin(), launches.end(), slice);
             at != launches.end() && *at < last && mayLookOn(looked); ++at) {
            const auto position = static_cast<std::size_t>(at - launches.begin());
            for (const ActivityId activity : m_model.launches->activitiesAt(position)) {
                if (!isInside(*at, slice) ||
                    !add(*at, m_trace.gpuActivities()[activity.index()].slice, hop, next, true)) {
                    break;
                }
            }
        }
        looked = 0;
        for (auto flow =
                 std::partition_point(flows.begin(), flows.end(),
                                      [slice](const Flow& other) { return other.from < slice; });
             flow != flows.end() && flow->from < last && mayLookOn(looked); ++flow) {
            if (isInside(flow->from, slice) && !add(flow->from, flow->to, hop, next, true)) {
                break;
            }
        }
    }

    // What leads to a slice, or to something around it.
    void trace(SliceId slice, std::uint8_t hop, std::vector<SliceId>& next) {
        for (SliceId around = slice; around.isValid(); around = m_trace.slices().parent(around)) {
            if (const SliceId launch = m_model.launches->launchOf(around); launch.isValid()) {
                add(launch, around, hop, next, false);
            }
            for (const FlowId flow : m_model.flows->to(m_trace, around)) {
                if (!add(m_trace.flows()[flow.index()].from, around, hop, next, false)) {
                    break;
                }
            }
        }
    }

    // The first slice of the table that cannot be inside of this one.
    SliceId firstBehind(SliceId slice) const {
        const SliceTable& slices = m_trace.slices();
        const Track& track = m_trace.tracks()[m_trace.trackOf(slice).index()];
        const auto starts = slices.starts().subspan(track.firstSlice.index(), track.sliceCount);
        const auto from = starts.begin() +
                          static_cast<std::ptrdiff_t>(slice.index() - track.firstSlice.index()) + 1;
        const auto behind = std::lower_bound(from, starts.end(), slices.end(slice));
        return SliceId(track.firstSlice.index() +
                       static_cast<std::size_t>(behind - starts.begin()));
    }
    bool isInside(SliceId inner, SliceId outer) const {
        return m_trace.slices().end(inner) <= m_trace.slices().end(outer);
    }

    bool mayLookOn(std::size_t& looked) {
        m_chain.isCut = m_chain.isCut || looked >= kMaxVisited;
        return looked++ < kMaxVisited && m_ofSlice <= FlowChain::kMaxPerSlice;
    }

    // False: a limit is met.
    bool add(SliceId from, SliceId to, std::uint8_t hop, std::vector<SliceId>& next, bool forward) {
        const auto same =
            std::find_if(m_chain.links.begin(), m_chain.links.end(),
                         [&](const FlowLink& link) { return link.from == from && link.to == to; });
        if (same != m_chain.links.end()) {
            return true;
        }
        if (++m_ofSlice > FlowChain::kMaxPerSlice || hop > FlowChain::kMaxHops ||
            m_chain.links.size() >= FlowChain::kMaxLinks) {
            m_chain.isCut = true;
            return false;
        }
        m_chain.links.push_back({from, to, hop});
        next.push_back(forward ? to : from);
        return true;
    }

    const SceneModel& m_model;
    const Trace& m_trace;
    FlowChain m_chain;
    std::size_t m_ofSlice = 0;  // arrows of the slice at hand
};

}  // namespace

bool FlowChain::contains(SliceId slice) const {
    return std::any_of(links.begin(), links.end(), [slice](const FlowLink& link) {
        return link.from == slice || link.to == slice;
    });
}

FlowChain flowChain(const SceneModel& model, SliceId slice) {
    return slice.isValid() ? ChainWalk(model).walk(slice) : FlowChain{};
}

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
