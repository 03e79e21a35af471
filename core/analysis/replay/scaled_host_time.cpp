// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/scaled_host_time.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <tuple>
#include <utility>

namespace gaplight {
namespace {

// Part of a thread's time and what becomes of it.
struct ScaledRange {
    TimeRange range;
    double factor = 1;
};

struct TrackRange {
    TrackId track;
    ScaledRange scaled;
};

// Ranges that may overlap → ranges that do not, each with the smallest factor over it.
Column<ScaledRange> disjoint(const Column<ScaledRange>& ranges) {
    struct Edge {
        Time time;
        bool begins;
        double factor;
    };
    Column<Edge> edges;
    edges.reserve(2 * ranges.size());
    for (const ScaledRange& part : ranges) {
        if (part.range.begin < part.range.end) {
            edges.push_back({part.range.begin, true, part.factor});
            edges.push_back({part.range.end, false, part.factor});
        }
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return std::tie(a.time, a.begins, a.factor) < std::tie(b.time, b.begins, b.factor);
    });
    Column<ScaledRange> parts;
    parts.reserve(edges.size());
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

// What of a range a scaled part takes away.
Duration removed(const TimeRange& time, const ScaledRange& part) {
    const Duration both =
        std::min(time.end, part.range.end) - std::max(time.begin, part.range.begin);
    return both <= Duration{} ? Duration{} : both - scaled(both, part.factor);
}

// For that many more; as long steps as by pushing.
void reserveMore(CallChanges& changes, std::size_t count) {
    const std::size_t needed = changes.size() + count;
    if (needed > changes.capacity()) {
        changes.reserve(std::max(needed, 2 * changes.capacity()));
    }
}

void scalePart(const DependencyGraph& graph, std::span<const std::uint32_t> callsOfThread,
               TrackId track, const ScaledRange& part, CallChanges& changes) {
    const DependencyGraph::Calls& calls = graph.calls;
    auto at = std::partition_point(
        callsOfThread.begin(), callsOfThread.end(),
        [&](std::uint32_t call) { return calls.start[call] <= part.range.begin; });
    // The call that was under way, if any.
    at -= at == callsOfThread.begin() ? 0 : 1;
    const auto end = std::partition_point(at, callsOfThread.end(), [&](std::uint32_t call) {
        return calls.start[call] < part.range.end;
    });
    reserveMore(changes, static_cast<std::size_t>(end - at) + 1);
    for (; at != callsOfThread.end(); ++at) {
        const std::uint32_t call = *at;
        const std::uint32_t after = calls.after[call];
        const Time from = after == DependencyGraph::kNone ? calls.start[call] : calls.end[after];
        if (from >= part.range.end) {
            break;
        }
        CallChange added;
        added.call = call;
        const Duration before = removed({from, calls.start[call]}, part);
        if (calls.track[call] == track) {
            added.beforeOnOwnThread = before;
            added.inside = removed({calls.start[call], calls.start[call] + calls.own[call]}, part);
        } else {
            added.beforeOnOtherThread = before;
        }
        if (before != Duration{} || added.inside != Duration{}) {
            changes.push_back(added);
        }
    }
}

}  // namespace

Duration scaled(Duration time, double factor) {
    return Duration(std::llround(static_cast<double>(time.count()) * std::max(0.0, factor)));
}

void scaleHostTime(const DependencyGraph& graph, const ThreadCalls& threads,
                   std::span<const ReplayEdit> edits, Time begin, CallChanges& changes) {
    Column<TrackRange> ranges;
    for (const ReplayEdit& edit : edits) {
        if (edit.kind == ReplayEdit::Kind::ScaleHost && edit.track.isValid()) {
            const TimeRange inside{std::max(edit.range.begin, begin), edit.range.end};
            ranges.push_back({edit.track, {inside, edit.factor}});
        }
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const TrackRange& a, const TrackRange& b) { return a.track < b.track; });
    for (std::size_t i = 0; i < ranges.size();) {
        const TrackId track = ranges[i].track;
        Column<ScaledRange> ofTrack;
        for (; i < ranges.size() && ranges[i].track == track; ++i) {
            ofTrack.push_back(ranges[i].scaled);
        }
        for (const ScaledRange& part : disjoint(ofTrack)) {
            scalePart(graph, threads.of(track), track, part, changes);
        }
    }
}

}  // namespace gaplight
