// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/names_scene.h"

#include <algorithm>
#include <array>

#include "core/base/duration_text.h"
#include "core/scene/counter_scene.h"
#include "core/scene/elided_text.h"

namespace gaplight {
namespace {

constexpr float kTriangle = 8;
constexpr float kGroupIndent = 8;
constexpr float kTrackIndent = 22;
constexpr float kTitleIndent = 14;  // right of the triangle
constexpr float kPadding = 8;
constexpr float kLine = 18;  // of a title

bool isGroup(const Band& band) {
    return band.kind == BandKind::GroupHeader;
}

// Top of the title: that of the band, or of the view while the band reaches into it from above.
float titleTop(const Frame& frame, const Band& band, float y) {
    const float lowest = y + std::max(0.0F, band.height - TrackLayout::kBandGap - kLine);
    const float offset = isGroup(band) || band.kind == BandKind::Utilisation ? 3.0F : 0.0F;
    return std::clamp(frame.top, y, std::max(y, lowest)) + offset;
}

void addTriangle(Frame& frame, const Band& band, float y) {
    const Box box = triangleBox(band, y);
    const std::array<Point, 3> closed{Point{box.x + 1, box.y},
                                      Point{box.x + kTriangle - 1, box.y + kTriangle / 2},
                                      Point{box.x + 1, box.y + kTriangle}};
    const std::array<Point, 3> open{Point{box.x, box.y + 1}, Point{box.x + kTriangle, box.y + 1},
                                    Point{box.x + kTriangle / 2, box.y + kTriangle - 1}};
    PolygonItem item;
    item.color = Role::SecondaryText;
    item.layer = Layer::Chrome;
    item.clip = frame.namesClip;
    const auto& points = band.collapsed ? closed : open;
    frame.list.addPolygon(points.data(), points.size(), item);
}

std::string detailOf(const Frame& frame, const Band& band) {
    if (band.kind == BandKind::Counter) {
        return "max\u2009" + scaleText(frame.model().counters[band.counter]);
    }
    return band.detail;
}

}  // namespace

Box triangleBox(const Band& band, float bandY) {
    const float line = isGroup(band) ? TrackLayout::kHeaderHeight : TrackLayout::kRowHeight;
    return {isGroup(band) ? kGroupIndent : kTrackIndent, bandY + (line - kTriangle) / 2, kTriangle,
            kTriangle};
}

void drawNamesColumn(Frame& frame) {
    const float height = frame.bottom - frame.top;
    frame.list.rects.push_back({{0, frame.top, frame.left, height},
                                Role::PanelBackground,
                                255,
                                Layer::Chrome,
                                frame.namesClip});
    frame.list.rects.push_back(
        {{frame.left - 1, frame.top, 1, height}, Role::Grid, 255, Layer::Chrome, frame.namesClip});
}

void drawName(Frame& frame, const Band& band) {
    const float y = frame.snappedY(band.y);
    if (isGroup(band)) {
        frame.list.rects.push_back({{0, y, frame.left - 1, band.height},
                                    Role::TrackHeader,
                                    255,
                                    Layer::Chrome,
                                    frame.namesClip});
    }
    if (band.collapsible) {
        addTriangle(frame, band, y);
    }
    const float top = titleTop(frame, band, y);
    TextItem item;
    item.layer = Layer::Chrome;
    item.clip = frame.namesClip;
    item.baselineY = top + 13;
    const float titleX = (isGroup(band) ? kGroupIndent : kTrackIndent) + kTitleIndent;
    float room = frame.left - titleX - kPadding;

    item.style = TextStyle::Small;
    item.color = Role::SecondaryText;
    const std::string detail = detailOf(frame, band);
    const float detailWidth = frame.measure.width(detail, item.style);
    const TextStyle titleStyle = isGroup(band) ? TextStyle::Bold : TextStyle::Label;
    // The title comes first: what is beside it gives way.
    const float titleWidth = frame.measure.width(band.title, titleStyle);
    if (!detail.empty() && titleWidth + detailWidth + kPadding <= room) {
        item.x = frame.left - kPadding - detailWidth;
        item.width = detailWidth;
        frame.list.addText(detail, item);
        room -= detailWidth + kPadding;
    }
    item.x = titleX;
    item.style = titleStyle;
    item.color = band.kind == BandKind::Slices || isGroup(band) ? Role::Text : Role::SecondaryText;
    addElidedText(frame.list, frame.measure, band.title, room, item);
}

}  // namespace gaplight
