// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/slice_rect.h"

#include <algorithm>

namespace gaplight::ui {

QRectF rectOf(const TimelineView& view, SliceId slice) {
    if (!view.hasTrace() || !slice.isValid()) {
        return {};
    }
    const Trace& trace = *view.model().trace;
    const Viewport& shown = view.viewport();
    const std::size_t lane = view.layout().laneOf(trace.trackOf(slice));
    if (lane >= view.layout().lanes().size() || !view.layout().isShown(lane)) {
        return {};
    }
    const double leftmost = shown.timeLeft();
    const double rightmost = std::max<double>(leftmost, shown.width);
    const double left = std::clamp(shown.x(trace.slices().start(slice)), leftmost, rightmost);
    const double right = std::clamp(shown.x(trace.slices().end(slice)), left, rightmost);
    const double top = shown.y(view.layout().rowY(lane, trace.slices().row(slice)));
    return {left, top, right - left, view.layout().rowHeight()};
}

}  // namespace gaplight::ui
