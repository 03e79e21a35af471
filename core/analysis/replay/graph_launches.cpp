// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/graph_launches.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/analysis/torch/name_classes.h"
#include "core/base/id.h"

namespace gaplight {
namespace {

// Bit of a key whose stream was not recorded; the other 31 then number its track.
constexpr std::uint64_t kByTrack = std::uint64_t{1} << 31U;

// Reads the calls in time order and keeps the streams for which every graph was in order.
class GraphOrder {
public:
    GraphOrder(const Trace& trace, const HostCalls& host)
        : m_trace(trace), m_host(host), m_lastStream(trace.tracks().size(), kNone) {
        for (const HostCall& call : host.calls) {
            m_isGraph.push_back(call.slice.isValid() &&
                                graphCallOf(trace.name(call.slice)) == GraphCall::Launch);
        }
    }

    std::unordered_map<std::uint64_t, std::uint64_t, IdHash> find() {
        if (std::none_of(m_isGraph.begin(), m_isGraph.end(), [](bool is) { return is; })) {
            return {};
        }
        for (std::size_t at = 0; at < m_host.calls.size(); ++at) {
            if (!m_isGraph[at]) {
                forEachActivity(m_host.calls[at], [&](std::uint64_t key, TimeRange /*range*/) {
                    m_ordinary.insert(key);
                });
            }
        }
        for (std::size_t at = 0; at < m_host.calls.size(); ++at) {
            m_isGraph[at] ? addGraph(m_host.calls[at]) : addOther(m_host.calls[at]);
        }
        for (const std::uint64_t key : m_outOfOrder) {
            m_launchStream.erase(key);
        }
        return std::move(m_launchStream);
    }

private:
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};

    struct GraphEnd {
        std::uint64_t key = 0;
        Time end;
    };
    // What was given to a stream so far.
    struct Given {
        Time end = Time::min();        // of the work that ends last
        std::vector<GraphEnd> graphs;  // since the last other launch
    };

    template <typename Visit>
    void forEachActivity(const HostCall& call, Visit visit) const {
        for (std::uint32_t i = 0; i < call.activityCount; ++i) {
            const ActivityId id = m_host.activities[call.firstActivity + i];
            const GpuActivity& activity = m_trace.gpuActivities()[id.index()];
            visit(GraphStreams::keyOf(m_trace, activity), m_trace.slices().range(activity.slice));
        }
    }

    void addGraph(const HostCall& call) {
        const std::uint64_t launch = m_lastStream[call.track.index()];
        forEachActivity(call, [&](std::uint64_t key, TimeRange range) {
            if (m_ordinary.contains(key) || launch == kNone) {
                return;
            }
            const std::uint64_t known = m_launchStream.try_emplace(key, launch).first->second;
            const bool isInOrder =
                known == launch && !call.afterWaitEvent && range.begin >= m_given[launch].end;
            if (!isInOrder) {
                m_outOfOrder.insert(key);
                return;
            }
            m_given[launch].graphs.push_back({key, range.end});
        });
    }

    void addOther(const HostCall& call) {
        forEachActivity(call, [&](std::uint64_t key, TimeRange range) {
            Given& given = m_given[key];
            for (const GraphEnd& graph : given.graphs) {
                if (graph.end > range.begin) {
                    m_outOfOrder.insert(graph.key);
                }
            }
            given.graphs.clear();
            given.end = std::max(given.end, range.end);
            if (call.slice.isValid()) {
                m_lastStream[call.track.index()] = key;
            }
        });
    }

    const Trace& m_trace;
    const HostCalls& m_host;
    std::vector<bool> m_isGraph;                           // by call
    std::unordered_set<std::uint64_t, IdHash> m_ordinary;  // streams with other work than graphs
    std::vector<std::uint64_t> m_lastStream;  // by track: of its last launch of no graph
    std::unordered_map<std::uint64_t, Given, IdHash> m_given;
    std::unordered_map<std::uint64_t, std::uint64_t, IdHash> m_launchStream;
    std::unordered_set<std::uint64_t, IdHash> m_outOfOrder;
};

}  // namespace

std::int32_t GraphStreams::numberOf(std::uint64_t key) {
    return (key & kByTrack) != 0 ? -1 : static_cast<std::int32_t>(key & (kByTrack - 1));
}

std::uint64_t GraphStreams::keyOf(const Trace& trace, const GpuActivity& activity) {
    const std::uint64_t number =
        activity.stream >= 0
            ? static_cast<std::uint64_t>(activity.stream)
            : kByTrack | static_cast<std::uint64_t>(trace.trackOf(activity.slice).index());
    return std::uint64_t{std::hash<GpuId>{}(activity.gpu)} << 32U | number;
}

GraphStreams GraphStreams::find(const Trace& trace, const HostCalls& host) {
    GraphStreams found;
    found.m_launchStream = GraphOrder(trace, host).find();
    return found;
}

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
