// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/kernels/gpu_peaks.h"
#include "core/analysis/kernels/operator_classes.h"
#include "core/analysis/kernels/operator_work.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// What a class of calls is limited by. Compute or Memory: the larger of FLOPs ÷ peak and bytes ÷
// bandwidth, where it is at least 60 % of the duration; else Latency: neither is used well (Nsight
// Compute's rule SOLBottleneck has the same limit).
enum class KernelBound : std::uint8_t { Compute, Memory, Latency };
[[nodiscard]] std::string_view kernelBoundName(KernelBound bound);  // "compute"

// Efficiency from which on a kernel counts as bound by what it uses most.
inline constexpr double kBoundFrom = 0.6;
// Above it, the work or the peak is wrong for these kernels, as where the data was in a cache.
inline constexpr double kModelWrongAbove = 1.05;

// The peaks that a GPU's kernels are compared with.
struct GpuRoofline {
    GpuId gpu;
    std::string name;          // of the GPU; empty: not recorded
    GpuPeaks peaks;            // of its document; else the best rates of the trace's kernels
    bool isFromTrace = false;  // no document: shares are of the best kernel of the trace
    Duration kernels{};        // of all kernels
    Duration covered{};        // of those whose work is known and whose model is not wrong
    Duration modelWrong{};     // of those with an efficiency above kModelWrongAbove
};

// How long the kernels of a class take, against how long they would have to (metrics.md). The
// kernels of one call share its work by their durations, so that each has the call's efficiency.
struct ClassEfficiency {
    std::uint32_t number = 0;      // of OperatorClasses::classes
    OperatorWork work;             // of one call
    double roofline = 0;           // max(FLOPs ÷ peak, bytes ÷ bandwidth) of one call, in ns
    double efficiency = 0;         // roofline time ÷ duration
    double intensity = 0;          // FLOPs ÷ bytes
    double computeShare = 0;       // of the peak rate that is used
    double memoryShare = 0;        // of the bandwidth that is used
    bool usesTensorCores = false;  // fp32 factors: compared with TF32
    bool isModelWrong = false;     // listed, never used
    KernelBound bound = KernelBound::Latency;
};

struct KernelEfficiency {
    OperatorClasses operators;
    std::vector<ClassEfficiency> classes;  // those with known work and peaks; most time first
    std::vector<GpuRoofline> gpus;
    std::size_t shapesRead = 0;  // operators whose inputs were read from the source
    bool isComplete = true;      // false: more classes than may be read were left out

    const OperatorClass& calls(const ClassEfficiency& one) const {
        return operators.classes[one.number];
    }
    // Null if the GPU has no kernels.
    const GpuRoofline* rooflineOf(GpuId gpu) const;
};

// DetailField::OperatorInputs of an operator; empty where they were not recorded. One read each.
using InputsLookup = std::function<std::string(SliceId op)>;

struct EfficiencyOptions {
    TimeRange range{};                  // kernels that start in it
    std::int64_t coveredPpm = 999'000;  // classes with most time, until this share of all of them
    std::size_t maxShapesRead = 4096;   // those with most time first
    Duration minTime{};                 // classes with less time in all are left out
    Duration minKernelTime{};           // classes whose kernels take less on average, too
};

// Measures the kernels of `operators`, with one read of the source for each class. Ignores
// `options.range`.
[[nodiscard]] KernelEfficiency measureKernelEfficiency(const Trace& trace,
                                                       OperatorClasses operators,
                                                       const InputsLookup& inputs,
                                                       const EfficiencyOptions& options);
// The same for the classes that groupOperatorCalls() finds in `options.range`. O(launches + texts)
// in parallel.
[[nodiscard]] KernelEfficiency measureKernelEfficiency(const Trace& trace,
                                                       const LaunchIndex& launches,
                                                       const InputsLookup& inputs,
                                                       const EfficiencyOptions& options);

}  // namespace gaplight
