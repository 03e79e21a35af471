// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/kernels/efficiency_colors.h"

#include <algorithm>
#include <array>
#include <cstddef>
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
        addElidedText(m_list, m_measure, text, textWidth(m_measure, text), item);
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

}  // namespace gaplight
