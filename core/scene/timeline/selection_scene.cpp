// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/view_scenes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/scene/model/slice_place.h"

namespace gaplight {
namespace {

constexpr std::uint8_t kRangeFill = 38;
constexpr std::uint8_t kExcluded = 150;
constexpr std::uint8_t kCursor = 130;
constexpr float kSelected = 2;
constexpr float kHovered = 1;
constexpr float kSelectionBaseline = 15;
constexpr float kNarrow = 4;    // a selected slice below this width has a mark in the ruler
constexpr float kNameMark = 3;  // px, at the right edge of a name
constexpr float kHandle = 5;
constexpr float kHandleHeight = 10;

void outline(Frame& frame, SliceId slice, float thickness, Role color) {
    const SlicePlace place = slicePlace(frame, slice);
    const Box& box = place.box;
    const float top = place.clip == frame.bodyClip ? Viewport::kRulerHeight : frame.top;
    if (!place.isShown || box.y + box.height < top || box.y > frame.bottom) {
        return;
    }
    const auto add = [&](float x, float y, float width, float height) {
        frame.list.rects.push_back(
            {{x, y, width, height}, color, 255, Layer::Selection, place.clip});
    };
    const float width = box.width + 2 * thickness;
    add(box.x - thickness, box.y - thickness, width, thickness);
    add(box.x - thickness, box.y + box.height, width, thickness);
    add(box.x - thickness, box.y, thickness, box.height);
    add(box.x + box.width, box.y, thickness, box.height);
}

void verticalLine(Frame& frame, float x, Role color, std::uint8_t alpha) {
    constexpr float kTop = Viewport::kRulerHeight;
    frame.list.rects.push_back({{x, kTop, frame.hair(), frame.bottom - kTop},
                                color,
                                alpha,
                                Layer::Selection,
                                frame.bodyClip});
}

// A range over all tracks fills the height, with a line at each end. Of some tracks, each of them
// is filled and has its name marked; what is left out is dimmed.
void fillRange(Frame& frame, float x0, float x1) {
    const std::vector<TrackId>& selected = frame.state().selectedTracks;
    const auto add = [&](Box box, Role role, std::uint8_t alpha, ClipIndex clip) {
        frame.list.rects.push_back({box, role, alpha, Layer::Selection, clip});
    };
    if (selected.empty()) {
        constexpr float kTop = Viewport::kRulerHeight;
        add({x0, kTop, x1 - x0, frame.bottom - kTop}, Role::RangeSelection, kRangeFill,
            frame.bodyClip);
        verticalLine(frame, x0, Role::RangeSelection, 255);
        verticalLine(frame, x1, Role::RangeSelection, 255);
        return;
    }
    const TrackLayout& layout = frame.input.layout;
    const auto lanes = layout.visibleLanes();
    for (std::size_t at = layout.visibleAt(frame.input.viewport.scrollY); at < lanes.size(); ++at) {
        const Lane& lane = layout.lanes()[lanes[at]];
        const float y = frame.snappedY(lane.y);
        if (y >= frame.bottom) {
            break;
        }
        if (!lane.track.isValid() || lane.height == 0) {
            continue;
        }
        if (std::ranges::find(selected, lane.track) == selected.end()) {
            add({x0, y, x1 - x0, lane.height}, Role::Background, kExcluded, frame.timeClip);
            continue;
        }
        add({x0, y, x1 - x0, lane.height}, Role::RangeSelection, kRangeFill, frame.timeClip);
        for (const float x : {x0, x1}) {
            add({x, y, frame.hair(), lane.height}, Role::RangeSelection, 255, frame.timeClip);
        }
        // On the ground of the names, which is drawn over the selection.
        frame.list.rects.push_back({{frame.left - kNameMark, y, kNameMark, lane.height},
                                    Role::RangeSelection,
                                    255,
                                    Layer::Chrome,
                                    frame.namesClip});
    }
}

// A handle for moving an edge of the range, and the mark of a narrow slice.
void drawHandle(Frame& frame, float x, Role color) {
    if (x >= frame.left && x <= frame.right) {
        frame.list.rects.push_back(
            {{x - kHandle / 2, Viewport::kRulerHeight - kHandleHeight, kHandle, kHandleHeight},
             color,
             255,
             Layer::Chrome});
    }
}

// What is too narrow to be seen is found below its mark.
void markIfNarrow(Frame& frame, SliceId slice) {
    const SlicePlace place = slicePlace(frame, slice);
    if (place.isShown && place.box.width < kNarrow && place.box.x >= frame.left) {
        const float x = place.box.x + place.box.width / 2;
        drawHandle(frame, x, Role::SelectionOutline);
        verticalLine(frame, x, Role::SelectionOutline, kCursor);
    }
}

void drawRange(Frame& frame, TimeRange range, const RangeLabel& label) {
    const float x0 = frame.snappedX(range.begin);
    const float x1 = frame.snappedX(range.end);
    fillRange(frame, x0, x1);
    drawHandle(frame, x0, Role::RangeSelection);
    drawHandle(frame, x1, Role::RangeSelection);
    const float bar0 = std::max(x0, frame.left);
    const float bar1 = std::min(x1, frame.right);
    if (bar1 > bar0) {
        frame.list.rects.push_back({{bar0, Viewport::kRulerHeight - 3, bar1 - bar0, 3},
                                    Role::RangeSelection,
                                    255,
                                    Layer::Chrome});
    }
    if (!label.text.empty()) {
        TextItem item;
        item.x = label.x;
        item.width = label.width;
        item.baselineY = kSelectionBaseline;
        item.color = Role::Accent;
        item.style = TextStyle::Bold;
        item.layer = Layer::Chrome;
        frame.list.addText(label.text, item);
    }
}

}  // namespace

namespace {

// The place for a label in the ruler that is nearest to its middle, beside what is there; empty if
// there is none.
std::optional<float> freePlace(const Frame& frame, float wanted, float width,
                               std::span<const RulerPlace> taken) {
    constexpr float kLabelApart = 4;
    std::vector<float> places{wanted};
    for (const RulerPlace& place : taken) {
        places.push_back(place.x1 + kLabelApart);
        places.push_back(place.x0 - kLabelApart - width);
    }
    const auto isTaken = [&](float x) {
        return x < frame.left + 2 || x + width > frame.right - 2 ||
               std::ranges::any_of(taken, [&](const RulerPlace& place) {
                   return x < place.x1 && place.x0 < x + width && place.x0 < place.x1;
               });
    };
    std::erase_if(places, isTaken);
    const auto nearest =
        std::ranges::min_element(places, {}, [&](float x) { return std::abs(x - wanted); });
    return nearest == places.end() ? std::nullopt : std::optional(*nearest);
}

}  // namespace

RangeLabel rangeLabel(const Frame& frame, std::span<const RulerPlace> taken) {
    RangeLabel label;
    if (!frame.state().selectedRange) {
        return label;
    }
    const TimeRange range = *frame.state().selectedRange;
    const float x0 = std::max(frame.snappedX(range.begin), frame.left);
    const float x1 = std::min(frame.snappedX(range.end), frame.right);
    if (x1 < x0) {
        return label;
    }
    label.text = durationText(range.length());
    label.width = frame.measure.width(label.text, TextStyle::Bold);
    const float middle =
        std::round(std::clamp((x0 + x1 - label.width) / 2, frame.left + 2,
                              std::max(frame.left + 2, frame.right - label.width - 2)));
    if (const auto place = freePlace(frame, middle, label.width, taken)) {
        label.x = *place;
    } else {
        label = {};
    }
    return label;
}

void drawSelection(Frame& frame, const RangeLabel& label) {
    const TimelineState& state = frame.state();
    if (state.selectedRange) {
        drawRange(frame, *state.selectedRange, label);
    }
    if (state.cursor) {
        const float x = frame.viewX(std::round(frame.device(ns(*state.cursor))));
        if (x >= frame.left) {
            verticalLine(frame, x, Role::SecondaryText, kCursor);
        }
    }
    if (state.dropY) {
        const float y = frame.snappedY(*state.dropY);
        frame.list.rects.push_back({{0, y - 1, frame.right, 2}, Role::Accent, 255, Layer::Chrome});
    }
    if (state.hovered.isValid() && state.hovered != state.selected) {
        outline(frame, state.hovered, kHovered, Role::HoverOutline);
    }
    if (state.selected.isValid()) {
        outline(frame, state.selected, kSelected, Role::SelectionOutline);
        markIfNarrow(frame, state.selected);
    }
}

}  // namespace gaplight
