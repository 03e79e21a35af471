// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel_report/kernel_report.h"

namespace gaplight {

struct MetricChange {
    std::string_view name;  // a text of the first report
    double a = 0;
    double b = 0;
    // By how much they differ: of shares and percentages the points ÷ 100, else |b - a| ÷ the
    // larger; 0 … 1.
    double change = 0;
};

// A kernel of one report and the same one of another.
struct KernelPair {
    std::uint32_t a = 0;  // indexes in KernelReport::kernels
    std::uint32_t b = 0;
    bool isSameLaunch = false;          // grid and block are the same
    std::vector<MetricChange> changes;  // largest first
};

struct ReportComparison {
    std::vector<KernelPair> pairs;     // in the order of a
    std::vector<std::uint32_t> onlyA;  // kernels without a partner
    std::vector<std::uint32_t> onlyB;
};

// Pairs the n-th kernel of a short name, grid and block with the n-th of the other report; then, of
// those that are left, the n-th of a short name. `maxChanges`: of each pair. Only averages, sums,
// shares and ratios are compared; what a metric says about the GPU, the launch or the profiler is
// left out; of one counter the form that changed most. O(metrics).
[[nodiscard]] ReportComparison compareReports(const KernelReport& a, const KernelReport& b,
                                              std::size_t maxChanges);

}  // namespace gaplight
