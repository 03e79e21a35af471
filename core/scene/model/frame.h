// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/model/timeline_input.h"

namespace gaplight {

// Context of building one display list: the input, the list, and the mapping from time to device
// pixels. Every `draw...` function of the scene takes it.
struct Frame {
    const TimelineInput& input;
    const TextMeasure& measure;
    DisplayList& list;
    ClipIndex timeClip = 0;   // the tracks: right of the names, below the ruler
    ClipIndex namesClip = 0;  // their names
    ClipIndex bodyClip = 0;   // the tracks and the pinned rows above them
    float left = 0;           // of the tracks, in view pixels
    float right = 0;
    float top = 0;  // of the tracks, below the pinned rows
    float bottom = 0;
    double devicePixels = 1;  // per logical pixel
    double pixelLength = 1;   // of a device pixel, in logical ones
    double devicePerNs = 1;
    std::int64_t beginNs = 0;  // at `left`
    int bucketShift = 0;       // of the level of detail: at most one device pixel

    const SceneModel& model() const { return input.model; }
    const Trace& trace() const { return *input.model.trace; }
    const TimelineState& state() const { return input.state; }
    // Height of a row, and the baseline of an 11 px text in a row at y.
    float rowHeight() const { return input.layout.rowHeight(); }
    double rowPitch() const { return static_cast<double>(input.layout.rowPitch()); }
    float baseline(float rowY) const { return rowY + (rowHeight() + 8) / 2; }
    TimeRange range() const { return input.viewport.range(); }

    // Device pixels right of `left`, clamped to `kBeyond` pixels outside the tracks, so that
    // coordinates stay small for painters.
    static constexpr double kBeyond = 8;
    double device(std::int64_t timeNs) const {
        const double pixels = static_cast<double>(timeNs - beginNs) * devicePerNs;
        return std::clamp(pixels, -kBeyond, (right - left) * devicePixels + kBeyond);
    }
    // Rounding to whole pixels. Not std::floor etc., which are function calls on plain x86-64.
    [[nodiscard]] static std::int64_t floorPixel(double pixel) {
        constexpr double kPositive = 2 * kBeyond;
        return static_cast<std::int64_t>(pixel + kPositive) - static_cast<std::int64_t>(kPositive);
    }
    [[nodiscard]] static std::int64_t roundPixel(double pixel) { return floorPixel(pixel + 0.5); }
    [[nodiscard]] static std::int64_t ceilPixel(double pixel) {
        const std::int64_t floor = floorPixel(pixel);
        return floor + (static_cast<double>(floor) < pixel ? 1 : 0);
    }
    // View x of a device pixel.
    float viewX(double devicePixel) const {
        return left + static_cast<float>(devicePixel * pixelLength);
    }
    float x(Time time) const { return viewX(device(ns(time))); }
    // x, rounded to a device pixel's edge.
    float snappedX(Time time) const { return viewX(std::round(device(ns(time)))); }
    // Length of a device pixel in logical pixels.
    float hair() const { return static_cast<float>(pixelLength); }
    float pinnedY(const Lane& lane) const {
        return Viewport::kRulerHeight + static_cast<float>(lane.y);
    }
    // y, rounded to a device pixel's edge: lanes scroll by fractions of a pixel.
    float snappedY(double contentY) const {
        const double y = contentY - input.viewport.scrollY + top;
        return static_cast<float>(std::round(y * devicePixels) / devicePixels);
    }
};

}  // namespace gaplight
