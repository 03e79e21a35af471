// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/memory_view_scene.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/quantity_text.h"
#include "core/scene/memory/memory_axes.h"

namespace gaplight {
namespace {

constexpr std::int64_t kNsInUs = 1000;
constexpr float kTickWidth = 8;  // of the triangle of a finding
constexpr float kTickHeight = 7;
constexpr float kMarkPadding = 4;  // around the text of a mark
constexpr float kMarkHeight = 15;
constexpr float kMarkTop = 9;
constexpr float kMarkBaseline = 11;
constexpr float kSelectionWidth = 2;
constexpr float kReservedLabel = 16;         // height of its label
constexpr std::uint8_t kOutsideAlpha = 120;  // of what lies before and after the history
constexpr std::uint8_t kCursorAlpha = 120;
constexpr std::uint8_t kBandAlpha = 60;

// Where the plot lies, and what it shows.
void placePlot(const MemoryViewInput& input, MemoryViewLayout& layout) {
    const Viewport& view = input.viewport;
    const float top =
        (input.hasRuler ? Viewport::kRulerHeight : 0) + (input.steps.empty() ? 0 : kMemoryStepRow);
    layout.plot = {view.timeLeft(), top, view.timeWidth(), std::max(1.0F, view.height - top)};
    MemoryViewport& shown = layout.view;
    shown.beginNs = ns(view.begin) + input.clockNs;
    shown.endNs = std::max(shown.beginNs + 1, ns(view.end()) + input.clockNs);
    shown.bottom = input.bottom;
    shown.bytes = input.bytes;
    shown.width = layout.plot.width;
    shown.height = layout.plot.height;
}

// Nothing is known before and after the history.
void drawHistoryEnds(const MemoryFrame& frame) {
    const float begin = frame.clampedX(frame.xOf(Moment{0}));
    const float end = frame.clampedX(frame.xOf(frame.input.model.lastMoment()));
    const float height = frame.layout.plot.height;
    const auto add = [&](float x0, float x1) {
        if (x0 < x1) {
            frame.rect({x0, frame.top(), x1 - x0, height}, Role::AlternateRow, Layer::Background,
                       kOutsideAlpha);
        }
    };
    add(frame.left(), begin);
    add(end, frame.right());
}

// What the line is: above it at the left, where there is room.
void labelReserved(const MemoryFrame& frame, float y) {
    if (y < frame.top() + kReservedLabel || y > frame.bottom()) {
        return;
    }
    TextItem item = MemoryFrame::smallText(frame.left() + 6, y - 4);
    item.layer = Layer::Overlays;
    item.clip = frame.plotClip;
    item.width = frame.measure.width("reserved", item.style);
    frame.list.addText("reserved", item);
}

// A line at what the allocator holds from the driver, if that is recorded.
void drawReserved(const MemoryFrame& frame) {
    if (frame.input.model.segments.empty()) {
        return;
    }
    const MemoryViewport& view = frame.layout.view;
    const Box& plot = frame.layout.plot;
    const auto columns = static_cast<std::int64_t>(plot.width);
    const auto add = [&](Box box) {
        frame.rect(box, Role::CounterLine, Layer::Overlays, 255, frame.plotClip);
    };
    float last = 0;
    float from = plot.x;
    for (std::int64_t column = 0; column <= columns; ++column) {
        const auto x = plot.x + static_cast<float>(column);
        const double share = static_cast<double>(column) / static_cast<double>(columns);
        const std::int64_t time =
            view.beginNs +
            static_cast<std::int64_t>(static_cast<double>(view.endNs - view.beginNs) * share);
        const Moment moment = frame.input.index.momentAt(time / kNsInUs);
        const float y = frame.snapped(static_cast<double>(
                            plot.y + view.clampedY(frame.input.model.reservedAt(moment)))) -
                        1;
        if (column == 0) {
            labelReserved(frame, y);
        } else if (y != last || column == columns) {
            add({from, last, x - from, 1});
            if (y != last) {
                add({x, std::min(y, last), 1, std::abs(y - last) + 1});
            }
            from = x;
        }
        last = y;
    }
}

void outline(const MemoryFrame& frame, std::uint32_t allocation, Role color, float width) {
    for (const MemoryBox& one : frame.layout.boxes) {
        if (one.allocation != allocation) {
            continue;
        }
        const Box box{one.box.x + frame.left(), one.box.y + frame.top(), one.box.width,
                      std::max(one.box.height, width)};
        const auto add = [&](Box edge) {
            frame.rect(edge, color, Layer::Selection, 255, frame.plotClip);
        };
        add({box.x, box.y, box.width, width});
        add({box.x, box.y + box.height - width, box.width, width});
        add({box.x, box.y, width, box.height});
        add({box.x + box.width - width, box.y, width, box.height});
    }
}

void drawTicks(const MemoryFrame& frame) {
    for (const MemoryTick& tick : frame.input.ticks) {
        const double x = frame.xOf(tick.moment);
        if (x < static_cast<double>(frame.left()) || x > static_cast<double>(frame.right())) {
            continue;
        }
        const float middle = frame.snapped(x);
        const Point points[3] = {{middle - kTickWidth / 2, frame.top()},
                                 {middle + kTickWidth / 2, frame.top()},
                                 {middle, frame.top() + kTickHeight}};
        PolygonItem mark;
        mark.color = tick.color;
        mark.layer = Layer::Selection;
        mark.clip = frame.plotClip;
        frame.list.addPolygon(points, 3, mark);
    }
}

void line(const MemoryFrame& frame, double x, Role color, std::uint8_t alpha) {
    if (x >= static_cast<double>(frame.left()) && x <= static_cast<double>(frame.right())) {
        frame.rect({frame.snapped(x), frame.top(), 1, frame.layout.plot.height}, color,
                   Layer::Selection, alpha, frame.plotClip);
    }
}

// A line with what is allocated at that moment.
void mark(const MemoryFrame& frame, Moment moment, std::string_view name, Role color) {
    const double x = frame.xOf(moment);
    if (x < static_cast<double>(frame.left()) || x > static_cast<double>(frame.right())) {
        return;
    }
    line(frame, x, color, 255);
    const std::string text = (name.empty() ? std::string() : std::string(name) + " ") +
                             bytesText(frame.input.model.allocated[moment]);
    const float width = frame.measure.width(text, TextStyle::Bold) + 2 * kMarkPadding;
    const float left = std::clamp(frame.snapped(x) + 1, frame.left(),
                                  std::max(frame.left(), frame.right() - width));
    const Box box{left, frame.top() + kMarkTop, width, kMarkHeight};
    frame.rect(box, color, Layer::Selection, 255, frame.plotClip);
    TextItem item;
    item.x = box.x + kMarkPadding;
    item.baselineY = box.y + kMarkBaseline;
    item.width = width - 2 * kMarkPadding;
    item.color = Role::Background;
    item.style = TextStyle::Bold;
    item.layer = Layer::Selection;
    item.clip = frame.plotClip;
    frame.list.addText(text, item);
}

void drawMarks(const MemoryFrame& frame) {
    const MemoryViewInput& input = frame.input;
    drawTicks(frame);
    if (input.band) {
        const float x0 = frame.clampedX(input.viewport.x(input.band->begin));
        const float x1 = frame.clampedX(input.viewport.x(input.band->end));
        frame.rect({x0, frame.top(), x1 - x0, frame.layout.plot.height}, Role::RangeSelection,
                   Layer::Overlays, kBandAlpha);
    }
    if (input.cursor) {
        line(frame, input.viewport.x(*input.cursor), Role::SecondaryText, kCursorAlpha);
    }
    if (input.peak != kNoMoment && input.peak != input.moment) {
        mark(frame, input.peak, "peak", Role::SecondaryText);
    }
    if (input.moment != kNoMoment) {
        mark(frame, input.moment, input.moment == input.peak ? "peak" : "", Role::Accent);
    }
}

}  // namespace

std::optional<std::uint32_t> MemoryViewLayout::allocationAt(float x, float y) const {
    const bool isInside =
        x >= plot.x && x < plot.x + plot.width && y >= plot.y && y < plot.y + plot.height;
    return isInside ? gaplight::allocationAt(boxes, x - plot.x, y - plot.y) : std::nullopt;
}

std::int64_t MemoryViewLayout::bytesAt(float y) const {
    const double share = 1 - static_cast<double>(y - plot.y) / static_cast<double>(plot.height);
    return view.bottom + static_cast<std::int64_t>(share * static_cast<double>(view.bytes));
}

void buildMemoryView(const MemoryViewInput& input, const TextMeasure& measure, DisplayList& list,
                     MemoryViewLayout& layout) {
    list.clear(input.viewport.width, input.viewport.height);
    layout.boxes.clear();
    if (input.viewport.width < 1 || input.viewport.height < 1 || input.model.events.empty()) {
        return;
    }
    placePlot(input, layout);
    MemoryStackInput stack{input.model, input.index,      input.frames, layout.view,
                           input.order, &input.addresses, input.matches};
    if (layout.view.bytes <= 0) {
        layout.view.bytes = stackBytes(stack);
        stack.view.bytes = layout.view.bytes;
    }
    const MemoryFrame frame{input, measure, list, layout, list.addClip(layout.plot)};
    frame.rect({0, 0, list.width, list.height}, Role::Background, Layer::Background);
    drawHistoryEnds(frame);
    drawMemoryAxes(frame);
    buildMemoryStack(stack, measure, layout.stack, layout.boxes);
    list.append(layout.stack, layout.plot.x, layout.plot.y);
    if (input.order != StackOrder::Address) {
        drawReserved(frame);
    }
    if (input.hovered) {
        outline(frame, *input.hovered, Role::HoverOutline, 1);
    }
    if (input.selected) {
        outline(frame, *input.selected, Role::SelectionOutline, kSelectionWidth);
    }
    drawMarks(frame);
}

}  // namespace gaplight
