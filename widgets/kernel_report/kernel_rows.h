// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kernel_report/kernel_report.h"
#include "widgets/selection/detail_list_model.h"

namespace gaplight::ui {

// What a report says about one of its kernels: speed of light, occupancy and what limits it,
// caches, memory, launch, pipelines, opcodes, and then the report's own advice. Figures that it
// lacks are left out. `isAlone`: no trace has another duration of the kernel.
[[nodiscard]] std::vector<DetailRow> kernelRows(const KernelReport& report,
                                                const ReportKernel& kernel, bool isAlone);

}  // namespace gaplight::ui
