// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel_report/kernel_report.h"

namespace gaplight {

enum class FigureUnit : std::uint8_t { Percent, Nanoseconds, Bytes, BytesPerSecond, Number };

// A figure that says how good a kernel is, and the metric that it is: what the sections Speed of
// Light, Occupancy, Launch Statistics and Memory Workload Analysis of Nsight Compute begin with.
struct KernelFigure {
    std::string_view key;    // in JSON, with its unit: "compute_percent"
    std::string_view label;  // "compute"
    FigureUnit unit;
    std::array<std::string_view, 2> metrics;  // the first that the report has
};
[[nodiscard]] std::span<const KernelFigure> kernelFigures();
// By its key; null for an unknown one.
[[nodiscard]] const KernelFigure* findKernelFigure(std::string_view key);

// Empty where the report has no such metric, or no number for it. O(log metrics).
[[nodiscard]] std::optional<double> figureValue(const KernelReport& report,
                                                const ReportKernel& kernel,
                                                const KernelFigure& figure);
[[nodiscard]] std::optional<double> figureValue(const KernelReport& report,
                                                const ReportKernel& kernel, std::string_view key);
// "79.2 %", "46.3 µs", "12.7 GB/s".
[[nodiscard]] std::string figureText(double value, FigureUnit unit);

// Why warps do not issue: of the cycles of a warp between two instructions, the share in which it
// waits for this. Longest first; the shares of all reasons and of issuing sum to 1. From the
// profiler's counters, or where it has none from its samples. O(metrics).
struct StallReason {
    std::string name;  // "long scoreboard"
    double share = 0;
};
[[nodiscard]] std::vector<StallReason> stallReasons(const KernelReport& report,
                                                    const ReportKernel& kernel);

// How busy a pipeline is, in percent of its peak while the SM is active. Busiest first, without
// unused ones. O(metrics).
struct PipelineUse {
    std::string name;  // "tensor"
    double percent = 0;
};
[[nodiscard]] std::vector<PipelineUse> pipelineUses(const KernelReport& report,
                                                    const ReportKernel& kernel);

// What a kernel executed: the share of each category of instructions ("floating point"), where the
// report has none of each opcode. Most first; empty: not recorded. O(opcodes).
struct InstructionShare {
    std::string name;
    std::uint64_t count = 0;
    double share = 0;  // of all that were executed
};
[[nodiscard]] std::vector<InstructionShare> instructionMix(const KernelReport& report,
                                                           const ReportKernel& kernel);
// The same of opcodes ("FFMA").
[[nodiscard]] std::vector<InstructionShare> opcodeShares(const KernelReport& report,
                                                         const ReportKernel& kernel);

// A resource and the most blocks of the kernel that it lets an SM hold at once. Smallest first:
// that one limits the occupancy.
struct ResidentBlockLimit {
    std::string name;  // "registers"
    double blocks = 0;
};
[[nodiscard]] std::vector<ResidentBlockLimit> residentBlockLimits(const KernelReport& report,
                                                                  const ReportKernel& kernel);
// The limits that are reached: "registers, shared memory"; empty where the report has none.
[[nodiscard]] std::string reachedLimits(std::span<const ResidentBlockLimit> limits);

}  // namespace gaplight
