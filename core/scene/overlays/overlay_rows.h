// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Alpha of the overlays of other findings while one finding is current: 35 %.
[[nodiscard]] constexpr std::uint8_t fadedAlpha(std::uint8_t alpha) {
    return static_cast<std::uint8_t>(alpha * 35 / 100);
}

// Overlays of one kind on one row of a track, and where the row is drawn.
struct OverlayRow {
    OverlaySpan overlays;
    std::uint16_t row = 0;
    float y = 0;            // top edge
    bool isFolded = false;  // the row is not visible: drawn on the nearest one that is
    bool isBelow = false;   // it is below all visible rows of a track that is not collapsed
};

// Calls `paint(const OverlayRow&)` for each visible row of a track with overlays of a kind.
// O(rows with overlays + log sequences).
template <class Paint>
void forEachOverlayRow(const Frame& frame, const Lane& lane, OverlayKind kind, const Paint& paint) {
    const OverlayTable& overlays = *frame.model().overlays;
    for (const OverlaySequence& sequence : overlays.sequences(kind, lane.track)) {
        if (sequence.level >= OverlaySequence::kMaxLevels || lane.visibleRows == 0) {
            continue;
        }
        OverlayRow row{overlays.overlays(sequence), sequence.row, 0, !lane.showsRow(sequence.row)};
        const int last = lane.firstRow + lane.visibleRows - 1;
        row.row = static_cast<std::uint16_t>(std::clamp<int>(sequence.row, lane.firstRow, last));
        row.isBelow = !lane.collapsed && sequence.row > last;
        row.y = frame.snappedY(lane.y + (row.row - lane.firstRow) * frame.rowPitch());
        if (row.y + frame.rowHeight() > frame.top && row.y < frame.bottom) {
            paint(row);
        }
    }
}

}  // namespace gaplight
