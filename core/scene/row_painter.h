// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "core/index/level_of_detail.h"
#include "core/scene/followed_flow.h"
#include "core/scene/frame.h"

namespace gaplight {

// Paints the runs of one row from left to right, deciding who owns a pixel that two share, into
// spans and places for labels that the caller has room for. Draws nothing yet and writes nowhere
// else, so rows can be painted on any thread. O(runs).
class RowPainter {
public:
    // Room that a row of a frame needs at most.
    [[nodiscard]] static std::size_t mostSpans(const Frame& frame);
    [[nodiscard]] static std::size_t mostLabels(const Frame& frame);

    // `beside`: the hits of a search that are painted after this row; it stands back, and leaves
    // their labels to them. Null: the row is as it is.
    RowPainter(const Frame& frame, const FollowedFlow& followed, const SearchHits* beside,
               std::span<SliceSpan> spans, std::span<SliceLabel> labels);

    void paint(const Row& row);

    [[nodiscard]] std::size_t spanCount() const { return m_count; }
    [[nodiscard]] std::size_t separatorCount() const { return m_separators; }
    [[nodiscard]] std::size_t labelCount() const { return m_labelCount; }

private:
    static constexpr std::size_t kBlock = 128;

    // A run in device pixels. Of two that share a pixel the higher rank takes it: wide ones share
    // none and lose none, narrow ones rank as their durations.
    struct Stroke {
        std::int32_t from = 0;
        std::int32_t to = 0;
        std::int32_t rank = 0;
        SliceInk ink;
    };
    static constexpr std::int32_t kWide = std::numeric_limits<std::int32_t>::max();

    void measure(std::span<const DetailRun> runs, const Row& row, std::span<Stroke> strokes) const;
    void stroke(std::span<const DetailRun> runs, const Row& row, std::span<const Stroke> strokes);
    void addLabel(const SliceLabel& label);

    const Frame& m_frame;
    const FollowedFlow& m_followed;
    const SearchHits* m_beside;
    std::span<SliceSpan> m_spans;
    std::span<SliceLabel> m_labels;
    std::int32_t m_labelled = 0;   // device pixels of the narrowest that has a label
    std::int32_t m_separated = 0;  // the same for a line between equals
    std::size_t m_count = 0;
    std::size_t m_separators = 0;
    std::size_t m_labelCount = 0;
    Stroke m_pen{-1'000'000, -1'000'000, 0, {}};  // the last span, which may still change
};

}  // namespace gaplight
