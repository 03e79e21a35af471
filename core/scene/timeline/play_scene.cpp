// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/scene/model/slice_place.h"
#include "core/scene/timeline/view_scenes.h"

namespace gaplight {
namespace {

constexpr float kPlayHandle = 3;
constexpr float kGripWidth = 9;
constexpr float kGripHeight = 12;
constexpr float kPlayLine = 1;
constexpr std::uint8_t kCutOff = 200;  // ground over the part that is taken away
constexpr std::uint8_t kTextLine = 130;
constexpr float kTextMargin = 5;
constexpr float kTextBox = 18;

// The row of the slice, or the strip of the gap's GPU; empty where it is not shown.
std::optional<SlicePlace> placeOf(const Frame& frame, const PlayedEnd& played) {
    if (!played.isGap()) {
        const SlicePlace place = slicePlace(frame, played.slice);
        return place.isShown ? std::optional(place) : std::nullopt;
    }
    for (const Lane& lane : frame.input.layout.pinnedLanes()) {
        if (lane.kind == LaneKind::Utilization &&
            frame.input.layout.groups()[lane.group].gpu == played.gpu) {
            const float labels =
                lane.height - TrackLayout::kUtilizationHeight - TrackLayout::kLaneGap;
            return SlicePlace{{frame.left, frame.pinnedY(lane) + labels + 2, 0,
                               TrackLayout::kUtilizationHeight - 2},
                              frame.bodyClip,
                              true};
        }
    }
    return std::nullopt;
}

struct PlayedBox {
    float begin = 0;
    float recordedEnd = 0;
    float end = 0;
    float y = 0;
    float height = 0;
    ClipIndex clip = 0;
};

void add(Frame& frame, const PlayedBox& at, Box box, Role role, std::uint8_t alpha) {
    frame.list.rects.push_back({box, role, alpha, Layer::Selection, at.clip});
}

void drawRecorded(Frame& frame, const PlayedBox& at) {
    const float width = at.recordedEnd - at.begin;
    if (at.end < at.recordedEnd) {
        add(frame, at, {at.end, at.y, at.recordedEnd - at.end, at.height}, Role::Background,
            kCutOff);
    }
    add(frame, at, {at.begin, at.y, width, kPlayLine}, Role::SecondaryText, 255);
    add(frame, at, {at.begin, at.y + at.height - kPlayLine, width, kPlayLine}, Role::SecondaryText,
        255);
    add(frame, at, {at.begin, at.y, kPlayLine, at.height}, Role::SecondaryText, 255);
    add(frame, at, {at.recordedEnd - kPlayLine, at.y, kPlayLine, at.height}, Role::SecondaryText,
        255);
}

// A line along the end, and a grip in its middle.
void drawHandle(Frame& frame, const PlayedBox& at) {
    add(frame, at, {at.end - kPlayHandle / 2, at.y - 1, kPlayHandle, at.height + 2}, Role::Accent,
        255);
    const float height = std::min(kGripHeight, at.height);
    const float x = std::round(at.end - kGripWidth / 2);
    const float y = std::round(at.y + (at.height - height) / 2);
    add(frame, at, {x, y, kGripWidth, height}, Role::Accent, 255);
    for (const float line : {3.0F, 5.0F}) {
        add(frame, at, {x + line, y + 2, 1, height - 4}, Role::Background, 255);
    }
}

// In the ruler above the end, with a line down to it: beside the row it would hide slices.
void drawText(Frame& frame, const PlayedBox& at, const RangeLabel& label) {
    const float middle = Viewport::kRulerHeight / 2;
    const Box box{label.x, middle - kTextBox / 2, label.width, kTextBox};
    const float lower = box.y + kTextBox;
    frame.list.rects.push_back({{at.end, lower, frame.hair(), at.y - lower},
                                Role::Accent,
                                kTextLine,
                                Layer::Selection,
                                frame.bodyClip});
    frame.list.rects.push_back({box, Role::Accent, 255, Layer::Chrome});
    const Box ground{box.x + 1, box.y + 1, box.width - 2, kTextBox - 2};
    frame.list.rects.push_back({ground, Role::Background, 255, Layer::Chrome});
    TextItem item;
    item.width = label.width - 2 * kTextMargin;
    item.x = label.x + kTextMargin;
    item.baselineY = middle + 4;
    item.style = TextStyle::Bold;
    item.color = Role::Text;
    item.layer = Layer::Chrome;
    frame.list.addText(label.text, item);
}

}  // namespace

RangeLabel playedLabel(const Frame& frame) {
    RangeLabel label;
    const std::optional<PlayedEnd>& played = frame.state().played;
    if (!played || played->phase == PlayedEnd::Phase::Hovered || played->text.empty() ||
        !placeOf(frame, *played)) {
        return label;
    }
    label.text = played->text;
    label.width = frame.measure.width(label.text, TextStyle::Bold) + 2 * kTextMargin;
    const float wanted = frame.snappedX(played->end) - label.width / 2;
    label.x = std::round(std::max(frame.left, std::min(wanted, frame.right - label.width)));
    return label;
}

void drawPlayedEnd(Frame& frame, const RangeLabel& label) {
    const std::optional<PlayedEnd>& played = frame.state().played;
    const std::optional<SlicePlace> place =
        played ? placeOf(frame, *played) : std::optional<SlicePlace>();
    if (!place) {
        return;
    }
    const PlayedBox at{frame.snappedX(played->range.begin),
                       frame.snappedX(played->range.end),
                       frame.snappedX(played->end),
                       place->box.y,
                       place->box.height,
                       place->clip};
    const bool isDragged = played->phase != PlayedEnd::Phase::Hovered;
    if (isDragged) {
        drawRecorded(frame, at);
    }
    drawHandle(frame, at);
    if (!label.text.empty()) {
        drawText(frame, at, label);
    }
}

}  // namespace gaplight
