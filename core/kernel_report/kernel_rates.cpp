// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_report/kernel_rates.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include <fmt/format.h>

namespace gaplight {
namespace {

// Operations of the cores that are no tensor cores. `opsOfAdd`: of one instruction of a thread.
struct ScalarType {
    std::string_view type;
    char letter;  // of the instructions: fadd, fmul, ffma
    double opsOfAdd;
};
constexpr std::array<ScalarType, 3> kScalarTypes{{{"fp64", 'd', 1},
                                                  {"fp32", 'f', 1},
                                                  // Of two halves each.
                                                  {"fp16", 'h', 2}}};

constexpr std::string_view kTensorPrefix = "sm__ops_path_tensor_src_";
constexpr std::string_view kTensorSuffix = ".sum.per_second";
constexpr std::string_view kTensorUse =
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active";

constexpr double kMaxRate = 1e21;  // in a second; what a thousand GPUs together cannot do

using RatesOfTypes = std::map<std::string, double, std::less<>>;

std::optional<double> scalarRate(const KernelReport& report, const ReportKernel& kernel,
                                 const ScalarType& type, double cyclesPerSecond) {
    const auto perCycle = [&](std::string_view instruction) {
        return report.number(
            kernel, fmt::format("smsp__sass_thread_inst_executed_op_{}{}_pred_on.sum.per_cycle_"
                                "elapsed",
                                type.letter, instruction));
    };
    const auto add = perCycle("add");
    const auto product = perCycle("mul");
    const auto fused = perCycle("fma");
    if (!add || !product || !fused) {
        return std::nullopt;
    }
    return (*add + *product + 2 * *fused) * type.opsOfAdd * cyclesPerSecond;
}

// The tensor cores' operations by the type of the factors: "bf16". Members of a sum that the report
// has too ("fp8" and "fp8_sparsity_on") are left out, and so are integers.
RatesOfTypes tensorRates(const KernelReport& report, const ReportKernel& kernel) {
    std::map<std::string_view, double> byName;
    for (const Metric& metric : kernel.metrics) {
        std::string_view name = report.text(metric.name);
        if (name.starts_with(kTensorPrefix) && name.ends_with(kTensorSuffix) &&
            name.size() > kTensorPrefix.size() + kTensorSuffix.size()) {
            const std::optional<double> rate = report.number(kernel, name);
            name.remove_prefix(kTensorPrefix.size());
            name.remove_suffix(kTensorSuffix.size());
            byName[name] = rate.value_or(0);
        }
    }
    RatesOfTypes rates;
    std::string_view sum = "-";  // comes before its members
    for (const auto& [name, rate] : byName) {
        const bool isMember =
            name.starts_with(sum) && name.size() > sum.size() && name[sum.size()] == '_';
        if (!isMember && !name.starts_with("int")) {
            sum = name;
            rates[std::string(name.substr(0, name.find('_')))] += rate;
        }
    }
    return rates;
}

// Operations of each type; empty where they are not counted.
std::optional<RatesOfTypes> operationRates(const KernelReport& report, const ReportKernel& kernel) {
    const auto cycles = report.number(kernel, "smsp__cycles_elapsed.avg.per_second");
    if (!cycles) {
        return std::nullopt;
    }
    RatesOfTypes rates = tensorRates(report, kernel);
    const bool usesTensorCores = report.number(kernel, kTensorUse).value_or(0) > 0;
    if (rates.empty() && usesTensorCores) {
        return std::nullopt;
    }
    bool isCounted = false;
    for (const ScalarType& type : kScalarTypes) {
        if (const auto rate = scalarRate(report, kernel, type, *cycles)) {
            rates[std::string(type.type)] += *rate;
            isCounted = true;
        }
    }
    return isCounted ? std::optional(std::move(rates)) : std::nullopt;
}

std::optional<double> memoryRate(const KernelReport& report, const ReportKernel& kernel) {
    if (const auto rate = report.number(kernel, "dram__bytes.sum.per_second")) {
        return rate;
    }
    const auto read = report.number(kernel, "dram__bytes_read.sum.per_second");
    const auto written = report.number(kernel, "dram__bytes_write.sum.per_second");
    return read && written ? std::optional(*read + *written) : std::nullopt;
}

// The highest of the tensor cores' dense rates for a type, over the instructions that have it; 0:
// the GPU has none, or the report does not say.
double tensorPeak(const KernelReport& report, const ReportKernel& kernel, std::string_view type) {
    constexpr std::string_view kInstruction = "sm__ops_path_tensor_op_";
    constexpr std::string_view kDensePeak = "_sparsity_off.sum.peak_sustained_elapsed.per_second";
    const std::string source = fmt::format("_src_{}_", type);
    double peak = 0;
    for (const Metric& metric : kernel.metrics) {
        const std::string_view name = report.text(metric.name);
        if (name.starts_with(kInstruction) && name.ends_with(kDensePeak) &&
            name.find(source) != std::string_view::npos) {
            peak = std::max(peak, report.number(kernel, name).value_or(0));
        }
    }
    if (peak > 0) {
        return peak;
    }
    const auto whole = report.number(kernel, fmt::format("{}{}{}", kTensorPrefix, type,
                                                         ".sum.peak_sustained_elapsed.per_second"));
    const auto dense =
        report.number(kernel, fmt::format("{}{}{}", kTensorPrefix, type,
                                          "_sparsity_off.sum.peak_sustained_elapsed.per_second"));
    return dense.value_or(whole.value_or(0));
}

double scalarPeak(const KernelReport& report, const ReportKernel& kernel, std::string_view type) {
    const auto* const found = std::ranges::find(kScalarTypes, type, &ScalarType::type);
    const auto cycles = report.number(kernel, "sm__cycles_elapsed.avg.per_second");
    if (found == kScalarTypes.end() || !cycles) {
        return 0;
    }
    const auto fused = report.number(
        kernel, fmt::format("sm__sass_thread_inst_executed_op_{}fma_pred_on.sum.peak_sustained",
                            found->letter));
    return 2 * found->opsOfAdd * fused.value_or(0) * *cycles;
}

}  // namespace

std::optional<KernelRates> kernelRates(const KernelReport& report, const ReportKernel& kernel) {
    const auto operations = operationRates(report, kernel);
    const auto bytes = memoryRate(report, kernel);
    if (!operations || !bytes) {
        return std::nullopt;
    }
    KernelRates rates{0, std::max(0.0, *bytes)};
    for (const auto& [type, rate] : *operations) {
        rates.flopsPerSecond += std::max(0.0, rate);
    }
    // A damaged report has any number.
    return rates.flopsPerSecond < kMaxRate && rates.bytesPerSecond < kMaxRate ? std::optional(rates)
                                                                              : std::nullopt;
}

KernelPeaks kernelPeaks(const KernelReport& report) {
    KernelPeaks peaks;
    std::map<std::string, OperationPeak> highest;
    double fp32 = 0;
    for (const ReportKernel& kernel : report.kernels) {
        const auto perCycle = report.number(kernel, "dram__bytes.sum.peak_sustained");
        const auto cycles = report.number(kernel, "dram__cycles_elapsed.avg.per_second");
        if (perCycle && cycles) {
            peaks.bytesPerSecond =
                std::max(peaks.bytesPerSecond, std::min(*perCycle * *cycles, kMaxRate));
        }
        fp32 = std::max(fp32, scalarPeak(report, kernel, "fp32"));
        const RatesOfTypes tensor = tensorRates(report, kernel);
        for (const auto& [type, rate] : operationRates(report, kernel).value_or(RatesOfTypes{})) {
            if (rate <= 0) {
                continue;
            }
            OperationPeak& peak = highest[type];
            peak.flopsPerSecond = std::max(peak.flopsPerSecond, scalarPeak(report, kernel, type));
            const auto onTensorCores = tensor.find(type);
            if (onTensorCores != tensor.end() && onTensorCores->second > 0) {
                const double peakOfThem = tensorPeak(report, kernel, type);
                peak.isOfTensorCores = peak.isOfTensorCores || peakOfThem > peak.flopsPerSecond;
                peak.flopsPerSecond = std::max(peak.flopsPerSecond, peakOfThem);
            }
        }
    }
    if (highest.empty()) {
        highest["fp32"].flopsPerSecond = fp32;
    }
    for (auto& [type, peak] : highest) {
        if (peak.flopsPerSecond > 0) {
            peak.type = type;
            peak.flopsPerSecond = std::min(peak.flopsPerSecond, kMaxRate);
            peaks.operations.push_back(peak);
        }
    }
    std::ranges::stable_sort(peaks.operations, std::ranges::greater{},
                             &OperationPeak::flopsPerSecond);
    return peaks;
}

}  // namespace gaplight
