// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QString>

#include "widgets/input/action.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// What an action does to a timeline; those of the window do nothing here. Zooming needs to know
// where the pointer is: view x, or the middle without it.
void performAction(TimelineView& view, Action action, std::optional<float> pointerX);

// Goes to what placeFromText() reads; gives what is wrong with the text, or nothing.
QString goToPlace(TimelineView& view, const QString& text);

}  // namespace gaplight::ui
