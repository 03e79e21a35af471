// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/display_list.h"
#include "core/scene/display/theme.h"

namespace gaplight::test {

// Colors that no blending of two others gives: each role is told apart in an image.
inline Theme exampleTheme() {
    Theme theme;
    theme.table.fill(Rgba{128, 128, 128, 255});
    const auto set = [&theme](Role role, Rgba color) {
        theme.table[ColorRef(role).tableIndex()] = color;
    };
    set(Role::Background, {16, 16, 16, 255});
    set(Role::Text, {255, 255, 255, 255});
    set(Role::Accent, {255, 0, 0, 255});
    set(Role::IdleLaunch, {0, 255, 0, 255});
    set(Role::BlockingCall, {0, 0, 255, 255});
    set(Role::LaunchArrow, {255, 255, 0, 255});
    set(Role::Healthy, {0, 255, 255, 255});
    return theme;
}

inline constexpr float kExampleWidth = 200;
inline constexpr float kExampleHeight = 120;

// One item of every kind, each in a place of its own, with clips and layers that matter.
inline DisplayList exampleList() {
    DisplayList list;
    list.clear(kExampleWidth, kExampleHeight);
    const auto rect = [&list](Box box, Role color, Layer layer, ClipIndex clip = 0,
                              std::uint8_t alpha = 255) {
        RectItem item;
        item.box = box;
        item.color = color;
        item.layer = layer;
        item.clip = clip;
        item.alpha = alpha;
        list.rects.push_back(item);
    };
    const ClipIndex clip = list.addClip({20, 50, 40, 20});
    rect({10, 10, 30, 20}, Role::Accent, Layer::Chrome);  // above the next one
    rect({0, 0, kExampleWidth, kExampleHeight}, Role::Background, Layer::Background);
    rect({25, 15, 30, 20}, Role::BlockingCall, Layer::Slices);
    rect({0, 40, 200, 60}, Role::Healthy, Layer::Slices, clip);  // only 20..60 × 50..70 shows
    rect({100, 10, 20, 20}, Role::Accent, Layer::Slices, 0, 128);
    HatchItem hatch;
    hatch.box = {80, 50, 40, 30};
    hatch.color = Role::IdleLaunch;
    list.hatches.push_back(hatch);
    LineItem line;
    line.x0 = 130;
    line.y0 = 50;
    line.x1 = 180;
    line.y1 = 80;
    line.thickness = 3;
    line.color = Role::LaunchArrow;
    list.lines.push_back(line);
    const Point triangle[] = {{140, 10}, {170, 10}, {155, 30}};
    PolygonItem polygon;
    polygon.color = Role::LaunchArrow;
    list.addPolygon(triangle, 3, polygon);
    TextItem text;
    text.x = 12;
    text.baselineY = 100;
    text.color = Role::Text;
    list.addText("volta_sgemm 128x64 µs", text);
    return list;
}

}  // namespace gaplight::test
