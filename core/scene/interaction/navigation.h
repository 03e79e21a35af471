// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/scene/model/timeline_input.h"

namespace gaplight {

// What keys do, as pure functions. A returned slice is invalid where there is none.

// The neighbour on the same row of the same track.
[[nodiscard]] SliceId nextSlice(const SceneModel& model, SliceId slice);
[[nodiscard]] SliceId previousSlice(const SceneModel& model, SliceId slice);
// The enclosing slice, and the first one inside.
[[nodiscard]] SliceId parentSlice(const SceneModel& model, SliceId slice);
[[nodiscard]] SliceId firstChildSlice(const SceneModel& model, SliceId slice);

// Along an arrow: from a launch to its first activity, from an activity to its launch, or along
// the file's own flows.
[[nodiscard]] SliceId flowTarget(const SceneModel& model, SliceId slice);
[[nodiscard]] SliceId flowSource(const SceneModel& model, SliceId slice);

// What to do when a slice is selected from elsewhere: the view that shows it, at the same scale if
// it is legible there, its track opened and scrolled to. Changes `layout` only to open it.
[[nodiscard]] Viewport revealSlice(const SceneModel& model, TrackLayout& layout,
                                   const Viewport& viewport, SliceId slice);
// F: the view filled by the slice (or a range) with some air; the whole trace for neither.
[[nodiscard]] Viewport focusOn(const SceneModel& model, TrackLayout& layout,
                               const Viewport& viewport, SliceId slice,
                               std::optional<TimeRange> range);

// The limits that clamp every viewport of this trace and layout.
[[nodiscard]] ViewLimits viewLimits(const SceneModel& model, const TrackLayout& layout);

}  // namespace gaplight
