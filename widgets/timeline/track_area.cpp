// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/track_area.h"

#include <algorithm>

#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

TrackArea::TrackArea(TimelineItem& timeline) : m_timeline(timeline) {
    connect(&timeline, &TimelineItem::viewportChanged, this, &TrackArea::changed);
}

double TrackArea::top() const {
    return m_timeline.view().viewport().tracksTop();
}

double TrackArea::visibleShare() const {
    const TimelineView& view = m_timeline.view();
    const double content = view.hasTrace() ? view.limits().contentHeight : 0;
    const double visible = view.viewport().tracksHeight();
    return content <= visible ? 1 : visible / content;
}

double TrackArea::position() const {
    const TimelineView& view = m_timeline.view();
    const double content = view.hasTrace() ? view.limits().contentHeight : 0;
    return content <= 0 ? 0 : std::clamp(view.viewport().scrollY / content, 0.0, 1.0);
}

double TrackArea::left() const {
    return m_timeline.view().viewport().timeLeft();
}

double TrackArea::namesWidth() const {
    return m_timeline.view().namesWidth();
}

void TrackArea::setNamesWidth(double width) {
    m_timeline.change(
        [width](TimelineView& view) { view.setNamesWidth(static_cast<float>(width)); });
}

void TrackArea::scrollTo(double position) {
    m_timeline.change([position](TimelineView& view) {
        view.dragBy(0, view.viewport().scrollY - position * view.limits().contentHeight);
    });
}

}  // namespace gaplight::ui
