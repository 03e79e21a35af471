// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/slices/slice_scene.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "core/base/parallel.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/idle_look.h"
#include "core/scene/model/flow_chain.h"
#include "core/scene/model/frame.h"
#include "core/scene/slices/pixel_grid.h"
#include "core/scene/slices/pixel_walk.h"
#include "core/scene/slices/visible_samples.h"
#include "core/scene/slices/visible_slices.h"

namespace gaplight {
namespace {

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
               const SearchHits* hits, bool isStream, std::span<SliceSpan> spans,
               std::span<SliceLabel> labels);

    // O(pixels).
    void paint(const Row& row);

    std::size_t spanCount() const { return m_count; }
    std::size_t separatorCount() const { return m_separators; }
    std::size_t labelCount() const { return m_labelCount; }

private:
    template <class Source>
    class Pen;

    template <class Source>
    void paintFrom(const Source& source);
    // Alpha of a slice of at least a pixel: dimmed beside search hits or outside the followed flow.
    std::uint8_t alphaOf(SliceId slice) const;

    const Frame& m_frame;
    PixelGrid m_grid;
    const FollowedFlow& m_followed;
    const SearchHits* m_hits;
    bool m_isStream;
    std::span<SliceSpan> m_spans;
    std::span<SliceLabel> m_labels;
    std::size_t m_count = 0;
    std::size_t m_separators = 0;
    std::size_t m_labelCount = 0;
};

constexpr double kMinSeparatedWidth = 5;

// Smallest width of a slice that has more than its color, a label or of a stream a pattern, in
// device pixels.
std::int32_t labelPixels(const Frame& frame, bool isStream) {
    return static_cast<std::int32_t>(
        (isStream ? kMinStripedSlice : kMinLabelWidth + 2 * SliceLabel::kPadding) *
        frame.devicePixels);
}

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
    return maxSpans(frame) / static_cast<std::size_t>(labelPixels(frame, true)) + 1;
}

RowPainter::RowPainter(const Frame& frame, const PixelGrid& grid, const FollowedFlow& followed,
                       const SearchHits* hits, bool isStream, std::span<SliceSpan> spans,
                       std::span<SliceLabel> labels)
    : m_frame(frame),
      m_grid(grid),
      m_followed(followed),
      m_hits(hits),
      m_isStream(isStream),
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
          m_labeled(labelPixels(painter.m_frame, painter.m_isStream)),
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
        }
        if (to - from >= m_labeled) {
            addLabel({name, from, to, alpha < 255}, at);
        }
        m_spans[m_count++] = {from, to, SliceInk::fromBits(ink)};
        m_from = from;
        m_to = to;
        m_ink = ink;
    }

    std::size_t spanCount() const { return m_count; }
    std::size_t separatorCount() const { return m_separators; }
    std::size_t labelCount() const { return m_labelCount; }

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

// Where there is room, search hits are this wide: a color of one pixel is not seen.
constexpr double kHitWidth = 2;  // logical pixels
// Of hits on folded rows, in the gap below the track or along the upper edge of its first line.
constexpr float kFoldedHitHeight = 3;
void widenSpans(std::span<SliceSpan> spans, std::int32_t pixels) {
    for (std::size_t at = 0; at < spans.size(); ++at) {
        const std::int32_t room =
            at + 1 < spans.size() ? spans[at + 1].from : std::numeric_limits<std::int32_t>::max();
        spans[at].to = std::max(spans[at].to, std::min(spans[at].from + pixels, room));
    }
}

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
    if (hits != nullptr && rows > 0) {
        addFoldedHits(lane);
    }
}

void SliceScene::addFoldedHits(const Lane& lane) {
    const int rows = m_frame.trace().tracks()[lane.track.index()].rows;
    for (int number = 0; number < rows; ++number) {
        if (!lane.showsRow(static_cast<std::uint16_t>(number))) {
            m_rows.push_back({&lane, static_cast<std::uint16_t>(number), true, true});
        }
    }
}

void SliceScene::paintAll() {
    const FollowedFlow followed(m_frame.input);
    const PixelEdges edges = RowPainter::edgesOf(m_frame);
    parallelFor(std::size_t{0}, m_rows.size(), [&](std::size_t at) {
        PaintedRow& row = m_rows[at];
        const SceneModel& model = m_frame.model();
        RowPainter painter(m_frame, edges.grid(), followed, row.hits ? nullptr : model.hits,
                           isStream(*row.lane), spansAt(at),
                           part(m_frame.list.labelScratch, at, m_maxLabels));
        const RowIndex& rows = row.hits ? model.hits->rows() : *model.rows;
        painter.paint(rows.row(m_frame.trace(), row.lane->track, row.number));
        row.spans = painter.spanCount();
        if (row.hits) {
            widenSpans(spansAt(at).first(row.spans),
                       static_cast<std::int32_t>(std::ceil(kHitWidth * m_frame.devicePixels)));
        }
        row.separators = painter.separatorCount();
        row.labels = row.isFolded ? 0 : painter.labelCount();
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
    parallelFor(std::size_t{0}, m_rows.size(), [&](std::size_t at) {
        const PaintedRow& row = m_rows[at];
        listSpans(row, spansAt(at).first(row.spans), rects.data() + row.firstRect);
    });
}

std::span<SliceSpan> SliceScene::spansAt(std::size_t row) {
    return std::span(m_frame.list.spans).subspan(m_firstSpan + row * m_maxSpans, m_maxSpans);
}

float SliceScene::yOf(const PaintedRow& row) const {
    const bool isBelow = row.number > row.lane->firstRow;
    if (row.isFolded) {
        return m_frame.snappedY(row.lane->y) +
               (isBelow ? row.lane->height - TrackLayout::kLaneGap : 0.0F);
    }
    const int line = row.number - row.lane->firstRow;
    return m_frame.snappedY(row.lane->y + line * m_frame.rowPitch());
}

void SliceScene::listSpans(const PaintedRow& row, std::span<const SliceSpan> spans,
                           RectItem* out) const {
    const Frame frame = m_frame;  // a copy: what is written below might alias it
    const float y = yOf(row);
    const float height = row.isFolded ? kFoldedHitHeight : frame.rowHeight();
    for (const SliceSpan& span : spans) {
        const float x = frame.viewX(span.from);
        const auto width = static_cast<float>((span.to - span.from) * frame.pixelLength);
        *out++ = {{x, y, width, height},
                  row.isFolded ? ColorRef(Role::SearchHit) : span.ink.color(),
                  row.isFolded ? std::uint8_t{255} : span.ink.alpha(),
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
    const float y = yOf(row);
    const float baseline = m_frame.baseline(y);
    const bool hasPatterns = isStream(*row.lane);
    for (const SliceLabel& label :
         part(m_frame.list.labelScratch, index, m_maxLabels).first(row.labels)) {
        if (hasPatterns) {
            drawPattern(label, y);
        }
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
        addLabel(m_frame.model().names->label(label.name), x1 - SliceLabel::kPadding - item.x,
                 item);
    }
}

void SliceScene::drawPattern(const SliceLabel& label, float y) {
    const float x0 = m_frame.viewX(label.from);
    addSlicePattern(m_frame.list, {x0, y, m_frame.viewX(label.to) - x0, m_frame.rowHeight()},
                    m_frame.model().names->part(label.name),
                    label.isDimmed ? kDimmedSlice : std::uint8_t{255}, m_frame.timeClip);
}

bool SliceScene::isStream(const Lane& lane) const {
    return m_frame.input.layout.groups()[lane.group].gpu.has_value();
}

namespace {

// Where the place of a Python frame begins: " · module.py(1783)", or " (/lib/threading.py:1115)" as
// VizTracer writes it; npos: the name has none.
std::size_t placeIn(std::string_view text) {
    if (!text.ends_with(')')) {
        return std::string_view::npos;
    }
    return text.find(".py(") != std::string_view::npos   ? text.rfind(" · ")
           : text.find(".py:") != std::string_view::npos ? text.find(" (")
                                                         : std::string_view::npos;
}

}  // namespace

// The place of a Python frame is dimmed: "_call_impl" is read first, where it is after it.
void SliceScene::addLabel(std::string_view text, float width, TextItem item) {
    const std::size_t place = placeIn(text);
    const std::string_view name = text.substr(0, place);
    const float nameWidth =
        place == std::string_view::npos ? 0 : m_frame.measure.width(name, item.style);
    if (nameWidth <= 0 || nameWidth >= width) {
        addElidedText(m_frame.list, m_frame.measure, text, width, item);
        return;
    }
    addWholeText(m_frame.list, m_frame.measure, name, width, item);
    item.x += nameWidth;
    item.alpha = std::min(item.alpha, kDimmedPlace);
    addElidedText(m_frame.list, m_frame.measure, text.substr(place), width - nameWidth, item);
}

}  // namespace gaplight
