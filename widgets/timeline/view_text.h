// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/scene/interaction/hit_test.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// Text of the status line about a timeline.

// "aten::mm · at 12.3 ms · 412 µs"; the time alone where nothing lies under the pointer.
[[nodiscard]] QString hoverStatus(const TimelineView& view, const Hit& hit);
// The same for the tip at the pointer, over several lines, with more of the name and the finding
// behind a mark; empty where there is neither a slice nor a mark.
[[nodiscard]] QString hoverTip(const TimelineView& view, const Hit& hit);
// The current finding, otherwise the length of the selected range, otherwise the selected slice.
[[nodiscard]] QString selectionStatus(const TimelineView& view);
// "1.6 µs/px".
[[nodiscard]] QString zoomStatus(const Viewport& viewport);

}  // namespace gaplight::ui
