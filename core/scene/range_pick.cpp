// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/range_pick.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gaplight {
namespace {

constexpr double kSnapPixels = 7;
constexpr double kGrabPixels = 3;
constexpr double kRulerGrabPixels = 7;  // where the handles are

// The index of the band at a height of the view; the group's header for a pinned row, the last
// band below all; bands().size() in the ruler.
std::size_t bandAtY(const TimelineInput& input, float y) {
    const std::size_t none = input.layout.bands().size();
    if (y < Viewport::kRulerHeight || none == 0) {
        return none;
    }
    for (const Band& band : input.layout.pinnedBands()) {
        if (y < input.viewport.tracksTop() &&
            static_cast<double>(y - Viewport::kRulerHeight) < band.y + band.height) {
            return input.layout.groups()[band.group].firstBand;
        }
    }
    const double contentY =
        static_cast<double>(y - input.viewport.tracksTop()) + input.viewport.scrollY;
    return input.layout.visibleBands()[input.layout.visibleAt(contentY)];
}

void nearer(Time candidate, Time time, Time& best, Duration& distance) {
    const Duration away = candidate > time ? candidate - time : time - candidate;
    if (away < distance) {
        distance = away;
        best = candidate;
    }
}

}  // namespace

Time snappedTime(const TimelineInput& input, float x, float y) {
    const Time time = input.viewport.timeAt(x);
    const std::size_t index = bandAtY(input, y);
    if (index == input.layout.bands().size() ||
        input.layout.bands()[index].kind != BandKind::Slices) {
        return time;
    }
    const Band& band = input.layout.bands()[index];
    Duration distance(std::llround(kSnapPixels * input.viewport.nsPerPixel) + 1);
    Time best = time;
    for (std::uint16_t number = 0; number < band.visibleRows; ++number) {
        const Row row = input.model.rows->row(*input.model.trace, band.track, number);
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
    const auto bands = input.layout.bands();
    const std::size_t from = bandAtY(input, fromY);
    const std::size_t to = bandAtY(input, std::max(toY, Viewport::kRulerHeight));
    std::vector<TrackId> tracks;
    if (from == bands.size() || to == bands.size()) {
        return tracks;
    }
    // The order on screen is that of visibleBands(), by y.
    const double top = std::min(bands[from].y, bands[to].y);
    const double bottom = std::max(bands[from].y, bands[to].y);
    const auto isEndOf = [&](std::uint32_t group) {
        return (bands[from].kind == BandKind::GroupHeader && bands[from].group == group) ||
               (bands[to].kind == BandKind::GroupHeader && bands[to].group == group);
    };
    for (const Band& band : bands) {
        const bool isBetween = band.height > 0 && band.y >= top && band.y <= bottom;
        if (band.kind == BandKind::Slices && (isBetween || isEndOf(band.group))) {
            tracks.push_back(band.track);
        }
    }
    return tracks;
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
