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
#include <vector>

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
constexpr std::size_t kLabels = 12;
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

bool overlap(const Box& a, const Box& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

Box boxOf(const KernelMark& mark) {
    return {mark.x - mark.radius, mark.y - mark.radius, 2 * mark.radius, 2 * mark.radius};
}

// Where a label near a mark can be, the best first: beside it at the side with more room and at the
// other, above and below, then the same a line higher or lower.
std::vector<Box> labelPlaces(const KernelMark& mark, float width, bool isAtLeft, float end) {
    constexpr float kGap = 4;
    const float beside = mark.radius + kGap;
    const float left = mark.x - beside - width;
    const float right = mark.x + beside;
    const float first = isAtLeft ? left : right;
    const float second = isAtLeft ? right : left;
    const float y = mark.y - kMarkLabelHeight / 2;
    std::vector<Box> places;
    for (const float dy : {0.0F, -kMarkLabelHeight, kMarkLabelHeight}) {
        places.push_back({first, y + dy, width, kMarkLabelHeight});
        places.push_back({second, y + dy, width, kMarkLabelHeight});
        if (dy == 0) {
            const float middle = std::min(mark.x - width / 2, end - width);
            places.push_back({middle, mark.y - beside - kMarkLabelHeight, width, kMarkLabelHeight});
            places.push_back({middle, mark.y + beside, width, kMarkLabelHeight});
        }
    }
    return places;
}

void labelMarks(const KernelMarkLooks& looks, const TextMeasure& measure,
                std::span<const KernelMark> marks, DisplayList& list) {
    std::vector<Box> taken = looks.taken;
    const float end = looks.right > 0 ? looks.right : list.width;
    std::size_t labels = 0;
    for (std::size_t at = 0; at < marks.size() && labels < kLabels; ++at) {
        const KernelMark& mark = marks[at];
        const std::string_view label = looks.labelOf(mark.point);
        const float width = std::min(measure.width(label, TextStyle::Small) + 1, kMaxLabelWidth);
        const std::vector<Box> places = labelPlaces(mark, width, mark.x > looks.middle, end);
        const auto place = std::ranges::find_if(places, [&](const Box& box) {
            return box.x >= 0 && box.x + box.width <= end && box.y >= 0 &&
                   box.y + box.height <= list.height &&
                   std::ranges::none_of(taken, [&](const Box& one) { return overlap(box, one); }) &&
                   std::ranges::none_of(marks, [&](const KernelMark& other) {
                       return &other != &mark && overlap(box, boxOf(other));
                   });
        });
        if (place == places.end()) {
            continue;
        }
        taken.push_back(*place);
        ++labels;
        drawPlotLabel({place->x, place->y + kMarkLabelHeight / 2 + 4, width}, label, Role::Text,
                      measure, list);
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
