// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scene/kernels/kernel_marks.h"

namespace gaplight {

// A kernel by how busy it keeps the two halves of the GPU, each in percent of what it can do.
struct ThroughputPoint {
    std::string label;
    double computePercent = 0;
    double memoryPercent = 0;
    Duration time{};  // the area of the point
    ColorRef color;
};

struct ThroughputInput {
    std::span<const ThroughputPoint> points;
    float width = 0;
    float height = 0;
    std::optional<std::size_t> hovered;  // into points
    std::optional<std::size_t> selected;
};

// Compute throughput over memory throughput, both from 0 to 100 %: the plot of kernels whose
// operations were not counted. Above the diagonal computing limits a kernel, below it the memory;
// where both are under 60 %, Nsight Compute's rule SOLBottleneck takes latency for the limit.
// Replaces `marks`. O(points log points).
void buildThroughputPlot(const ThroughputInput& input, const TextMeasure& measure,
                         DisplayList& list, std::vector<KernelMark>& marks);

}  // namespace gaplight
