// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/cursor_placing.h"

#include <algorithm>
#include <utility>

#include <QStringList>

#include "core/scene/interaction/range_pick.h"
#include "core/scene/timeline/cursor_scene.h"
#include "widgets/timeline/view_text.h"

namespace gaplight::ui {
namespace {

std::optional<TimeRange> selectedTimes(const TimelineView& view) {
    const TimelineState& state = view.state();
    if (state.selectedRange) {
        return state.selectedRange;
    }
    return state.selected.isValid()
               ? std::optional(view.model().trace->slices().range(state.selected))
               : std::nullopt;
}

// Fills the view with the times of the cursors; one alone is brought into the view.
void showCursors(TimelineView& view) {
    const auto& [a, b] = view.state().cursors;
    if (!a && !b) {
        return;
    }
    const auto [first, second] = std::pair(a ? *a : *b, b ? *b : *a);
    const TimeRange range{std::min(first, second), std::max(first, second)};
    view.animateTo(range.begin == range.end ? revealing(view.target(), range, view.limits())
                                            : fitted(view.target(), range, view.limits(), 0.1));
}

}  // namespace

void TimelineView::setCursor(std::size_t cursor, std::optional<Time> time) {
    if (!hasTrace()) {
        return;
    }
    const TimeRange all = limits().range;
    m_selection.setCursor(
        cursor, time ? std::optional(std::clamp(*time, all.begin, all.end)) : std::nullopt);
    changed();
}

void placeCursor(TimelineView& view, std::size_t cursor, std::optional<QPointF> at) {
    if (!view.hasTrace()) {
        return;
    }
    if (at) {
        view.setCursor(cursor, snappedTime(view.input(), static_cast<float>(at->x()),
                                           static_cast<float>(at->y())));
    } else if (const auto selected = selectedTimes(view)) {
        view.setCursor(cursor, cursor == 0 ? selected->begin : selected->end);
    } else {
        view.setCursor(cursor, view.target().begin + view.target().range().length() / 2);
    }
}

bool performCursorAction(TimelineView& view, Action action, std::optional<QPointF> at) {
    switch (action) {
        case Action::PlaceCursorA:
            placeCursor(view, 0, at);
            return true;
        case Action::PlaceCursorB:
            placeCursor(view, 1, at);
            return true;
        case Action::ShowCursors:
            showCursors(view);
            return true;
        case Action::RemoveCursors:
            view.setCursor(0, std::nullopt);
            view.setCursor(1, std::nullopt);
            return true;
        default:
            return false;
    }
}

QString cursorStatus(const TimelineView& view) {
    QStringList parts;
    const auto& [a, b] = view.state().cursors;
    if (a) {
        parts << QStringLiteral("A ") + clockText(view, *a);
    }
    if (b) {
        parts << QStringLiteral("B ") + clockText(view, *b);
    }
    if (const auto difference = cursorDifference(view.state())) {
        parts << QStringLiteral("B − A ") + lengthText(view, *difference);
    }
    return parts.join(QStringLiteral(" · "));
}

}  // namespace gaplight::ui
