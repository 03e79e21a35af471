// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernel_report/kernel_report.h"
#include "core/scene/kernels/roofline_scene.h"
#include "core/scene/kernels/throughput_scene.h"

namespace gaplight {

// Kernels that are shown at once. More are smaller than the smallest disc.
constexpr std::size_t kMaxPlottedKernels = 2000;

// The plot of a kernel report: each kernel a point, at what Nsight Compute counted. A roofline
// under the peaks at the clocks of the report's own run, so that a point is as far below its
// ceiling as the kernel's throughput says; where no kernel has the counters for it, compute
// throughput over memory throughput, which every set of sections has.
struct ReportPlot {
    bool isRoofline = false;
    std::vector<RooflinePoint> rooflinePoints;      // if it is a roofline
    std::vector<ThroughputPoint> throughputPoints;  // else
    std::vector<std::uint32_t> kernels;             // of the points, in KernelReport::kernels
    std::vector<RooflineCeiling> ceilings;          // highest first; those of one rate are one
    double bytesPerSecond = 0;
    std::size_t unknown = 0;  // kernels without the figures of a point
};

// The plot of all kernels of a report, in the report's order. O(kernels × metrics).
[[nodiscard]] ReportPlot reportPlotOf(const KernelReport& report);

// The points of some kernels: the longest, at most kMaxPlottedKernels. `plot` is of all kernels.
// O(points + kernels log kernels).
[[nodiscard]] ReportPlot plotOfKernels(const ReportPlot& plot,
                                       std::span<const std::uint32_t> kernels);

}  // namespace gaplight
