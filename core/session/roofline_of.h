// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/scene/kernels/roofline_scene.h"
#include "core/session/efficiency_of.h"
#include "core/session/session.h"

namespace gaplight {

// What a roofline plot of one GPU shows: a point for each name of a kernel whose work is known, and
// the peaks of the types that they multiply.
struct RooflinePlot {
    GpuId gpu;
    std::vector<RooflinePoint> points;       // most time first
    std::vector<const EfficiencyRow*> rows;  // of the points, in SessionEfficiency::tables.kernels
    std::vector<RooflineCeiling> ceilings;   // highest first; types with one peak are one ceiling
    double bytesPerSecond = 0;
};

// The GPUs that have such a plot, the one with most known kernel time first. O(GPUs log GPUs).
[[nodiscard]] std::vector<const GpuRoofline*> rooflineGpus(const SessionEfficiency& kernels);

// Valid while `kernels` lives. O(kernel names + classes).
[[nodiscard]] RooflinePlot rooflineOf(const Trace& trace, const SessionEfficiency& kernels,
                                      const GpuRoofline& gpu);

// The kernels of a name on a GPU, longest first, at most `limit`. O(activities + limit log limit).
[[nodiscard]] std::vector<SliceId> longestKernels(const Trace& trace, StringId name, GpuId gpu,
                                                  std::size_t limit);

}  // namespace gaplight
