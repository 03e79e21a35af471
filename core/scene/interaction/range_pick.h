// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/scene/model/timeline_input.h"

namespace gaplight {

// Time of a dragged range edge at (x, y): the start or end of a nearby slice on the track at y
// (snapping), otherwise the time at x. O(rows of the track × log n).
[[nodiscard]] Time snappedTime(const TimelineInput& input, float x, float y);

// The tracks covered by a drag between two y, in layout order: those in between, and all of a group
// whose header or pinned row is an end. Empty (meaning all tracks) if it covers none or starts in
// the ruler.
[[nodiscard]] std::vector<TrackId> tracksBetween(const TimelineInput& input, float fromY,
                                                 float toY);

// The lane at a y of the view for range selection: the group's header for a pinned row, the last
// lane below all lanes; lanes().size() in the ruler.
[[nodiscard]] std::size_t laneForRange(const TimelineInput& input, float y);
// tracksBetween() from a lane, at its present position, to a y.
[[nodiscard]] std::vector<TrackId> tracksFrom(const TimelineInput& input, std::size_t lane,
                                              float toY);

// True if the selected range includes the lane's track; for a header, any track of its group.
[[nodiscard]] bool isInRange(const TimelineInput& input, std::size_t lane);
// The selected tracks after toggling those of a lane (for a header: of its group): adds them if
// none is selected, otherwise removes them. Removing the last track has no effect, since an empty
// list means all; nor has a lane without tracks.
[[nodiscard]] std::vector<TrackId> tracksToggled(const TimelineInput& input, std::size_t lane);

// The edge of the selected range within grabbing distance of a point.
enum class RangeEdge : std::uint8_t { None, Begin, End };
[[nodiscard]] RangeEdge rangeEdgeAt(const TimelineInput& input, float x, float y);

}  // namespace gaplight
