// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/analysis/kernels/efficiency_tables.h"
#include "core/analysis/kernels/kernel_efficiency.h"
#include "core/analysis/ranks/collective_rates.h"
#include "core/analysis/ranks/comm_calls.h"
#include "core/scene/display/color_ref.h"
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

}  // namespace gaplight
