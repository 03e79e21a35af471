// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/kernels/roofline_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"

namespace gaplight {
namespace {

constexpr float kRoomLeft = 64;   // for the labels of the y axis
constexpr float kRoomRight = 44;  // for the last label of the x axis
constexpr float kRoomTop = 24;
constexpr float kRoomBottom = 34;
constexpr float kStrip = 40;  // for kernels without FLOPs
constexpr float kMaxRadius = 26;
constexpr float kMinRadius = 3;
constexpr std::size_t kCorners = 28;
constexpr std::size_t kLabels = 8;
constexpr float kLabelHeight = 13;
constexpr float kMaxLabelWidth = 260;
constexpr std::uint8_t kPointAlpha = 170;
constexpr double kFirstDecade = -1;  // of FLOPs per byte
constexpr double kDecadesBelow = 5;  // of FLOP/s, below the highest ceiling
constexpr double kTera = 12;         // decades in one
constexpr float kCeilingLabelWidth = 150;
constexpr float kRingWidth = 2;

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

// "989" of 989.5e12, "1,979".
std::string teraText(double flopsPerSecond) {
    const double number = flopsPerSecond / 1e12;
    const bool isLarge = number >= 1000 && number < 1e12;
    return isLarge ? countText(static_cast<std::uint64_t>(std::llround(number)))
                   : scaledNumberText(number);
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

    [[nodiscard]] float x(double intensity) const {
        const double share = (std::log10(intensity) - firstX) / (lastX - firstX);
        return left + static_cast<float>(std::clamp(share, 0.0, 1.0)) * (right - left);
    }
    [[nodiscard]] float y(double rate) const {
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
            addLine(ridge, y, m_axes.right, y, Role::Text, 1.5F, Layer::Overlays);
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
        addLine(m_axes.left, m_axes.y(first * m_input.bytesPerSecond),
                m_axes.x(highest / m_input.bytesPerSecond), m_axes.y(highest), Role::Text, 1.5F,
                Layer::Overlays);
        addLine(m_axes.left - kStrip, m_axes.y(first * m_input.bytesPerSecond), m_axes.left,
                m_axes.y(first * m_input.bytesPerSecond), Role::Text, 1.5F, Layer::Overlays);
        addLabel(bytesText(m_input.bytesPerSecond) + "/s", m_axes.left + 6,
                 m_axes.y(first * m_input.bytesPerSecond) - 8, 90, Role::Text);
    }

    void drawPoints(std::vector<RooflineMark>& marks) {
        std::vector<std::size_t> order(m_input.points.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return m_input.points[a].time > m_input.points[b].time;
        });
        const double longest =
            order.empty() ? 1 : static_cast<double>(m_input.points[order[0]].time.count());
        for (const std::size_t at : order) {
            const RooflinePoint& point = m_input.points[at];
            if (point.bytesPerSecond <= 0 || point.time <= Duration::zero()) {
                continue;
            }
            const double share = static_cast<double>(point.time.count()) / longest;
            marks.push_back(
                {at, placeX(point), placeY(point),
                 std::max(kMaxRadius * static_cast<float>(std::sqrt(share)), kMinRadius)});
            addDisc(marks.back(), point.color);
        }
        for (const RooflineMark& mark : marks) {
            if (m_input.selected == mark.point) {
                addRing(mark, Role::SelectionOutline);
            } else if (m_input.hovered == mark.point) {
                addRing(mark, Role::HoverOutline);
            }
        }
        labelPoints(marks);
    }

private:
    // Labels of the longest, right of a point or left of it where there is more room; none over
    // another label.
    void labelPoints(const std::vector<RooflineMark>& marks) {
        std::vector<float> left;  // lines of labels, by the side of the plot that they are on
        std::vector<float> right;
        for (std::size_t at = 0; at < marks.size() && left.size() + right.size() < kLabels; ++at) {
            const RooflineMark& mark = marks[at];
            const std::string& label = m_input.points[mark.point].label;
            const bool isRight = mark.x > (m_axes.left + m_axes.right) / 2;
            std::vector<float>& lines = isRight ? right : left;
            if (std::any_of(lines.begin(), lines.end(),
                            [&](float y) { return std::abs(y - mark.y) < kLabelHeight; })) {
                continue;
            }
            lines.push_back(mark.y);
            const float width =
                std::min(m_measure.width(label, TextStyle::Small) + 1, kMaxLabelWidth);
            const float x = isRight ? mark.x - mark.radius - 4 - width : mark.x + mark.radius + 4;
            addLabel(label, std::max(x, 0.0F), mark.y + 4, width, Role::Text);
        }
    }

    [[nodiscard]] float placeX(const RooflinePoint& point) const {
        return point.flopsPerSecond > 0 ? m_axes.x(point.flopsPerSecond / point.bytesPerSecond)
                                        : m_axes.left - kStrip / 2;
    }
    [[nodiscard]] float placeY(const RooflinePoint& point) const {
        return m_axes.y(point.flopsPerSecond > 0
                            ? point.flopsPerSecond
                            : point.bytesPerSecond * std::pow(10, m_axes.firstX));
    }

    void addDisc(const RooflineMark& mark, ColorRef color) {
        std::array<Point, kCorners> corners{};
        for (std::size_t at = 0; at < kCorners; ++at) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(at) / kCorners;
            corners.at(at) = {mark.x + mark.radius * static_cast<float>(std::cos(angle)),
                              mark.y + mark.radius * static_cast<float>(std::sin(angle))};
        }
        PolygonItem disc;
        disc.color = color;
        disc.alpha = kPointAlpha;
        disc.layer = Layer::Slices;
        m_list.addPolygon(corners.data(), corners.size(), disc);
    }

    void addRing(const RooflineMark& mark, Role color) {
        const float radius = mark.radius + kRingWidth;
        const auto corner = [&](std::size_t at) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(at) / kCorners;
            return Point{mark.x + radius * static_cast<float>(std::cos(angle)),
                         mark.y + radius * static_cast<float>(std::sin(angle))};
        };
        for (std::size_t at = 0; at < kCorners; ++at) {
            const Point from = corner(at);
            const Point to = corner(at + 1);
            addLine(from.x, from.y, to.x, to.y, color, kRingWidth, Layer::Selection);
        }
    }

    void addLine(float x0, float y0, float x1, float y1, Role color, float thickness, Layer layer) {
        m_list.lines.push_back({x0, y0, x1, y1, thickness, color, 255, layer});
    }

    void addLabel(std::string_view text, float x, float y, float width, Role color) {
        TextItem item;
        item.x = x;
        item.baselineY = y;
        item.style = TextStyle::Small;
        item.color = color;
        item.layer = Layer::Chrome;
        addElidedText(m_list, m_measure, text, width, item);
    }

    const RooflineInput& m_input;
    const TextMeasure& m_measure;
    DisplayList& m_list;
    RooflineAxes m_axes;
};

}  // namespace

void buildRoofline(const RooflineInput& input, const TextMeasure& measure, DisplayList& list,
                   std::vector<RooflineMark>& marks) {
    list.clear(input.width, input.height);
    marks.clear();
    RooflineDrawing drawing(input, measure, list);
    drawing.drawAxes();
    drawing.drawCeilings();
    drawing.drawPoints(marks);
}

std::optional<std::size_t> rooflinePointAt(std::span<const RooflineMark> marks, float x, float y) {
    const RooflineMark* found = nullptr;
    for (const RooflineMark& mark : marks) {
        const bool isInside = std::hypot(mark.x - x, mark.y - y) <= mark.radius;
        found = isInside && (found == nullptr || mark.radius <= found->radius) ? &mark : found;
    }
    return found == nullptr ? std::nullopt : std::optional(found->point);
}

}  // namespace gaplight
