// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/kernels/roofline_scene.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

constexpr float kRoomLeft = 64;   // for the labels of the y axis
constexpr float kRoomRight = 44;  // for the last label of the x axis
constexpr float kRoomTop = 24;
constexpr float kRoomBottom = 34;
constexpr float kStrip = 40;  // for kernels without FLOPs
constexpr float kLabelHeight = 13;
constexpr double kFirstDecade = -1;  // of FLOPs per byte
constexpr double kDecadesBelow = 5;  // of FLOP/s, below the highest ceiling
constexpr double kTera = 12;         // decades in one
constexpr float kCeilingLabelWidth = 150;

// 10^decade without a prefix of units: "0.01", "1", "1,000".
std::string decadeText(double decade) {
    constexpr int kMaxPlaces = 9;
    const int places = static_cast<int>(std::lround(decade));
    if (places > kMaxPlaces) {
        return "1e" + std::to_string(places);
    }
    if (places >= 0) {
        return countText(static_cast<std::uint64_t>(std::llround(std::pow(10, places))));
    }
    return "0." + std::string(static_cast<std::size_t>(std::min(-places, kMaxPlaces) - 1), '0') +
           "1";
}

// The axes in decades, and where they are in pixels.
struct RooflineAxes {
    double firstX = kFirstDecade;
    double lastX = 4;
    double firstY = 9;
    double lastY = 15;
    float left = 0;
    float right = 0;
    float top = 0;
    float bottom = 0;

    float x(double intensity) const {
        const double share = (std::log10(intensity) - firstX) / (lastX - firstX);
        return left + static_cast<float>(std::clamp(share, 0.0, 1.0)) * (right - left);
    }
    float y(double rate) const {
        const double share = (std::log10(rate) - firstY) / (lastY - firstY);
        return bottom - static_cast<float>(std::clamp(share, 0.0, 1.0)) * (bottom - top);
    }
};

RooflineAxes axesOf(const RooflineInput& input) {
    RooflineAxes axes;
    double highest = 1e12;
    for (const RooflineCeiling& ceiling : input.ceilings) {
        highest = std::max(highest, ceiling.flopsPerSecond);
    }
    for (const RooflinePoint& point : input.points) {
        highest = std::max(highest, point.flopsPerSecond);
    }
    axes.lastY = std::ceil(std::log10(highest) + 0.1);
    axes.firstY = axes.lastY - kDecadesBelow;
    axes.left = kRoomLeft + kStrip;
    axes.right = std::max(input.width - kRoomRight, axes.left + 1);
    axes.top = kRoomTop;
    axes.bottom = std::max(input.height - kRoomBottom, axes.top + 1);
    return axes;
}

class RooflineDrawing {
public:
    RooflineDrawing(const RooflineInput& input, const TextMeasure& measure, DisplayList& list)
        : m_input(input), m_measure(measure), m_list(list), m_axes(axesOf(input)) {}

    void drawAxes() {
        for (double decade = m_axes.firstX; decade <= m_axes.lastX; ++decade) {
            const float x = m_axes.x(std::pow(10, decade));
            addLine(x, m_axes.top, x, m_axes.bottom, Role::Grid, 1, Layer::Background);
            addLabel(decadeText(decade), x + 3, m_axes.bottom + 13, 60, Role::SecondaryText);
        }
        for (double decade = m_axes.firstY; decade <= m_axes.lastY; ++decade) {
            const float y = m_axes.y(std::pow(10, decade));
            addLine(m_axes.left - kStrip, y, m_axes.right, y, Role::Grid, 1, Layer::Background);
            addLabel(decadeText(decade - kTera), 8, y + 4, kRoomLeft - 12, Role::SecondaryText);
        }
        addLabel("TFLOP/s", 8, m_axes.top - 11, kRoomLeft, Role::SecondaryText);
        addLabel("no FLOPs", m_axes.left - kStrip, m_axes.bottom + 26, 80, Role::SecondaryText);
        addLabel("FLOPs per byte", m_axes.left + (m_axes.right - m_axes.left) / 2,
                 m_axes.bottom + 26, 120, Role::SecondaryText);
    }

    void drawCeilings() {
        double highest = 0;
        float labelX = 0;
        float labelY = -kLabelHeight;
        for (const RooflineCeiling& ceiling : m_input.ceilings) {
            if (ceiling.flopsPerSecond <= 0 || m_input.bytesPerSecond <= 0) {
                continue;
            }
            highest = std::max(highest, ceiling.flopsPerSecond);
            const float y = m_axes.y(ceiling.flopsPerSecond);
            const float ridge = m_axes.x(ceiling.flopsPerSecond / m_input.bytesPerSecond);
            addCeiling(ridge, y, m_axes.right, y);
            // Beside the label of a ceiling that is as high but for a few pixels.
            labelX = std::abs(y - labelY) < kLabelHeight ? labelX - kCeilingLabelWidth
                                                         : m_axes.right - kCeilingLabelWidth;
            labelY = y;
            addLabel(teraText(ceiling.flopsPerSecond) + "\u2009TFLOP/s " + ceiling.label,
                     std::max(ridge + 6, labelX), y - 4, kCeilingLabelWidth - 4, Role::Text);
        }
        if (highest <= 0) {
            return;
        }
        const double first = std::pow(10, m_axes.firstX);
        const float lowest = m_axes.y(first * m_input.bytesPerSecond);
        addCeiling(m_axes.left, lowest, m_axes.x(highest / m_input.bytesPerSecond),
                   m_axes.y(highest));
        addCeiling(m_axes.left - kStrip, lowest, m_axes.left, lowest);
        addLabel(bytesText(m_input.bytesPerSecond) + "/s", m_axes.left - kStrip + 2, lowest - 6, 90,
                 Role::Text);
    }

    void drawPoints(std::vector<KernelMark>& marks) {
        const std::span<const RooflinePoint> points = m_input.points;
        for (std::size_t at = 0; at < points.size(); ++at) {
            if (points[at].bytesPerSecond > 0 && points[at].time > Duration::zero()) {
                marks.push_back({at, placeX(points[at]), placeY(points[at]), 0, points[at].time});
            }
        }
        KernelMarkLooks looks;
        looks.labelOf = [points](std::size_t at) { return std::string_view(points[at].label); };
        looks.colorOf = [points](std::size_t at) { return points[at].color; };
        looks.hovered = m_input.hovered;
        looks.selected = m_input.selected;
        looks.middle = (m_axes.left + m_axes.right) / 2;
        looks.taken = std::move(m_taken);
        drawKernelMarks(looks, m_measure, m_list, marks);
    }

private:
    float placeX(const RooflinePoint& point) const {
        return point.flopsPerSecond > 0 ? m_axes.x(point.flopsPerSecond / point.bytesPerSecond)
                                        : m_axes.left - kStrip / 2;
    }
    float placeY(const RooflinePoint& point) const {
        return m_axes.y(point.flopsPerSecond > 0
                            ? point.flopsPerSecond
                            : point.bytesPerSecond * std::pow(10, m_axes.firstX));
    }

    void addLine(float x0, float y0, float x1, float y1, Role color, float thickness, Layer layer) {
        m_list.lines.push_back({x0, y0, x1, y1, thickness, color, 255, layer});
    }

    // A line that no label is over.
    void addCeiling(float x0, float y0, float x1, float y1) {
        constexpr float kPart = 12;  // pixels
        addLine(x0, y0, x1, y1, Role::Text, 1.5F, Layer::Overlays);
        const int parts = std::max(1, static_cast<int>(std::hypot(x1 - x0, y1 - y0) / kPart));
        const float width = (x1 - x0) / static_cast<float>(parts);
        const float height = (y1 - y0) / static_cast<float>(parts);
        for (int part = 0; part < parts; ++part) {
            const float x = x0 + width * static_cast<float>(part);
            const float y = y0 + height * static_cast<float>(part);
            m_taken.push_back({std::min(x, x + width), std::min(y, y + height) - 1, std::abs(width),
                               std::abs(height) + 2});
        }
    }

    // No label of a point is over it.
    void addLabel(std::string_view text, float x, float y, float width, Role color) {
        const float length = std::min(m_measure.width(text, TextStyle::Small) + 1, width);
        m_taken.push_back({x, y - kLabelHeight + 3, length, kLabelHeight});
        drawPlotLabel({x, y, width}, text, color, m_measure, m_list);
    }

    const RooflineInput& m_input;
    const TextMeasure& m_measure;
    DisplayList& m_list;
    RooflineAxes m_axes;
    std::vector<Box> m_taken;  // by ceilings and labels
};

}  // namespace

void buildRoofline(const RooflineInput& input, const TextMeasure& measure, DisplayList& list,
                   std::vector<KernelMark>& marks) {
    list.clear(input.width, input.height);
    marks.clear();
    RooflineDrawing drawing(input, measure, list);
    drawing.drawAxes();
    drawing.drawCeilings();
    drawing.drawPoints(marks);
}

}  // namespace gaplight
