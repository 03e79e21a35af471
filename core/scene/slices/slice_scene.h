// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// The slices of all rows in sight: a rectangle per run of the level of detail, in the colour of
// its name, and labels where they fit beside the marks. The hits of a search are a level of detail
// of their own, over rows that stand back: what is found is seen at every zoom. Rows are painted on
// all cores when this is made, and join the list then, in the order of their bands: the list does
// not depend on who painted what.
class SliceScene {
public:
    // `bands` in sight, as indexes into the layout's.
    SliceScene(Frame& frame, std::span<const std::uint32_t> bands);

    // Draws what the rows of a band are labelled with; bands in the order in which they were given.
    void drawLabels(const Band& band, const OccupiedSpans& marks);

private:
    struct PaintedRow {
        const Band* band = nullptr;
        std::uint16_t number = 0;
        bool hits = false;      // those of a search alone
        std::size_t spans = 0;  // counts
        std::size_t separators = 0;
        std::size_t labels = 0;
        std::size_t firstRect = 0;  // in the display list
    };

    void addRows(const Band& band);
    void paintAll();
    void listAll();
    void listSpans(std::span<const SliceSpan> spans, float y, RectItem* out) const;
    void drawLabels(const PaintedRow& row, std::size_t index, const OccupiedSpans& marks);
    // Of its top.
    [[nodiscard]] float yOf(const PaintedRow& row) const;

    Frame& m_frame;
    std::vector<PaintedRow> m_rows;
    std::size_t m_next = 0;  // to be drawn
    std::size_t m_mostSpans = 0;
    std::size_t m_mostLabels = 0;
};

}  // namespace gaplight
