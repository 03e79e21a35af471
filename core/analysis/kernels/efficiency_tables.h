// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/kernels/kernel_efficiency.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Kernels that belong together: of one name, one operator or one module. Sums over the classes with
// known work; kernels whose model is wrong count in `time` and `modelWrong` alone.
struct EfficiencySums {
    std::uint64_t count = 0;  // kernels; of operators and modules, calls
    Duration time{};          // of all kernels
    Duration covered{};       // of those with known work
    Duration modelWrong{};    // of those whose model is wrong
    double flops = 0;
    bool hasFlops = false;
    double bytes = 0;
    double roofline = 0;  // ns, of the covered ones
    double compute = 0;   // ns at the peak rate
    double memory = 0;    // ns at the bandwidth

    // roofline ÷ covered time; empty without any.
    std::optional<double> efficiency() const;
    // covered time − roofline, at least 0.
    Duration headroom() const;
    // Per second of covered time; 0 without covered time.
    double flopsPerSecond() const;
    double bytesPerSecond() const;
    // As KernelBound, of the sums; empty without covered time.
    std::optional<KernelBound> bound() const;
};

struct EfficiencyRow {
    StringId name;
    GpuId gpu;
    KernelGroup group = KernelGroup::Other;  // of kernels
    SliceId longest;                         // of kernels: the longest one
    EfficiencySums sums;
};

// FLOPs of the kernels launched in one step, ÷ (its period × peak), each type by its own peak; the
// mean over the GPUs that ran any.
struct StepUse {
    double flops = 0;
    std::optional<double> mfu;  // empty without peaks, or if no step's operators have FLOPs
};

struct EfficiencyTables {
    std::vector<EfficiencyRow> kernels;  // by name and GPU, all that were launched; most time first
    std::vector<EfficiencyRow> operators;  // those with known work
    std::vector<EfficiencyRow> modules;    // innermost torch.nn.Module around the launch
    std::vector<StepUse> steps;            // one for each of Steps::rows
};

// O(kernels + launches × frames below the nearest module).
[[nodiscard]] EfficiencyTables tabulateEfficiency(const Trace& trace, const LaunchIndex& launches,
                                                  const Steps& steps,
                                                  const KernelEfficiency& measured,
                                                  TimeRange range);

}  // namespace gaplight
