// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/blocking_scene.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/scene/elided_text.h"
#include "core/scene/mark_clusters.h"

namespace gaplight {
namespace {

constexpr float kNarrowest = 5;
constexpr float kNotch = 4;
constexpr float kUnderline = 4;
constexpr float kBaseline = 13;

class RibbonPainter {
public:
    RibbonPainter(Frame& frame, const Band& band, OccupiedSpans& occupied)
        : m_frame(frame), m_band(band), m_occupied(occupied) {}

    void paint(std::span<const Overlay> calls);

private:
    void paintCall(const Overlay& call);
    void paintChain(std::span<const Overlay> calls, const MarkCluster& chain);
    void ribbon(float x0, float x1, float y, Role color);
    [[nodiscard]] std::uint16_t rowOf(const Overlay& call) const {
        const std::uint16_t row = m_frame.trace().slices().row(call.slice);
        return std::min<std::uint16_t>(row, static_cast<std::uint16_t>(m_band.visibleRows - 1));
    }
    [[nodiscard]] float rowTop(std::uint16_t row) const {
        return m_frame.snappedY(m_band.y + row * static_cast<double>(TrackLayout::kRowPitch));
    }
    [[nodiscard]] bool isVisible(float y) const {
        return y + TrackLayout::kRowHeight > m_frame.top && y < m_frame.bottom;
    }
    [[nodiscard]] TextItem textItem(float x, float y) const;

    Frame& m_frame;
    const Band& m_band;
    OccupiedSpans& m_occupied;
};

TextItem RibbonPainter::textItem(float x, float y) const {
    TextItem item;
    item.x = x;
    item.baselineY = y + kBaseline;
    item.color = Role::BlockingCallLabel;
    item.layer = Layer::Overlays;
    item.clip = m_frame.timeClip;
    return item;
}

// Two convex halves with a triangle missing at the left: a swallow's tail.
void RibbonPainter::ribbon(float x0, float x1, float y, Role color) {
    const float notch = std::min(kNotch, (x1 - x0) / 2);
    const float middle = y + TrackLayout::kRowHeight / 2;
    const float bottom = y + TrackLayout::kRowHeight;
    const std::array<Point, 4> upper{Point{x0, y}, Point{x1, y}, Point{x1, middle},
                                     Point{x0 + notch, middle}};
    const std::array<Point, 4> lower{Point{x0 + notch, middle}, Point{x1, middle},
                                     Point{x1, bottom}, Point{x0, bottom}};
    PolygonItem item;
    item.color = color;
    item.layer = Layer::Overlays;
    item.clip = m_frame.timeClip;
    m_frame.list.addPolygon(upper.data(), upper.size(), item);
    m_frame.list.addPolygon(lower.data(), lower.size(), item);
}

void RibbonPainter::paintCall(const Overlay& call) {
    const std::uint16_t row = rowOf(call);
    const float y = rowTop(row);
    if (!isVisible(y)) {
        return;
    }
    const float x0 = m_frame.snappedX(call.range.begin);
    const float x1 = std::max(x0 + kNarrowest, m_frame.snappedX(call.range.end));
    const bool byProfiler = !call.label.empty();
    // The profiler's own waits are no one's fault: grey.
    ribbon(x0, x1, y, byProfiler ? Role::SecondaryText : Role::BlockingCall);
    m_occupied.add(row, x0, x1);
    const float textX = std::max(x0 + kNotch, m_frame.left) + 4;
    const float room = std::min(x1, m_frame.right) - textX - 4;
    if (room < kNarrowestLabel) {
        return;
    }
    TextItem item = textItem(textX, y);
    item.color = byProfiler ? Role::Background : Role::BlockingCallLabel;
    const std::string_view name =
        m_frame.model().names->label(m_frame.trace().slices().name(call.slice));
    std::array<char, 320> buffer{};
    const auto end = fmt::format_to_n(buffer.data(), buffer.size(), "{} · {}{}{}", name,
                                      durationText(call.range.length()), byProfiler ? " · " : "",
                                      std::string_view(call.label).substr(0, 40))
                         .out;
    const std::string_view whole(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    if (!addWholeText(m_frame.list, m_frame.measure, whole, room, item)) {
        addElidedText(m_frame.list, m_frame.measure, name, room, item);
    }
}

void RibbonPainter::paintChain(std::span<const Overlay> calls, const MarkCluster& chain) {
    if (chain.count() == 1) {
        paintCall(calls[chain.first]);
        return;
    }
    const std::uint16_t row = rowOf(calls[chain.first]);
    const float y = rowTop(row);
    if (!isVisible(y)) {
        return;
    }
    const float x0 = std::max(m_frame.snappedX(chain.extent.begin), m_frame.left);
    const float x1 = std::max(x0 + kNarrowest, m_frame.snappedX(chain.extent.end));
    std::array<char, 24> buffer{};
    const auto end = fmt::format_to_n(buffer.data(), buffer.size(), "×{}", chain.count()).out;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    TextItem item = textItem(x0 + kNotch + 2, y);
    item.style = TextStyle::Small;
    float head = x0 + kNarrowest;
    if (addWholeText(m_frame.list, m_frame.measure, text, x1 - x0 - kNotch - 4, item)) {
        head = item.x + m_frame.list.texts.back().width + 3;
    }
    ribbon(x0, head, y, Role::BlockingCall);
    m_frame.list.rects.push_back(
        {{x0, y + TrackLayout::kRowHeight - kUnderline, x1 - x0, kUnderline},
         Role::BlockingCall,
         255,
         Layer::Overlays,
         m_frame.timeClip});
    m_occupied.add(row, x0, x1);
}

void RibbonPainter::paint(std::span<const Overlay> calls) {
    forEachChain(
        calls, m_frame.range(), m_frame.input.viewport.nsPerPixel,
        [&](const Overlay& a, const Overlay& b) { return rowOf(a) == rowOf(b); },
        [&](const MarkCluster& chain) { paintChain(calls, chain); });
}

}  // namespace

void drawBlockingCalls(Frame& frame, const Band& band, OccupiedSpans& occupied) {
    const auto calls = frame.model().overlays->blockingCalls(band.track);
    if (!calls.empty() && band.visibleRows > 0) {
        RibbonPainter(frame, band, occupied).paint(calls);
    }
}

}  // namespace gaplight
