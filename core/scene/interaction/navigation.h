// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "core/scene/model/timeline_input.h"

namespace gaplight {

// Keyboard navigation as pure functions. A returned slice is invalid if there is none.

// The neighbor on the same row of the same track.
[[nodiscard]] SliceId nextSlice(const SceneModel& model, SliceId slice);
[[nodiscard]] SliceId previousSlice(const SceneModel& model, SliceId slice);
// The enclosing slice, and the first one inside.
[[nodiscard]] SliceId parentSlice(const SceneModel& model, SliceId slice);
[[nodiscard]] SliceId firstChildSlice(const SceneModel& model, SliceId slice);

// The slice at the other end of a flow arrow: from a launch to its first activity, from an activity
// to its launch, or along the flow events of the trace.
[[nodiscard]] SliceId flowTarget(const SceneModel& model, SliceId slice);
[[nodiscard]] SliceId flowSource(const SceneModel& model, SliceId slice);

// The viewport that shows a slice selected elsewhere (key, list, search): the same scale, scrolled
// to its track. Expands the track in `layout` if necessary.
[[nodiscard]] Viewport revealSlice(const SceneModel& model, TrackLayout& layout,
                                   const Viewport& viewport, SliceId slice);
// The viewport in which a slice is shown that was reached along an arrow: both ends of the arrow
// are in view, with rows between them folded if need be; `to` alone where that is not enough. The
// same scale where they fit at it.
[[nodiscard]] Viewport revealArrow(const SceneModel& model, TrackLayout& layout,
                                   const Viewport& viewport, SliceId from, SliceId to);
// Folds leading rows of host tracks that one slice fills in the view, with those of the whole
// thread that are folded anyway; not below the row of a slice that is kept. `still`: a lane that
// may unfold only, or kAllLanes. False if no row moves. O(lanes + rows of host tracks log slices).
inline constexpr std::size_t kAllLanes = std::numeric_limits<std::size_t>::max();
bool foldFilledRows(const SceneModel& model, TrackLayout& layout, TimeRange view, SliceId kept,
                    std::optional<std::size_t> still = std::nullopt);
// Key F: zooms to the slice or range plus a margin; to the whole trace if neither is set.
[[nodiscard]] Viewport focusOn(const SceneModel& model, TrackLayout& layout,
                               const Viewport& viewport, SliceId slice,
                               std::optional<TimeRange> range);

// The limits of all viewports of this trace and layout; `shared`: a range that they may show beyond
// the trace's.
[[nodiscard]] ViewLimits viewLimits(const SceneModel& model, const TrackLayout& layout,
                                    std::optional<TimeRange> shared = std::nullopt);

}  // namespace gaplight
