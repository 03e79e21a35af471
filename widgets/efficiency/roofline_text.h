// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/session/efficiency_of.h"

namespace gaplight::ui {

// "GPU 0 · NVIDIA H200: the work of 93 % of the kernel time is known".
[[nodiscard]] QString knownWorkText(const Trace& trace, const GpuRoofline& gpu);
// The document with the peaks of a GPU, or what stands for them.
[[nodiscard]] QString sourceOfPeaksText(const GpuRoofline& gpu);
// Launches, time, efficiency, rates and what could be gained, in lines.
[[nodiscard]] QString kernelSumsText(const EfficiencySums& sums);
// "allreduce, 33.6 MB to 2 ranks: at least 53 % of NVLink 4 (238 GB/s), 36 calls".
[[nodiscard]] QString collectiveRateText(const CollectiveRate& rate);

}  // namespace gaplight::ui
