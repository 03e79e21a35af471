// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/nesting.h"

#include <algorithm>
#include <limits>

namespace gaplight {
namespace {

struct OpenSlice {
    Time start;
    Time end;
    std::uint64_t group = 0;
    std::size_t index = 0;
};

// One lane's open slices, innermost last, and how deep the lane ever got.
struct Lane {
    std::vector<OpenSlice> open;
    std::size_t depth = 0;
};

constexpr std::size_t kNewLane = std::numeric_limits<std::size_t>::max();
// Bounds the cost for hostile input; real files stay below some hundred (async operations). The
// slices beyond stack up in the last lane as if they nested.
constexpr std::size_t kMostLanes = 2048;

std::size_t chooseLane(std::vector<Lane>& lanes, const OpenSlice& slice) {
    std::size_t freeLane = kNewLane;
    std::size_t best = kNewLane;
    Time bestStart = Time::min();
    for (std::size_t at = 0; at < lanes.size(); ++at) {
        auto& open = lanes[at].open;
        while (!open.empty() && open.back().end <= slice.start) {
            open.pop_back();
        }
        if (open.empty()) {
            freeLane = std::min(freeLane, at);
        } else if (open.back().end >= slice.end && open.back().group == slice.group &&
                   (best == kNewLane || open.back().start > bestStart)) {
            best = at;
            bestStart = open.back().start;
        }
    }
    return best != kNewLane ? best : freeLane;
}

// Lanes are known only at the end, so rows first hold the depth within the lane and lanes are
// remembered for the slices of lanes after the first.
struct LaneSlice {
    std::size_t index = 0;
    std::size_t lane = 0;
};

std::uint16_t clampRow(std::size_t row) {
    return static_cast<std::uint16_t>(
        std::min<std::size_t>(row, std::numeric_limits<std::uint16_t>::max()));
}

}  // namespace

Nesting nestTrack(std::span<const Time> starts, std::span<const Duration> durations,
                  std::span<const std::uint64_t> groups, SliceId firstSlice,
                  std::span<std::uint16_t> rows, std::span<SliceId> parents) {
    std::vector<Lane> lanes(1);
    std::vector<LaneSlice> overflow;
    for (std::size_t index = 0; index < starts.size(); ++index) {
        const OpenSlice slice{starts[index], starts[index] + durations[index],
                              groups.empty() ? 0 : groups[index], index};
        std::size_t lane = chooseLane(lanes, slice);
        if (lane == kNewLane && lanes.size() == kMostLanes) {
            lane = kMostLanes - 1;
        } else if (lane == kNewLane) {
            lane = lanes.size();
            lanes.emplace_back();
        }
        auto& open = lanes[lane].open;
        parents[index] = open.empty() ? SliceId{} : SliceId(firstSlice.index() + open.back().index);
        rows[index] = clampRow(open.size());
        open.push_back(slice);
        lanes[lane].depth = std::max(lanes[lane].depth, open.size());
        if (lane > 0) {
            overflow.push_back(LaneSlice{index, lane});
        }
    }

    Nesting nesting;
    std::size_t row = 0;
    for (const Lane& lane : lanes) {
        nesting.laneFirstRow.push_back(clampRow(row));
        row += lane.depth;
    }
    nesting.rows = clampRow(row);
    nesting.overlapping = overflow.size();
    for (const LaneSlice& slice : overflow) {
        rows[slice.index] =
            clampRow(rows[slice.index] + std::size_t{nesting.laneFirstRow[slice.lane]});
    }
    return nesting;
}

}  // namespace gaplight
