// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/track_scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"

namespace gaplight {
namespace {

constexpr std::uint8_t kFillAlpha = 150;

constexpr float kBaseLine = 2;

float yOf(const CurveArea& area, double value) {
    const double share = area.high > area.low ? (value - area.low) / (area.high - area.low) : 0;
    return area.top + area.height * static_cast<float>(1 - share);
}

// One run of equal columns.
struct ColumnRun {
    float x0 = 0;
    float x1 = 0;
    float yHigh = 0;
    float yLow = 0;
    bool isAtLow = false;  // somewhere inside
};

void addColumns(Frame& frame, const ColumnRun& run, const CurveArea& area) {
    const float base = yOf(area, std::max(area.low, 0.0));
    const float line = std::max(1.0F, run.yLow - run.yHigh);
    const float width = run.x1 - run.x0;
    if (width <= 0) {
        return;  // what the view's edge leaves of a column
    }
    if (base > run.yHigh) {
        frame.list.rects.push_back({{run.x0, run.yHigh, width, base - run.yHigh},
                                    Role::CounterFill,
                                    kFillAlpha,
                                    Layer::Slices,
                                    area.clip});
    }
    frame.list.rects.push_back(
        {{run.x0, run.yHigh, width, line}, Role::CounterLine, 255, Layer::Slices, area.clip});
    if (run.isAtLow && area.baseColor) {
        frame.list.rects.push_back({{run.x0, area.top + area.height - kBaseLine, width, kBaseLine},
                                    *area.baseColor,
                                    255,
                                    Layer::SliceLabels,
                                    area.clip});
    }
}

// Rounds to quarters of a pixel, so that equal-looking columns join.
float quarter(float y) {
    return std::round(y * 4) / 4;
}

}  // namespace

void drawCurve(Frame& frame, const CounterCurve& curve, const CurveArea& area) {
    const std::vector<Time>& times = curve.times();
    if (times.empty()) {
        return;
    }
    const int shift = frame.bucketShift + 1;  // at least a device pixel
    TimeRange range = frame.range();
    range.end = std::min(range.end, area.end);
    const std::int64_t firstNs = std::max(ns(range.begin), ns(times.front()));
    std::int64_t bucket = firstNs >> shift;
    auto next = std::lower_bound(times.begin(), times.end(), timeFromNs(bucket << shift));
    ColumnRun run;
    bool open = false;
    while ((bucket << shift) < ns(range.end)) {
        const Time bucketEnd = timeFromNs((bucket + 1) << shift);
        const auto from = static_cast<std::size_t>(next - times.begin());
        next = std::lower_bound(next, times.end(), bucketEnd);
        const auto to = static_cast<std::size_t>(next - times.begin());
        // The value that the bucket begins with counts too.
        const auto extent = curve.extent(from > 0 ? from - 1 : from, to);
        // Without a change in sight the value holds until the next one.
        const bool constant = from == to;
        const std::int64_t untilNs =
            !constant ? ns(bucketEnd)
                      : (next == times.end() ? ns(range.end) : (ns(*next) >> shift) << shift);
        const ColumnRun column{frame.snappedX(timeFromNs(std::max(bucket << shift, firstNs))),
                               frame.snappedX(timeFromNs(untilNs)), quarter(yOf(area, extent.high)),
                               quarter(yOf(area, extent.low)), extent.low <= area.low};
        if (open && column.yHigh == run.yHigh && column.yLow == run.yLow &&
            column.isAtLow == run.isAtLow) {
            run.x1 = column.x1;
        } else {
            if (open) {
                addColumns(frame, run, area);
            }
            run = column;
            open = true;
        }
        bucket = std::max(bucket + 1, untilNs >> shift);
    }
    if (open) {
        addColumns(frame, run, area);
    }
}

void drawCounter(Frame& frame, const Lane& lane) {
    const CounterCurve& curve = frame.model().counters[lane.counter];
    const CounterCurve::Extent extent = curve.extent();
    // From zero, so that areas compare.
    CurveArea area{frame.snappedY(lane.y) + 1, TrackLayout::kCounterHeight - 2,
                   std::min(0.0, extent.low), std::max(0.0, extent.high), frame.timeClip};
    area.end = frame.trace().range().end;  // a view can show more: of a longer run beside it
    drawCurve(frame, curve, area);
}

std::string scaleText(const CounterCurve& curve) {
    return counterText(curve.unit(), std::max(0.0, curve.extent().high));
}

std::string counterText(CounterUnit kind, double value) {
    switch (kind) {
        case CounterUnit::Bytes:
            return bytesText(value);
        case CounterUnit::Nanoseconds:
            return durationText(Duration(std::llround(value)));
        case CounterUnit::Number:
            break;
    }
    return scaledNumberText(value);
}

namespace {

constexpr float kQueuePadding = 2;
constexpr float kTitleX = 22;
constexpr float kQueueMargin = 8;  // of its texts

struct LeadLine {
    Duration lead;
    std::string_view label;
};
constexpr std::array kLines{LeadLine{std::chrono::microseconds(10), "10\u2009µs"},
                            LeadLine{std::chrono::milliseconds(1), "1\u2009ms"}};
constexpr Duration kScaleEnd = std::chrono::milliseconds(10);

CurveArea areaOf(const Frame& frame, const Lane& lane, Duration longest) {
    CurveArea area;
    area.top = frame.pinnedY(lane) + kQueuePadding;
    area.height = lane.height - 2 * kQueuePadding;
    area.high = QueueCurve::scaled(std::max(longest, kScaleEnd));
    area.clip = frame.bodyClip;
    area.baseColor = Role::Unhealthy;
    return area;
}

float yOf(const CurveArea& area, Duration lead) {
    const double share = QueueCurve::scaled(lead) / area.high;
    return std::round(area.top + area.height * static_cast<float>(1 - share));
}

}  // namespace

const QueueCurve* queueCurveOf(const SceneModel& model, GpuId gpu) {
    const auto at = std::find_if(model.queues.begin(), model.queues.end(),
                                 [&](const QueueCurve& queue) { return queue.gpu == gpu; });
    return at == model.queues.end() ? nullptr : &*at;
}

void drawQueue(Frame& frame, const Lane& lane, GpuId gpu) {
    const QueueCurve* queue = queueCurveOf(frame.model(), gpu);
    if (queue == nullptr) {
        return;
    }
    CurveArea area = areaOf(frame, lane, queue->longest);
    if (const BusyProfile* profile = busyProfileOf(frame.model(), gpu)) {
        area.end = profile->window().end;
    }
    for (const LeadLine& line : kLines) {
        frame.list.rects.push_back({{frame.left, yOf(area, line.lead), frame.right - frame.left, 1},
                                    Role::Grid,
                                    255,
                                    Layer::Background,
                                    frame.bodyClip});
    }
    drawCurve(frame, queue->curve, area);
}

void drawQueueName(Frame& frame, const Lane& lane) {
    const GpuId gpu = frame.input.layout.groups()[lane.group].gpu.value_or(GpuId());
    const QueueCurve* queue = queueCurveOf(frame.model(), gpu);
    if (queue == nullptr) {
        return;
    }
    const CurveArea area = areaOf(frame, lane, queue->longest);
    TextItem item;
    item.layer = Layer::Chrome;
    item.style = TextStyle::Small;
    item.color = Role::SecondaryText;
    constexpr float kLabelHeight = 11;
    float widest = 0;
    float above = area.top - kLabelHeight;  // baseline of the label above
    for (auto line = kLines.rbegin(); line != kLines.rend(); ++line) {
        if (yOf(area, line->lead) + 4 < above + kLabelHeight) {
            continue;  // the scale reaches so far that the lines are close to each other
        }
        item.width = frame.measure.width(line->label, item.style);
        item.x = frame.left - kQueueMargin - item.width;
        item.baselineY = above = yOf(area, line->lead) + 4;
        frame.list.addText(line->label, item);
        widest = std::max(widest, item.width);
    }
    item.x = kTitleX;
    item.baselineY = area.top + area.height / 2 + 5;
    addElidedText(frame.list, frame.measure, lane.title,
                  frame.left - kTitleX - widest - 2 * kQueueMargin, item, Elide::Middle);
}

}  // namespace gaplight
