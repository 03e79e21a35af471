// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
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
constexpr float kTextGap = 8;
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

// Right of both ends, else at the right edge of the view; above the row, so that it is readable.
void drawText(Frame& frame, const PlayedBox& at, std::string_view text) {
    TextItem item;
    item.width = frame.measure.width(text, TextStyle::Bold);
    const float room = item.width + 2 * kTextMargin;
    const float beside = std::max(at.end, at.recordedEnd) + kTextGap;
    const float x = std::max(frame.left, std::min(beside, frame.right - room));
    const float middle = at.y + at.height / 2;
    const Box box{x, middle - kTextBox / 2, room, kTextBox};
    frame.list.rects.push_back({box, Role::Accent, 255, Layer::Selection, frame.bodyClip});
    const Box ground{x + 1, box.y + 1, room - 2, kTextBox - 2};
    frame.list.rects.push_back({ground, Role::Background, 255, Layer::Selection, frame.bodyClip});
    item.x = x + kTextMargin;
    item.baselineY = middle + 4;
    item.style = TextStyle::Bold;
    item.color = Role::Text;
    item.layer = Layer::Selection;
    item.clip = frame.bodyClip;
    frame.list.addText(text, item);
}

}  // namespace

void drawPlayedEnd(Frame& frame) {
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
    if (isDragged && !played->text.empty()) {
        drawText(frame, at, played->text);
    }
}

}  // namespace gaplight
