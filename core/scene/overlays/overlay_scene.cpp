// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlays/overlay_scene.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/cased_strokes.h"
#include "core/scene/model/frame.h"
#include "core/scene/overlays/overlay_clusters.h"

namespace gaplight {
namespace {

constexpr float kPadding = 4;
constexpr float kLower = 1;
constexpr float kTop = 4;  // below the line of a bracket
constexpr float kHeight = 13;
constexpr std::uint8_t kPlate = 235;

// Draws a text on an opaque plate inside a row, at the right end of [x0, x1), if at least `clear`
// pixels stay free left of it and nothing else occupies the place. Adds the plate to `occupied`.
void drawOverlayLabel(Frame& frame, const OverlayRow& row, float x0, float x1, float clear,
                      std::string_view text, Role color, OccupiedSpans& occupied) {
    x0 = std::max(x0, frame.left);
    x1 = std::min(x1, frame.right);
    TextItem item;
    item.style = TextStyle::Small;
    item.width = frame.measure.width(text, item.style);
    const float plate = item.width + 2 * kPadding;
    const float left = std::floor(x1 - plate - kPadding);
    if (left < x0 + clear || !occupied.isFree(row.row, left, left + plate)) {
        return;
    }
    frame.list.rects.push_back({{left, row.y + kTop, std::ceil(plate), kHeight},
                                Role::Background,
                                kPlate,
                                Layer::Overlays,
                                frame.timeClip});
    item.x = left + kPadding;
    item.baselineY = frame.baseline(row.y) + kLower;
    item.color = color;
    item.layer = Layer::Overlays;
    item.clip = frame.timeClip;
    frame.list.addText(text, item);
    occupied.add(row.row, left, left + plate);
}

constexpr float kOutlineLine = 2;
constexpr float kOutlineCasing = 1;
constexpr float kMinOutlineWidth = 6;

// The four sides of a frame inside a box.
std::array<Box, 4> sides(Box box, float thickness) {
    const float inner = std::max(0.0F, box.height - 2 * thickness);
    return {Box{box.x, box.y, box.width, thickness},
            Box{box.x, box.y + box.height - thickness, box.width, thickness},
            Box{box.x, box.y + thickness, thickness, inner},
            Box{box.x + box.width - thickness, box.y + thickness, thickness, inner}};
}

void paintChain(Frame& frame, const OverlayRow& row, const OverlayCluster& chain,
                OccupiedSpans& occupied) {
    const float x0 = frame.snappedX(chain.extent.begin);
    const float x1 = std::max(x0 + kMinOutlineWidth, frame.snappedX(chain.extent.end));
    if (frame.model().overlays->isQuiet(row.overlays.subspan(chain.first, chain.count()))) {
        drawQuietMark(frame, row, x0, x1, Role::FindingMark);
        return;
    }
    const Box box{x0, row.y, x1 - x0, frame.rowHeight()};
    const Box inside{x0 + kOutlineLine, row.y + kOutlineLine,
                     std::max(0.0F, box.width - 2 * kOutlineLine), box.height - 2 * kOutlineLine};
    CasedStrokes{frame, Role::FindingMark, 255, Layer::Overlays, frame.timeClip}.draw(
        sides(inside, kOutlineCasing), sides(box, kOutlineLine));
    if (chain.count() > 1 && !row.isFolded) {
        drawOverlayLabel(frame, row, x0, x1, kOutlineLine, fmt::format("×{}", chain.count()),
                         Role::FindingMark, occupied);
    }
}

// Draws a frame inside each slice that a finding refers to (compiled regions, copies, calls);
// slices too close to separate share one frame with a count. Adds the covered area to `occupied`.
void drawOutlines(Frame& frame, const Lane& lane, OccupiedSpans& occupied) {
    forEachOverlayRow(frame, lane, OverlayKind::Outline, [&](const OverlayRow& row) {
        forEachMergedCluster(
            row.overlays, frame.range(), frame.input.viewport.nsPerPixel,
            [&](const OverlayCluster& chain) { paintChain(frame, row, chain, occupied); });
    });
}

constexpr float kLine = 3;
constexpr float kEnd = 9;        // height of the ends
constexpr float kFoldedEnd = 5;  // of folded rows: keeps clear of the label below
constexpr float kBelowEnd = 4;   // of rows below: in the gap between two tracks
constexpr float kCasing = 2;  // background on all sides: slices may have the color of the bracket
constexpr float kFoldedCasing = 1;
constexpr float kMinBracketWidth = 9;
constexpr float kShort = 30;
constexpr float kClearShare = 0.6F;  // of a bracket, for what is below its label

class BracketPainter {
public:
    BracketPainter(Frame& frame, const OverlayRow& row, OccupiedSpans& occupied)
        : m_frame(frame), m_row(row), m_occupied(occupied) {}

    void paint() {
        forEachMergedCluster(m_row.overlays, m_frame.range(), m_frame.input.viewport.nsPerPixel,
                             [&](const OverlayCluster& chain) { paintChain(chain); });
    }

private:
    void paintChain(const OverlayCluster& chain);
    void paintLine(float x0, float x1);
    std::string labelOf(const OverlayCluster& chain) const;

    Frame& m_frame;
    const OverlayRow& m_row;
    OccupiedSpans& m_occupied;
};

void BracketPainter::paintLine(float x0, float x1) {
    // Of deeper rows: at the lower edge, where it is not over slices of the last visible row.
    const float y = m_row.isBelow ? m_row.y + m_frame.rowHeight() - 1 : m_row.y;
    const float end = m_row.isBelow ? kBelowEnd : m_row.isFolded ? kFoldedEnd : kEnd;
    const float casing = m_row.isFolded ? kFoldedCasing : kCasing;
    const float endWidth = kLine + 2 * casing;
    const std::array grounds{
        Box{x0 - casing, y - 1, x1 - x0 + 2 * casing, kLine + casing + 1},
        Box{x0 - casing, y + kLine, endWidth, end - kLine + casing},
        Box{x1 - kLine - casing, y + kLine, endWidth, end - kLine + casing},
    };
    const std::array strokes{
        Box{x0, y, x1 - x0, kLine},
        Box{x0, y + kLine, kLine, end - kLine},
        Box{x1 - kLine, y + kLine, kLine, end - kLine},
    };
    CasedStrokes{m_frame, Role::HostFiller, 255, Layer::Overlays, m_frame.timeClip}.draw(grounds,
                                                                                         strokes);
}

// A bracket over a single slice needs no label: the slice has one.
std::string BracketPainter::labelOf(const OverlayCluster& chain) const {
    if (chain.count() > 1) {
        return fmt::format("×{}", chain.count());
    }
    const Overlay& overlay = m_row.overlays[chain.first];
    if (overlay.slice.isValid()) {
        return {};
    }
    const std::string_view note = m_frame.model().overlays->label(overlay);
    const std::string length = durationText(overlay.range.length());
    return note.empty() ? length : fmt::format("{} · {}", length, note);
}

void BracketPainter::paintChain(const OverlayCluster& chain) {
    const auto part = m_row.overlays.subspan(chain.first, chain.count());
    const float x0 = m_frame.snappedX(chain.extent.begin);
    const float x1 = std::max(x0 + kMinBracketWidth, m_frame.snappedX(chain.extent.end));
    if (m_frame.model().overlays->isQuiet(part)) {
        drawQuietMark(m_frame, m_row, x0, x1, Role::HostFiller);
        return;
    }
    paintLine(x0, x1);
    // Slice labels begin behind its end, or behind the whole of a short one.
    const float taken = x1 - x0 < kShort ? x1 : x0 + kLine;
    if (!m_row.isBelow) {
        m_occupied.add(m_row.row, x0 - kCasing, taken + kCasing);
    }
    if (m_row.isFolded) {
        return;
    }
    const std::string label = labelOf(chain);
    if (!label.empty()) {
        const float seen = std::min(x1, m_frame.right) - std::max(x0, m_frame.left);
        const float clear = chain.count() > 1 ? kLine + kCasing : seen * kClearShare;
        drawOverlayLabel(m_frame, m_row, x0, x1 - kLine - kCasing, clear, label, Role::HostFiller,
                         m_occupied);
    }
}

// Draws host activity that a finding refers to: a line along the top of the row with ends that turn
// down. Brackets over several slices are labeled where the label hides little; brackets too close
// to separate become one with a count. Adds the covered area to `occupied`.
void drawBrackets(Frame& frame, const Lane& lane, OccupiedSpans& occupied) {
    forEachOverlayRow(frame, lane, OverlayKind::Bracket,
                      [&](const OverlayRow& row) { BracketPainter(frame, row, occupied).paint(); });
}

constexpr float kMinRibbonWidth = 5;
constexpr float kNotch = 4;
constexpr float kUnderline = 3;

class RibbonPainter {
public:
    RibbonPainter(Frame& frame, const OverlayRow& row, OccupiedSpans& occupied)
        : m_frame(frame), m_row(row), m_occupied(occupied) {}

    void paint();

private:
    void paintCall(const Overlay& call);
    void underline(float x0, float x1);
    void paintChain(const OverlayCluster& chain);
    void ribbon(float x0, float x1, ColorRef color);
    void occupy(float x0, float x1);
    bool mayLabel(float x0, float x1) const;
    TextItem textItem(float x) const;

    Frame& m_frame;
    const OverlayRow& m_row;
    OccupiedSpans& m_occupied;
    bool m_isFaded = false;  // what is being painted
};

TextItem RibbonPainter::textItem(float x) const {
    TextItem item;
    item.x = x;
    item.baselineY = m_frame.baseline(m_row.y);
    item.color = Role::BlockingCallLabel;
    item.layer = Layer::Overlays;
    item.clip = m_frame.timeClip;
    return item;
}

// The slice's own label is legible through a faded ribbon.
void RibbonPainter::occupy(float x0, float x1) {
    if (!m_isFaded) {
        m_occupied.add(m_row.row, x0, x1);
    }
}

// Folded rows share one row: another ribbon may be here already.
bool RibbonPainter::mayLabel(float x0, float x1) const {
    return !m_isFaded && (!m_row.isFolded || m_occupied.isFree(m_row.row, x0, x1));
}

// Two convex halves with a triangular notch at the left.
void RibbonPainter::ribbon(float x0, float x1, ColorRef color) {
    const float y = m_row.y;
    const float notch = std::min(kNotch, (x1 - x0) / 2);
    const float middle = y + m_frame.rowHeight() / 2;
    const float bottom = y + m_frame.rowHeight();
    const std::array<Point, 4> upper{Point{x0, y}, Point{x1, y}, Point{x1, middle},
                                     Point{x0 + notch, middle}};
    const std::array<Point, 4> lower{Point{x0 + notch, middle}, Point{x1, middle},
                                     Point{x1, bottom}, Point{x0, bottom}};
    PolygonItem item;
    item.color = color;
    item.alpha = m_isFaded ? fadedAlpha(item.alpha) : item.alpha;
    item.layer = Layer::Overlays;
    item.clip = m_frame.timeClip;
    m_frame.list.addPolygon(upper.data(), upper.size(), item);
    m_frame.list.addPolygon(lower.data(), lower.size(), item);
}

void RibbonPainter::underline(float x0, float x1) {
    m_frame.list.rects.push_back(
        {{x0, m_row.y + m_frame.rowHeight() - kUnderline, x1 - x0, kUnderline},
         Role::BlockingCall,
         m_isFaded ? fadedAlpha(255) : std::uint8_t{255},
         Layer::Overlays,
         m_frame.timeClip});
}

void RibbonPainter::paintCall(const Overlay& call) {
    const float x0 = m_frame.snappedX(call.range.begin);
    const float x1 = std::max(x0 + kMinRibbonWidth, m_frame.snappedX(call.range.end));
    const bool isFree = mayLabel(x0, x1);
    // The profiler's own waits are not actionable: gray, as pale as slices.
    ribbon(x0, x1, call.muted ? ColorRef::neutralSlice() : Role::BlockingCall);
    occupy(x0, x1);
    const float textX = std::max(x0 + kNotch, m_frame.left) + 4;
    const float room = std::min(x1, m_frame.right) - textX - 4;
    if (room < kMinLabelWidth || !isFree) {
        return;
    }
    TextItem item = textItem(textX);
    item.color = call.muted ? Role::TextOnSlice : Role::BlockingCallLabel;
    const std::string_view name =
        m_frame.model().names->label(m_frame.trace().slices().name(call.slice));
    const std::string_view label = m_frame.model().overlays->label(call);
    std::array<char, 320> buffer{};
    const auto end = fmt::format_to_n(buffer.data(), buffer.size(), "{} · {}{}{}",
                                      truncateUtf8(name, 200), durationText(call.range.length()),
                                      label.empty() ? "" : " · ", truncateUtf8(label, 80))
                         .out;
    const std::string_view whole(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    if (!addWholeText(m_frame.list, m_frame.measure, whole, room, item)) {
        addElidedText(m_frame.list, m_frame.measure, name, room, item);
    }
}

void RibbonPainter::paintChain(const OverlayCluster& chain) {
    const OverlaySpan part = m_row.overlays.subspan(chain.first, chain.count());
    m_isFaded = m_frame.model().overlays->isFaded(part);
    const bool isProfilers = chain.count() == 1 && part.front().muted;
    if (!isProfilers && m_frame.model().overlays->isQuiet(part)) {
        const float from = std::max(m_frame.snappedX(chain.extent.begin), m_frame.left);
        drawQuietMark(m_frame, m_row, from,
                      std::max(from + kMinRibbonWidth, m_frame.snappedX(chain.extent.end)),
                      Role::BlockingCall);
        return;
    }
    if (chain.count() == 1) {
        paintCall(m_row.overlays[chain.first]);
        return;
    }
    const float x0 = std::max(m_frame.snappedX(chain.extent.begin), m_frame.left);
    const float x1 = std::max(x0 + kMinRibbonWidth, m_frame.snappedX(chain.extent.end));
    float head = x0 + kMinRibbonWidth;
    if (mayLabel(x0, x1)) {
        std::array<char, 24> buffer{};
        const auto end = fmt::format_to_n(buffer.data(), buffer.size(), "×{}", chain.count()).out;
        const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
        TextItem item = textItem(x0 + kNotch + 2);
        item.style = TextStyle::Small;
        if (addWholeText(m_frame.list, m_frame.measure, text, x1 - x0 - kNotch - 4, item)) {
            head = item.x + m_frame.list.texts.back().width + 3;
        }
    }
    ribbon(x0, head, Role::BlockingCall);
    underline(x0, x1);
    occupy(x0, x1);
}

void RibbonPainter::paint() {
    forEachMergedCluster(m_row.overlays, m_frame.range(), m_frame.input.viewport.nsPerPixel,
                         [&](const OverlayCluster& chain) { paintChain(chain); });
}

// Draws the blocking calls of the current finding as filled ribbons with a notch at the left
// (recognizable by shape, not only by color), others as lines. Calls too close to
// separate become one ribbon with a count and a line below the interval that it covers. Adds the
// covered area to `occupied`.
void drawBlockingCalls(Frame& frame, const Lane& lane, OccupiedSpans& occupied) {
    forEachOverlayRow(frame, lane, OverlayKind::BlockingCall,
                      [&](const OverlayRow& row) { RibbonPainter(frame, row, occupied).paint(); });
}

}  // namespace

void drawQuietMark(Frame& frame, const OverlayRow& row, float x0, float x1, Role color) {
    constexpr float kThin = 2;
    frame.list.rects.push_back({{x0, row.y + frame.rowHeight() - 1, x1 - x0, kThin},
                                color,
                                255,
                                Layer::Overlays,
                                frame.timeClip});
}

// Filled overlays first: the labels of the others are placed in the space that they leave.
void drawOverlays(Frame& frame, const Lane& lane, OccupiedSpans& occupied) {
    drawBandOverlays(frame, lane);
    drawTints(frame, lane);
    drawBlockingCalls(frame, lane, occupied);
    drawOutlines(frame, lane, occupied);
    drawBrackets(frame, lane, occupied);
}

}  // namespace gaplight
