// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <QObject>
#include <QQmlEngine>

#include "core/base/time.h"
#include "core/trace/ids.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// A range over tracks, as a value for QML.
struct TrackRange {
    Q_GADGET
    QML_VALUE_TYPE(trackRange)
    Q_PROPERTY(bool exists READ exists)

public:
    std::optional<TimeRange> range;
    std::vector<TrackId> tracks;  // empty: all

    bool exists() const { return range.has_value(); }
    friend bool operator==(const TrackRange&, const TrackRange&) = default;
};

// Ways to bring a slice, a gap, a finding or a time into view. They select it, and animate the
// viewport unless noted. The scale stays, unless noted. No effect without a trace, and for invalid
// ids.

// Deselects the selected range.
void goToSlice(TimelineView& view, SliceId slice);
// Keeps the selected range.
void goToSliceInRange(TimelineView& view, SliceId slice);
// Along an arrow from the selected slice: shows both ends of it, at a smaller scale if they do not
// fit, and dims all other slices until another selection.
void followToSlice(TimelineView& view, SliceId slice);
// A range is selected and fills the view; an instant is shown in the center.
void goToRange(TimelineView& view, TimeRange range);
// Selects a gap and the launch of the work that ends it, and shows the row of the launch.
void goToGap(TimelineView& view, OverlayId gap);
// To the gap that begins where `gap` does; nowhere if it is empty.
void goToGap(TimelineView& view, std::optional<TimeRange> gap);
// Makes a finding, corrected by correctedFocus(), the current one and selects its evidence. Without
// a finding: none is current.
void goToFinding(TimelineView& view, FindingFocus focus);
// The selected gap, with the launch that ends it; empty: something else is selected.
[[nodiscard]] std::optional<TimeRange> selectedGap(const TimelineView& view);
// The selection fills the view, a gap a third of it.
void zoomToSelection(TimelineView& view);
// The same; if it does so already, the whole trace fills the view.
void focusSelection(TimelineView& view);

// The viewport of a saved place, and showing it without animation.
[[nodiscard]] Viewport viewportOf(const TimelineView& view, const SavedPlace& place);
void jumpToPlace(TimelineView& view, const SavedPlace& place);

// The start of the selected range or slice, else the center of the view.
[[nodiscard]] Time selectionTime(const TimelineView& view);

}  // namespace gaplight::ui
