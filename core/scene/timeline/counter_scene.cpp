// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/counter_scene.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity_text.h"

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
    return kind == CounterUnit::Bytes ? bytesText(value) : scaledNumberText(value);
}

}  // namespace gaplight
