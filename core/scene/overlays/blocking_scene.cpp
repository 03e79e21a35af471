// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlays/blocking_scene.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/base/utf8.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/overlays/overlay_clusters.h"
#include "core/scene/overlays/overlay_rows.h"

namespace gaplight {
namespace {

constexpr float kMinRibbonWidth = 5;
constexpr float kNotch = 4;
constexpr float kUnderline = 3;
constexpr float kShortRibbonWidth = 10;  // width of the ribbon of a wait with negligible cost

class RibbonPainter {
public:
    RibbonPainter(Frame& frame, const OverlayRow& row, OccupiedSpans& occupied)
        : m_frame(frame), m_row(row), m_occupied(occupied) {}

    void paint();

private:
    void paintCall(const Overlay& call);
    void paintQuietly(float x0, float x1);
    void underline(float x0, float x1);
    [[nodiscard]] bool isLoud(const Overlay& call) const;
    void paintChain(const OverlayCluster& chain);
    void ribbon(float x0, float x1, Role color);
    void occupy(float x0, float x1);
    [[nodiscard]] bool mayLabel(float x0, float x1) const;
    [[nodiscard]] TextItem textItem(float x) const;

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
void RibbonPainter::ribbon(float x0, float x1, Role color) {
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

// Most waits cost no GPU time: the GPU is busy meanwhile.
bool RibbonPainter::isLoud(const Overlay& call) const {
    return call.muted || call.source.weight > OverlayWeight::Info ||
           m_frame.model().overlays->isCurrent(call);
}

// A short ribbon and a line under the slice, which keeps its own label.
void RibbonPainter::paintQuietly(float x0, float x1) {
    x0 = std::max(x0, std::min(m_frame.left, x1 - kMinRibbonWidth));
    const float head = std::min(x0 + kShortRibbonWidth, x1);
    ribbon(x0, head, Role::BlockingCall);
    underline(x0, x1);
    occupy(x0, head);
}

void RibbonPainter::paintCall(const Overlay& call) {
    const float x0 = m_frame.snappedX(call.range.begin);
    const float x1 = std::max(x0 + kMinRibbonWidth, m_frame.snappedX(call.range.end));
    if (!isLoud(call)) {
        return paintQuietly(x0, x1);
    }
    const bool isFree = mayLabel(x0, x1);
    // The profiler's own waits are not actionable: gray.
    ribbon(x0, x1, call.muted ? Role::SecondaryText : Role::BlockingCall);
    occupy(x0, x1);
    const float textX = std::max(x0 + kNotch, m_frame.left) + 4;
    const float room = std::min(x1, m_frame.right) - textX - 4;
    if (room < kMinLabelWidth || !isFree) {
        return;
    }
    TextItem item = textItem(textX);
    item.color = call.muted ? Role::Background : Role::BlockingCallLabel;
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
    m_isFaded =
        m_frame.model().overlays->isFaded(m_row.overlays.subspan(chain.first, chain.count()));
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

}  // namespace

void drawBlockingCalls(Frame& frame, const Lane& lane, OccupiedSpans& occupied) {
    forEachOverlayRow(frame, lane, OverlayKind::BlockingCall,
                      [&](const OverlayRow& row) { RibbonPainter(frame, row, occupied).paint(); });
}

}  // namespace gaplight
