// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// User preferences of timelines, stored in the settings: row height, time format, width of the
// names column, visible rules.
void restoreSettings(TimelineView& view);
void saveCompactRows(bool compact);
void saveNamesWidth(float width);
void saveTimeFormat(TimeFormat format);
void saveRuleShown(const QString& rule, bool shown);

}  // namespace gaplight::ui
