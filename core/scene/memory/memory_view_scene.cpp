// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/memory_view_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/timeline/time_ruler.h"

namespace gaplight {
namespace {

constexpr std::int64_t kMarkNsPerUs = 1000;

Role tickColor(Severity severity) {
    switch (severity) {
        case Severity::Critical:
            return Role::SeverityCritical;
        case Severity::Warning:
            return Role::SeverityWarning;
        case Severity::Info:
            break;
    }
    return Role::SeverityInfo;
}

}  // namespace

std::vector<SnapshotStep> snapshotStepsOf(const MemoryModel& model,
                                          const DeviceMemoryFacts& facts) {
    std::vector<SnapshotStep> steps;
    for (const RangeMemory& step : facts.steps) {
        steps.push_back({model.timeUs(step.begin) * kMarkNsPerUs,
                         model.timeUs(step.end) * kMarkNsPerUs, step.label});
    }
    return steps;
}

std::vector<MemoryTick> memoryTicksOf(const MemoryAssessment& assessment, std::int32_t device) {
    std::vector<MemoryTick> ticks;
    for (const MemoryFinding& finding : assessment.findings) {
        if (finding.device == device) {
            for (const Moment moment : finding.moments) {
                ticks.push_back({moment, tickColor(finding.severity)});
            }
        }
    }
    return ticks;
}

namespace {

constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB", "PB", "EB"};

// Digits after the point that a step has in a unit.
int decimalsOf(std::int64_t step, std::int64_t unit) {
    int decimals = 0;
    for (std::int64_t part = unit; part > 1 && step % part != 0; part /= 10) {
        ++decimals;
    }
    return decimals;
}

}  // namespace

ByteAxis byteAxis(std::int64_t bytes, std::int64_t top, float height, float minPixels) {
    ByteAxis axis;
    const double wanted =
        static_cast<double>(bytes) / std::max(1.0, static_cast<double>(height / minPixels));
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max() / 100;
    std::int64_t power = 1;
    while (static_cast<double>(power) * 10 <= wanted && power < kLargest) {
        power *= 10;
    }
    for (const auto& [factor, divisions] : {std::pair{1, 5}, {2, 4}, {5, 5}, {10, 5}}) {
        axis.step = power * factor;
        axis.minor = std::max<std::int64_t>(1, axis.step / divisions);
        if (static_cast<double>(axis.step) >= wanted) {
            break;
        }
    }
    if (axis.step % axis.minor != 0) {
        axis.minor = axis.step;
    }
    std::size_t unit = 0;
    while (unit + 1 < kUnits.size() && axis.unit <= std::max(top, axis.step) / 1000) {
        axis.unit *= 1000;
        ++unit;
    }
    axis.unitName = kUnits[unit];
    axis.decimals = decimalsOf(axis.step, axis.unit);
    return axis;
}

std::string byteTickText(const ByteAxis& axis, std::int64_t bytes) {
    if (bytes == 0) {
        return "0";
    }
    const std::int64_t whole = bytes / axis.unit;
    std::string text = std::to_string(whole);
    if (axis.decimals > 0) {
        std::int64_t rest = bytes % axis.unit;
        std::int64_t part = axis.unit;
        text += '.';
        for (int at = 0; at < axis.decimals; ++at) {
            part /= 10;
            text += static_cast<char>('0' + rest / part);
            rest %= part;
        }
    }
    return text.append("\u2009").append(axis.unitName);
}

namespace {

// Input and output of the functions that draw a snapshot's view, once its plot has a place.
struct MemoryFrame {
    const MemoryViewInput& input;
    const TextMeasure& measure;
    DisplayList& list;
    const MemoryViewLayout& layout;
    ClipIndex plotClip = 0;

    void rect(Box box, Role color, Layer layer, std::uint8_t alpha = 255,
              ClipIndex clip = 0) const {
        list.rects.push_back({box, color, alpha, layer, clip});
    }
    // A device pixel.
    float hair() const { return 1 / input.pixelRatio; }
    float snapped(double x) const {
        const auto ratio = static_cast<double>(input.pixelRatio);
        return static_cast<float>(std::round(x * ratio) / ratio);
    }
    float left() const { return layout.plot.x; }
    float top() const { return layout.plot.y; }
    float right() const { return layout.plot.x + layout.plot.width; }
    float bottom() const { return layout.plot.y + layout.plot.height; }
    // View x of a time on the snapshot's clock; far times give far x.
    double xOf(std::int64_t clockNs) const {
        return static_cast<double>(left()) +
               static_cast<double>(clockNs - layout.view.beginNs) /
                   static_cast<double>(layout.view.endNs - layout.view.beginNs) *
                   static_cast<double>(layout.plot.width);
    }
    double xOf(Moment moment) const { return xOf(input.model.timeUs(moment) * 1000); }
    float clampedX(double x) const {
        return static_cast<float>(
            std::clamp(x, static_cast<double>(left()), static_cast<double>(right())));
    }
    // A text of the ruler or an axis.
    [[nodiscard]] static TextItem smallText(float x, float baselineY) {
        TextItem item;
        item.x = x;
        item.baselineY = baselineY;
        item.color = Role::SecondaryText;
        item.style = TextStyle::Small;
        item.layer = Layer::Chrome;
        return item;
    }
};

constexpr double kMinTimeLabel = 90;  // pixels between labels of the ruler
constexpr float kMinByteLabel = 44;   // the same of the axis of bytes
constexpr float kRulerBaseline = 15;
constexpr float kMajorTick = 8;
constexpr float kMinorTick = 4;
constexpr float kMajorByteTick = 6;
constexpr float kMinorByteTick = 3;
constexpr std::uint8_t kMajorAlpha = 200;
constexpr std::uint8_t kMinorAlpha = 110;
constexpr float kStepPitch = 3;  // pixels between the lines of two steps at least

void addByteLabel(const MemoryFrame& frame, const std::string& text, float y) {
    // A label at an edge stays within the view.
    TextItem item =
        MemoryFrame::smallText(0, std::clamp(y + 3, frame.top() + 10, frame.bottom() - 3));
    item.width = frame.measure.width(text, item.style);
    item.x = frame.left() - 10 - item.width;
    frame.list.addText(text, item);
}

void drawByteAxis(const MemoryFrame& frame) {
    const MemoryViewport& view = frame.layout.view;
    const Box& plot = frame.layout.plot;
    frame.rect({0, plot.y, plot.x, plot.height}, Role::HeaderBackground, Layer::Chrome);
    frame.rect({plot.x - frame.hair(), plot.y, frame.hair(), plot.height}, Role::Grid,
               Layer::Chrome);
    const std::int64_t upper = view.bottom + view.bytes;
    const ByteAxis axis = byteAxis(view.bytes, upper, plot.height, kMinByteLabel);
    for (std::int64_t at = floorTo(view.bottom, axis.minor); at <= upper; at += axis.minor) {
        const float y = frame.snapped(static_cast<double>(plot.y + view.y(at)));
        if (y < plot.y || y > frame.bottom()) {
            continue;
        }
        const bool isMajor = at % axis.step == 0;
        const float width = isMajor ? kMajorByteTick : kMinorByteTick;
        frame.rect({plot.x - width, y - frame.hair(), width, frame.hair()}, Role::SecondaryText,
                   Layer::Chrome, isMajor ? kMajorAlpha : kMinorAlpha);
        if (isMajor) {
            frame.rect({plot.x, y - frame.hair(), plot.width, frame.hair()}, Role::Grid,
                       Layer::Background);
            addByteLabel(frame, byteTickText(axis, at), y);
        }
    }
}

void drawMemoryRuler(const MemoryFrame& frame) {
    const Box& plot = frame.layout.plot;
    frame.rect({0, 0, frame.list.width, Viewport::kRulerHeight}, Role::HeaderBackground,
               Layer::Chrome);
    const std::int64_t begin = frame.layout.view.beginNs - frame.input.originNs;
    const std::int64_t length = frame.layout.view.endNs - frame.layout.view.beginNs;
    const RulerScale scale =
        rulerScale(begin, length, frame.input.viewport.nsPerPixel, kMinTimeLabel);
    for (std::int64_t at = floorTo(begin, scale.minorNs); at <= begin + length;
         at += scale.minorNs) {
        const float x = frame.snapped(frame.xOf(at + frame.input.originNs));
        if (x < plot.x || x > frame.right()) {
            continue;
        }
        const bool isMajor = at % scale.stepNs == 0;
        const float height = isMajor ? kMajorTick : kMinorTick;
        frame.rect({x, Viewport::kRulerHeight - height, frame.hair(), height}, Role::SecondaryText,
                   Layer::Chrome, isMajor ? kMajorAlpha : kMinorAlpha);
        if (isMajor) {
            frame.rect({x, plot.y, frame.hair(), plot.height}, Role::Grid, Layer::Background);
            addWholeText(frame.list, frame.measure, tickText(scale, at), frame.right() - x - 4,
                         MemoryFrame::smallText(x + 4, kRulerBaseline));
        }
    }
    const std::string anchor = anchorText(scale);
    const float width = frame.measure.width(anchor, TextStyle::Small);
    const float x = std::max(4.0F, plot.x - width - 8);
    addWholeText(frame.list, frame.measure, anchor, plot.x - x,
                 MemoryFrame::smallText(x, kRulerBaseline));
}

void drawSteps(const MemoryFrame& frame) {
    const float top = frame.top() - kMemoryStepRow;
    frame.rect({0, top, frame.list.width, kMemoryStepRow}, Role::TrackHeader, Layer::Chrome);
    float next = frame.left();
    for (const SnapshotStep& step : frame.input.steps) {
        const float x0 = frame.clampedX(frame.xOf(step.beginNs));
        const float x1 = frame.clampedX(frame.xOf(step.endNs));
        if (x1 <= frame.left() || x0 >= frame.right() || x0 < next) {
            continue;
        }
        const float x = frame.snapped(static_cast<double>(x0));
        frame.rect({x, top + 2, frame.hair(), kMemoryStepRow - 4}, Role::SecondaryText,
                   Layer::Chrome);
        frame.rect({x, frame.top(), frame.hair(), frame.bottom() - frame.top()},
                   Role::SecondaryText, Layer::Background, kMinorAlpha);
        addElidedText(frame.list, frame.measure, step.label, x1 - x0 - 8,
                      MemoryFrame::smallText(x0 + 5, top + 13));
        next = x0 + kStepPitch;
    }
}

// Ruler, axis of bytes with the grid of both, and the row of steps.
void drawMemoryAxes(const MemoryFrame& frame) {
    drawByteAxis(frame);
    if (frame.input.hasRuler) {
        drawMemoryRuler(frame);
    }
    if (!frame.input.steps.empty()) {
        drawSteps(frame);
    }
}

constexpr std::int64_t kNsInUs = 1000;
constexpr float kTickWidth = 8;  // of the triangle of a finding
constexpr float kTickHeight = 7;
constexpr float kMarkPadding = 4;  // around the text of a mark
constexpr float kMarkHeight = 15;
constexpr float kMarkTop = 9;
constexpr float kMarkBaseline = 11;
constexpr float kSelectionWidth = 2;
constexpr float kReservedLabel = 16;         // height of its label
constexpr std::uint8_t kOutsideAlpha = 120;  // of what is before and after the history
constexpr std::uint8_t kCursorAlpha = 120;
constexpr std::uint8_t kBandAlpha = 60;

// Where the plot is, and what it shows.
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
constexpr float kMarkInset = 6;  // of a label from the edge of the view

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
                                  std::max(frame.left(), frame.right() - kMarkInset - width));
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
