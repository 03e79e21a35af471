// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/replay_plan.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <set>
#include <tuple>

namespace gaplight {
namespace {

using Kind = ReplayEdit::Kind;
constexpr std::uint32_t kReplayPlanNone = DependencyGraph::kNone;

// Host time of a graph launch for each of its kernels while the profiler records them: 40 to 46 µs
// for 40, 234 to 307 µs for 246 (PyTorch 2.11, H200). Without it a launch is far cheaper still.
constexpr Duration kGraphNodeLaunch = std::chrono::microseconds(1);

// The only product of a time and a factor; rounded once.
Duration scaled(Duration time, double factor) {
    return Duration(std::llround(static_cast<double>(time.count()) * std::max(0.0, factor)));
}

// Part of a thread's time and what becomes of it.
struct ScaledRange {
    TimeRange range;
    double factor = 1;
};

struct ThreadRange {
    TrackId track;
    TimeRange range;
};

// Where launches become graphs; ranges that overlap are one.
std::vector<ThreadRange> graphRanges(std::span<const ReplayEdit> edits) {
    std::vector<ThreadRange> ranges;
    for (const ReplayEdit& edit : edits) {
        if (edit.kind == Kind::GraphLaunch) {
            ranges.push_back({edit.track, edit.range});
        }
    }
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

// Ranges that may overlap → ranges that do not, each with the smallest factor over it.
std::vector<ScaledRange> disjoint(std::vector<ScaledRange> ranges) {
    struct Edge {
        Time time;
        bool begins;
        double factor;
    };
    std::vector<Edge> edges;
    for (const ScaledRange& part : ranges) {
        if (part.range.begin < part.range.end) {
            edges.push_back({part.range.begin, true, part.factor});
            edges.push_back({part.range.end, false, part.factor});
        }
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return std::tie(a.time, a.begins, a.factor) < std::tie(b.time, b.begins, b.factor);
    });
    std::vector<ScaledRange> parts;
    std::multiset<double> open;
    Time since{};
    for (const Edge& edge : edges) {
        if (!open.empty() && since < edge.time) {
            parts.push_back({{since, edge.time}, *open.begin()});
        }
        since = edge.time;
        if (edge.begins) {
            open.insert(edge.factor);
        } else {
            open.erase(open.find(edge.factor));
        }
    }
    return parts;
}

class Planner {
public:
    Planner(const Trace& trace, const DependencyGraph& graph, const ThreadCalls& threads)
        : m_trace(trace), m_graph(graph), m_threads(threads) {
        if (graph.earliest != kReplayPlanNone) {
            m_firstCall = graph.activities.call[graph.earliest];
            m_begin = graph.calls.start[m_firstCall];
        }
    }

    ReplayPlan plan(std::span<const ReplayEdit> edits) {
        for (const ReplayEdit& edit : edits) {
            if (edit.kind == Kind::DropWait || edit.kind == Kind::AsyncCopy) {
                const std::uint32_t call = m_graph.callWith(edit.slice);
                if (call != kReplayPlanNone && call >= m_firstCall) {
                    change(call,
                           edit.kind == Kind::DropWait ? CallChange::kNoWait : CallChange::kAsync);
                }
            } else if (edit.kind == Kind::ScaleActivity) {
                scaleActivity(edit);
            }
        }
        scaleHost(edits);
        mergeCalls();
        const std::vector<ThreadRange> graphs = graphRanges(edits);
        if (!graphs.empty()) {
            m_single = m_plan.calls;  // a graph may span waits that are gone
            for (const ThreadRange& graph : graphs) {
                launchAsGraph(graph);
            }
            mergeCalls();
        }
        mergeActivities();
        return std::move(m_plan);
    }

private:
    CallChange& change(std::uint32_t call, std::uint8_t what) {
        CallChange added;
        added.call = call;
        added.what = what;
        return m_plan.calls.emplace_back(added);
    }

    void scaleActivity(const ReplayEdit& edit) {
        const std::span<const GpuActivity> all = m_trace.gpuActivities();
        const auto at = std::lower_bound(
            all.begin(), all.end(), edit.slice,
            [](const GpuActivity& row, SliceId slice) { return row.slice < slice; });
        if (at != all.end() && at->slice == edit.slice) {
            const std::uint32_t activity =
                m_graph.activityOf[static_cast<std::size_t>(at - all.begin())];
            m_plan.activities.push_back(
                {activity, scaled(m_graph.activities.duration[activity], edit.factor)});
        }
    }

    void scaleHost(std::span<const ReplayEdit> edits) {
        std::vector<std::pair<TrackId, ScaledRange>> ranges;
        for (const ReplayEdit& edit : edits) {
            if (edit.kind == Kind::ScaleHost && edit.track.isValid()) {
                const TimeRange inside{std::max(edit.range.begin, m_begin), edit.range.end};
                ranges.push_back({edit.track, {inside, edit.factor}});
            }
        }
        std::stable_sort(ranges.begin(), ranges.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 0; i < ranges.size();) {
            const TrackId track = ranges[i].first;
            std::vector<ScaledRange> ofTrack;
            for (; i < ranges.size() && ranges[i].first == track; ++i) {
                ofTrack.push_back(ranges[i].second);
            }
            for (const ScaledRange& part : disjoint(std::move(ofTrack))) {
                scalePart(track, part);
            }
        }
    }

    void scalePart(TrackId track, const ScaledRange& part) {
        const DependencyGraph::Calls& calls = m_graph.calls;
        const std::span<const std::uint32_t> mine = m_threads.of(track);
        auto at = std::partition_point(mine.begin(), mine.end(), [&](std::uint32_t call) {
            return calls.start[call] <= part.range.begin;
        });
        // The call that was under way, if any.
        at -= at == mine.begin() ? 0 : 1;
        const auto end = std::partition_point(
            at, mine.end(), [&](std::uint32_t call) { return calls.start[call] < part.range.end; });
        reserveMore(static_cast<std::size_t>(end - at) + 1);
        for (; at != mine.end(); ++at) {
            const std::uint32_t call = *at;
            const std::uint32_t after = calls.after[call];
            const Time from = after == kReplayPlanNone ? calls.start[call] : calls.end[after];
            if (from >= part.range.end) {
                break;
            }
            CallChange added;
            added.call = call;
            const Duration before = less({from, calls.start[call]}, part);
            if (calls.track[call] == track) {
                added.beforeHere = before;
                added.inside = less({calls.start[call], calls.start[call] + calls.own[call]}, part);
            } else {
                added.beforeThere = before;
            }
            if (before != Duration{} || added.inside != Duration{}) {
                m_plan.calls.push_back(added);
            }
        }
    }

    // For that many more; as long steps as by pushing.
    void reserveMore(std::size_t count) {
        const std::size_t needed = m_plan.calls.size() + count;
        if (needed > m_plan.calls.capacity()) {
            m_plan.calls.reserve(std::max(needed, 2 * m_plan.calls.capacity()));
        }
    }

    static Duration less(const TimeRange& time, const ScaledRange& part) {
        const Duration both =
            std::min(time.end, part.range.end) - std::max(time.begin, part.range.begin);
        return both <= Duration{} ? Duration{} : both - scaled(both, part.factor);
    }

    // What is changed of a call apart from graphs.
    [[nodiscard]] CallChange singleChange(std::uint32_t call) const {
        const auto at = std::lower_bound(
            m_single.begin(), m_single.end(), call,
            [](const CallChange& row, std::uint32_t wanted) { return row.call < wanted; });
        return at != m_single.end() && at->call == call ? *at : CallChange{};
    }

    [[nodiscard]] bool waitsFor(std::uint32_t call) const {
        return m_graph.has(call, DependencyGraph::kBlocks | DependencyGraph::kCopies) &&
               singleChange(call).what == 0;
    }

    // What a call and the time before it cost the host, waits apart.
    [[nodiscard]] Duration hostTime(std::uint32_t call, bool withBefore) const {
        const DependencyGraph::Calls& calls = m_graph.calls;
        const CallChange change = singleChange(call);
        const Duration own =
            (change.what & CallChange::kNoWait) != 0 ? Duration{} : calls.own[call];
        return own - change.inside +
               (withBefore ? calls.start[call] - calls.end[calls.after[call]] - change.beforeHere
                           : Duration{});
    }

    // A wait inside the range cannot be captured: there is one graph before and one after it.
    void launchAsGraph(const ThreadRange& graph) {
        const DependencyGraph::Calls& calls = m_graph.calls;
        const std::span<const std::uint32_t> mine = m_threads.of(graph.track);
        const auto first = std::partition_point(mine.begin(), mine.end(), [&](std::uint32_t call) {
            return calls.start[call] < graph.range.begin;
        });
        std::vector<std::uint32_t> group;
        for (auto at = first; at != mine.end() && calls.start[*at] < graph.range.end; ++at) {
            const bool breaks = calls.track[*at] != graph.track || waitsFor(*at);
            if (breaks || (!group.empty() && calls.after[*at] != group.back())) {
                makeGraph(group);
                group.clear();
            }
            if (!breaks) {
                group.push_back(*at);
            }
        }
        makeGraph(group);
    }

    void makeGraph(std::span<const std::uint32_t> group) {
        const auto launches = [&](std::uint32_t call) {
            return m_graph.has(call, DependencyGraph::kLaunches);
        };
        while (!group.empty() && !launches(group.back())) {
            group = group.first(group.size() - 1);
        }
        const auto head = std::find_if(group.begin(), group.end(), launches);
        if (std::count_if(head, group.end(), launches) < 2) {
            return;
        }
        const std::uint32_t first = *head;
        const std::uint32_t last = group.back();
        const DependencyGraph::Calls& calls = m_graph.calls;
        const auto nodes = calls.activity[last + 1] - calls.activity[first];
        Duration replaced{};
        for (auto call = head; call != group.end(); ++call) {
            replaced += hostTime(*call, call != head);
        }
        const Duration cost = std::clamp(m_graph.timings.launchCall + nodes * kGraphNodeLaunch,
                                         Duration{}, std::max(replaced, Duration{}));
        for (auto call = head; call != group.end(); ++call) {
            change(*call, call == head ? CallChange::kGraphHead : CallChange::kInGraph).graphCall =
                cost;
        }
    }

    void mergeCalls() {
        std::vector<CallChange>& calls = m_plan.calls;
        std::stable_sort(calls.begin(), calls.end(),
                         [](const CallChange& a, const CallChange& b) { return a.call < b.call; });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < calls.size(); ++i) {
            if (kept == 0 || calls[kept - 1].call != calls[i].call) {
                calls[kept++] = calls[i];
                continue;
            }
            CallChange& into = calls[kept - 1];
            into.what |= calls[i].what;
            into.beforeHere += calls[i].beforeHere;
            into.beforeThere += calls[i].beforeThere;
            into.inside += calls[i].inside;
            into.graphCall = std::max(into.graphCall, calls[i].graphCall);
        }
        calls.resize(kept);
    }

    void mergeActivities() {
        std::vector<ActivityChange>& rows = m_plan.activities;
        std::sort(rows.begin(), rows.end(), [](const ActivityChange& a, const ActivityChange& b) {
            return std::tie(a.activity, a.duration) < std::tie(b.activity, b.duration);
        });
        rows.erase(std::unique(rows.begin(), rows.end(),
                               [](const ActivityChange& a, const ActivityChange& b) {
                                   return a.activity == b.activity;
                               }),
                   rows.end());
    }

    const Trace& m_trace;
    const DependencyGraph& m_graph;
    const ThreadCalls& m_threads;
    // The launch with which the window begins. What is before it is no part of the window: without
    // it, one thread would only begin sooner than the others.
    std::uint32_t m_firstCall = 0;
    Time m_begin = Time::min();
    ReplayPlan m_plan;
    std::vector<CallChange> m_single;  // changes but for graphs, by call
};

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
            if (after != kReplayPlanNone && calls.track[after] != calls.track[call]) {
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
                      std::span<const ReplayEdit> edits) {
    return Planner(trace, graph, threads).plan(edits);
}

}  // namespace gaplight
