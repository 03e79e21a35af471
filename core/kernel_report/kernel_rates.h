// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kernel_report/kernel_report.h"

namespace gaplight {

// What a kernel did in a second, as the profiler's counters say: the place of the kernel in a
// roofline plot. Floating-point operations are those that were executed, padding included: an
// addition or a product is one, a fused product and sum two, those on packed halves twice as many;
// of tensor cores the profiler's own count of operations.
struct KernelRates {
    double flopsPerSecond = 0;  // 0: the kernel executed none
    double bytesPerSecond = 0;  // from and to the GPU's memory
};

// Empty where the report lacks the counters of operations (collected with `--set full` or
// `--set roofline`) or of the memory, and where the tensor cores were busy without a count of their
// operations (Nsight Compute before 2023). O(metrics).
[[nodiscard]] std::optional<KernelRates> kernelRates(const KernelReport& report,
                                                     const ReportKernel& kernel);

// A rate that the GPU reaches at most, at the clock that it had in the kernel.
struct OperationPeak {
    std::string type;  // "bf16", "fp32"
    double flopsPerSecond = 0;
    bool isOfTensorCores = false;
};
struct KernelPeaks {
    std::vector<OperationPeak> operations;  // highest first, each type once
    double bytesPerSecond = 0;              // 0: not recorded
};
// The peaks of each element type that the report's kernels computed with; of fp32 where none did.
// The clock differs between kernels: peaks are at the highest one. They are those of dense
// products, on tensor cores where a kernel used them. O(kernels × metrics).
[[nodiscard]] KernelPeaks kernelPeaks(const KernelReport& report);

}  // namespace gaplight
