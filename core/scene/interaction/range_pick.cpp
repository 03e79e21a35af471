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

// The tracks that a band stands for.
std::vector<TrackId> tracksOf(const TrackLayout& layout, std::size_t band) {
    const Band& wanted = layout.bands()[band];
    std::vector<TrackId> tracks;
    for (const Band& other : layout.bands()) {
        const bool isMeant = wanted.kind == BandKind::GroupHeader
                                 ? other.group == wanted.group && !other.hidden
                                 : &other == &wanted;
        if (isMeant && other.kind == BandKind::Slices) {
            tracks.push_back(other.track);
        }
    }
    return tracks;
}

bool contains(const std::vector<TrackId>& tracks, TrackId track) {
    return std::find(tracks.begin(), tracks.end(), track) != tracks.end();
}

}  // namespace

std::size_t bandForRange(const TimelineInput& input, float y) {
    const std::size_t none = input.layout.bands().size();
    if (y < Viewport::kRulerHeight || input.layout.visibleBands().empty()) {
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

Time snappedTime(const TimelineInput& input, float x, float y) {
    const Time time = input.viewport.timeAt(x);
    const std::size_t index = bandForRange(input, y);
    if (index == input.layout.bands().size() ||
        input.layout.bands()[index].kind != BandKind::Slices) {
        return time;
    }
    const Band& band = input.layout.bands()[index];
    Duration distance(std::llround(kSnapPixels * input.viewport.nsPerPixel) + 1);
    Time best = time;
    // A track of instants alone has a place for them, and no row.
    const Trace& trace = *input.model.trace;
    const std::uint16_t rows = std::min(band.visibleRows, trace.tracks()[band.track.index()].rows);
    for (std::uint16_t number = 0; number < rows; ++number) {
        const Row row = input.model.rows->row(trace, band.track, number);
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
    return tracksFrom(input, bandForRange(input, fromY), toY);
}

std::vector<TrackId> tracksFrom(const TimelineInput& input, std::size_t band, float toY) {
    const auto bands = input.layout.bands();
    const std::size_t to = bandForRange(input, std::max(toY, Viewport::kRulerHeight));
    std::vector<TrackId> tracks;
    if (band == bands.size() || to == bands.size()) {
        return tracks;
    }
    // The order on screen is that of visibleBands(), by y.
    const double top = std::min(bands[band].y, bands[to].y);
    const double bottom = std::max(bands[band].y, bands[to].y);
    const auto isEndOf = [&](std::uint32_t group) {
        return (bands[band].kind == BandKind::GroupHeader && bands[band].group == group) ||
               (bands[to].kind == BandKind::GroupHeader && bands[to].group == group);
    };
    for (const Band& other : bands) {
        const bool isBetween = other.height > 0 && other.y >= top && other.y <= bottom;
        if (other.kind == BandKind::Slices && (isBetween || isEndOf(other.group))) {
            tracks.push_back(other.track);
        }
    }
    return tracks;
}

bool isInRange(const TimelineInput& input, std::size_t band) {
    const std::vector<TrackId>& selected = input.state.selectedTracks;
    const std::vector<TrackId> meant = tracksOf(input.layout, band);
    return input.state.selectedRange && !meant.empty() &&
           (selected.empty() || std::any_of(meant.begin(), meant.end(), [&](TrackId track) {
                return contains(selected, track);
            }));
}

std::vector<TrackId> tracksToggled(const TimelineInput& input, std::size_t band) {
    std::vector<TrackId> before = input.state.selectedTracks;
    const std::vector<TrackId> meant = tracksOf(input.layout, band);
    const bool takesOut = isInRange(input, band);
    std::vector<TrackId> after;
    for (const Band& other : input.layout.bands()) {
        if (other.kind != BandKind::Slices) {
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
