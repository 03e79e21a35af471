// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/slices/row_painter.h"

#include <cmath>
#include <limits>

#include "core/scene/display/elided_text.h"
#include "core/scene/slices/pixel_walk.h"
#include "core/scene/slices/visible_samples.h"
#include "core/scene/slices/visible_slices.h"

namespace gaplight {
namespace {

constexpr double kMinSeparatedWidth = 5;

// Smallest width of a slice with a label, in device pixels.
std::int32_t labelPixels(const Frame& frame) {
    return static_cast<std::int32_t>((kMinLabelWidth + 2 * SliceLabel::kPadding) *
                                     frame.devicePixels);
}

}  // namespace

PixelEdges RowPainter::edgesOf(const Frame& frame) {
    const double width = std::ceil((frame.right - frame.left) * frame.devicePixels);
    return {frame.beginNs, frame.devicePerNs, static_cast<std::int32_t>(width)};
}

// Spans share no pixel. One extra: a span is written before it is known whether it counts.
std::size_t RowPainter::maxSpans(const Frame& frame) {
    return static_cast<std::size_t>((frame.right - frame.left) * frame.devicePixels) +
           2 * PixelGrid::kBeyond + 3;
}

std::size_t RowPainter::maxLabels(const Frame& frame) {
    return maxSpans(frame) / static_cast<std::size_t>(labelPixels(frame)) + 1;
}

RowPainter::RowPainter(const Frame& frame, const PixelGrid& grid, const FollowedFlow& followed,
                       const SearchHits* hits, std::span<SliceSpan> spans,
                       std::span<SliceLabel> labels)
    : m_frame(frame),
      m_grid(grid),
      m_followed(followed),
      m_hits(hits),
      m_spans(spans),
      m_labels(labels) {}

std::uint8_t RowPainter::alphaOf(SliceId slice) const {
    const bool isDimmed =
        m_hits != nullptr || (m_followed.isActive() && !m_followed.contains(slice));
    return isDimmed ? kDimmedSlice : 255;
}

// The sink of the walk: writes spans. In a crowded row the processor cannot predict whether a pixel
// continues the color of the one before, so that is no branch: every pixel writes the last span
// again, and a new span only advances the position.
template <class Source>
class RowPainter::Pen {
public:
    Pen(const RowPainter& painter, const Source& source)
        : m_painter(&painter),
          m_source(&source),
          m_colors(painter.m_frame.model().names),
          m_spans(painter.m_spans.data()),
          m_narrowAlpha(painter.m_hits != nullptr || painter.m_followed.isActive() ? kDimmedSlice
                                                                                   : 255),
          m_labeled(labelPixels(painter.m_frame)),
          m_separated(static_cast<std::int32_t>(
              std::ceil(kMinSeparatedWidth * painter.m_frame.devicePixels))) {}

    void narrow(std::int32_t pixel, std::size_t at) {
        const SliceInk ink(m_colors->color(m_source->name(at)), m_narrowAlpha, false);
        const bool begins = ((ink.bits() ^ m_ink) | static_cast<std::uint32_t>(pixel ^ m_to)) != 0;
        m_count += static_cast<std::size_t>(begins);
        m_from += (pixel - m_from) & -static_cast<std::int32_t>(begins);
        m_to = pixel + 1;
        m_ink = ink.bits();
        m_spans[m_count - 1] = {m_from, m_to, SliceInk::fromBits(m_ink)};
    }

    void wide(std::int32_t from, std::int32_t to, std::size_t at) {
        const StringId name = m_source->name(at);
        const bool isPlain = m_painter->m_hits == nullptr && !m_painter->m_followed.isActive();
        const std::uint8_t alpha = isPlain ? 255 : m_painter->alphaOf(m_source->slice(at));
        std::uint32_t ink = SliceInk(m_colors->color(name), alpha, true).bits();
        if (to - from >= m_separated) {
            const bool joins = m_to == from && ((m_ink ^ ink) & ~SliceInk::kSeparated) == 0;
            ink |= joins ? SliceInk::kSeparated : 0;
            m_separators += joins ? 1 : 0;
            if (to - from >= m_labeled) {
                addLabel({name, from, to, alpha < 255}, at);
            }
        }
        m_spans[m_count++] = {from, to, SliceInk::fromBits(ink)};
        m_from = from;
        m_to = to;
        m_ink = ink;
    }

    [[nodiscard]] std::size_t spanCount() const { return m_count; }
    [[nodiscard]] std::size_t separatorCount() const { return m_separators; }
    [[nodiscard]] std::size_t labelCount() const { return m_labelCount; }

private:
    static constexpr std::int32_t kNowhere = std::numeric_limits<std::int32_t>::min();

    void addLabel(const SliceLabel& label, std::size_t at) {
        const SearchHits* hits = m_painter->m_hits;
        if (m_labelCount < m_painter->m_labels.size() &&
            (hits == nullptr || !hits->contains(m_source->slice(at)))) {
            m_painter->m_labels[m_labelCount++] = label;
        }
    }

    const RowPainter* m_painter;
    const Source* m_source;
    const NameTable* m_colors;
    SliceSpan* m_spans;
    std::uint8_t m_narrowAlpha;
    std::int32_t m_labeled;    // smallest width with a label, device pixels
    std::int32_t m_separated;  // smallest width with a separator from an equal neighbor
    std::size_t m_count = 0;
    std::size_t m_separators = 0;
    std::size_t m_labelCount = 0;
    std::int32_t m_from = 0;
    std::int32_t m_to = kNowhere;
    std::uint32_t m_ink = 0;
};

template <class Source>
void RowPainter::paintFrom(const Source& source) {
    Pen<Source> pen = PixelWalk(source, m_grid, Pen<Source>(*this, source)).walk();
    m_count = pen.spanCount();
    m_separators = pen.separatorCount();
    m_labelCount = pen.labelCount();
}

void RowPainter::paint(const Row& row) {
    if (const DetailLevel* level = row.detailLevel(m_frame.bucketShift)) {
        paintFrom(VisibleSamples(row, *level, m_grid));
    } else {
        paintFrom(VisibleSlices(row, m_grid));
    }
}

}  // namespace gaplight
