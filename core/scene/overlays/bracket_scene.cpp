// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlays/bracket_scene.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/scene/model/cased_strokes.h"
#include "core/scene/overlays/overlay_clusters.h"
#include "core/scene/overlays/overlay_label.h"
#include "core/scene/overlays/overlay_rows.h"

namespace gaplight {
namespace {

constexpr float kLine = 3;
constexpr float kEnd = 9;        // height of the ends
constexpr float kFoldedEnd = 5;  // of folded rows: keeps clear of the label below
constexpr float kBelowEnd = 4;   // of rows below: in the gap between two tracks
constexpr float kCasing = 2;  // background on all sides: slices may have the color of the bracket
constexpr float kFoldedCasing = 1;
constexpr float kMinBracketWidth = 9;
constexpr float kShort = 30;
constexpr float kClearShare = 0.6F;  // of a bracket, for what lies below its label

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
    void paintLine(float x0, float x1, std::uint8_t alpha);
    [[nodiscard]] std::string labelOf(const OverlayCluster& chain) const;

    Frame& m_frame;
    const OverlayRow& m_row;
    OccupiedSpans& m_occupied;
};

void BracketPainter::paintLine(float x0, float x1, std::uint8_t alpha) {
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
    CasedStrokes{m_frame, Role::HostFiller, alpha, Layer::Overlays, m_frame.timeClip}.draw(grounds,
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
    const bool isFaded = m_frame.model().overlays->isFaded(part);
    const float x0 = m_frame.snappedX(chain.extent.begin);
    const float x1 = std::max(x0 + kMinBracketWidth, m_frame.snappedX(chain.extent.end));
    paintLine(x0, x1, isFaded ? fadedAlpha(255) : std::uint8_t{255});
    // Slice labels begin behind its end, or behind the whole of a short one.
    const float taken = x1 - x0 < kShort ? x1 : x0 + kLine;
    if (!m_row.isBelow) {
        m_occupied.add(m_row.row, x0 - kCasing, taken + kCasing);
    }
    if (isFaded || m_row.isFolded) {
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

}  // namespace

void drawBrackets(Frame& frame, const Lane& lane, OccupiedSpans& occupied) {
    forEachOverlayRow(frame, lane, OverlayKind::Bracket,
                      [&](const OverlayRow& row) { BracketPainter(frame, row, occupied).paint(); });
}

}  // namespace gaplight
