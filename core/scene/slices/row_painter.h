// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/scene/model/followed_flow.h"
#include "core/scene/model/frame.h"
#include "core/scene/slices/pixel_grid.h"

namespace gaplight {

// Converts one row into colored spans and label positions, left to right, from the output of a
// PixelWalk; neighbors of one color are joined. Writes only to the caller's buffers, so that rows
// can be painted on any thread; SliceScene turns the spans into rectangles.
class RowPainter {
public:
    // Buffer sizes that suffice for any row of a frame.
    [[nodiscard]] static std::size_t maxSpans(const Frame& frame);
    [[nodiscard]] static std::size_t maxLabels(const Frame& frame);
    // Edges of the pixels that rows of a frame are painted on: the visible ones and a few outside,
    // so that a slice that continues outside the view shows no edge inside.
    [[nodiscard]] static PixelEdges edgesOf(const Frame& frame);

    // `hits`: search hits that will be painted over this row; the row is dimmed and labels of hits
    // are left out. Null: the row is painted normally.
    RowPainter(const Frame& frame, const PixelGrid& grid, const FollowedFlow& followed,
               const SearchHits* hits, std::span<SliceSpan> spans, std::span<SliceLabel> labels);

    // O(pixels).
    void paint(const Row& row);

    [[nodiscard]] std::size_t spanCount() const { return m_count; }
    [[nodiscard]] std::size_t separatorCount() const { return m_separators; }
    [[nodiscard]] std::size_t labelCount() const { return m_labelCount; }

private:
    template <class Source>
    class Pen;

    template <class Source>
    void paintFrom(const Source& source);
    // Alpha of a slice of at least a pixel: dimmed beside search hits or outside the followed flow.
    [[nodiscard]] std::uint8_t alphaOf(SliceId slice) const;

    const Frame& m_frame;
    PixelGrid m_grid;
    const FollowedFlow& m_followed;
    const SearchHits* m_hits;
    std::span<SliceSpan> m_spans;
    std::span<SliceLabel> m_labels;
    std::size_t m_count = 0;
    std::size_t m_separators = 0;
    std::size_t m_labelCount = 0;
};

}  // namespace gaplight
