// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlays/outline_scene.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/scene/model/cased_strokes.h"
#include "core/scene/overlays/overlay_clusters.h"
#include "core/scene/overlays/overlay_label.h"
#include "core/scene/overlays/overlay_rows.h"

namespace gaplight {
namespace {

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
    const bool isFaded =
        frame.model().overlays->isFaded(row.overlays.subspan(chain.first, chain.count()));
    const float x0 = frame.snappedX(chain.extent.begin);
    const float x1 = std::max(x0 + kMinOutlineWidth, frame.snappedX(chain.extent.end));
    const Box box{x0, row.y, x1 - x0, frame.rowHeight()};
    const Box inside{x0 + kOutlineLine, row.y + kOutlineLine,
                     std::max(0.0F, box.width - 2 * kOutlineLine), box.height - 2 * kOutlineLine};
    const std::uint8_t alpha = isFaded ? fadedAlpha(255) : std::uint8_t{255};
    CasedStrokes{frame, Role::FindingMark, alpha, Layer::Overlays, frame.timeClip}.draw(
        sides(inside, kOutlineCasing), sides(box, kOutlineLine));
    if (chain.count() > 1 && !isFaded && !row.isFolded) {
        drawOverlayLabel(frame, row, x0, x1, kOutlineLine, fmt::format("×{}", chain.count()),
                         Role::FindingMark, occupied);
    }
}

}  // namespace

void drawOutlines(Frame& frame, const Lane& lane, OccupiedSpans& occupied) {
    forEachOverlayRow(frame, lane, OverlayKind::Outline, [&](const OverlayRow& row) {
        forEachMergedCluster(
            row.overlays, frame.range(), frame.input.viewport.nsPerPixel,
            [&](const OverlayCluster& chain) { paintChain(frame, row, chain, occupied); });
    });
}

}  // namespace gaplight
