// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/scene/interaction/hit_test.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// Texts of the status line and of tooltips of a timeline.

// "aten::mm · at 12.3 ms · 412 µs"; only the time if no slice is under the pointer.
[[nodiscard]] QString hoverStatus(const TimelineView& view, const Hit& hit);
// Tooltip in several lines, with a longer part of the name and the finding of an overlay; of a
// track's name only if that is cut; empty if nothing of this is under the pointer.
[[nodiscard]] QString hoverTip(const TimelineView& view, const TextMeasure& measure,
                               const Hit& hit);
// The current finding, otherwise the length of the selected range, otherwise the selected slice.
[[nodiscard]] QString selectionStatus(const TimelineView& view);
// Id of the current finding's rule; empty without a finding.
[[nodiscard]] QString currentRule(const TimelineView& view);
// A duration with as many digits as a device pixel stands for.
[[nodiscard]] QString lengthText(const TimelineView& view, Duration length);
// An instant as the ruler counts, with as many digits.
[[nodiscard]] QString clockText(const TimelineView& view, Time time);
// "1.6 µs/px".
[[nodiscard]] QString zoomStatus(const Viewport& viewport);

}  // namespace gaplight::ui
