// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/kernels/kernel_marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
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
constexpr float kMaxRadiusShare = 0.1F;  // of a low plot
constexpr float kMinRadius = 3;
constexpr float kRingWidth = 2;
constexpr std::size_t kCorners = 28;
constexpr std::size_t kLabels = 12;
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

bool isInside(const Box& box, const Box& area) {
    return box.x >= area.x && box.x + box.width <= area.x + area.width && box.y >= area.y &&
           box.y + box.height <= area.y + area.height;
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
    const float y = mark.y - kPlotLabelHeight / 2;
    std::vector<Box> places;
    for (const float dy : {0.0F, -kPlotLabelHeight, kPlotLabelHeight}) {
        places.push_back({first, y + dy, width, kPlotLabelHeight});
        places.push_back({second, y + dy, width, kPlotLabelHeight});
        if (dy == 0) {
            const float middle = std::min(mark.x - width / 2, end - width);
            places.push_back({middle, mark.y - beside - kPlotLabelHeight, width, kPlotLabelHeight});
            places.push_back({middle, mark.y + beside, width, kPlotLabelHeight});
        }
    }
    return places;
}

void labelMarks(const KernelMarkLooks& looks, const TextMeasure& measure,
                std::span<const KernelMark> marks, DisplayList& list) {
    std::vector<Box> taken = looks.taken;
    std::vector<std::string_view> labels;
    for (std::size_t at = 0; at < marks.size() && labels.size() < kLabels; ++at) {
        const KernelMark& mark = marks[at];
        const std::string_view label = looks.labelOf(mark.point);
        if (std::ranges::find(labels, label) != labels.end()) {
            continue;
        }
        const float width = std::min(measure.width(label, TextStyle::Small) + 1, kMaxLabelWidth);
        const std::vector<Box> places =
            labelPlaces(mark, width, mark.x > looks.middle, looks.area.x + looks.area.width);
        const auto place = std::ranges::find_if(places, [&](const Box& box) {
            return isInside(box, looks.area) && isPlaceFree(box, marks.first(at), taken) &&
                   isPlaceFree(box, marks.subspan(at + 1), {});
        });
        if (place == places.end()) {
            continue;
        }
        taken.push_back(*place);
        labels.push_back(label);
        drawPlotLabel({place->x, place->y + kPlotLabelHeight / 2 + 4, width}, label, Role::Text,
                      measure, list);
    }
}

}  // namespace

bool isPlaceFree(const Box& place, std::span<const KernelMark> marks, std::span<const Box> taken) {
    return std::ranges::none_of(taken, [&](const Box& one) { return overlap(place, one); }) &&
           std::ranges::none_of(
               marks, [&](const KernelMark& mark) { return overlap(place, boxOf(mark)); });
}

void addTakenLine(float x0, float y0, float x1, float y1, std::vector<Box>& taken) {
    constexpr float kPart = 12;  // pixels
    const int parts = std::max(1, static_cast<int>(std::hypot(x1 - x0, y1 - y0) / kPart));
    const float width = (x1 - x0) / static_cast<float>(parts);
    const float height = (y1 - y0) / static_cast<float>(parts);
    for (int part = 0; part < parts; ++part) {
        const float x = x0 + width * static_cast<float>(part);
        const float y = y0 + height * static_cast<float>(part);
        taken.push_back({std::min(x, x + width), std::min(y, y + height) - 1, std::abs(width),
                         std::abs(height) + 2});
    }
}

void sizeKernelMarks(std::vector<KernelMark>& marks, float height) {
    const float largest = std::clamp(height * kMaxRadiusShare, 2 * kMinRadius, kMaxRadius);
    std::stable_sort(marks.begin(), marks.end(),
                     [](const KernelMark& a, const KernelMark& b) { return a.time > b.time; });
    for (KernelMark& mark : marks) {
        const double share = static_cast<double>(mark.time.count()) /
                             static_cast<double>(marks.front().time.count());
        mark.radius = std::max(largest * static_cast<float>(std::sqrt(share)), kMinRadius);
    }
}

void drawKernelMarks(const KernelMarkLooks& looks, const TextMeasure& measure, DisplayList& list,
                     std::span<const KernelMark> marks) {
    for (const KernelMark& mark : marks) {
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

std::map<std::string, std::string> distinctEnds(std::span<const std::string> names) {
    constexpr std::size_t kLong = 16;
    const auto commonEnd = [](std::string_view a, std::string_view b) {
        const std::size_t shorter = std::min(a.size(), b.size());
        const auto end = std::ranges::mismatch(a, b).in1;
        const std::string_view common =
            a.substr(0, std::min(static_cast<std::size_t>(end - a.begin()),
                                 shorter > kLong ? shorter - kLong : 0));
        return common.find_last_of("_:<, ") + 1;  // whole words; 0 where there is none
    };
    std::map<std::string, std::string> labels;
    for (const std::string& name : names) {
        labels.emplace(name, name);
    }
    for (auto first = labels.begin(); first != labels.end();) {
        auto last = std::next(first);
        std::size_t common = first->first.size();
        while (last != labels.end() && commonEnd(first->first, last->first) >= kLong) {
            common = std::min(common, commonEnd(first->first, last->first));
            ++last;
        }
        const bool isAlone = std::next(first) == last;
        for (; first != last; ++first) {
            first->second = isAlone ? first->first : "…" + first->first.substr(common);
        }
    }
    return labels;
}

}  // namespace gaplight
