// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/replay_plan.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "core/analysis/replay/graph_launches.h"
#include "core/analysis/replay/host_calls.h"
#include "core/trace/run_merge_sort.h"

namespace gaplight {
namespace {

using Kind = ReplayEdit::Kind;

void addActivity(const Trace& trace, const DependencyGraph& graph, const ReplayEdit& edit,
                 ActivityChanges& changes) {
    const std::span<const GpuActivity> all = trace.gpuActivities();
    const auto at =
        std::lower_bound(all.begin(), all.end(), edit.slice,
                         [](const GpuActivity& row, SliceId slice) { return row.slice < slice; });
    if (at != all.end() && at->slice == edit.slice) {
        const std::uint32_t activity = graph.activityOf[static_cast<std::size_t>(at - all.begin())];
        changes.push_back({activity, scaled(graph.activities.duration[activity], edit.factor)});
    }
}

// The changes of each call in one.
void mergeCalls(CallChanges& calls) {
    sortByRuns(std::span<CallChange>(calls.data(), calls.size()),
               [](const CallChange& a, const CallChange& b) { return a.call < b.call; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (kept == 0 || calls[kept - 1].call != calls[i].call) {
            calls[kept++] = calls[i];
            continue;
        }
        CallChange& into = calls[kept - 1];
        into.what |= calls[i].what;
        into.beforeOnOwnThread += calls[i].beforeOnOwnThread;
        into.beforeOnOtherThread += calls[i].beforeOnOtherThread;
        into.inside += calls[i].inside;
        into.graphCall = std::max(into.graphCall, calls[i].graphCall);
    }
    calls.resize(kept);
}

// Of the changes of one activity the shortest.
void mergeActivities(ActivityChanges& rows) {
    std::sort(rows.begin(), rows.end(), [](const ActivityChange& a, const ActivityChange& b) {
        return std::tie(a.activity, a.duration) < std::tie(b.activity, b.duration);
    });
    rows.erase(std::unique(rows.begin(), rows.end(),
                           [](const ActivityChange& a, const ActivityChange& b) {
                               return a.activity == b.activity;
                           }),
               rows.end());
}

}  // namespace

std::uint32_t ReplayPlan::firstCall(const DependencyGraph& graph) const {
    auto first = static_cast<std::uint32_t>(graph.calls.size());
    if (!calls.empty()) {
        first = calls.front().call;
    }
    if (!activities.empty()) {
        first = std::min(first, graph.activities.call[activities.front().activity]);
    }
    return first;
}

ThreadCalls::ThreadCalls(const DependencyGraph& graph) {
    const DependencyGraph::Calls& calls = graph.calls;
    std::size_t tracks = 0;
    for (const TrackId track : calls.track) {
        tracks = std::max(tracks, track.isValid() ? track.index() + 1 : 0);
    }
    // Calls `add` with the track and call of every entry, in the order of the calls.
    const auto forEach = [&](const auto& add) {
        for (std::uint32_t call = 0; call < calls.size(); ++call) {
            if (!calls.track[call].isValid()) {
                continue;
            }
            add(calls.track[call].index(), call);
            const std::uint32_t after = calls.after[call];
            if (after != DependencyGraph::kNone && calls.track[after] != calls.track[call]) {
                add(calls.track[after].index(), call);
            }
        }
    };
    m_first.assign(tracks + 1, 0);
    forEach([&](std::size_t track, std::uint32_t) { ++m_first[track + 1]; });
    for (std::size_t track = 0; track < tracks; ++track) {
        m_first[track + 1] += m_first[track];
    }
    m_calls.resize(m_first.back());
    std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
    forEach([&](std::size_t track, std::uint32_t call) { m_calls[next[track]++] = call; });
}

std::span<const std::uint32_t> ThreadCalls::of(TrackId track) const {
    if (!track.isValid() || track.index() + 1 >= m_first.size()) {
        return {};
    }
    return std::span(m_calls).subspan(m_first[track.index()],
                                      m_first[track.index() + 1] - m_first[track.index()]);
}

ReplayPlan planReplay(const Trace& trace, const DependencyGraph& graph, const ThreadCalls& threads,
                      const ReplayEdits& edits) {
    ReplayPlan plan;
    planReplayInto(plan, trace, graph, threads, edits);
    return plan;
}

void planReplayInto(ReplayPlan& plan, const Trace& trace, const DependencyGraph& graph,
                    const ThreadCalls& threads, const ReplayEdits& edits) {
    plan.calls.clear();
    plan.activities.clear();
    // The launch with which the window begins. What is before it is no part of the window: without
    // it, one thread would only begin sooner than the others.
    std::uint32_t firstCall = 0;
    Time begin = Time::min();
    if (graph.earliest != DependencyGraph::kNone) {
        firstCall = graph.activities.call[graph.earliest];
        begin = graph.calls.start[firstCall];
    }
    edits.forEach([&](const ReplayEdit& edit) {
        if (edit.kind == Kind::DropWait || edit.kind == Kind::AsyncCopy) {
            const std::uint32_t call = graph.callWith(edit.slice);
            if (call != DependencyGraph::kNone && call >= firstCall) {
                CallChange added;
                added.call = call;
                added.what = edit.kind == Kind::DropWait ? CallChange::kNoWait : CallChange::kAsync;
                plan.calls.push_back(added);
            }
        } else if (edit.kind == Kind::ScaleActivity) {
            addActivity(trace, graph, edit, plan.activities);
        }
    });
    scaleHostTime(graph, threads, edits, begin, plan.calls);
    mergeCalls(plan.calls);
    if (launchAsGraphs(graph, threads, edits, plan.calls)) {
        mergeCalls(plan.calls);
    }
    mergeActivities(plan.activities);
}

}  // namespace gaplight
