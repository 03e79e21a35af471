// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/range_of_ranks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/scene/layout/track_groups.h"

namespace gaplight {
namespace {

// What a track of one rank has in common with that of another.
struct TrackRole {
    TrackKind kind = TrackKind::Thread;
    bool isMain = false;
    std::int64_t number = 0;  // of a stream; else how many of its kind come before it
    friend auto operator<=>(const TrackRole&, const TrackRole&) = default;
};

// The roles of all tracks with slices.
std::vector<std::pair<TrackRole, TrackId>> rolesOf(const Trace& trace) {
    std::vector<std::pair<TrackRole, TrackId>> roles;
    std::map<TrackKind, std::int64_t> before;
    for (std::size_t at = 0; at < trace.tracks().size(); ++at) {
        const Track& track = trace.tracks()[at];
        if (track.sliceCount == 0) {
            continue;
        }
        TrackRole role{track.kind, isMainThread(trace, TrackId(at)), 0};
        if (track.stream) {
            role.number = *track.stream;
        } else if (!role.isMain) {
            role.number = before[track.kind]++;
        }
        roles.emplace_back(role, TrackId(at));
    }
    return roles;
}

}  // namespace

std::vector<RankRange> rangeOnRanks(const RankSet& set, std::size_t shown,
                                    std::span<const TrackId> tracks, TimeRange range) {
    const std::vector<RankClock>& clocks = set.analysis.clocks;
    if (clocks[shown].source == ClockSource::Uncalibrated) {
        return {};
    }
    const TimeRange onAxis = clocks[shown].axis.toAxis(range);
    std::set<TrackRole> wanted;
    for (const auto& [role, track] : rolesOf(*set.ranks[shown].session->trace)) {
        if (std::ranges::find(tracks, track) != tracks.end()) {
            wanted.insert(role);
        }
    }
    std::vector<RankRange> ranges;
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        if (clocks[rank].source == ClockSource::Uncalibrated) {
            continue;
        }
        RankRange own{rankName(set, rank), set.ranks[rank].session, {}, range};
        if (rank != shown) {
            const AxisClock& clock = clocks[rank].axis;
            own.range = {clock.fromAxis(onAxis.begin), clock.fromAxis(onAxis.end)};
        }
        for (const auto& [role, track] : rolesOf(*own.session->trace)) {
            if (wanted.contains(role)) {
                own.tracks.push_back(track);
            }
        }
        ranges.push_back(std::move(own));
    }
    return ranges;
}

Result<RangePivot> pivotRanks(std::span<const RankRange> ranks, const std::stop_token& stop) {
    RangePivot pivot;
    for (const RankRange& rank : ranks) {
        RangePivot own = TRY(
            pivotRange(*rank.session, {rank.tracks, rank.range}, {PivotKey::Kind::Rank, {}}, stop));
        for (PivotGroup& group : own.groups) {
            group.value = rank.rank;
            group.row.longestSlice = {};
            group.first = 0;
            pivot.groups.push_back(std::move(group));
        }
    }
    std::ranges::stable_sort(pivot.groups, [](const PivotGroup& a, const PivotGroup& b) {
        return a.row.total > b.row.total;
    });
    return pivot;
}

}  // namespace gaplight
