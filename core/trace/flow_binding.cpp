// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/flow_binding.h"

#include <algorithm>
#include <tuple>

#include "core/base/parallel.h"
#include "core/trace/source_events.h"

namespace gaplight {
namespace {

// How many earlier slices may hide the covering one on another row.
constexpr int kOverflowLookBack = 64;

constexpr std::size_t kEventsTogether = 1U << 16U;  // enough to make a task worth its start

SliceId bind(const FlowEvent& event, const SliceTable& slices, const Track& track) {
    return event.phase == FlowPhase::Finish && !event.bindsToEnclosing
               ? sliceFrom(slices, track, event.time)
               : sliceCovering(slices, track, event.time);
}

// Joins the events of one flow, given in time order.
class FlowJoiner {
public:
    FlowJoiner(const SliceTable& slices, std::span<const Track> tracks,
               const SparseIds& correlations, ImportIssues& issues)
        : m_slices(slices), m_tracks(tracks), m_correlations(correlations), m_issues(issues) {}

    void join(std::span<const FlowEvent> events) {
        // GPU clocks may put a finish before its start; with a single start the order is clear.
        const auto isStart = [](const FlowEvent& event) { return event.phase == FlowPhase::Start; };
        const auto firstStart = std::find_if(events.begin(), events.end(), isStart);
        m_open = firstStart != events.end() ? &*firstStart : nullptr;
        m_from = m_open != nullptr ? bindOrReport(*m_open) : SliceId{};
        m_continued = false;
        for (const FlowEvent& event : events) {
            if (!isStart(event)) {
                continueWith(event);
            } else if (&event != m_open) {
                closeOpen();
                m_open = &event;
                m_from = bindOrReport(event);
                m_continued = false;
            }
        }
        closeOpen();
    }

    std::vector<Flow> take() { return std::move(m_flows); }

private:
    SliceId bindOrReport(const FlowEvent& event) {
        const SliceId slice = bind(event, m_slices, m_tracks[event.track.index()]);
        if (!slice.isValid()) {
            m_issues.record(IssueKind::FlowUnbound, event.event.number(), {});
        }
        return slice;
    }

    // Kineto also ends a flow on API calls that launch nothing; the call carries the same number.
    bool endsOnItsOwnCall(const FlowEvent& event, SliceId slice) const {
        return slice.isValid() && event.id.form == FlowId::Form::Decimal &&
               m_correlations.find(slice) == event.id.number;
    }

    void continueWith(const FlowEvent& event) {
        const SliceId to = bindOrReport(event);
        if (m_open == nullptr) {
            if (!endsOnItsOwnCall(event, to)) {
                m_issues.record(IssueKind::FlowWithoutStart, event.event.number(), {});
            }
            return;
        }
        m_continued = true;
        if (m_from.isValid() && to.isValid() && m_from != to && !sameCorrelation(m_from, to)) {
            m_flows.push_back(Flow{m_from, to, event.category});
        }
        if (event.phase == FlowPhase::Step && to.isValid()) {
            m_from = to;
        }
    }

    void closeOpen() {
        if (m_open != nullptr && !m_continued && !endsOnItsOwnCall(*m_open, m_from)) {
            m_issues.record(IssueKind::FlowWithoutFinish, m_open->event.number(), {});
        }
    }

    bool sameCorrelation(SliceId from, SliceId to) const {
        const auto left = m_correlations.find(from);
        return left && left == m_correlations.find(to);
    }

    const SliceTable& m_slices;
    std::span<const Track> m_tracks;
    const SparseIds& m_correlations;
    ImportIssues& m_issues;
    std::vector<Flow> m_flows;
    const FlowEvent* m_open = nullptr;
    SliceId m_from;
    bool m_continued = false;
};

struct JoinedFlows {
    std::vector<Flow> flows;
    ImportIssues issues;
};

// Events of many flows, one flow after the other.
JoinedFlows joinAll(std::span<const FlowEvent> events, const SliceTable& slices,
                    std::span<const Track> tracks, const SparseIds& correlations) {
    JoinedFlows joined;
    FlowJoiner joiner(slices, tracks, correlations, joined.issues);
    for (std::size_t begin = 0; begin < events.size();) {
        std::size_t end = begin + 1;
        while (end < events.size() && events[end].isOf(events[begin])) {
            ++end;
        }
        joiner.join(events.subspan(begin, end - begin));
        begin = end;
    }
    joined.flows = joiner.take();
    return joined;
}

// Parts of about as many events, none of which cuts a flow. Where they are cut depends on the
// events alone, so the result does too.
std::vector<JoinedFlows> joinFlows(std::span<const FlowEvent> events, const SliceTable& slices,
                                   std::span<const Track> tracks, const SparseIds& correlations) {
    std::vector<std::size_t> cuts{0};
    while (cuts.back() < events.size()) {
        std::size_t cut = std::min(cuts.back() + kEventsTogether, events.size());
        while (cut < events.size() && events[cut].isOf(events[cut - 1])) {
            ++cut;
        }
        cuts.push_back(cut);
    }
    std::vector<JoinedFlows> joined(cuts.size() - 1);
    parallelFor(std::size_t{0}, joined.size(), [&](std::size_t part) {
        joined[part] = joinAll(events.subspan(cuts[part], cuts[part + 1] - cuts[part]), slices,
                               tracks, correlations);
    });
    return joined;
}

bool flowOrder(const FlowEvent& left, const FlowEvent& right) {
    if (left.id.number != right.id.number) {
        return left.id.number < right.id.number;
    }
    if (!left.isOf(right)) {
        return std::tuple(left.id.form, left.id.source, left.category, left.name) <
               std::tuple(right.id.form, right.id.source, right.category, right.name);
    }
    if (left.time != right.time) {
        return left.time < right.time;
    }
    if (left.phase != right.phase) {
        return left.phase < right.phase;
    }
    return left.event < right.event;
}

}  // namespace

SliceId sliceCovering(const SliceTable& slices, const Track& track, Time time) {
    const std::size_t first = track.firstSlice.index();
    const auto starts = slices.starts().subspan(first, track.sliceCount);
    const auto after = std::upper_bound(starts.begin(), starts.end(), time);
    auto at = static_cast<std::ptrdiff_t>(after - starts.begin()) - 1;
    const std::ptrdiff_t last =
        track.overlapping > 0 ? std::max<std::ptrdiff_t>(0, at - kOverflowLookBack) : at;
    for (; at >= 0 && at >= last; --at) {
        for (SliceId slice(first + static_cast<std::size_t>(at)); slice.isValid();
             slice = slices.parent(slice)) {
            if (time <= slices.end(slice)) {
                return slice;
            }
        }
    }
    return {};
}

SliceId sliceFrom(const SliceTable& slices, const Track& track, Time time) {
    const auto starts = slices.starts().subspan(track.firstSlice.index(), track.sliceCount);
    const auto at = std::lower_bound(starts.begin(), starts.end(), time);
    if (at == starts.end()) {
        return {};
    }
    return SliceId(track.firstSlice.index() + static_cast<std::size_t>(at - starts.begin()));
}

std::vector<Flow> bindFlows(Column<FlowEvent> events, const SliceTable& slices,
                            std::span<const Track> tracks, const SparseIds& correlations,
                            ImportIssues& issues) {
    parallelSort(events.begin(), events.end(), flowOrder);
    const auto joined = joinFlows(events, slices, tracks, correlations);
    std::vector<Flow> flows;
    for (const JoinedFlows& part : joined) {
        flows.insert(flows.end(), part.flows.begin(), part.flows.end());
        issues.merge(part.issues);
    }
    parallelSort(flows.begin(), flows.end(), [](const Flow& left, const Flow& right) {
        return std::tie(left.from, left.to, left.category) <
               std::tie(right.from, right.to, right.category);
    });
    return flows;
}

}  // namespace gaplight
