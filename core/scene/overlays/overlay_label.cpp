// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlays/overlay_label.h"

#include <algorithm>

namespace gaplight {
namespace {

constexpr float kPadding = 4;
constexpr float kLower = 1;
constexpr float kTop = 4;  // below the line of a bracket
constexpr float kHeight = 13;
constexpr std::uint8_t kPlate = 235;

}  // namespace

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

}  // namespace gaplight
