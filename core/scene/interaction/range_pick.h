// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/scene/model/timeline_input.h"

namespace gaplight {

// Where the edge of a range that is dragged at (x, y) belongs: on the begin or end of a slice of
// the track there, if one is near, else under x. O(rows of the track × log n).
[[nodiscard]] Time snappedTime(const TimelineInput& input, float x, float y);

// The tracks that a drag between two heights covers, in the order of the layout: those in between,
// all of a group whose header or pinned row is one of the ends. Empty where it covers none, or
// begins in the ruler: all tracks are meant then.
[[nodiscard]] std::vector<TrackId> tracksBetween(const TimelineInput& input, float fromY,
                                                 float toY);

// The band at a height of the view, as a drag means it: the group's header for a pinned row, the
// last band below all; bands().size() in the ruler.
[[nodiscard]] std::size_t bandForRange(const TimelineInput& input, float y);
// The same from a band on, wherever that is by now.
[[nodiscard]] std::vector<TrackId> tracksFrom(const TimelineInput& input, std::size_t band,
                                              float toY);

// Whether the selected range is over a band's track, or over some of its group's at a header.
[[nodiscard]] bool isInRange(const TimelineInput& input, std::size_t band);
// The selected tracks with a band's, or those of its group at a header, added if none of them is
// in, else taken out. Never none, which would mean all: then as it was. A band without tracks
// changes nothing.
[[nodiscard]] std::vector<TrackId> tracksToggled(const TimelineInput& input, std::size_t band);

// The edge of the selected range that a point grabs.
enum class RangeEdge : std::uint8_t { None, Begin, End };
[[nodiscard]] RangeEdge rangeEdgeAt(const TimelineInput& input, float x, float y);

}  // namespace gaplight
