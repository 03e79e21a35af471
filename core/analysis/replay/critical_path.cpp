// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/critical_path.h"

#include <algorithm>
#include <iterator>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/replay_run.h"
#include "core/analysis/torch/kernel_group.h"

namespace gaplight {
namespace {

constexpr std::uint32_t kNone = DependencyGraph::kNone;

// Builds the path backwards: each segment ends where the one added before it begins.
class PathWalk {
public:
    PathWalk(const Trace& trace, const DependencyGraph& graph, std::span<const SliceId> sliceOfCall,
             const ReplayDetails& replay, TimeRange window)
        : m_trace(trace),
          m_graph(graph),
          m_sliceOfCall(sliceOfCall),
          m_replay(replay),
          m_groups(trace),
          m_window(window),
          m_at(window.end) {}

    CriticalPath walk() {
        const std::span<const Time> ends = m_replay.times.activityEnd;
        const auto last = std::max_element(ends.begin(), ends.end());
        if (last != ends.end()) {
            throughActivity(static_cast<std::uint32_t>(last - ends.begin()));
            while (m_at > m_window.begin && m_call != kNone) {
                throughCall();
            }
            // Before the program's first recorded call.
            addBackTo(m_window.begin, PathKind::Host, m_lastSlice);
        }
        std::reverse(m_path.segments.begin(), m_path.segments.end());
        return std::move(m_path);
    }

private:
    using From = ReplayCause::From;

    void addBackTo(Time begin, PathKind kind, SliceId slice) {
        begin = std::max(begin, m_window.begin);
        if (begin >= m_at) {
            return;
        }
        m_lastSlice = slice;
        m_path.totals[static_cast<std::size_t>(kind)] += m_at - begin;
        std::vector<PathSegment>& segments = m_path.segments;
        if (!segments.empty() && segments.back().kind == kind && segments.back().slice == slice) {
            segments.back().range.begin = begin;
        } else {
            segments.push_back({kind, {begin, m_at}, slice});
        }
        m_at = begin;
    }

    SliceId sliceOf(std::uint32_t activity) const {
        return m_trace.gpuActivities()[m_graph.activities.id[activity].index()].slice;
    }

    [[nodiscard]] PathKind kindOf(SliceId activity) {
        if (m_trace.kind(activity) != SliceKind::Kernel) {
            return PathKind::Copy;
        }
        return m_groups.of(activity) == KernelGroup::Collective ? PathKind::Collective
                                                                : PathKind::Kernel;
    }

    // Adds an activity, the chain of activities that it waited for, and the launch of the first of
    // them; sets m_call to that launch call.
    void throughActivity(std::uint32_t activity) {
        for (;;) {
            const SliceId slice = sliceOf(activity);
            addBackTo(m_replay.times.activityStart[activity], kindOf(slice), slice);
            const ReplayCause cause = m_replay.activityCause[activity];
            if (cause.from != From::Activity) {
                const std::uint32_t call = m_graph.activities.call[activity];
                if (m_sliceOfCall[call].isValid()) {
                    addBackTo(m_replay.callStart[call], PathKind::Launch, m_sliceOfCall[call]);
                } else {
                    addBackTo(m_window.begin, PathKind::GpuWait, slice);  // nothing before is known
                }
                m_call = call;
                m_atReturn = false;
                return;
            }
            addBackTo(m_replay.times.activityEnd[cause.index], PathKind::GpuWait, slice);
            activity = cause.index;
        }
    }

    // Adds m_call and what it waited for; sets m_call to the call that the host went on from.
    void throughCall() {
        const std::uint32_t call = m_call;
        const SliceId slice = m_sliceOfCall[call];
        if (m_atReturn) {
            const ReplayCause cause = m_replay.callCause[call];
            const bool launches = m_graph.has(call, DependencyGraph::kLaunches);
            const bool waits = m_graph.has(call, DependencyGraph::kBlocks) && !launches;
            if (cause.from == From::Activity || cause.from == From::FullQueue) {
                addBackTo(m_replay.times.activityEnd[cause.index],
                          cause.from == From::FullQueue ? PathKind::Launch : PathKind::Sync, slice);
                throughActivity(cause.index);
                return;
            }
            addBackTo(m_replay.callStart[call], waits ? PathKind::Sync : PathKind::Launch, slice);
        }
        const std::uint32_t after = m_graph.calls.after[call];
        if (after != kNone) {
            addBackTo(m_replay.times.callEnd[after], PathKind::Host, slice);
        }
        m_call = after;
        m_atReturn = true;
    }

    const Trace& m_trace;
    const DependencyGraph& m_graph;
    std::span<const SliceId> m_sliceOfCall;
    const ReplayDetails& m_replay;
    KernelGroups m_groups;
    TimeRange m_window;
    CriticalPath m_path;
    Time m_at;  // start of the last segment added
    std::uint32_t m_call = kNone;
    bool m_atReturn = false;
    SliceId m_lastSlice;
};

}  // namespace

std::string_view pathKindName(PathKind kind) {
    switch (kind) {
        case PathKind::Host:
            return "host";
        case PathKind::Launch:
            return "launch";
        case PathKind::Kernel:
            return "kernel";
        case PathKind::Copy:
            return "copy";
        case PathKind::Sync:
            return "sync";
        case PathKind::Collective:
            return "collective";
        case PathKind::GpuWait:
            return "gpu_wait";
        case PathKind::Count_:
            break;
    }
    return "";
}

CriticalPath walkCriticalPath(const Trace& trace, const DependencyGraph& graph,
                              std::span<const SliceId> sliceOfCall, const ReplayDetails& replay,
                              TimeRange window) {
    return PathWalk(trace, graph, sliceOfCall, replay, window).walk();
}

}  // namespace gaplight
