// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scene/display/color_ref.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"

namespace gaplight {

// Bars: one below the other, y long, labels at the left. Columns: counts y of [x, xEnd). Line: y
// over x, in the order of x. Points: discs at (x, y).
enum class ChartKind : std::uint8_t { Bars, Columns, Line, Points };

struct ChartPoint {
    double x = 0;
    double y = 0;
    double xEnd = 0;         // of a column
    std::string label = {};  // of a bar
    ColorRef color = Role::Compute;
    bool isMarked = false;  // of a point: a ring of the color of idle time
};

// What an axis shows, and a value of it as a text.
struct ChartAxis {
    std::string title;
    std::function<std::string(double)> text;
    bool isLogarithmic = false;  // of columns and points
};

// y = offset + slope · x, from one x to the other.
struct ChartFit {
    double offset = 0;
    double slope = 0;
    double fromX = 0;
    double toX = 0;
};

struct ChartInput {
    ChartKind kind = ChartKind::Bars;
    std::span<const ChartPoint> points;
    ChartAxis x;
    ChartAxis y;
    std::vector<ChartFit> fits = {};
    float width = 0;
    float height = 0;
    std::optional<std::size_t> hovered{};  // into points
    std::optional<std::size_t> selected{};
};

// Where a point is drawn.
struct ChartMark {
    std::size_t point = 0;
    Box box;
};

// Bars beyond the height are left out, and counted. Of a line with more points than pixels, each
// pixel shows the smallest and the largest. Replaces `marks`. O(points).
void buildChart(const ChartInput& input, const TextMeasure& measure, DisplayList& list,
                std::vector<ChartMark>& marks);

// The point at a place, or the nearest within some pixels; empty: none is there.
[[nodiscard]] std::optional<std::size_t> chartPointAt(ChartKind kind,
                                                      std::span<const ChartMark> marks, float x,
                                                      float y);

// The straight line through points with the least squares; empty with fewer than three points, or
// one x.
[[nodiscard]] std::optional<ChartFit> fitPoints(std::span<const ChartPoint> points);

}  // namespace gaplight
