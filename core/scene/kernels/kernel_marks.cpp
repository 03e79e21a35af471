// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/kernels/kernel_marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <string_view>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"

namespace gaplight {
namespace {

constexpr float kLegendInset = 8;
constexpr float kSwatchWidth = 14;
constexpr float kSwatchHeight = 10;
constexpr float kSwatchGap = 5;
constexpr float kEntryGap = 14;
constexpr std::string_view kLegendTitle = "Kernels by efficiency";

// Efficiencies from `from` on, up to the next band.
struct EfficiencyBand {
    double from;
    ColorRef color;
};

constexpr std::array kBands{
    EfficiencyBand{0, ColorRef::hue(25)},
    EfficiencyBand{0.1, ColorRef::hue(60)},
    EfficiencyBand{0.3, ColorRef::hue(105)},
    EfficiencyBand{0.6, ColorRef::hue(245)},
};
constexpr std::string_view kUnknownText = "not known";

std::string bandText(std::size_t band) {
    const std::string from = percentText(kBands.at(band).from, PercentForm::Limit);
    if (band + 1 == kBands.size()) {
        return "from " + from;
    }
    return from + " to " + percentText(kBands.at(band + 1).from, PercentForm::Limit);
}

float textWidth(const TextMeasure& measure, std::string_view text) {
    return measure.width(text, TextStyle::Small) + 1;
}

// Draws from left to right.
class LegendDrawing {
public:
    LegendDrawing(const TextMeasure& measure, DisplayList& list)
        : m_measure(measure), m_list(list) {}

    void addText(std::string_view text, Role color) {
        TextItem item;
        item.x = m_x;
        item.baselineY = kEfficiencyLegendHeight / 2 + 4;
        item.style = TextStyle::Small;
        item.color = color;
        item.layer = Layer::Chrome;
        addElidedText(m_list, m_measure, text, textWidth(m_measure, text), item, Elide::Middle);
        m_x += textWidth(m_measure, text) + kEntryGap;
    }

    void addEntry(std::string_view text, ColorRef color) {
        const float y = (kEfficiencyLegendHeight - kSwatchHeight) / 2;
        m_list.rects.push_back(
            {{m_x, y, kSwatchWidth, kSwatchHeight}, color, 255, Layer::Overlays});
        m_x += kSwatchWidth + kSwatchGap;
        addText(text, Role::Text);
    }

private:
    const TextMeasure& m_measure;
    DisplayList& m_list;
    float m_x = kLegendInset;
};

}  // namespace

ColorRef efficiencyColor(std::optional<double> efficiency) {
    if (!efficiency) {
        return ColorRef::neutralSlice();
    }
    const auto above = std::find_if(kBands.begin() + 1, kBands.end(),
                                    [&](const auto& band) { return *efficiency < band.from; });
    return (above - 1)->color;
}

float efficiencyLegendWidth(const TextMeasure& measure) {
    const float swatch = kSwatchWidth + kSwatchGap;
    float width = 2 * kLegendInset + textWidth(measure, kLegendTitle) + kEntryGap + swatch +
                  textWidth(measure, kUnknownText);
    for (std::size_t band = 0; band < kBands.size(); ++band) {
        width += swatch + textWidth(measure, bandText(band)) + kEntryGap;
    }
    return width;
}

void buildEfficiencyLegend(float width, const TextMeasure& measure, DisplayList& list) {
    list.clear(width, kEfficiencyLegendHeight);
    list.rects.push_back(
        {{0, 0, width, kEfficiencyLegendHeight}, Role::PanelBackground, 235, Layer::Background});
    LegendDrawing drawing(measure, list);
    drawing.addText(kLegendTitle, Role::SecondaryText);
    for (std::size_t band = 0; band < kBands.size(); ++band) {
        drawing.addEntry(bandText(band), kBands.at(band).color);
    }
    drawing.addEntry(kUnknownText, ColorRef::neutralSlice());
}

namespace {

constexpr float kMaxRadius = 26;
constexpr float kMinRadius = 3;
constexpr float kRingWidth = 2;
constexpr std::size_t kCorners = 28;
constexpr std::size_t kLabels = 8;
constexpr float kMarkLabelHeight = 13;
constexpr float kMaxLabelWidth = 260;
constexpr std::uint8_t kPointAlpha = 170;

void addDisc(const KernelMark& mark, ColorRef color, DisplayList& list) {
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
    list.addPolygon(corners.data(), corners.size(), disc);
}

void addRing(const KernelMark& mark, Role color, DisplayList& list) {
    const float radius = mark.radius + kRingWidth;
    const auto corner = [&](std::size_t at) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(at) / kCorners;
        return Point{mark.x + radius * static_cast<float>(std::cos(angle)),
                     mark.y + radius * static_cast<float>(std::sin(angle))};
    };
    for (std::size_t at = 0; at < kCorners; ++at) {
        const Point from = corner(at);
        const Point to = corner(at + 1);
        list.lines.push_back(
            {from.x, from.y, to.x, to.y, kRingWidth, color, 255, Layer::Selection});
    }
}

// Labels of the longest, right of a point or left of it where there is more room; none over
// another label.
void labelMarks(const KernelMarkLooks& looks, const TextMeasure& measure,
                std::span<const KernelMark> marks, DisplayList& list) {
    std::vector<float> left;  // lines of labels, by the side of the plot that they are on
    std::vector<float> right;
    for (std::size_t at = 0; at < marks.size() && left.size() + right.size() < kLabels; ++at) {
        const KernelMark& mark = marks[at];
        const std::string_view label = looks.labelOf(mark.point);
        const bool isRight = mark.x > looks.middle;
        std::vector<float>& lines = isRight ? right : left;
        if (std::any_of(lines.begin(), lines.end(),
                        [&](float y) { return std::abs(y - mark.y) < kMarkLabelHeight; })) {
            continue;
        }
        lines.push_back(mark.y);
        const float width = std::min(measure.width(label, TextStyle::Small) + 1, kMaxLabelWidth);
        const float x = isRight ? mark.x - mark.radius - 4 - width : mark.x + mark.radius + 4;
        drawPlotLabel({std::max(x, 0.0F), mark.y + 4, width}, label, Role::Text, measure, list);
    }
}

}  // namespace

void drawKernelMarks(const KernelMarkLooks& looks, const TextMeasure& measure, DisplayList& list,
                     std::vector<KernelMark>& marks) {
    std::stable_sort(marks.begin(), marks.end(),
                     [](const KernelMark& a, const KernelMark& b) { return a.time > b.time; });
    for (KernelMark& mark : marks) {
        const double share = static_cast<double>(mark.time.count()) /
                             static_cast<double>(marks.front().time.count());
        mark.radius = std::max(kMaxRadius * static_cast<float>(std::sqrt(share)), kMinRadius);
        addDisc(mark, looks.colorOf(mark.point), list);
    }
    for (const KernelMark& mark : marks) {
        if (looks.selected == mark.point) {
            addRing(mark, Role::SelectionOutline, list);
        } else if (looks.hovered == mark.point) {
            addRing(mark, Role::HoverOutline, list);
        }
    }
    labelMarks(looks, measure, marks, list);
}

void drawPlotLabel(const PlotLabelPlace& place, std::string_view text, Role color,
                   const TextMeasure& measure, DisplayList& list) {
    TextItem item;
    item.x = place.x;
    item.baselineY = place.baselineY;
    item.style = TextStyle::Small;
    item.color = color;
    item.layer = Layer::Chrome;
    addElidedText(list, measure, text, place.width, item, Elide::Middle);
}

std::optional<std::size_t> kernelPointAt(std::span<const KernelMark> marks, float x, float y) {
    const KernelMark* found = nullptr;
    for (const KernelMark& mark : marks) {
        const bool isInside = std::hypot(mark.x - x, mark.y - y) <= mark.radius;
        found = isInside && (found == nullptr || mark.radius <= found->radius) ? &mark : found;
    }
    return found == nullptr ? std::nullopt : std::optional(found->point);
}

}  // namespace gaplight
