// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/ids.h"

namespace gaplight::ui {

class TimelineItem;
class TimelineView;

// Lets screen readers walk the timelines of the program: a list with the slices of one track that
// have a pixel in view, each with its name, start and duration. The track is that of the selected
// slice, which is always in the list, else the first one that has slices in view. A press selects
// the slice. Costs nothing while no reader asks. Call it once, before the first window.
void installTimelineAccessibility();

// Where keys that step from slice to slice begin: the first of that list while none is selected.
// Invalid: no track in view has a slice of a pixel.
[[nodiscard]] SliceId firstReadableSlice(const TimelineView& view);

// Tells a reader that another slice is selected. No effect while none is running.
void announceSelection(TimelineItem& timeline);

}  // namespace gaplight::ui
