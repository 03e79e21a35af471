// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/scene/display/color_ref.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"

namespace gaplight {

// The color of kernels by their efficiency: below 10 %, 30 % (the limit of the rule
// far-from-roofline), 60 % (from which a kernel counts as bound by what it uses), and above; gray
// where it is not known. From orange to blue, which color-blind readers tell apart.
[[nodiscard]] ColorRef efficiencyColor(std::optional<double> efficiency);

// Height of the legend that buildEfficiencyLegend() draws.
inline constexpr float kEfficiencyLegendHeight = 22;
// Width that the legend needs. O(classes).
[[nodiscard]] float efficiencyLegendWidth(const TextMeasure& measure);
// A swatch and a text for each of these colors, in one line on a panel of its own.
void buildEfficiencyLegend(float width, const TextMeasure& measure, DisplayList& list);

}  // namespace gaplight
