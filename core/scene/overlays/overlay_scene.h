// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/scene/display/display_list.h"
#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"
#include "core/scene/model/overlay_table.h"
#include "core/trace/ids.h"

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

// Draws all overlays on the rows of one track, and adds the areas that slice labels must avoid to
// `occupied`.
void drawOverlays(Frame& frame, const Lane& lane, OccupiedSpans& occupied);

// Draws the legend sample of an overlay kind, over a sample slice where overlays are over slices.
// Clears `list` first.
void buildSwatch(OverlayKind kind, float width, float height, DisplayList& list);

// Draws a mark of a finding that is not current: a thin line below the row, over no slice's label.
void drawQuietMark(Frame& frame, const OverlayRow& row, float x0, float x1, Role color);

// Alpha of the tint over slices; labels must stay legible.
inline constexpr std::uint8_t kTintWash = 70;

// Draws overlays of kind Tint: a wash over each slice and a thick lower edge. Slices that share a
// pixel share one rectangle.
void drawTints(Frame& frame, const Lane& lane);

// Draws overlays of kind Band: a thin strip below the rows of the track, and a faint background of
// the same color behind them.
void drawBandOverlays(Frame& frame, const Lane& lane);

// An interval of a GPU's Band overlays as it is drawn: those that touch on the screen are one.
struct DrawnBand {
    float x0 = 0;
    float x1 = 0;
    std::string_view label;  // of its first overlay, up to the first comma
    bool isFaded = false;
};
// The bands of level 0 on the streams of a GPU, from left to right. O(pixels × log overlays).
[[nodiscard]] std::vector<DrawnBand> drawnBands(const Frame& frame, std::uint32_t group);

// Draws them as strips below the pinned utilization row of the GPU; `y`: lower edge of that row.
void drawPinnedBandOverlays(Frame& frame, std::span<const DrawnBand> bands, float y);

// Where gaps are drawn, in pixels of the view.
struct GapArea {
    float y = 0;
    float height = 0;
    bool hasLabels = true;  // above it
};

// Draws a GPU's idle gaps on its utilization row, in the color of what the GPU waited for: a hatch
// with the length inside if it fits, otherwise with the length in free space above and a connecting
// line (longest gaps first). Gaps too close to separate have one line above them, with the length
// of all together and their number: "2.60 ms in 13".
// `bands`: drawnBands() of the GPU. Where the GPU is idle for much of a band, the band's label is
// placed above it before the labels of gaps: "launched one by one, 90 % idle".
void drawGaps(Frame& frame, const BusyProfile& profile, std::span<const DrawnBand> bands,
              const GapArea& area);

// Draws the same gaps faintly behind the rows of a stream, where they are wide enough.
void drawGapShades(Frame& frame, GpuId gpu, const Lane& lane);

}  // namespace gaplight
