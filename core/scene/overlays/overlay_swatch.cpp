// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlays/overlay_scene.h"

#include <array>

#include "core/scene/display/idle_look.h"

namespace gaplight {
namespace {

constexpr float kOverlaySwatchLine = 2;
constexpr float kStrip = 3;

void addRect(DisplayList& list, Box box, ColorRef color, std::uint8_t alpha = 255) {
    list.rects.push_back({box, color, alpha, Layer::Overlays});
}

void addRibbon(DisplayList& list, float width, float height) {
    const float notch = height / 3;
    const std::array<Point, 4> upper{Point{0, 0}, Point{width, 0}, Point{width, height / 2},
                                     Point{notch, height / 2}};
    const std::array<Point, 4> lower{Point{notch, height / 2}, Point{width, height / 2},
                                     Point{width, height}, Point{0, height}};
    PolygonItem item;
    item.color = Role::BlockingCall;
    item.layer = Layer::Overlays;
    list.addPolygon(upper.data(), upper.size(), item);
    list.addPolygon(lower.data(), lower.size(), item);
}

}  // namespace

void buildSwatch(OverlayKind kind, float width, float height, DisplayList& list) {
    list.clear(width, height);
    const Box all{0, 0, width, height};
    switch (kind) {
        case OverlayKind::IdleGap:
            return addIdleTime(list, all, Role::IdleHost, 255, Layer::Overlays, 0);
        case OverlayKind::BlockingCall:
            return addRibbon(list, width, height);
        case OverlayKind::Outline:
            addRect(list, all, ColorRef::neutralSlice());
            addRect(list, {0, 0, width, kOverlaySwatchLine}, Role::FindingMark);
            addRect(list, {0, height - kOverlaySwatchLine, width, kOverlaySwatchLine},
                    Role::FindingMark);
            addRect(list,
                    {0, kOverlaySwatchLine, kOverlaySwatchLine, height - 2 * kOverlaySwatchLine},
                    Role::FindingMark);
            addRect(list,
                    {width - kOverlaySwatchLine, kOverlaySwatchLine, kOverlaySwatchLine,
                     height - 2 * kOverlaySwatchLine},
                    Role::FindingMark);
            return;
        case OverlayKind::Bracket:
            addRect(list, {0, height / 4, width, kStrip}, Role::HostFiller);
            addRect(list, {0, height / 4, kStrip, height / 2}, Role::HostFiller);
            addRect(list, {width - kStrip, height / 4, kStrip, height / 2}, Role::HostFiller);
            return;
        case OverlayKind::Tint:
            addRect(list, all, ColorRef::neutralSlice());
            addRect(list, all, Role::FindingMark, kTintWash);
            addRect(list, {0, height - kStrip, width, kStrip}, Role::FindingMark);
            return;
        case OverlayKind::Band:
        case OverlayKind::Count_:
            break;
    }
    addRect(list, {0, height - kStrip - 1, width, kStrip}, Role::FindingMark);
}

}  // namespace gaplight
