// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// User preferences of timelines, stored in the settings: row height, time format, visible rules.
void restoreSettings(TimelineView& view);
void keepCompactRows(bool compact);
void keepTimeFormat(TimeFormat format);
void keepRuleShown(const QString& rule, bool shown);

}  // namespace gaplight::ui
