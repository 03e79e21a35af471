// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel_report/matching/kernel_matches.h"

namespace gaplight {

// The figures of a row, by their keys (kernelFigures()).
constexpr std::array<std::string_view, 6> kListedFigures{"duration_ns",
                                                         "compute_percent",
                                                         "memory_percent",
                                                         "achieved_occupancy_percent",
                                                         "theoretical_occupancy_percent",
                                                         "registers_per_thread"};

// A kernel of a report as the table of its kernels shows it.
struct ListedKernel {
    std::uint32_t kernel = 0;  // in KernelReport::kernels, in the order of launches
    KernelKey key;
    std::array<double, kListedFigures.size()> figures{};  // NaN: the report has none
};

// In the order of launches. O(kernels).
[[nodiscard]] std::vector<ListedKernel> listKernels(const KernelReport& report);

// "79.2 %"; empty where the report has no such figure. `figure`: a position in kListedFigures.
[[nodiscard]] std::string listedFigureText(const ListedKernel& row, std::size_t figure);

// The sum of the durations, in ns; those that are not recorded are none.
[[nodiscard]] double listedTime(std::span<const ListedKernel> rows);

// "NVIDIA H200 · Nsight Compute 2025.3.1.0 · 46 kernels in 1.23 ms · python3.12".
[[nodiscard]] std::string kernelReportSummary(const KernelReport& report,
                                              std::span<const ListedKernel> rows);

// A row for each kernel with all of its figures (kernelFigures()), numbers in base units.
[[nodiscard]] std::string kernelListCsv(const KernelReport& report,
                                        std::span<const ListedKernel> rows);
// The table as it is shown.
[[nodiscard]] std::string kernelListMarkdown(std::span<const ListedKernel> rows);

}  // namespace gaplight
