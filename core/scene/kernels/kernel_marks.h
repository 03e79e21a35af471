// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
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

// A point of a plot of kernels: a disc whose area is their time.
struct KernelMark {
    std::size_t point = 0;  // of the plot's input
    float x = 0;            // center
    float y = 0;
    float radius = 0;
    Duration time{};
};

// How the points of a plot look. `labelOf` and `colorOf` take a point.
struct KernelMarkLooks {
    std::function<std::string_view(std::size_t)> labelOf;
    std::function<ColorRef(std::size_t)> colorOf;
    std::optional<std::size_t> hovered;
    std::optional<std::size_t> selected;
    float middle = 0;             // labels of points right of it are at their left
    Box area = {};                // where labels may be
    std::vector<Box> taken = {};  // by what else is drawn: no label is over it
};

// Sorts marks, the longest first, and gives them their radius in a plot of a height. O(marks log
// marks).
void sizeKernelMarks(std::vector<KernelMark>& marks, float height);

// Draws sized marks so that short ones stay visible, with a ring around the hovered and the
// selected one, and labels the longest of each name: beside, above or below its point, over no
// other label or point and nothing that is taken. O(marks²) at most for the labels.
void drawKernelMarks(const KernelMarkLooks& looks, const TextMeasure& measure, DisplayList& list,
                     std::span<const KernelMark> marks);

// Whether a label at a place is over a point or over something that is taken.
[[nodiscard]] bool isPlaceFree(const Box& place, std::span<const KernelMark> marks,
                               std::span<const Box> taken);

// Appends what a line takes, in parts so short that a slope is no large box.
void addTakenLine(float x0, float y0, float x1, float y1, std::vector<Box>& taken);

inline constexpr float kPlotLabelHeight = 13;

// A text beside the axes and lines of a plot, at most `width` wide.
struct PlotLabelPlace {
    float x = 0;
    float baselineY = 0;
    float width = 0;
};
void drawPlotLabel(const PlotLabelPlace& place, std::string_view text, Role color,
                   const TextMeasure& measure, DisplayList& list);

// The point at a place, the smallest where several overlap; empty if there is none.
[[nodiscard]] std::optional<std::size_t> kernelPointAt(std::span<const KernelMark> marks, float x,
                                                       float y);

// Labels of names by name, for a list in which they are cut: of those that begin alike for 16
// characters or more, the words in common are left out, "…MT128x64_SE_K1". At least 16 characters
// of each name stay. O(names × length).
[[nodiscard]] std::map<std::string, std::string> distinctEnds(std::span<const std::string> names);

}  // namespace gaplight
