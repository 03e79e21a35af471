// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/scene/display/color_ref.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/kernels/kernel_marks.h"

namespace gaplight {

// Kernels that are one point. Without FLOPs they have no place on the x axis: they stand in a strip
// left of it, as high as their share of the bandwidth puts them there.
struct RooflinePoint {
    std::string label;
    double flopsPerSecond = 0;  // 0: no FLOPs are counted
    double bytesPerSecond = 0;
    Duration time{};  // the area of the point
    ColorRef color;
};

// A peak rate of the GPU.
struct RooflineCeiling {
    std::string label;  // "bf16"
    double flopsPerSecond = 0;
};

struct RooflineInput {
    std::span<const RooflinePoint> points;
    std::span<const RooflineCeiling> ceilings;
    double bytesPerSecond = 0;  // bandwidth of the memory
    float width = 0;
    float height = 0;
    std::optional<std::size_t> hovered{};  // into points
    std::optional<std::size_t> selected{};
};

// Both axes are logarithmic: FLOPs per byte, and FLOP/s. The bandwidth is the slope on the left,
// each ceiling a horizontal from where it crosses the slope. Longer points are drawn first, so that
// short ones stay visible. Replaces `marks`. Draws axes alone without a ceiling or a bandwidth.
// O(points log points).
void buildRoofline(const RooflineInput& input, const TextMeasure& measure, DisplayList& list,
                   std::vector<KernelMark>& marks);

}  // namespace gaplight
