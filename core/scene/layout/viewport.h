// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace gaplight {

// The visible part of a trace and the geometry of the view. An immutable value: every gesture
// computes a new one with the pure functions below. Layout of the view, in logical pixels: names
// column at the left; at the top the ruler, then pinned rows; tracks in the rest.
// Time maps to x by int64 subtraction first, floating point after, so that 1e18 ns is as exact as
// 0.
struct Viewport {
    static constexpr float kNamesWidth = 220;
    static constexpr float kRulerHeight = 24;
    // The deepest zoom: one nanosecond is one pixel.
    static constexpr double kMinNsPerPixel = 1;

    Time begin;             // at the left edge of the tracks
    double nsPerPixel = 1;  // >= kMinNsPerPixel
    double scrollY = 0;     // pixels of tracks above the visible ones
    float width = 0;        // of the whole view, names included
    float height = 0;       // of the whole view, ruler included
    float namesWidth = kNamesWidth;
    float pinnedHeight = 0;  // of the rows between ruler and tracks; clamped() sets it

    constexpr float timeLeft() const { return namesWidth; }
    float timeWidth() const { return std::max(1.0F, width - namesWidth); }
    constexpr float tracksTop() const { return kRulerHeight + pinnedHeight; }
    float tracksHeight() const { return std::max(0.0F, height - tracksTop()); }

    // Not clamped to the view; far times give far x.
    double x(Time time) const {
        return namesWidth + static_cast<double>(ns(time) - ns(begin)) / nsPerPixel;
    }
    Time timeAt(double viewX) const {
        return begin + Duration(std::llround((viewX - namesWidth) * nsPerPixel));
    }
    Time end() const { return timeAt(namesWidth + timeWidth()); }
    TimeRange range() const { return {begin, end()}; }
    // View y of a content y (pixels below the top of the first track).
    float y(double contentY) const { return static_cast<float>(contentY - scrollY) + tracksTop(); }

    // Largest power of two that is <= ns per device pixel: the width of a level-of-detail bucket.
    int bucketShift(double pixelRatio = 1) const {
        const double bucket = std::max(1.0, nsPerPixel / pixelRatio);
        return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bucket))) - 1;
    }

    friend bool operator==(const Viewport&, const Viewport&) = default;
};

// Limits of a viewport: the trace's range plus a margin, and the height of all tracks.
struct ViewLimits {
    TimeRange range;
    double contentHeight = 0;
    float pinnedHeight = 0;
    std::optional<TimeRange> first{};  // what is shown at first; empty: the whole range
};

// The nearest viewport within the limits: at most the whole range plus a margin, never outside the
// trace, never scrolled past the last track.
[[nodiscard]] Viewport clamped(Viewport view, const ViewLimits& limits);
// The time under x stays under x; factor > 1 shows more detail.
[[nodiscard]] Viewport zoomedAbout(const Viewport& view, double viewX, double factor,
                                   const ViewLimits& limits);
// Moves the content by (dx, dy) pixels; positive dx shows earlier times.
[[nodiscard]] Viewport pannedBy(const Viewport& view, double dx, double dy,
                                const ViewLimits& limits);
// Shows exactly `range` plus `margin` (a share of its length) on both sides.
[[nodiscard]] Viewport fitted(const Viewport& view, TimeRange range, const ViewLimits& limits,
                              double margin = 0.002);
// If `range` is not visible: the same scale, centered on `range`. A range that is longer than the
// view is visible where it takes half of the view; else its nearer end is shown.
[[nodiscard]] Viewport revealing(const Viewport& view, TimeRange range, const ViewLimits& limits);

}  // namespace gaplight
