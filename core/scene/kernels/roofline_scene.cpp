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
constexpr float kLabelHeight = kPlotLabelHeight;
constexpr double kFirstDecade = -1;  // of FLOPs per byte
constexpr double kDecadesBelow = 5;  // of FLOP/s, below the highest ceiling
constexpr double kTera = 12;         // decades in one

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

    void drawAxes(std::span<const KernelMark> marks) {
        const auto addFree = [&](std::string_view text, float x, float y, float width) {
            const float length = std::min(m_measure.width(text, TextStyle::Small) + 1, width);
            if (isPlaceFree({x, y - kLabelHeight + 3, length, kLabelHeight}, marks, {})) {
                addLabel(text, x, y, width, Role::SecondaryText);
            }
        };
        for (double decade = m_axes.firstX; decade <= m_axes.lastX; ++decade) {
            const float x = m_axes.x(std::pow(10, decade));
            addLine(x, m_axes.top, x, m_axes.bottom, Role::Grid, 1, Layer::Background);
            addFree(decadeText(decade), x + 3, m_axes.bottom + 13, 60);
        }
        float labelY = m_axes.bottom + kLabelHeight;
        for (double decade = m_axes.firstY; decade <= m_axes.lastY; ++decade) {
            const float y = m_axes.y(std::pow(10, decade));
            addLine(m_axes.left - kStrip, y, m_axes.right, y, Role::Grid, 1, Layer::Background);
            if (labelY - y >= kLabelHeight) {
                labelY = y;
                addFree(decadeText(decade - kTera), 8, y + 4, kRoomLeft - 12);
            }
        }
        addFree("TFLOP/s", 8, m_axes.top - 11, kRoomLeft);
        addFree("no FLOPs", m_axes.left - kStrip, m_axes.bottom + 26, 80);
        addFree("FLOPs per byte", m_axes.left + (m_axes.right - m_axes.left) / 2,
                m_axes.bottom + 26, 120);
    }

    void placePoints(std::vector<KernelMark>& marks) const {
        const std::span<const RooflinePoint> points = m_input.points;
        for (std::size_t at = 0; at < points.size(); ++at) {
            if (points[at].bytesPerSecond > 0 && points[at].time > Duration::zero()) {
                marks.push_back({at, placeX(points[at]), placeY(points[at]), 0, points[at].time});
            }
        }
        sizeKernelMarks(marks, m_axes.bottom - m_axes.top);
    }

    void drawCeilings(std::span<const KernelMark> marks) {
        double highest = 0;
        std::vector<NamedLine> named;
        for (const RooflineCeiling& ceiling : m_input.ceilings) {
            if (ceiling.flopsPerSecond <= 0 || m_input.bytesPerSecond <= 0) {
                continue;
            }
            highest = std::max(highest, ceiling.flopsPerSecond);
            const float y = m_axes.y(ceiling.flopsPerSecond);
            const float ridge = m_axes.x(ceiling.flopsPerSecond / m_input.bytesPerSecond);
            addCeiling(ridge, y, m_axes.right, y);
            named.push_back({ridge, y, m_axes.right, y,
                             teraText(ceiling.flopsPerSecond) + "\u2009TFLOP/s " + ceiling.label});
        }
        if (highest <= 0) {
            return;
        }
        const double first = std::pow(10, m_axes.firstX);
        const float lowest = m_axes.y(first * m_input.bytesPerSecond);
        const float ridge = m_axes.x(highest / m_input.bytesPerSecond);
        addCeiling(m_axes.left, lowest, ridge, m_axes.y(highest));
        addCeiling(m_axes.left - kStrip, lowest, m_axes.left, lowest);
        for (const NamedLine& line : named) {
            nameCeiling(line, marks);
        }
        nameSlope({m_axes.left, lowest, ridge, m_axes.y(highest),
                   bytesText(m_input.bytesPerSecond) + "/s"},
                  marks);
    }

    void drawPoints(std::span<const KernelMark> marks) {
        const std::span<const RooflinePoint> points = m_input.points;
        KernelMarkLooks looks;
        looks.labelOf = [points](std::size_t at) { return std::string_view(points[at].label); };
        looks.colorOf = [points](std::size_t at) { return points[at].color; };
        looks.hovered = m_input.hovered;
        looks.selected = m_input.selected;
        looks.middle = (m_axes.left + m_axes.right) / 2;
        const float left = m_axes.left - kStrip;
        looks.area = {left, 0, m_input.width - left, m_axes.bottom};
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
        addLine(x0, y0, x1, y1, Role::Text, 1.5F, Layer::Overlays);
        addTakenLine(x0, y0, x1, y1, m_taken);
    }

    struct NamedLine {
        float x0;
        float y0;
        float x1;
        float y1;
        std::string text;
    };

    // Above a ceiling, else below it, as far right as there is a place over no point, line or other
    // label. Not at all where there is none.
    void nameCeiling(const NamedLine& line, std::span<const KernelMark> marks) {
        constexpr float kStep = 12;
        constexpr float kAbove = 4;  // of the baseline
        constexpr float kBelow = 12;
        const float length = m_measure.width(line.text, TextStyle::Small) + 1;
        for (const float baseline : {line.y0 - kAbove, line.y0 + kBelow}) {
            for (float x = line.x1 - length; x >= line.x0; x -= kStep) {
                if (nameAt(line.text, x, baseline, length, marks)) {
                    return;
                }
            }
        }
    }

    // The same along the slope: left above its beginning, else below it, where it is right of it.
    void nameSlope(const NamedLine& line, std::span<const KernelMark> marks) {
        constexpr int kPlaces = 16;
        constexpr float kAbove = 6;
        constexpr float kRight = 8;
        constexpr float kBelow = 14;
        const float length = m_measure.width(line.text, TextStyle::Small) + 1;
        bool isNamed = nameAt(line.text, line.x0 - kStrip + 2, line.y0 - kAbove, length, marks);
        // Not at its beginning, where labels of kernels without FLOPs are.
        for (int place = kPlaces / 4; place < kPlaces && !isNamed; ++place) {
            const float share = static_cast<float>(place) / kPlaces;
            isNamed = nameAt(line.text, line.x0 + (line.x1 - line.x0) * share + kRight,
                             line.y0 + (line.y1 - line.y0) * share + kBelow, length, marks);
        }
    }

    bool nameAt(std::string_view text, float x, float baseline, float length,
                std::span<const KernelMark> marks) {
        const bool isFree =
            baseline < m_axes.bottom &&
            isPlaceFree({x, baseline - kLabelHeight + 3, length, kLabelHeight}, marks, m_taken);
        if (isFree) {
            addLabel(text, x, baseline, length, Role::Text);
        }
        return isFree;
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
    drawing.placePoints(marks);
    drawing.drawAxes(marks);
    drawing.drawCeilings(marks);
    drawing.drawPoints(marks);
}

}  // namespace gaplight
