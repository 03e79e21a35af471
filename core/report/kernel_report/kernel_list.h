// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/kernel_report/kernel_report.h"
#include "core/report/table/table.h"

namespace gaplight {

// A row for each kernel of a report, in the order of launches, whose target is its position in
// KernelReport::kernels and whose tip is its name as recorded. For other programs each row has all
// figures (kernelFigures()), numbers in base units. O(kernels × metrics).
[[nodiscard]] Table kernelListTable(const KernelReport& report);

// "NVIDIA H200 · Nsight Compute 2025.3.1.0 · 46 kernels in 1.23 ms · python3.12".
[[nodiscard]] std::string kernelReportSummary(const KernelReport& report);

struct KernelReportVerdict {
    // "daxpy_kernel takes 59.0 % of the time, with 90.7 % of the memory's throughput and 12.0 % of
    // the compute throughput: bound by memory."
    std::string text;
    std::uint32_t kernel = 0;  // in KernelReport::kernels: its longest run
};

// Which kernel takes most of the time and what bounds its longest run. Empty without durations;
// without throughputs the text ends after the time.
[[nodiscard]] std::optional<KernelReportVerdict> kernelReportVerdict(const KernelReport& report);

}  // namespace gaplight
