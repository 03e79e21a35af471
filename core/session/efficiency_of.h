// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/analysis/kernels/efficiency_tables.h"
#include "core/analysis/kernels/kernel_efficiency.h"
#include "core/analysis/ranks/collective_rates.h"
#include "core/analysis/ranks/comm_calls.h"
#include "core/scene/display/color_ref.h"
#include "core/scene/kernels/roofline_scene.h"
#include "core/session/session.h"

namespace gaplight {

// How well the kernels of a trace use its GPUs.
struct SessionEfficiency {
    KernelEfficiency measured;
    EfficiencyTables tables;
    CommCalls communications;  // empty where the trace records no calls of torch.distributed
    std::vector<CollectiveRate> collectives;  // of them; most time first
};

// Efficiency in the analyzed range. Reads the source once for each operator and shape. Besides,
// O(launches), and O(slices) where communication is recorded.
[[nodiscard]] SessionEfficiency efficiencyOf(const Session& session);

// The color of each name of the trace: that of the kernels with this name by their efficiency, over
// all GPUs; gray for what is no kernel, and where the work is not known. O(names).
[[nodiscard]] std::vector<ColorRef> efficiencyColors(const Trace& trace,
                                                     const EfficiencyTables& tables);

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
