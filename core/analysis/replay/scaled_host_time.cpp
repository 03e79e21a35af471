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
            const double factor = *open.begin();
            // One part where another range changes nothing: each part is rounded to ns.
            if (!parts.empty() && parts.back().range.end == since &&
                parts.back().factor == factor) {
                parts.back().range.end = edge.time;
            } else {
                parts.push_back({{since, edge.time}, factor});
            }
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

using Calls = std::span<const std::uint32_t>;

// The first call at or after `from` that starts after `time`; all calls before `from` start no
// later than `time`. O(log distance), which is short, since the parts of a thread are close to each
// other.
Calls::iterator firstAfter(const DependencyGraph& graph, Calls callsOfThread, Calls::iterator from,
                           Time time) {
    const auto startsUntil = [&](std::uint32_t call) { return graph.calls.start[call] <= time; };
    std::ptrdiff_t step = 1;
    while (callsOfThread.end() - from > step && startsUntil(*(from + step))) {
        from += step;
        step *= 2;
    }
    return std::partition_point(from, from + std::min(step, callsOfThread.end() - from),
                                startsUntil);
}

// `first`: before, the first call of the part before this one; afterwards, that of this part.
void scalePart(const DependencyGraph& graph, Calls callsOfThread, TrackId track,
               const ScaledRange& part, Calls::iterator& first, CallChanges& changes) {
    const DependencyGraph::Calls& calls = graph.calls;
    first = firstAfter(graph, callsOfThread, first, part.range.begin);
    // Those that were under way: of calls that overlap, the one that starts later ends later.
    while (first != callsOfThread.begin() && calls.end[*(first - 1)] > part.range.begin) {
        --first;
    }
    for (auto at = first; at != callsOfThread.end(); ++at) {
        const std::uint32_t call = *at;
        const std::uint32_t after = calls.after[call];
        const Time from = after == DependencyGraph::kNone ? calls.start[call] : calls.end[after];
        if (std::min(from, calls.start[call]) >= part.range.end) {
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
                   const ReplayEdits& edits, Time begin, CallChanges& changes) {
    Column<TrackRange> ranges;
    edits.forEach([&](const ReplayEdit& edit) {
        if (edit.kind == ReplayEdit::Kind::ScaleHost && edit.track.isValid()) {
            const TimeRange inside{std::max(edit.range.begin, begin), edit.range.end};
            ranges.push_back({edit.track, {inside, edit.factor}});
        }
    });
    std::sort(ranges.begin(), ranges.end(),
              [](const TrackRange& a, const TrackRange& b) { return a.track < b.track; });
    for (std::size_t i = 0; i < ranges.size();) {
        const TrackId track = ranges[i].track;
        Column<ScaledRange> ofTrack;
        for (; i < ranges.size() && ranges[i].track == track; ++i) {
            ofTrack.push_back(ranges[i].scaled);
        }
        const Calls calls = threads.of(track);
        Calls::iterator first = calls.begin();
        for (const ScaledRange& part : disjoint(ofTrack)) {
            scalePart(graph, calls, track, part, first, changes);
        }
    }
}

}  // namespace gaplight
