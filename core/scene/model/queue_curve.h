// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/time.h"
#include "core/scene/layout/counter_curves.h"
#include "core/trace/gpu_id.h"

namespace gaplight {

// How far the host is ahead of a GPU over time (QueueLead), on a logarithmic scale.
struct QueueCurve {
    GpuId gpu;
    CounterCurve curve;  // values by scaled()
    Duration longest{};

    // log10 of the lead in µs, zero for 1 µs and less.
    [[nodiscard]] static double scaled(Duration lead);
    // `times`, `lead`: as in QueueLead. O(points).
    [[nodiscard]] static QueueCurve build(GpuId gpu, std::vector<Time> times,
                                          const std::vector<Duration>& lead);
};

}  // namespace gaplight
