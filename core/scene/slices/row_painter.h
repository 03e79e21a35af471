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

// Paints one row from left to right into spans and places for labels that the caller has room for:
// what a PixelWalk tells, neighbours of one colour joined. Draws nothing yet and writes nowhere
// else, so rows can be painted on any thread.
class RowPainter {
public:
    // Room that a row of a frame needs at most.
    [[nodiscard]] static std::size_t mostSpans(const Frame& frame);
    [[nodiscard]] static std::size_t mostLabels(const Frame& frame);
    // Of the pixels that rows of a frame are painted on: of those in sight, and of a few beside
    // them, so that what goes on out of sight has no edge in sight.
    [[nodiscard]] static PixelEdges edgesOf(const Frame& frame);

    // `beside`: the hits of a search that are painted after this row; it stands back, and leaves
    // their labels to them. Null: the row is as it is.
    RowPainter(const Frame& frame, const PixelGrid& grid, const FollowedFlow& followed,
               const SearchHits* beside, std::span<SliceSpan> spans, std::span<SliceLabel> labels);

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
    // Alpha of a slice of a pixel or more.
    [[nodiscard]] std::uint8_t alphaOf(SliceId slice) const;

    const Frame& m_frame;
    PixelGrid m_grid;
    const FollowedFlow& m_followed;
    const SearchHits* m_beside;
    std::span<SliceSpan> m_spans;
    std::span<SliceLabel> m_labels;
    std::size_t m_count = 0;
    std::size_t m_separators = 0;
    std::size_t m_labelCount = 0;
};

}  // namespace gaplight
