// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/track_scenes.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"

namespace gaplight {
namespace {

constexpr float kTriangle = 8;
constexpr float kGroupIndent = 8;
constexpr float kTrackIndent = 22;
constexpr float kTitleIndent = 14;  // right of the triangle
constexpr float kNamesPadding = 8;
constexpr float kLine = 18;  // of a title

bool isGroup(const Lane& lane) {
    return lane.kind == LaneKind::GroupHeader;
}

// Top of the title: that of the lane, or of the view while the lane starts above it.
float titleTop(const Frame& frame, const Lane& lane, float y) {
    const float lowest = y + std::max(0.0F, lane.height - TrackLayout::kLaneGap - kLine);
    const float offset = isGroup(lane) ? 3.0F : 0.0F;
    return std::clamp(frame.top, y, std::max(y, lowest)) + offset;
}

void addTriangle(Frame& frame, const Lane& lane, float y) {
    const Box box = triangleBox(lane, y);
    const std::array<Point, 3> closed{Point{box.x + 1, box.y},
                                      Point{box.x + kTriangle - 1, box.y + kTriangle / 2},
                                      Point{box.x + 1, box.y + kTriangle}};
    const std::array<Point, 3> open{Point{box.x, box.y + 1}, Point{box.x + kTriangle, box.y + 1},
                                    Point{box.x + kTriangle / 2, box.y + kTriangle - 1}};
    PolygonItem item;
    item.color = Role::SecondaryText;
    item.layer = Layer::Chrome;
    item.clip = frame.namesClip;
    const auto& points = lane.collapsed ? closed : open;
    frame.list.addPolygon(points.data(), points.size(), item);
}

// Whether a track's only row has the number of its hidden rows, which is a link.
bool isRowLimitInTitle(const Lane& lane) {
    return lane.isLimited() && !lane.collapsed && !lane.pinned && lane.visibleRows <= 1;
}

// Rows that are not shown: frames where no other is hidden.
std::string hiddenRowsText(const Lane& lane, int hidden) {
    const bool isFrames = hidden == lane.firstRow && lane.firstRow > lane.cutAbove;
    return "+" + (isFrames ? countText(static_cast<std::uint64_t>(hidden), "frame", "frames")
                           : countText(static_cast<std::uint64_t>(hidden), "row", "rows"));
}

std::string detailOf(const TimelineInput& input, const Lane& lane) {
    if (lane.kind == LaneKind::Counter) {
        return "max\u2009" + scaleText(input.model.counters[lane.counter]);
    }
    // A pinned track is shown apart from its group: its title names the group.
    if (lane.pinned) {
        return input.layout.groups()[lane.group].title;
    }
    return lane.detail;
}

float titleLeft(const Lane& lane) {
    return (isGroup(lane) ? kGroupIndent : kTrackIndent) + kTitleIndent;
}

TextStyle titleStyleOf(const Lane& lane) {
    return isGroup(lane) ? TextStyle::Bold : TextStyle::Label;
}

// Busy share of a GPU in the view. Where the view reaches beyond the GPU's window: in the visible
// part of the window, whose length is named; with the whole trace visible this is its utilization.
std::string busyText(const Frame& frame, const Lane& lane, bool withCaption) {
    const auto gpu = frame.input.layout.groups()[lane.group].gpu;
    const BusyProfile* profile = busyProfileOf(frame.model(), gpu.value_or(GpuId()));
    if (profile == nullptr || !frame.range().overlaps(profile->window())) {
        return {};
    }
    const TimeRange range{std::max(frame.range().begin, profile->window().begin),
                          std::min(frame.range().end, profile->window().end)};
    const Duration counted = range.length() - profile->earlierWithin(range);
    if (counted <= Duration::zero()) {
        return {};
    }
    const double share =
        static_cast<double>(ns(profile->busyWithin(range))) / static_cast<double>(ns(counted));
    if (!withCaption) {
        return percentText(share);
    }
    const bool isInside = counted == frame.range().length();
    return percentText(share) + (isInside ? " busy in view" : " busy of " + durationText(counted));
}

}  // namespace

std::string cutName(const TimelineInput& input, const TextMeasure& measure, const Lane& lane) {
    const std::string detail = detailOf(input, lane);
    const float room = input.viewport.timeLeft() - titleLeft(lane) - kNamesPadding;
    const float ofDetail =
        detail.empty() ? 0 : measure.width(detail, TextStyle::Small) + kNamesPadding;
    const float title = measure.width(lane.title, titleStyleOf(lane));
    if (lane.kind == LaneKind::Counter ? std::max(title, ofDetail) <= room
                                       : title + ofDetail <= room) {
        return {};
    }
    return detail.empty() ? lane.title : lane.title + "\n" + detail;
}

Box triangleBox(const Lane& lane, float laneY) {
    const float line = isGroup(lane) ? TrackLayout::kHeaderHeight : kLine;
    return {isGroup(lane) ? kGroupIndent : kTrackIndent, laneY + (line - kTriangle) / 2, kTriangle,
            kTriangle};
}

void drawNamesColumn(Frame& frame) {
    constexpr float kTop = Viewport::kRulerHeight;
    const auto add = [&](Box box, Role color) {
        frame.list.rects.push_back({box, color, 255, Layer::Chrome});
    };
    add({0, kTop, frame.left, frame.bottom - kTop}, Role::PanelBackground);
    add({frame.left - 1, kTop, 1, frame.bottom - kTop}, Role::Grid);
    if (frame.top > kTop) {
        add({0, frame.top - 1, frame.right, 1}, Role::Grid);
    }
}

void drawPinnedName(Frame& frame, const Lane& lane) {
    const float y = frame.pinnedY(lane);
    const bool twoLines = lane.height > TrackLayout::kUtilizationHeight + TrackLayout::kLaneGap;
    TextItem title;
    title.layer = Layer::Chrome;
    title.baselineY = y + (twoLines ? 16 : 17);
    title.x = kGroupIndent + kTitleIndent;
    title.style = TextStyle::Bold;
    title.color = Role::Text;
    float room = frame.left - title.x - kNamesPadding;
    const std::string text = busyText(frame, lane, twoLines);
    if (!text.empty()) {
        TextItem detail = title;
        detail.style = TextStyle::Small;
        detail.color = Role::SecondaryText;
        detail.width = frame.measure.width(text, detail.style);
        if (twoLines) {
            detail.baselineY = y + TrackLayout::kGapLabelHeight + 16;
        } else {
            detail.x = frame.left - kNamesPadding - detail.width;
            room -= detail.width + kNamesPadding;
        }
        frame.list.addText(text, detail);
    }
    // Beside others in one line each, the number alone where the model does not fit: the header of
    // its tracks has both.
    const std::string whole = lane.title + lane.detail;
    const bool isShort = !twoLines && frame.measure.width(whole, title.style) > room;
    addElidedText(frame.list, frame.measure, isShort ? lane.title : whole, room, title,
                  Elide::Middle);
}

void drawName(Frame& frame, const Lane& lane) {
    const float y = frame.snappedY(lane.y);
    if (isGroup(lane)) {
        frame.list.rects.push_back({{0, y, frame.left - 1, lane.height},
                                    Role::TrackHeader,
                                    255,
                                    Layer::Chrome,
                                    frame.namesClip});
    }
    if (lane.collapsible) {
        addTriangle(frame, lane, y);
    }
    const float top = titleTop(frame, lane, y);
    TextItem item;
    item.layer = Layer::Chrome;
    item.clip = frame.namesClip;
    item.baselineY = top + 13;
    const float titleX = titleLeft(lane);
    float room = frame.left - titleX - kNamesPadding;

    item.style = TextStyle::Small;
    if (isRowLimitInTitle(lane)) {
        const auto index = &lane - frame.input.layout.lanes().data();
        const int hidden = frame.input.layout.foldedRows(static_cast<std::size_t>(index));
        room -= frame.measure.width(hiddenRowsText(lane, hidden), item.style) + kNamesPadding;
    }
    item.color = Role::SecondaryText;
    const std::string detail = detailOf(frame.input, lane);
    const float detailWidth = frame.measure.width(detail, item.style);
    const TextStyle titleStyle = titleStyleOf(lane);
    // The title has priority over the detail text.
    const float titleWidth = frame.measure.width(lane.title, titleStyle);
    if (!detail.empty() && titleWidth + detailWidth + kNamesPadding <= room) {
        item.x = titleX + room - detailWidth;
        item.width = detailWidth;
        frame.list.addText(detail, item);
        room -= detailWidth + kNamesPadding;
    } else if (lane.kind == LaneKind::Counter && detailWidth <= room) {
        // Below the title, where there is room in every counter.
        item.x = titleX;
        item.width = detailWidth;
        item.baselineY += kLine - 3;
        frame.list.addText(detail, item);
        item.baselineY = top + 13;
    }
    item.x = titleX;
    item.style = titleStyle;
    item.color = lane.kind == LaneKind::Slices || isGroup(lane) ? Role::Text : Role::SecondaryText;
    addElidedText(frame.list, frame.measure, lane.title, room, item, Elide::Middle);
}

namespace {

// Below the top of a lane: at its lower end, or of the view while the lane ends below that; never
// beside the title.
float rowLimitTop(const Viewport& view, const Lane& lane) {
    const float lowest = lane.height - TrackLayout::kLaneGap - kLine;
    const float inView = view.height - view.y(lane.y) - kLine - 4;
    return std::clamp(inView, std::min(kLine, lowest), lowest);
}

}  // namespace

bool isOnRowLimit(const Viewport& view, const Lane& lane, double insideY) {
    const auto top = static_cast<double>(rowLimitTop(view, lane));
    return lane.isLimited() && !lane.collapsed && !lane.pinned && insideY >= top &&
           insideY < top + static_cast<double>(kLine + TrackLayout::kLaneGap);
}

void drawRowLimit(Frame& frame, std::size_t index) {
    const Lane& lane = frame.input.layout.lanes()[index];
    if (!lane.isLimited() || lane.collapsed || lane.pinned) {
        return;
    }
    std::string text(kFewerRows);
    const int hidden = frame.input.layout.foldedRows(index);
    if (hidden > 0) {
        text = hiddenRowsText(lane, hidden);
    }
    TextItem item;
    item.layer = Layer::Chrome;
    item.clip = frame.namesClip;
    item.style = TextStyle::Small;
    item.color = Role::Accent;
    item.width = frame.measure.width(text, item.style);
    item.x = frame.left - kNamesPadding - item.width;
    item.baselineY = frame.snappedY(lane.y) + rowLimitTop(frame.input.viewport, lane) + kLine - 5;
    frame.list.addText(text, item);
}

}  // namespace gaplight
