// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// How the user wants timelines, kept in the settings from one start to the next: how high rows are,
// what times count from, which rules have marks.
void restoreSettings(TimelineView& view);
void keepCompactRows(bool compact);
void keepTimeFormat(TimeFormat format);
void keepRuleShown(const QString& rule, bool shown);

}  // namespace gaplight::ui
