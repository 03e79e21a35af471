// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/panels/chart_scene.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

std::string numberText(double value) {
    return std::to_string(static_cast<int>(std::lround(value)));
}

struct Drawn {
    DisplayList list;
    std::vector<ChartMark> marks;
};

Drawn draw(ChartKind kind, const std::vector<ChartPoint>& points, float width = 400,
           float height = 200) {
    ChartInput input;
    input.kind = kind;
    input.points = points;
    input.x = {"time", numberText};
    input.y = {"length", numberText};
    input.width = width;
    input.height = height;
    if (kind == ChartKind::Points) {
        if (const auto fit = fitPoints(points)) {
            input.fits = {*fit};
        }
    }
    Drawn drawn;
    buildChart(input, test::FixedTextMeasure(), drawn.list, drawn.marks);
    return drawn;
}

ChartPoint pointAt(double x, double y) {
    ChartPoint point;
    point.x = x;
    point.y = y;
    return point;
}

TEST(ChartScene, BarsHaveTheirLabelsAndValues) {
    std::vector<ChartPoint> points(3);
    points[0].label = "gemm";
    points[0].y = 100;
    points[1].label = "a name that is longer than the room for the labels of bars";
    points[1].y = 50;
    points[2].label = "copy";
    const Drawn drawn = draw(ChartKind::Bars, points);
    EXPECT_TRUE(test::matchesGolden("scene/chart_bars.txt", drawn.list.dump()));
    EXPECT_EQ(chartPointAt(ChartKind::Bars, drawn.marks, 300, drawn.marks[1].box.y + 5), 1U);
    EXPECT_FALSE(chartPointAt(ChartKind::Bars, drawn.marks, 300, 190));
    // Of many, those that fit, and how many do not.
    const Drawn many = draw(ChartKind::Bars, std::vector<ChartPoint>(100, points[0]));
    EXPECT_LT(many.marks.size(), 10U);
    EXPECT_NE(many.list.dump().find("more rows"), std::string::npos);
}

TEST(ChartScene, PointsStandOnAxesWithTheirLine) {
    std::vector<ChartPoint> points;
    for (int at = 0; at < 10; ++at) {
        points.push_back(pointAt(at * 10, 100 + at * 20));
    }
    points[9].y = 900;
    points[9].isMarked = true;
    const Drawn drawn = draw(ChartKind::Points, points);
    EXPECT_TRUE(test::matchesGolden("scene/chart_points.txt", drawn.list.dump()));
    const Box& last = drawn.marks[9].box;
    EXPECT_EQ(chartPointAt(ChartKind::Points, drawn.marks, last.x + 4, last.y + 9), 9U);
    EXPECT_FALSE(chartPointAt(ChartKind::Points, drawn.marks, 200, 5));
}

TEST(ChartScene, ColumnsAndLinesStandOnAxes) {
    std::vector<ChartPoint> columns;
    for (int at = 0; at < 4; ++at) {
        ChartPoint column = pointAt(at * 25, at * at);
        column.xEnd = column.x + 25;
        columns.push_back(column);
    }
    EXPECT_TRUE(test::matchesGolden("scene/chart_columns.txt",
                                    draw(ChartKind::Columns, columns).list.dump()));
    const Drawn line =
        draw(ChartKind::Line, {pointAt(0, 3), pointAt(50, 9), pointAt(50, 1), pointAt(100, 4)});
    EXPECT_TRUE(test::matchesGolden("scene/chart_line.txt", line.list.dump()));
    EXPECT_EQ(chartPointAt(ChartKind::Line, line.marks, line.marks.back().box.x, 0), 3U);
}

// A line of a million points has as many parts as pixels.
TEST(ChartScene, ALongLineShowsExtremesOfEachPixel) {
    std::vector<ChartPoint> points;
    for (int at = 0; at < 100'000; ++at) {
        points.push_back(pointAt(at, at == 54'321 ? 1'000 : at % 7));
    }
    const Drawn drawn = draw(ChartKind::Line, points);
    EXPECT_LT(drawn.list.lines.size(), 1'000U);
    bool isFound = false;
    for (const ChartMark& mark : drawn.marks) {
        isFound = isFound || mark.point == 54'321;
    }
    EXPECT_TRUE(isFound);
}

TEST(ChartScene, StaysWithinTheViewWhateverTheValues) {
    for (const ChartKind kind :
         {ChartKind::Bars, ChartKind::Columns, ChartKind::Line, ChartKind::Points}) {
        for (const std::vector<double>& values : std::vector<std::vector<double>>{
                 {}, {0}, {5, 5}, {-3, 4}, {1e300, 1}, {-1e-9, 0}, {-5, -2}}) {
            std::vector<ChartPoint> points;
            for (const double value : values) {
                ChartPoint point = pointAt(value, value);
                point.xEnd = value + 1;
                points.push_back(point);
            }
            for (const float size : {0.0F, 1.0F, 30.0F, 300.0F}) {
                const Drawn drawn = draw(kind, points, size, size);
                for (const LineItem& line : drawn.list.lines) {
                    EXPECT_TRUE(std::isfinite(line.x0) && std::isfinite(line.y0) &&
                                std::isfinite(line.x1) && std::isfinite(line.y1));
                }
                for (const RectItem& rect : drawn.list.rects) {
                    EXPECT_TRUE(std::isfinite(rect.box.width) && std::isfinite(rect.box.height));
                }
            }
        }
    }
}

TEST(ChartScene, TheLineOfLeastSquares) {
    const auto fit = fitPoints(std::vector{pointAt(0, 1), pointAt(1, 3), pointAt(2, 5)});
    ASSERT_TRUE(fit);
    EXPECT_NEAR(fit->slope, 2, 1e-12);
    EXPECT_NEAR(fit->offset, 1, 1e-12);
    EXPECT_EQ(fit->toX, 2);
    EXPECT_FALSE(fitPoints(std::vector{pointAt(0, 1), pointAt(1, 3)}));
    EXPECT_FALSE(fitPoints(std::vector{pointAt(4, 1), pointAt(4, 3), pointAt(4, 9)}));
}

}  // namespace
}  // namespace gaplight
