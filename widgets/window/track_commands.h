// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/input/action.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// Performs an action on all tracks, or on that of the selected slice. False: `action` is another.
bool performTrackCommand(TimelineItem& timeline, Action action);

}  // namespace gaplight::ui
