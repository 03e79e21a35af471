// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel_report/kernel_figures.h"

#include <algorithm>
#include <utility>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

using Unit = FigureUnit;

constexpr KernelFigure kKernelFigures[] = {
    {"duration_ns",
     "duration",
     Unit::Nanoseconds,
     {"gpu__time_duration.sum", "gpu__time_duration.avg"}},
    {"compute_percent",
     "compute",
     Unit::Percent,
     {"sm__throughput.avg.pct_of_peak_sustained_elapsed"}},
    {"memory_percent",
     "memory",
     Unit::Percent,
     {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"}},
    {"l1_percent",
     "L1 throughput",
     Unit::Percent,
     {"l1tex__throughput.avg.pct_of_peak_sustained_active",
      "l1tex__throughput.avg.pct_of_peak_sustained_elapsed"}},
    {"l2_percent",
     "L2 throughput",
     Unit::Percent,
     {"lts__throughput.avg.pct_of_peak_sustained_elapsed"}},
    {"dram_percent",
     "DRAM throughput",
     Unit::Percent,
     {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
      "dram__throughput.avg.pct_of_peak_sustained_elapsed"}},
    {"achieved_occupancy_percent",
     "achieved occupancy",
     Unit::Percent,
     {"sm__warps_active.avg.pct_of_peak_sustained_active"}},
    {"theoretical_occupancy_percent",
     "theoretical occupancy",
     Unit::Percent,
     {"sm__maximum_warps_per_active_cycle_pct"}},
    {"l1_hit_percent", "L1 hit rate", Unit::Percent, {"l1tex__t_sector_hit_rate.pct"}},
    {"l2_hit_percent", "L2 hit rate", Unit::Percent, {"lts__t_sector_hit_rate.pct"}},
    {"l2_to_l1_bytes_per_second",
     "L2 to L1",
     Unit::BytesPerSecond,
     {"l1tex__m_xbar2l1tex_read_bytes.sum.per_second"}},
    {"l1_to_l2_bytes_per_second",
     "L1 to L2",
     Unit::BytesPerSecond,
     {"l1tex__m_l1tex2xbar_write_bytes.sum.per_second"}},
    {"dram_bytes_per_second", "DRAM rate", Unit::BytesPerSecond, {"dram__bytes.sum.per_second"}},
    {"dram_read_bytes", "DRAM read", Unit::Bytes, {"dram__bytes_read.sum"}},
    {"dram_write_bytes", "DRAM written", Unit::Bytes, {"dram__bytes_write.sum"}},
    {"issue_active_percent",
     "cycles with an issued instruction",
     Unit::Percent,
     {"smsp__issue_active.avg.pct_of_peak_sustained_active"}},
    {"registers_per_thread",
     "registers per thread",
     Unit::Number,
     {"launch__registers_per_thread"}},
    {"shared_bytes_per_block",
     "shared memory per block",
     Unit::Bytes,
     {"launch__shared_mem_per_block"}},
    {"waves_per_sm", "waves", Unit::Number, {"launch__waves_per_multiprocessor"}},
};

// Parts of the names of metrics around the name of a reason or a pipeline.
struct MetricFamily {
    std::string_view prefix;
    std::string_view suffix;
};
constexpr MetricFamily kStallCounters{"smsp__average_warps_issue_stalled_",
                                      "_per_issue_active.ratio"};
constexpr MetricFamily kStallSamples{"smsp__pcsamp_warps_issue_stalled_", ""};
constexpr MetricFamily kPipelines{"sm__inst_executed_pipe_", ".avg.pct_of_peak_sustained_active"};
constexpr MetricFamily kLimits{"launch__occupancy_limit_", ""};
constexpr std::string_view kTensorPipeline =
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active";

std::string withSpaces(std::string_view name) {
    std::string text(name);
    std::ranges::replace(text, '_', ' ');
    return text;
}

// The members of a family with a number that is not negative, each with its name.
std::vector<std::pair<std::string_view, double>> membersOf(const KernelReport& report,
                                                           const ReportKernel& kernel,
                                                           const MetricFamily& family) {
    std::vector<std::pair<std::string_view, double>> members;
    for (const Metric& metric : kernel.metrics) {
        std::string_view name = report.text(metric.name);
        if (!name.starts_with(family.prefix) || !name.ends_with(family.suffix) ||
            name.size() <= family.prefix.size() + family.suffix.size()) {
            continue;
        }
        const std::optional<double> number = report.number(kernel, name);
        name.remove_prefix(family.prefix.size());
        name.remove_suffix(family.suffix.size());
        if (number && *number >= 0) {
            members.emplace_back(name, *number);
        }
    }
    return members;
}

std::vector<InstructionShare> sharesOf(const KernelReport& report,
                                       std::span<const InstructionCount> counts) {
    double sum = 0;
    for (const InstructionCount& one : counts) {
        sum += static_cast<double>(one.count);
    }
    std::vector<InstructionShare> shares;
    for (const InstructionCount& one : counts) {
        shares.push_back(
            {std::string(report.text(one.name)), one.count, static_cast<double>(one.count) / sum});
    }
    return shares;
}

}  // namespace

std::span<const KernelFigure> kernelFigures() {
    return kKernelFigures;
}

const KernelFigure* findKernelFigure(std::string_view key) {
    const auto* const found = std::ranges::find(kKernelFigures, key, &KernelFigure::key);
    return found == std::end(kKernelFigures) ? nullptr : found;
}

std::optional<double> figureValue(const KernelReport& report, const ReportKernel& kernel,
                                  const KernelFigure& figure) {
    for (const std::string_view metric : figure.metrics) {
        if (const std::optional<double> number = report.number(kernel, metric)) {
            return number;
        }
    }
    return std::nullopt;
}

std::optional<double> figureValue(const KernelReport& report, const ReportKernel& kernel,
                                  std::string_view key) {
    const KernelFigure* figure = findKernelFigure(key);
    return figure == nullptr ? std::nullopt : figureValue(report, kernel, *figure);
}

std::string figureText(double value, FigureUnit unit) {
    constexpr double kLongest = 1e18;
    switch (unit) {
        case FigureUnit::Percent:
            return percentText(value / 100);
        case FigureUnit::Nanoseconds:
            return durationText(
                Duration(static_cast<std::int64_t>(std::clamp(value, -kLongest, kLongest))));
        case FigureUnit::Bytes:
            return bytesText(value);
        case FigureUnit::BytesPerSecond:
            return bytesText(value) + "/s";
        case FigureUnit::Number:
            break;
    }
    return scaledNumberText(value);
}

std::vector<StallReason> stallReasons(const KernelReport& report, const ReportKernel& kernel) {
    auto members = membersOf(report, kernel, kStallCounters);
    if (members.empty()) {
        members = membersOf(report, kernel, kStallSamples);
        std::erase_if(members,
                      [](const auto& member) { return member.first.ends_with("_not_issued"); });
    }
    double sum = 0;
    for (const auto& [name, value] : members) {
        sum += value;
    }
    std::vector<StallReason> reasons;
    for (const auto& [name, value] : members) {
        if (name != "selected" && value > 0) {
            reasons.push_back({withSpaces(name), value / sum});
        }
    }
    std::ranges::stable_sort(reasons, std::ranges::greater{}, &StallReason::share);
    return reasons;
}

std::vector<PipelineUse> pipelineUses(const KernelReport& report, const ReportKernel& kernel) {
    std::vector<PipelineUse> uses;
    for (const auto& [name, percent] : membersOf(report, kernel, kPipelines)) {
        // Parts of the tensor pipeline are below it.
        if (percent > 0 && !name.starts_with("tensor")) {
            uses.push_back({withSpaces(name), percent});
        }
    }
    if (const auto tensor = report.number(kernel, kTensorPipeline); tensor && *tensor > 0) {
        uses.push_back({"tensor", *tensor});
    }
    std::ranges::stable_sort(uses, std::ranges::greater{}, &PipelineUse::percent);
    return uses;
}

std::vector<InstructionShare> opcodeShares(const KernelReport& report, const ReportKernel& kernel) {
    return sharesOf(report, kernel.opcodes);
}

std::vector<InstructionShare> instructionMix(const KernelReport& report,
                                             const ReportKernel& kernel) {
    if (kernel.opcodeCategories.empty()) {
        return opcodeShares(report, kernel);
    }
    std::vector<InstructionShare> shares = sharesOf(report, kernel.opcodeCategories);
    for (InstructionShare& share : shares) {
        std::ranges::transform(share.name, share.name.begin(), lowerAscii);
    }
    return shares;
}

std::vector<ResidentBlockLimit> residentBlockLimits(const KernelReport& report,
                                                    const ReportKernel& kernel) {
    std::vector<ResidentBlockLimit> limits;
    for (const auto& [name, blocks] : membersOf(report, kernel, kLimits)) {
        limits.push_back({name == "shared_mem" ? "shared memory" : withSpaces(name), blocks});
    }
    std::ranges::stable_sort(limits, {}, &ResidentBlockLimit::blocks);
    return limits;
}

std::string reachedLimits(std::span<const ResidentBlockLimit> limits) {
    std::string names;
    for (const ResidentBlockLimit& limit : limits) {
        if (limit.blocks == limits.front().blocks) {
            appendItem(names, limit.name);
        }
    }
    return names;
}

}  // namespace gaplight
