// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/graph_launches.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <tuple>

namespace gaplight {
namespace {

// Host time of a graph launch for each of its kernels while the profiler records them: 40 to 46 µs
// for 40, 234 to 307 µs for 246 (PyTorch 2.11, H200). Without it a launch is far cheaper still.
constexpr Duration kGraphNodeLaunch = std::chrono::microseconds(1);

struct ThreadRange {
    TrackId track;
    TimeRange range;
};

// Where launches become graphs; ranges that overlap are one.
std::vector<ThreadRange> graphRanges(const ReplayEdits& edits) {
    std::vector<ThreadRange> ranges;
    edits.forEach([&](const ReplayEdit& edit) {
        if (edit.kind == ReplayEdit::Kind::GraphLaunch) {
            ranges.push_back({edit.track, edit.range});
        }
    });
    std::sort(ranges.begin(), ranges.end(), [](const ThreadRange& a, const ThreadRange& b) {
        return std::tie(a.track, a.range.begin, a.range.end) <
               std::tie(b.track, b.range.begin, b.range.end);
    });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        ThreadRange& last = ranges[kept];
        if (last.track == ranges[i].track && ranges[i].range.begin < last.range.end) {
            last.range.end = std::max(last.range.end, ranges[i].range.end);
        } else {
            ranges[++kept] = ranges[i];
        }
    }
    ranges.resize(ranges.empty() ? 0 : kept + 1);
    return ranges;
}

// The graph with the changes of all other edits, by call.
struct ChangedGraph {
    const DependencyGraph& graph;
    std::span<const CallChange> changes;
};

CallChange changeOf(const ChangedGraph& changed, std::uint32_t call) {
    const auto at = std::lower_bound(
        changed.changes.begin(), changed.changes.end(), call,
        [](const CallChange& row, std::uint32_t wanted) { return row.call < wanted; });
    return at != changed.changes.end() && at->call == call ? *at : CallChange{};
}

bool stillWaits(const ChangedGraph& changed, std::uint32_t call) {
    return changed.graph.has(call, DependencyGraph::kBlocks | DependencyGraph::kCopies) &&
           changeOf(changed, call).what == 0;
}

// What a call and, with `withBefore`, the time before it cost the host, waits apart.
Duration hostTime(const ChangedGraph& changed, std::uint32_t call, bool withBefore) {
    const DependencyGraph::Calls& calls = changed.graph.calls;
    const CallChange change = changeOf(changed, call);
    const Duration own = (change.what & CallChange::kNoWait) != 0 ? Duration{} : calls.own[call];
    return own - change.inside +
           (withBefore ? calls.start[call] - calls.end[calls.after[call]] - change.beforeOnOwnThread
                       : Duration{});
}

// One graph from the first to the last launch of consecutive calls.
void makeGraph(const ChangedGraph& changed, std::span<const std::uint32_t> group,
               CallChanges& found) {
    const auto launches = [&](std::uint32_t call) {
        return changed.graph.has(call, DependencyGraph::kLaunches);
    };
    while (!group.empty() && !launches(group.back())) {
        group = group.first(group.size() - 1);
    }
    const auto head = std::find_if(group.begin(), group.end(), launches);
    if (std::count_if(head, group.end(), launches) < 2) {
        return;
    }
    const DependencyGraph::Calls& calls = changed.graph.calls;
    const auto nodes = calls.activity[group.back() + 1] - calls.activity[*head];
    Duration replaced{};
    for (auto call = head; call != group.end(); ++call) {
        replaced += hostTime(changed, *call, call != head);
    }
    const Duration cost = std::clamp(changed.graph.timings.launchCall + nodes * kGraphNodeLaunch,
                                     Duration{}, std::max(replaced, Duration{}));
    for (auto call = head; call != group.end(); ++call) {
        CallChange added;
        added.call = *call;
        added.what = call == head ? CallChange::kGraphHead : CallChange::kInGraph;
        added.graphCall = cost;
        found.push_back(added);
    }
}

void launchAsGraph(const ChangedGraph& changed, std::span<const std::uint32_t> callsOfThread,
                   const ThreadRange& range, CallChanges& found) {
    const DependencyGraph::Calls& calls = changed.graph.calls;
    auto at = std::partition_point(
        callsOfThread.begin(), callsOfThread.end(),
        [&](std::uint32_t call) { return calls.start[call] < range.range.begin; });
    std::vector<std::uint32_t> group;
    for (; at != callsOfThread.end() && calls.start[*at] < range.range.end; ++at) {
        const bool breaks = calls.track[*at] != range.track || stillWaits(changed, *at);
        if (breaks || (!group.empty() && calls.after[*at] != group.back())) {
            makeGraph(changed, group, found);
            group.clear();
        }
        if (!breaks) {
            group.push_back(*at);
        }
    }
    makeGraph(changed, group, found);
}

}  // namespace

bool launchAsGraphs(const DependencyGraph& graph, const ThreadCalls& threads,
                    const ReplayEdits& edits, CallChanges& changes) {
    const std::vector<ThreadRange> ranges = graphRanges(edits);
    CallChanges found;
    for (const ThreadRange& range : ranges) {
        launchAsGraph({graph, changes}, threads.of(range.track), range, found);
    }
    changes.insert(changes.end(), found.begin(), found.end());
    return !ranges.empty();
}

}  // namespace gaplight
