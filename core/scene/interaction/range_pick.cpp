// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/interaction/range_pick.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gaplight {
namespace {

constexpr double kSnapPixels = 7;
constexpr double kGrabPixels = 3;
constexpr double kRulerGrabPixels = 7;  // where the handles are

void nearer(Time candidate, Time time, Time& best, Duration& distance) {
    const Duration away = candidate > time ? candidate - time : time - candidate;
    if (away < distance) {
        distance = away;
        best = candidate;
    }
}

// The tracks that a lane stands for.
std::vector<TrackId> tracksOf(const TrackLayout& layout, std::size_t lane) {
    const Lane& wanted = layout.lanes()[lane];
    std::vector<TrackId> tracks;
    for (const Lane& other : layout.lanes()) {
        const bool isMeant = wanted.kind == LaneKind::GroupHeader
                                 ? other.group == wanted.group && !other.hidden
                                 : &other == &wanted;
        if (isMeant && other.kind == LaneKind::Slices) {
            tracks.push_back(other.track);
        }
    }
    return tracks;
}

bool contains(const std::vector<TrackId>& tracks, TrackId track) {
    return std::find(tracks.begin(), tracks.end(), track) != tracks.end();
}

}  // namespace

std::size_t laneForRange(const TimelineInput& input, float y) {
    const std::size_t none = input.layout.lanes().size();
    if (y < Viewport::kRulerHeight || input.layout.visibleLanes().empty()) {
        return none;
    }
    for (const Lane& lane : input.layout.pinnedLanes()) {
        if (y < input.viewport.tracksTop() &&
            static_cast<double>(y - Viewport::kRulerHeight) < lane.y + lane.height) {
            return lane.kind == LaneKind::Hits ? none : input.layout.groups()[lane.group].firstLane;
        }
    }
    const double contentY =
        static_cast<double>(y - input.viewport.tracksTop()) + input.viewport.scrollY;
    return input.layout.visibleLanes()[input.layout.visibleAt(contentY)];
}

Time snappedTime(const TimelineInput& input, float x, float y) {
    const Time time = input.viewport.timeAt(x);
    const std::size_t index = laneForRange(input, y);
    if (index == input.layout.lanes().size() ||
        input.layout.lanes()[index].kind != LaneKind::Slices) {
        return time;
    }
    const Lane& lane = input.layout.lanes()[index];
    Duration distance(std::llround(kSnapPixels * input.viewport.nsPerPixel) + 1);
    Time best = time;
    // A track of instants alone has a place for them, and no row.
    const Trace& trace = *input.model.trace;
    const auto rows = static_cast<std::uint16_t>(
        std::min<int>(lane.firstRow + lane.visibleRows, trace.tracks()[lane.track.index()].rows));
    for (std::uint16_t number = lane.firstRow; number < rows; ++number) {
        const Row row = input.model.rows->row(trace, lane.track, number);
        const std::size_t after = row.firstFrom(time);
        if (after < row.size()) {
            nearer(row.start(after), time, best, distance);
        }
        if (after > 0) {
            nearer(row.start(after - 1), time, best, distance);
            nearer(row.end(after - 1), time, best, distance);
        }
        if (after > 1) {
            nearer(row.end(after - 2), time, best, distance);
        }
    }
    return best;
}

std::vector<TrackId> tracksBetween(const TimelineInput& input, float fromY, float toY) {
    return tracksFrom(input, laneForRange(input, fromY), toY);
}

std::vector<TrackId> tracksFrom(const TimelineInput& input, std::size_t lane, float toY) {
    const auto lanes = input.layout.lanes();
    const std::size_t to = laneForRange(input, std::max(toY, Viewport::kRulerHeight));
    std::vector<TrackId> tracks;
    if (lane == lanes.size() || to == lanes.size()) {
        return tracks;
    }
    // The order on screen is that of visibleLanes(), by y.
    const double top = std::min(lanes[lane].y, lanes[to].y);
    const double bottom = std::max(lanes[lane].y, lanes[to].y);
    const auto isEndOf = [&](std::uint32_t group) {
        return (lanes[lane].kind == LaneKind::GroupHeader && lanes[lane].group == group) ||
               (lanes[to].kind == LaneKind::GroupHeader && lanes[to].group == group);
    };
    for (const Lane& other : lanes) {
        const bool isBetween = other.height > 0 && other.y >= top && other.y <= bottom;
        if (other.kind == LaneKind::Slices && (isBetween || isEndOf(other.group))) {
            tracks.push_back(other.track);
        }
    }
    return tracks;
}

bool isInRange(const TimelineInput& input, std::size_t lane) {
    const std::vector<TrackId>& selected = input.state.selectedTracks;
    const std::vector<TrackId> meant = tracksOf(input.layout, lane);
    return input.state.selectedRange && !meant.empty() &&
           (selected.empty() || std::any_of(meant.begin(), meant.end(), [&](TrackId track) {
                return contains(selected, track);
            }));
}

std::vector<TrackId> tracksToggled(const TimelineInput& input, std::size_t lane) {
    std::vector<TrackId> before = input.state.selectedTracks;
    const std::vector<TrackId> meant = tracksOf(input.layout, lane);
    const bool takesOut = isInRange(input, lane);
    std::vector<TrackId> after;
    for (const Lane& other : input.layout.lanes()) {
        if (other.kind != LaneKind::Slices) {
            continue;
        }
        const bool isMeant = contains(meant, other.track);
        const bool wasIn =
            input.state.selectedRange && (before.empty() || contains(before, other.track));
        if (isMeant ? !takesOut : wasIn) {
            after.push_back(other.track);
        }
    }
    return after.empty() ? before : after;
}

RangeEdge rangeEdgeAt(const TimelineInput& input, float x, float y) {
    const Viewport& view = input.viewport;
    if (!input.state.selectedRange || x < view.timeLeft()) {
        return RangeEdge::None;
    }
    const double reach = y < Viewport::kRulerHeight ? kRulerGrabPixels : kGrabPixels;
    const double toBegin = std::abs(view.x(input.state.selectedRange->begin) - x);
    const double toEnd = std::abs(view.x(input.state.selectedRange->end) - x);
    if (std::min(toBegin, toEnd) > reach) {
        return RangeEdge::None;
    }
    return toBegin < toEnd ? RangeEdge::Begin : RangeEdge::End;
}

}  // namespace gaplight
