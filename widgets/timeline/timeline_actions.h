// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QString>

#include "widgets/input/action.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// User preferences of timelines, stored in the settings: row height, time format, width of the
// names column, visible rules.
void restoreSettings(TimelineView& view);
void saveCompactRows(bool compact);
void saveNamesWidth(float width);
// Gives the names column its first width, here and in the settings.
void resetNamesWidth(TimelineView& view);
void saveTimeFormat(TimeFormat format);
void saveRuleShown(const QString& rule, bool shown);

// Performs an action on a timeline; actions of the window have no effect. Zooming is centered on
// the pointer (view x), or on the middle if it is not given.
void performAction(TimelineView& view, Action action, std::optional<float> pointerX);

// Why an action has nothing to do now, for the user: "No arrow starts at `aten::mul`". Empty: it
// has something to do, or says so itself.
[[nodiscard]] QString reasonForNothing(const TimelineView& view, Action action);

// Goes to the place parsed by placeFromText(); returns the error text, empty on success.
QString goToPlace(TimelineView& view, const QString& text);

}  // namespace gaplight::ui
