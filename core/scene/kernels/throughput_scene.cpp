// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/kernels/throughput_scene.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

constexpr float kPlotLeft = 48;  // for the labels of the y axis
constexpr float kPlotRight = 16;
constexpr float kPlotTop = 24;
constexpr float kPlotBottom = 34;
constexpr double kLatencyPercent = 60;
constexpr int kGridPercent = 20;

class ThroughputDrawing {
public:
    ThroughputDrawing(const ThroughputInput& input, const TextMeasure& measure, DisplayList& list)
        : m_input(input),
          m_measure(measure),
          m_list(list),
          m_right(std::max(input.width - kPlotRight, kPlotLeft + 1)),
          m_bottom(std::max(input.height - kPlotBottom, kPlotTop + 1)) {}

    void drawAxes() {
        for (int percent = 0; percent <= 100; percent += kGridPercent) {
            addLine(x(percent), kPlotTop, x(percent), m_bottom, Role::Grid, 1);
            addLine(kPlotLeft, y(percent), m_right, y(percent), Role::Grid, 1);
            addLabel(std::to_string(percent), x(percent) - 8, m_bottom + 13, 30,
                     Role::SecondaryText);
            addLabel(std::to_string(percent), 20, y(percent) + 4, kPlotLeft - 20,
                     Role::SecondaryText);
        }
        addLabel("compute throughput, % of peak", 8, kPlotTop - 11, m_right, Role::SecondaryText);
        addLabel("memory throughput, % of peak", kPlotLeft + (m_right - kPlotLeft) / 2 - 70,
                 m_bottom + 28, 180, Role::SecondaryText);
    }

    void drawRegions() {
        const float cornerX = x(kLatencyPercent);
        const float cornerY = y(kLatencyPercent);
        addBorder(kPlotLeft, cornerY, cornerX, cornerY);
        addBorder(cornerX, cornerY, cornerX, m_bottom);
        addBorder(cornerX, cornerY, m_right, kPlotTop);
        addLabel("latency", kPlotLeft + 6, y(kLatencyPercent) + 14, 120, Role::SecondaryText);
        addLabel("compute", kPlotLeft + 6, kPlotTop + 14, 120, Role::SecondaryText);
        addLabel("memory", m_right - 50, m_bottom - 6, 50, Role::SecondaryText);
    }

    void drawPoints(std::vector<KernelMark>& marks) {
        const std::span<const ThroughputPoint> points = m_input.points;
        for (std::size_t at = 0; at < points.size(); ++at) {
            if (points[at].time > Duration::zero()) {
                marks.push_back({at, x(points[at].memoryPercent), y(points[at].computePercent), 0,
                                 points[at].time});
            }
        }
        sizeKernelMarks(marks, m_bottom - kPlotTop);
        KernelMarkLooks looks;
        looks.labelOf = [points](std::size_t at) { return std::string_view(points[at].label); };
        looks.colorOf = [points](std::size_t at) { return points[at].color; };
        looks.hovered = m_input.hovered;
        looks.selected = m_input.selected;
        looks.middle = (kPlotLeft + m_right) / 2;
        looks.area = {kPlotLeft, 0, m_right - kPlotLeft, m_bottom};
        looks.taken = std::move(m_taken);
        drawKernelMarks(looks, m_measure, m_list, marks);
    }

private:
    float x(double percent) const {
        return kPlotLeft +
               static_cast<float>(std::clamp(percent / 100, 0.0, 1.0)) * (m_right - kPlotLeft);
    }
    float y(double percent) const {
        return m_bottom -
               static_cast<float>(std::clamp(percent / 100, 0.0, 1.0)) * (m_bottom - kPlotTop);
    }

    void addLine(float x0, float y0, float x1, float y1, Role color, float thickness) {
        m_list.lines.push_back({x0, y0, x1, y1, thickness, color, 255, Layer::Background});
    }

    // A line that no label is over.
    void addBorder(float x0, float y0, float x1, float y1) {
        addLine(x0, y0, x1, y1, Role::Text, 1);
        addTakenLine(x0, y0, x1, y1, m_taken);
    }

    // No label of a point is over it.
    void addLabel(std::string_view text, float x, float y, float width, Role color) {
        const float length = std::min(m_measure.width(text, TextStyle::Small) + 1, width);
        m_taken.push_back({x, y - kPlotLabelHeight + 3, length, kPlotLabelHeight});
        drawPlotLabel({x, y, width}, text, color, m_measure, m_list);
    }

    const ThroughputInput& m_input;
    const TextMeasure& m_measure;
    DisplayList& m_list;
    float m_right;
    float m_bottom;
    std::vector<Box> m_taken;  // by borders and labels
};

}  // namespace

void buildThroughputPlot(const ThroughputInput& input, const TextMeasure& measure,
                         DisplayList& list, std::vector<KernelMark>& marks) {
    list.clear(input.width, input.height);
    marks.clear();
    ThroughputDrawing drawing(input, measure, list);
    drawing.drawAxes();
    drawing.drawRegions();
    drawing.drawPoints(marks);
}

}  // namespace gaplight
