// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/panels/chart_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"

namespace gaplight {
namespace {

constexpr float kChartMargin = 12;
constexpr float kChartTop = 22;
constexpr float kChartBottom = 34;
constexpr float kAxisGap = 6;
constexpr float kChartBarPitch = 20;
constexpr float kChartBarHeight = 14;
constexpr float kTickSpacing = 46;  // at least, between labels of the y axis
constexpr float kPointRadius = 3.5F;
constexpr std::size_t kDiscCorners = 16;
constexpr std::uint8_t kDiscAlpha = 200;
constexpr float kChartReach = 10;

// The step of 1, 2 or 5 times a power of ten that makes at most `most` steps of `extent`.
double stepOf(double extent, double most) {
    if (extent <= 0 || most < 1) {
        return 1;
    }
    const double least = extent / most;
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (power * factor >= least) {
            return power * factor;
        }
    }
    return power * 10;
}

struct Extent {
    double low = 0;
    double high = 1;
    bool isLogarithmic = false;

    double shareOf(double value) const {
        if (isLogarithmic) {
            return std::log(std::max(value, low) / low) / std::log(high / low);
        }
        return (value - low) / (high - low);
    }
};

// Values to show from zero, or close around them where that is most of the room.
Extent extentOf(double low, double high, bool fromZero) {
    if (low > high) {
        return {};
    }
    if (fromZero) {
        low = std::min(0.0, low);
        high = std::max(0.0, high);
    }
    if (high <= low) {
        high = low + std::max(1.0, std::abs(low) * 0.1);
    }
    return {low, high, false};
}

class ChartDrawing {
public:
    ChartDrawing(const ChartInput& input, const TextMeasure& measure, DisplayList& list,
                 std::vector<ChartMark>& marks)
        : m_input(input), m_measure(measure), m_list(list), m_marks(marks) {}

    void drawBars();
    void drawPlane();

private:
    void addText(std::string_view text, float x, float baseline, float width, ColorRef color,
                 bool toTheRight = false);
    void addLine(float x0, float y0, float x1, float y1, ColorRef color, float thickness,
                 Layer layer, std::uint8_t alpha = 255);
    void addBox(Box box, ColorRef color, std::size_t point);
    void addDisc(float x, float y, const ChartPoint& point, std::size_t number);
    void addRing(float x, float y, float radius, ColorRef color);
    bool isCurrent(std::size_t point) const {
        return m_input.hovered == point || m_input.selected == point;
    }

    void measurePlane();
    void drawAxes();
    void drawTicksOfY();
    void drawTicksOfX();
    void drawColumns();
    void drawLine();
    void drawPoints();
    void drawFits();
    float x(double value) const {
        return m_left + static_cast<float>(m_x.shareOf(value)) * (m_right - m_left);
    }
    float y(double value) const {
        return m_bottom - static_cast<float>(m_y.shareOf(value)) * (m_bottom - kChartTop);
    }

    const ChartInput& m_input;
    const TextMeasure& m_measure;
    DisplayList& m_list;
    std::vector<ChartMark>& m_marks;
    Extent m_x;
    Extent m_y;
    float m_left = 0;
    float m_right = 0;
    float m_bottom = 0;
};

void ChartDrawing::addText(std::string_view text, float x, float baseline, float width,
                           ColorRef color, bool toTheRight) {
    TextItem item;
    item.x = toTheRight ? x - std::min(width, m_measure.width(text, TextStyle::Small) + 1) : x;
    item.baselineY = baseline;
    item.style = TextStyle::Small;
    item.color = color;
    item.layer = Layer::Chrome;
    if (!addWholeText(m_list, m_measure, text, width, item)) {
        addElidedText(m_list, m_measure, text, width, item, Elide::Middle);
    }
}

void ChartDrawing::addLine(float x0, float y0, float x1, float y1, ColorRef color, float thickness,
                           Layer layer, std::uint8_t alpha) {
    m_list.lines.push_back({x0, y0, x1, y1, thickness, color, alpha, layer});
}

void ChartDrawing::addBox(Box box, ColorRef color, std::size_t point) {
    m_list.rects.push_back(
        {box, isCurrent(point) ? ColorRef(Role::Accent) : color, 255, Layer::Slices});
}

void ChartDrawing::drawBars() {
    const std::span<const ChartPoint> points = m_input.points;
    const float width = m_input.width - 2 * kChartMargin;
    const float labels = std::min(width * 0.38F, 320.0F);
    constexpr float kValueWidth = 76;
    const float room = std::max(1.0F, width - labels - kAxisGap - kValueWidth);
    const auto fit = static_cast<std::size_t>(
        std::max(1.0F, (m_input.height - kChartTop - kAxisGap) / kChartBarPitch));
    const std::size_t shown =
        points.size() > fit ? std::max<std::size_t>(1, fit - 1) : points.size();
    double highest = 0;
    for (const ChartPoint& point : points) {
        highest = std::max(highest, point.y);
    }
    const float left = kChartMargin + labels + kAxisGap;
    addText(m_input.y.title, left, kChartTop - 8, width - labels, Role::SecondaryText);
    for (std::size_t at = 0; at < shown; ++at) {
        const float top = kChartTop + static_cast<float>(at) * kChartBarPitch;
        const float baseline = top + kChartBarHeight / 2 + 4;
        const double share = highest > 0 ? std::max(0.0, points[at].y) / highest : 0;
        const Box bar{left, top, std::max(1.0F, std::round(room * static_cast<float>(share))),
                      kChartBarHeight};
        addText(points[at].label, left - kAxisGap, baseline, labels, Role::Text, true);
        addBox(bar, points[at].color, at);
        addText(m_input.y.text(points[at].y), bar.x + bar.width + kAxisGap, baseline, kValueWidth,
                Role::SecondaryText);
        m_marks.push_back({at, {kChartMargin, top, width, kChartBarPitch}});
    }
    if (shown < points.size()) {
        addText("and " + countText(points.size() - shown, "more row", "more rows"), left,
                kChartTop + static_cast<float>(shown) * kChartBarPitch + kChartBarHeight / 2 + 4,
                room, Role::SecondaryText);
    }
}

void ChartDrawing::measurePlane() {
    constexpr double kInfinite = std::numeric_limits<double>::max();
    double lowX = kInfinite;
    double highX = -kInfinite;
    double lowY = kInfinite;
    double highY = -kInfinite;
    for (const ChartPoint& point : m_input.points) {
        lowX = std::min(lowX, point.x);
        highX =
            std::max({highX, point.x, m_input.kind == ChartKind::Columns ? point.xEnd : point.x});
        lowY = std::min(lowY, point.y);
        highY = std::max(highY, point.y);
    }
    m_x = extentOf(lowX, highX, m_input.kind == ChartKind::Points);
    if (m_input.kind == ChartKind::Points && lowX == highX) {  // in the middle
        const double margin = std::max(1.0, std::abs(lowX) / 2);
        m_x = extentOf(lowX - margin, highX + margin, false);
    }
    m_y = extentOf(lowY, highY, true);
    m_x.isLogarithmic = m_input.x.isLogarithmic && lowX > 0;
    if (m_x.isLogarithmic) {
        m_x.low = lowX;
    }
    if (m_input.kind == ChartKind::Points) {
        m_x.high += (m_x.high - m_x.low) * 0.04;
    }
    m_y.high += (m_y.high - m_y.low) * 0.06;
    m_bottom = std::max(m_input.height - kChartBottom, kChartTop + 1);
    const double step =
        stepOf(m_y.high - m_y.low, std::max(1.0F, (m_bottom - kChartTop) / kTickSpacing));
    float widest = 0;
    for (double value = std::ceil(m_y.low / step) * step; value <= m_y.high; value += step) {
        widest = std::max(widest, m_measure.width(m_input.y.text(value), TextStyle::Small) + 1);
    }
    m_left = kChartMargin + widest + kAxisGap;
    m_right = std::max(m_input.width - kChartMargin, m_left + 1);
}

void ChartDrawing::drawTicksOfY() {
    const double step =
        stepOf(m_y.high - m_y.low, std::max(1.0F, (m_bottom - kChartTop) / kTickSpacing));
    for (double value = std::ceil(m_y.low / step) * step; value <= m_y.high; value += step) {
        const float at = std::round(y(value));
        addLine(m_left, at, m_right, at, Role::Grid, 1, Layer::Background);
        addText(m_input.y.text(value), m_left - kAxisGap, at + 4, m_left, Role::SecondaryText,
                true);
    }
}

void ChartDrawing::drawTicksOfX() {
    constexpr double kTickWidth = 84;
    float free = m_left - kAxisGap;
    const auto addTick = [&](double value) {
        const std::string text = m_input.x.text(value);
        const float width = m_measure.width(text, TextStyle::Small) + 1;
        const float at = std::round(x(value));
        const float left = std::clamp(at - width / 2, m_left - kAxisGap, m_right - width);
        if (left < free) {
            return;
        }
        addLine(at, m_bottom, at, m_bottom + 4, Role::SecondaryText, 1, Layer::Slices);
        addText(text, left, m_bottom + 15, width, Role::SecondaryText);
        free = left + width + kAxisGap;
    };
    if (m_x.isLogarithmic) {
        for (double power = std::pow(10, std::floor(std::log10(m_x.low))); power <= m_x.high;
             power *= 10) {
            for (const double factor : {1.0, 2.0, 5.0}) {
                if (power * factor >= m_x.low && power * factor <= m_x.high) {
                    addTick(power * factor);
                }
            }
        }
        return;
    }
    const double step = stepOf(m_x.high - m_x.low,
                               std::max(1.0, static_cast<double>(m_right - m_left) / kTickWidth));
    for (double value = std::ceil(m_x.low / step) * step; value <= m_x.high; value += step) {
        addTick(value);
    }
}

void ChartDrawing::drawAxes() {
    drawTicksOfY();
    drawTicksOfX();
    addLine(m_left, m_bottom, m_right, m_bottom, Role::SecondaryText, 1, Layer::Slices);
    addText(m_input.y.title, kChartMargin, kChartTop - 10, m_right - kChartMargin,
            Role::SecondaryText);
    addText(m_input.x.title, m_right, m_bottom + 29, m_right - m_left, Role::SecondaryText, true);
}

void ChartDrawing::drawColumns() {
    const std::span<const ChartPoint> points = m_input.points;
    for (std::size_t at = 0; at < points.size(); ++at) {
        const float left = std::round(x(points[at].x));
        const float right = std::max(left + 1, std::round(x(points[at].xEnd)) - 1);
        const float top =
            points[at].y > 0 ? std::min(std::round(y(points[at].y)), m_bottom - 2) : m_bottom;
        addBox({left, top, right - left, m_bottom - top}, points[at].color, at);
        m_marks.push_back({at, {left, kChartTop, right - left + 1, m_bottom - kChartTop}});
    }
}

void ChartDrawing::drawLine() {
    const std::span<const ChartPoint> points = m_input.points;
    const auto columnOf = [&](std::size_t at) { return std::floor(x(points[at].x)); };
    float lastX = 0;
    float lastY = 0;
    bool isOpen = false;
    for (std::size_t at = 0; at < points.size();) {
        std::size_t end = at + 1;  // of the points of one pixel
        std::size_t low = at;
        std::size_t high = at;
        while (end < points.size() && columnOf(end) == columnOf(at)) {
            low = points[end].y < points[low].y ? end : low;
            high = points[end].y > points[high].y ? end : high;
            ++end;
        }
        const float column = x(points[at].x);
        if (isOpen) {
            addLine(lastX, lastY, column, y(points[at].y), Role::CounterLine, 1.5F, Layer::Slices);
        }
        if (low != high) {
            addLine(column, y(points[low].y), column, y(points[high].y), Role::CounterLine, 1.5F,
                    Layer::Slices);
        }
        m_marks.push_back({high, {column - 1, y(points[high].y) - 1, 2, 2}});
        lastX = column;
        lastY = y(points[end - 1].y);
        isOpen = true;
        at = end;
    }
    for (const auto& current : {m_input.hovered, m_input.selected}) {
        if (current && *current < points.size()) {
            addRing(x(points[*current].x), y(points[*current].y), kPointRadius, Role::Accent);
        }
    }
}

std::array<Point, kDiscCorners> circleOf(float x, float y, float radius) {
    std::array<Point, kDiscCorners> corners{};
    for (std::size_t at = 0; at < kDiscCorners; ++at) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(at) / kDiscCorners;
        corners.at(at) = {x + radius * static_cast<float>(std::cos(angle)),
                          y + radius * static_cast<float>(std::sin(angle))};
    }
    return corners;
}

void ChartDrawing::addRing(float x, float y, float radius, ColorRef color) {
    const auto corners = circleOf(x, y, radius + 2.5F);
    for (std::size_t at = 0; at < corners.size(); ++at) {
        const Point& to = corners.at((at + 1) % corners.size());
        addLine(corners.at(at).x, corners.at(at).y, to.x, to.y, color, 2, Layer::Selection);
    }
}

void ChartDrawing::addDisc(float x, float y, const ChartPoint& point, std::size_t number) {
    const auto corners = circleOf(x, y, kPointRadius);
    PolygonItem disc;
    disc.color = point.color;
    disc.alpha = kDiscAlpha;
    disc.layer = Layer::Slices;
    m_list.addPolygon(corners.data(), corners.size(), disc);
    if (m_input.selected == number) {
        addRing(x, y, kPointRadius, Role::SelectionOutline);
    } else if (m_input.hovered == number) {
        addRing(x, y, kPointRadius, Role::Accent);
    } else if (point.isMarked) {
        addRing(x, y, kPointRadius, Role::SlowArrow);
    }
}

void ChartDrawing::drawPoints() {
    for (std::size_t at = 0; at < m_input.points.size(); ++at) {
        const ChartPoint& point = m_input.points[at];
        const float atX = x(point.x);
        const float atY = y(point.y);
        addDisc(atX, atY, point, at);
        m_marks.push_back(
            {at, {atX - kPointRadius, atY - kPointRadius, 2 * kPointRadius, 2 * kPointRadius}});
    }
}

void ChartDrawing::drawFits() {
    // On a logarithmic axis it is a curve.
    const int parts = m_x.isLogarithmic ? 48 : 1;
    for (const ChartFit& fit : m_input.fits) {
        const auto valueAt = [&](int part) {
            const double share = static_cast<double>(part) / parts;
            return m_x.isLogarithmic ? fit.fromX * std::pow(fit.toX / fit.fromX, share)
                                     : fit.fromX + (fit.toX - fit.fromX) * share;
        };
        const auto at = [&](double value) { return y(fit.offset + fit.slope * value); };
        for (int part = 0; part < parts; ++part) {
            const double from = valueAt(part);
            const double to = valueAt(part + 1);
            addLine(x(from), at(from), x(to), at(to), Role::SecondaryText, 1.5F, Layer::Overlays);
        }
    }
}

void ChartDrawing::drawPlane() {
    measurePlane();
    drawAxes();
    switch (m_input.kind) {
        case ChartKind::Columns:
            return drawColumns();
        case ChartKind::Line:
            return drawLine();
        default:
            drawPoints();
            drawFits();
    }
}

}  // namespace

void buildChart(const ChartInput& input, const TextMeasure& measure, DisplayList& list,
                std::vector<ChartMark>& marks) {
    list.clear(input.width, input.height);
    marks.clear();
    if (input.points.empty() || input.width <= 0 || input.height <= 0) {
        return;
    }
    ChartDrawing drawing(input, measure, list, marks);
    input.kind == ChartKind::Bars ? drawing.drawBars() : drawing.drawPlane();
}

std::optional<std::size_t> chartPointAt(ChartKind kind, std::span<const ChartMark> marks, float x,
                                        float y) {
    std::optional<std::size_t> best;
    float nearest = kChartReach;
    for (const ChartMark& mark : marks) {
        const float dx = std::max({0.0F, mark.box.x - x, x - mark.box.x - mark.box.width});
        const float dy = kind == ChartKind::Line
                             ? 0
                             : std::max({0.0F, mark.box.y - y, y - mark.box.y - mark.box.height});
        const float distance = std::hypot(dx, dy);
        const bool isBox = kind == ChartKind::Bars || kind == ChartKind::Columns;
        if (distance < nearest && (!isBox || distance == 0)) {
            nearest = distance;
            best = mark.point;
        }
    }
    return best;
}

std::optional<ChartFit> fitPoints(std::span<const ChartPoint> points) {
    if (points.size() < 3) {
        return std::nullopt;
    }
    const auto count = static_cast<double>(points.size());
    double meanX = 0;
    double meanY = 0;
    for (const ChartPoint& point : points) {
        meanX += point.x / count;
        meanY += point.y / count;
    }
    ChartFit fit{0, 0, points.front().x, points.front().x};
    double squares = 0;
    double products = 0;
    for (const ChartPoint& point : points) {
        squares += (point.x - meanX) * (point.x - meanX);
        products += (point.x - meanX) * (point.y - meanY);
        fit.fromX = std::min(fit.fromX, point.x);
        fit.toX = std::max(fit.toX, point.x);
    }
    if (squares <= 0) {
        return std::nullopt;
    }
    fit.slope = products / squares;
    fit.offset = meanY - fit.slope * meanX;
    return fit;
}

}  // namespace gaplight
