// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight::ui {

// Lets screen readers walk the timelines of the program: a list with the slices of one track that
// have a pixel in view, each with its name, start and duration. The track is that of the selected
// slice, which is always in the list, else the first one that has slices in view. A press selects
// the slice. Costs nothing while no reader asks. Call it once, before the first window.
void installTimelineAccessibility();

class TimelineItem;

// Tells a reader that another slice is selected. No effect while none is running.
void announceSelection(TimelineItem& timeline);

}  // namespace gaplight::ui
