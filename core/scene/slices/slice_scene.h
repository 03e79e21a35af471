// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Slices of all visible rows: a rectangle per run of the level of detail, in the color of its name,
// and labels where overlays leave space. Search hits have a level of detail of their own and are
// drawn over dimmed rows, so that they stay visible at every zoom. The constructor paints rows on
// all cores, then appends them to the list in the order of their lanes: the list does not depend on
// the scheduling.
class SliceScene {
public:
    // `lanes`: the visible ones, as indexes into TrackLayout::lanes().
    SliceScene(Frame& frame, std::span<const std::uint32_t> lanes);

    // Draws the labels of a lane's slices. Call it for each lane in the order given to the
    // constructor.
    void drawLabels(const Lane& lane, const OccupiedSpans& occupied);

private:
    struct PaintedRow {
        const Lane* lane = nullptr;
        std::uint16_t number = 0;
        bool hits = false;      // a row of search hits only
        bool isFolded = false;  // the same, of a row that is not shown: along the edge next to it
        std::size_t spans = 0;  // counts
        std::size_t separators = 0;
        std::size_t labels = 0;
        std::size_t firstRect = 0;  // in the display list
    };

    void addRows(const Lane& lane);
    void addFoldedHits(const Lane& lane);
    void paintAll();
    void listAll();
    // Room for the spans of a row of `m_rows`.
    [[nodiscard]] std::span<SliceSpan> spansAt(std::size_t row);
    void listSpans(const PaintedRow& row, std::span<const SliceSpan> spans, RectItem* out) const;
    void drawLabels(const PaintedRow& row, std::size_t index, const OccupiedSpans& occupied);
    void addLabel(std::string_view text, float width, TextItem item);
    // Stripes that tell communication and copies from compute without color.
    void drawPattern(const SliceLabel& label, float y);
    // Whether a lane has GPU activities.
    bool isStream(const Lane& lane) const;
    // y of the row's top edge, or of its line of folded hits.
    float yOf(const PaintedRow& row) const;

    Frame& m_frame;
    std::vector<PaintedRow> m_rows;
    std::size_t m_next = 0;       // next row whose labels are to be drawn
    std::size_t m_firstSpan = 0;  // of the display list's; those before are of pinned rows
    std::size_t m_maxSpans = 0;
    std::size_t m_maxLabels = 0;
};

}  // namespace gaplight
