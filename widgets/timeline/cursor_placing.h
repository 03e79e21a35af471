// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include <QPointF>
#include <QString>

#include "widgets/input/action.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// Sets cursor A (0) or B (1) of a timeline to the time at a point of it, snapped to slices as a
// range is. Without a point: A to the start and B to the end of the selected range or slice, else
// to the middle of the view.
void placeCursor(TimelineView& view, std::size_t cursor, std::optional<QPointF> at);

// Performs an action about cursors; `at`: position of the pointer over the tracks or the ruler.
// False for other actions.
bool performCursorAction(TimelineView& view, Action action, std::optional<QPointF> at);

// "A 12.345 ms · B 14.1 ms · B − A 1.755 ms": the cursors that are set, with as many digits as a
// device pixel stands for; empty for none.
[[nodiscard]] QString cursorStatus(const TimelineView& view);

}  // namespace gaplight::ui
