// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/dependency_graph.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "core/analysis/replay/activity_starts.h"
#include "core/analysis/replay/call_waits.h"
#include "core/analysis/replay/graph_launches.h"
#include "core/analysis/replay/host_calls.h"
#include "core/analysis/replay/replay_run.h"
#include "core/analysis/replay/stream_histories.h"
#include "core/analysis/replay/sync_records.h"

namespace gaplight {
namespace {

class GraphAssembly {
public:
    GraphAssembly(const Trace& trace, HostCalls host)
        : m_trace(trace),
          m_host(std::move(host)),
          m_syncs(trace),
          m_streams(trace, m_graphStreams, m_graph),
          m_waits(trace, m_syncs, m_streams, m_graph),
          m_starts(m_trace, m_syncs, m_streams, m_graph) {}

    DependencyGraph assemble() {
        sortActivities();
        m_graphStreams = GraphStreams::find(m_trace, m_host);
        m_graph.timings = replayTimings(m_trace, m_host);
        reserve();
        for (const HostCall& call : m_host.calls) {
            addCall(call);
        }
        m_graph.calls.activity.push_back(static_cast<std::uint32_t>(m_graph.activities.size()));
        m_graph.calls.wait.push_back(static_cast<std::uint32_t>(m_graph.calls.waits.size()));
        m_graph.activities.edge.push_back(
            static_cast<std::uint32_t>(m_graph.activities.edges.size()));
        m_waits.finish();
        m_graph.callSlices = std::move(m_host.slices);
        m_graph.callOfSlice = std::move(m_host.callOfSlice);
        return std::move(m_graph);
    }

private:
    static constexpr std::uint32_t kNone = DependencyGraph::kNone;

    void sortActivities() {
        const auto before = [&](ActivityId a, ActivityId b) {
            return std::tuple(m_trace.slices().start(sliceOf(a)), a) <
                   std::tuple(m_trace.slices().start(sliceOf(b)), b);
        };
        for (const HostCall& call : m_host.calls) {
            const auto first = m_host.activities.begin() + call.firstActivity;
            if (!std::is_sorted(first, first + call.activityCount, before)) {
                std::sort(first, first + call.activityCount, before);
            }
        }
    }

    SliceId sliceOf(ActivityId id) const { return m_trace.gpuActivities()[id.index()].slice; }

    void reserve() {
        const std::size_t calls = m_host.calls.size();
        DependencyGraph::Calls& c = m_graph.calls;
        c.track.reserve(calls);
        c.start.reserve(calls);
        c.end.reserve(calls);
        c.own.reserve(calls);
        c.after.reserve(calls);
        c.activity.reserve(calls + 1);
        c.wait.reserve(calls + 1);
        c.traits.reserve(calls);
        c.waits.reserve(calls);
        const std::size_t activities = m_host.activities.size();
        DependencyGraph::Activities& a = m_graph.activities;
        a.id.reserve(activities);
        a.start.reserve(activities);
        a.duration.reserve(activities);
        a.launchLag.reserve(activities);
        a.previous.reserve(activities);
        a.streamLag.reserve(activities);
        a.edge.reserve(activities + 1);
        a.call.reserve(activities);
        a.unexplained.reserve(activities);
        a.lateBy.reserve(activities);
        m_graph.activityOf.resize(m_trace.gpuActivities().size(), kNone);
    }

    void addCall(const HostCall& call) {
        DependencyGraph::Calls& calls = m_graph.calls;
        calls.track.push_back(call.track);
        calls.start.push_back(call.start);
        calls.end.push_back(call.end);
        calls.after.push_back(call.after);
        calls.activity.push_back(static_cast<std::uint32_t>(m_graph.activities.size()));
        std::uint32_t stream = kNone;
        for (std::uint32_t i = 0; i < call.activityCount; ++i) {
            const ActivityId id = m_host.activities[call.firstActivity + i];
            stream = m_streams.indexOf(m_trace.gpuActivities()[id.index()]);
            addActivity(call, id, stream, i);
        }
        m_waits.add(call, call.slice.isValid() ? stream : kNone);
    }

    void addActivity(const HostCall& call, ActivityId id, std::uint32_t stream,
                     std::uint32_t position) {
        DependencyGraph::Activities& a = m_graph.activities;
        const auto index = static_cast<std::uint32_t>(a.size());
        m_graph.activityOf[id.index()] = index;
        a.id.push_back(id);
        a.start.push_back(m_trace.slices().start(sliceOf(id)));
        a.duration.push_back(m_trace.slices().duration(sliceOf(id)));
        const bool isLaunched = call.slice.isValid();
        if (m_graph.earliest == kNone || isLaunched > m_earliestIsLaunched ||
            (isLaunched == m_earliestIsLaunched && a.start[index] < a.start[m_graph.earliest])) {
            m_graph.earliest = index;
            m_earliestIsLaunched = isLaunched;
        }
        a.edge.push_back(static_cast<std::uint32_t>(a.edges.size()));
        a.call.push_back(static_cast<std::uint32_t>(m_graph.calls.size() - 1));
        m_starts.explain(call, index, stream, position);
        const bool endsLaunch = position + 1 == call.activityCount && call.slice.isValid();
        m_streams.add(stream, index, endsLaunch);
    }

    const Trace& m_trace;
    HostCalls m_host;
    DependencyGraph m_graph;
    SyncRecords m_syncs;
    GraphStreams m_graphStreams;
    StreamHistories m_streams;
    CallWaits m_waits;
    ActivityStarts m_starts;
    bool m_earliestIsLaunched = false;
};

}  // namespace

std::uint32_t DependencyGraph::callWith(SliceId slice) const {
    const auto at = std::lower_bound(callSlices.begin(), callSlices.end(), slice);
    return at == callSlices.end() || *at != slice
               ? kNone
               : callOfSlice[static_cast<std::size_t>(at - callSlices.begin())];
}

DependencyGraph buildDependencyGraph(const Trace& trace, const LaunchIndex& launches,
                                     const NameClasses& names) {
    return GraphAssembly(trace, hostCalls(trace, launches, names)).assemble();
}

}  // namespace gaplight
