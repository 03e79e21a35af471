// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/memory_axes.h"

#include <string>

#include "core/scene/display/elided_text.h"
#include "core/scene/memory/byte_axis.h"
#include "core/scene/timeline/time_ruler.h"

namespace gaplight {
namespace {

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

}  // namespace

void drawMemoryAxes(const MemoryFrame& frame) {
    drawByteAxis(frame);
    if (frame.input.hasRuler) {
        drawMemoryRuler(frame);
    }
    if (!frame.input.steps.empty()) {
        drawSteps(frame);
    }
}

}  // namespace gaplight
