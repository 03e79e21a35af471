// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <QImage>

#include "core/scene/display/display_list.h"
#include "core/scene/display/theme.h"

namespace gaplight::ui {

// Red, green, blue and alpha, premultiplied.
using PixelColor = std::array<std::uint8_t, 4>;

// The colors of a theme for pixels and corners.
class PixelColors {
public:
    explicit PixelColors(const Theme& theme);

    PixelColor of(ColorRef ref, std::uint8_t alpha) const {
        const Entry& entry = m_table[ref.tableIndex()];
        return alpha == 255 ? entry.full : faded(entry, alpha);
    }

private:
    struct Entry {
        Rgba rgba;
        PixelColor full{};
    };
    [[nodiscard]] static PixelColor faded(const Entry& entry, std::uint8_t alpha);

    std::array<Entry, ColorRef::kTableSize> m_table;
};

// Boxes side by side in one row, with small gaps, at whole device pixels. Drawn as one box with
// pixels of an image, transparent in the gaps.
struct PixelRun {
    std::size_t first = 0;  // of DisplayList::rects
    std::size_t count = 0;
    Layer layer = Layer::Background;
    ClipIndex clip = 0;
    Box box;         // logical pixels
    int imageX = 0;  // pixels of the image
    int imageY = 0;
    int imageWidth = 0;
};

// The long runs of a display list. Where slices are short, most boxes of the list are in runs. A
// box of one pixel takes 4 bytes in the image, and 60 bytes as two triangles.
class PixelRuns {
public:
    // Reuses the memory of the list before. O(rects + pixels of the runs).
    void build(const DisplayList& list, const PixelColors& colors, double devicePixelRatio);

    // By their first rect. Runs are below all other boxes of their layer: one that would cover an
    // earlier box is left out.
    std::span<const PixelRun> runs() const { return m_runs; }
    // RGBA, premultiplied, at least as large as the runs need. Null where there never were any.
    const QImage& image() const { return m_image; }

private:
    using Rights = std::vector<float>;  // how far boxes reach, by line of logical pixels

    // Boxes [first, end) behind each other, with a span of device pixels for each.
    struct Candidate {
        std::size_t first = 0;
        std::size_t end = 0;
        std::size_t firstSpan = 0;
        bool isListed = false;  // of DisplayList::spans, else of m_spans
    };

    void findCandidates(const DisplayList& list);
    std::size_t addRow(const DisplayList& list, const SpanRow& row);
    std::size_t addSpans(const DisplayList& list, std::size_t first, std::size_t limit);
    bool hasWholePixels(const SpanRow& row) const;
    std::span<const SliceSpan> spansOf(const DisplayList& list, const Candidate& candidate) const;
    void takeCandidates(const DisplayList& list);
    [[nodiscard]] bool takeRun(const DisplayList& list, const Candidate& candidate);
    [[nodiscard]] std::span<float> lines(const RectItem& rect);
    void cover(const DisplayList& list, std::size_t first, std::size_t end);
    void fill(const DisplayList& list, const PixelColors& colors);

    double m_ratio = 1;
    std::vector<PixelRun> m_runs;
    std::vector<Candidate> m_candidates;
    std::vector<SliceSpan> m_spans;  // of candidates that are in no row of the list
    std::vector<Candidate> m_taken;  // of each run
    QImage m_image;
    std::array<Rights, static_cast<std::size_t>(Layer::Count_)> m_covered;
    int m_rowWidth = 0;  // pixels
    int m_row = 0;
    int m_rowUsed = 0;  // pixels of the row
};

}  // namespace gaplight::ui
