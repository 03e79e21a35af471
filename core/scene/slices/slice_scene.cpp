// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/slices/slice_scene.h"

#include <algorithm>

#include <tbb/parallel_for.h>

#include "core/scene/display/elided_text.h"
#include "core/scene/model/followed_flow.h"
#include "core/scene/slices/row_painter.h"

namespace gaplight {
namespace {

constexpr std::uint8_t kSeparator = 95;  // between equal neighbors

template <class T>
std::span<T> part(std::vector<T>& all, std::size_t index, std::size_t size) {
    return std::span(all).subspan(index * size, size);
}

// Never smaller: the scratch is used again.
template <class T>
void growScratch(std::vector<T>& scratch, std::size_t size) {
    if (scratch.size() < size) {
        scratch.resize(size);
    }
}

}  // namespace

SliceScene::SliceScene(Frame& frame, std::span<const std::uint32_t> lanes)
    : m_frame(frame),
      m_maxSpans(RowPainter::maxSpans(frame)),
      m_maxLabels(RowPainter::maxLabels(frame)) {
    for (const std::uint32_t lane : lanes) {
        addRows(frame.input.layout.lanes()[lane]);
    }
    if (!frame.list.spanRows.empty()) {
        const SpanRow& last = frame.list.spanRows.back();
        m_firstSpan = last.firstSpan + last.spanCount;
    }
    growScratch(frame.list.spans, m_firstSpan + m_rows.size() * m_maxSpans);
    growScratch(frame.list.labelScratch, m_rows.size() * m_maxLabels);
    paintAll();
    listAll();
}

void SliceScene::addRows(const Lane& lane) {
    if (lane.kind != LaneKind::Slices) {
        return;
    }
    const SearchHits* hits = m_frame.model().hits;
    const bool showsAll = hits == nullptr || !m_frame.state().onlyHits;
    const double above = m_frame.input.viewport.scrollY - lane.y;
    // A track of instants alone has a place for them, and no row.
    const int rows = std::min<int>(
        lane.visibleRows, m_frame.trace().tracks()[lane.track.index()].rows - lane.firstRow);
    const double pitch = m_frame.rowPitch();
    const int first = std::clamp(static_cast<int>(above / pitch), 0, rows);
    const double below = above + m_frame.input.viewport.tracksHeight();
    const int last = std::clamp(static_cast<int>(below / pitch) + 1, 0, rows);
    for (int number = lane.firstRow + first; number < lane.firstRow + last; ++number) {
        if (showsAll) {
            m_rows.push_back({&lane, static_cast<std::uint16_t>(number)});
        }
        if (hits != nullptr) {
            m_rows.push_back({&lane, static_cast<std::uint16_t>(number), true});
        }
    }
}

void SliceScene::paintAll() {
    const FollowedFlow followed(m_frame.input);
    const PixelEdges edges = RowPainter::edgesOf(m_frame);
    tbb::parallel_for(std::size_t{0}, m_rows.size(), [&](std::size_t at) {
        PaintedRow& row = m_rows[at];
        const SceneModel& model = m_frame.model();
        RowPainter painter(m_frame, edges.grid(), followed, row.hits ? nullptr : model.hits,
                           spansAt(at), part(m_frame.list.labelScratch, at, m_maxLabels));
        const RowIndex& rows = row.hits ? model.hits->rows() : *model.rows;
        painter.paint(rows.row(m_frame.trace(), row.lane->track, row.number));
        row.spans = painter.spanCount();
        row.separators = painter.separatorCount();
        row.labels = painter.labelCount();
    });
}

// Millions of bytes where rows are crowded: every core writes its rows' part of the list.
void SliceScene::listAll() {
    Column<RectItem>& rects = m_frame.list.rects;
    std::size_t end = rects.size();
    for (std::size_t at = 0; at < m_rows.size(); ++at) {
        PaintedRow& row = m_rows[at];
        row.firstRect = end;
        end += row.spans + row.separators;
        if (row.spans > 0) {
            m_frame.list.spanRows.push_back({row.firstRect, m_firstSpan + at * m_maxSpans,
                                             row.spans, m_frame.left, m_frame.devicePixels});
        }
    }
    rects.resize(end);
    tbb::parallel_for(std::size_t{0}, m_rows.size(), [&](std::size_t at) {
        const PaintedRow& row = m_rows[at];
        listSpans(spansAt(at).first(row.spans), yOf(row), rects.data() + row.firstRect);
    });
}

std::span<SliceSpan> SliceScene::spansAt(std::size_t row) {
    return std::span(m_frame.list.spans).subspan(m_firstSpan + row * m_maxSpans, m_maxSpans);
}

float SliceScene::yOf(const PaintedRow& row) const {
    const int line = row.number - row.lane->firstRow;
    return m_frame.snappedY(row.lane->y + line * m_frame.rowPitch());
}

void SliceScene::listSpans(std::span<const SliceSpan> spans, float y, RectItem* out) const {
    const Frame frame = m_frame;  // a copy: what is written below might alias it
    const float height = frame.rowHeight();
    for (const SliceSpan& span : spans) {
        const float x = frame.viewX(span.from);
        const auto width = static_cast<float>((span.to - span.from) * frame.pixelLength);
        *out++ = {{x, y, width, height},
                  span.ink.color(),
                  span.ink.alpha(),
                  Layer::Slices,
                  frame.timeClip};
        if (span.ink.isSeparated()) {
            *out++ = {{x, y, frame.hair(), height},
                      Role::Background,
                      kSeparator,
                      Layer::Slices,
                      frame.timeClip};
        }
    }
}

void SliceScene::drawLabels(const Lane& lane, const OccupiedSpans& occupied) {
    for (; m_next < m_rows.size() && m_rows[m_next].lane == &lane; ++m_next) {
        drawLabels(m_rows[m_next], m_next, occupied);
    }
}

void SliceScene::drawLabels(const PaintedRow& row, std::size_t index,
                            const OccupiedSpans& occupied) {
    const float baseline = m_frame.baseline(yOf(row));
    for (const SliceLabel& label :
         part(m_frame.list.labelScratch, index, m_maxLabels).first(row.labels)) {
        float x0 = std::max(m_frame.left, m_frame.viewX(label.from));
        float x1 = std::min(m_frame.right, m_frame.viewX(label.to));
        occupied.exclude(row.number, x0, x1);
        TextItem item;
        item.x = x0 + SliceLabel::kPadding;
        item.baselineY = baseline;
        item.color = label.isDimmed ? Role::Text : Role::TextOnSlice;
        item.alpha = label.isDimmed ? kDimmedLabel : std::uint8_t{255};
        item.layer = Layer::SliceLabels;
        item.clip = m_frame.timeClip;
        addElidedText(m_frame.list, m_frame.measure, m_frame.model().names->label(label.name),
                      x1 - SliceLabel::kPadding - item.x, item);
    }
}

}  // namespace gaplight
