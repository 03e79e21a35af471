// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/kernels/efficiency_tables.h"
#include "core/analysis/kernels/kernel_efficiency.h"
#include "core/session/session.h"

namespace gaplight {

// How well the kernels of a trace use its GPUs.
struct SessionEfficiency {
    KernelEfficiency measured;
    EfficiencyTables tables;
};

// Of the analysed range. Reads the source once for each operator with other shapes; O(launches)
// beyond that.
[[nodiscard]] SessionEfficiency efficiencyOf(const Session& session);

}  // namespace gaplight
