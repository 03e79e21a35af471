// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/view_scenes.h"

#include <algorithm>
#include <cmath>

#include "core/scene/timeline/time_ruler.h"

namespace gaplight {
namespace {

constexpr float kCursorFlagWidth = 14;
constexpr float kCursorFlagTop = 4;
constexpr float kCursorFlagHeight = 16;
constexpr float kCursorBaseline = 16;
constexpr float kCursorBar = 2;
constexpr float kLabelGap = 6;  // between a label and what is beside it
constexpr std::uint8_t kCursorLine = 210;

constexpr const char* letterOf(std::size_t cursor) {
    return cursor == 0 ? "A" : "B";
}

// Whether the flag is left of the line of its cursor.
bool isFlagLeft(const TimelineState& state, std::size_t cursor) {
    const auto& [a, b] = state.cursors;
    return a && b && (cursor == 0 ? *a <= *b : *b < *a);
}

// At an edge of the view both flags are inside of it, the earlier one at the left.
void separate(std::vector<CursorFlag>& flags, bool isAFirst, float right) {
    if (flags.size() < 2 || std::abs(flags[0].x - flags[1].x) >= kCursorFlagWidth) {
        return;
    }
    CursorFlag& earlier = flags[isAFirst ? 0 : 1];
    CursorFlag& later = flags[isAFirst ? 1 : 0];
    later.x = std::min(earlier.x + kCursorFlagWidth, right - kCursorFlagWidth);
    earlier.x = later.x - kCursorFlagWidth;
}

void drawFlag(Frame& frame, const CursorFlag& flag) {
    frame.list.rects.push_back({{flag.x, kCursorFlagTop, flag.width, kCursorFlagHeight},
                                Role::SelectionOutline,
                                255,
                                Layer::Chrome});
    TextItem item;
    item.width = frame.measure.width(letterOf(flag.cursor), TextStyle::Bold);
    item.x = std::round(flag.x + (flag.width - item.width) / 2);
    item.baselineY = kCursorBaseline;
    item.color = Role::Background;
    item.style = TextStyle::Bold;
    item.layer = Layer::Chrome;
    frame.list.addText(letterOf(flag.cursor), item);
}

void drawLine(Frame& frame, Time time) {
    const float x = frame.snappedX(time);
    if (x >= frame.left && x <= frame.right) {
        frame.list.rects.push_back(
            {{x, kCursorFlagTop, frame.hair(), frame.bottom - kCursorFlagTop},
             Role::SelectionOutline,
             kCursorLine,
             Layer::Selection});
    }
}

void drawBar(Frame& frame, Time from, Time to) {
    const float x0 = std::max(frame.snappedX(from), frame.left);
    const float x1 = std::min(frame.snappedX(to), frame.right);
    if (x1 > x0) {
        frame.list.rects.push_back({{x0, Viewport::kRulerHeight - kCursorBar, x1 - x0, kCursorBar},
                                    Role::SelectionOutline,
                                    255,
                                    Layer::Chrome});
    }
}

}  // namespace

std::vector<CursorFlag> cursorFlags(const TimelineInput& input) {
    std::vector<CursorFlag> flags;
    const Viewport& view = input.viewport;
    const auto left = static_cast<double>(view.timeLeft());
    const auto right = static_cast<double>(view.width);
    for (std::size_t i = 0; i < input.state.cursors.size(); ++i) {
        if (!input.state.cursors[i]) {
            continue;
        }
        const double x = std::round(view.x(*input.state.cursors[i]));
        if (x < left || x > right) {
            continue;
        }
        const double begin =
            isFlagLeft(input.state, i) ? x - static_cast<double>(kCursorFlagWidth) : x;
        const double last = right - static_cast<double>(kCursorFlagWidth);
        flags.push_back({i, static_cast<float>(std::clamp(begin, left, last)), kCursorFlagWidth});
    }
    separate(flags, isFlagLeft(input.state, 0), static_cast<float>(right));
    return flags;
}

std::optional<Duration> cursorDifference(const TimelineState& state) {
    const auto& [a, b] = state.cursors;
    return a && b ? std::optional(*b - *a) : std::nullopt;
}

CursorLabel cursorLabel(const Frame& frame, const std::vector<CursorFlag>& flags) {
    CursorLabel label;
    const std::optional<Duration> difference = cursorDifference(frame.state());
    if (!difference || flags.empty()) {
        return label;
    }
    const double pixel = frame.input.viewport.nsPerPixel / frame.devicePixels;
    label.text = resolvedDurationText(*difference, Duration(std::llround(std::floor(pixel))));
    label.width = frame.measure.width(label.text, TextStyle::Bold);
    const auto [from, to] = std::minmax(*frame.state().cursors[0], *frame.state().cursors[1]);
    const float x0 = std::max(frame.snappedX(from), frame.left);
    const float x1 = std::min(frame.snappedX(to), frame.right);
    const float leftmost =
        std::min_element(flags.begin(), flags.end(), [](const auto& a, const auto& b) {
            return a.x < b.x;
        })->x;
    const auto& rightmost = *std::max_element(
        flags.begin(), flags.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    const float beside = rightmost.x + rightmost.width + kLabelGap;
    if (x1 - x0 >= label.width + 2 * kLabelGap) {
        label.x = std::round((x0 + x1 - label.width) / 2);
    } else if (beside + label.width <= frame.right) {
        label.x = beside;
    } else {
        label.x = leftmost - kLabelGap - label.width;
    }
    return label;
}

void drawCursors(Frame& frame, const std::vector<CursorFlag>& flags, const CursorLabel& label) {
    const auto& [a, b] = frame.state().cursors;
    for (const auto& cursor : frame.state().cursors) {
        if (cursor) {
            drawLine(frame, *cursor);
        }
    }
    if (a && b) {
        drawBar(frame, std::min(*a, *b), std::max(*a, *b));
    }
    for (const CursorFlag& flag : flags) {
        drawFlag(frame, flag);
    }
    if (!label.text.empty()) {
        TextItem item;
        item.x = label.x;
        item.width = label.width;
        item.baselineY = kCursorBaseline - 1;
        item.color = Role::Text;
        item.style = TextStyle::Bold;
        item.layer = Layer::Chrome;
        frame.list.addText(label.text, item);
    }
}

}  // namespace gaplight
