// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/slice_place.h"

namespace gaplight {

SlicePlace slicePlace(const Frame& frame, SliceId slice) {
    SlicePlace place;
    const TrackLayout& layout = frame.input.layout;
    const std::size_t lane = layout.laneOf(frame.trace().trackOf(slice));
    if (lane == layout.lanes().size() || !layout.isShown(lane)) {
        return place;
    }
    place.isShown = true;
    const SliceTable& slices = frame.trace().slices();
    const double from = std::round(frame.device(ns(slices.start(slice))));
    const double to = std::max(from + 1, std::round(frame.device(ns(slices.end(slice)))));
    place.box.x = frame.viewX(from);
    place.box.width = frame.viewX(to) - place.box.x;
    const double y = layout.rowY(lane, slices.row(slice));
    const bool pinned = layout.lanes()[lane].pinned;
    place.box.y = pinned ? Viewport::kRulerHeight + layout.stripsHeight() + static_cast<float>(y)
                         : frame.snappedY(y);
    place.box.height = frame.rowHeight();
    place.clip = pinned ? frame.bodyClip : frame.timeClip;
    return place;
}

}  // namespace gaplight
