// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// low(launch) = occupancy of a full grid < occupancy, by what limits it: registers, shared memory,
//               blocks per SM
//            or occupancy < occupancy and fewer blocks than blocks_per_sm x SMs: too few blocks
// fires for a kernel (short name, limit) where the time of its low launches >= busy_share of the
// GPU's busy time and min_time, and they take min_duration on average.
//
// Left out by design: matrix products, convolutions and fused attention, which keep few warps with
// many registers each; collectives; kernels whose grid says nothing about their work; and what
// kernels of unknown purpose need of an SM.
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/gpu/kernel_totals.h"
#include "core/analysis/gpu/occupancy.h"
#include "core/analysis/torch/kernel_name.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/texts/kernel_finding.h"

namespace gaplight {
namespace {

constexpr std::string_view kLowOccupancyId = "low-occupancy";

constexpr std::array kLowOccupancyThresholds{
    Threshold{"busy_share", ThresholdUnit::Share, percent(1),
              "of the GPU's busy time, from which on a kernel is looked at",
              "below, nothing can be gained"},
    Threshold{"occupancy", ThresholdUnit::Share, percent(25),
              "of the warps that an SM can hold, below which a kernel counts as low",
              "half of the 50 % from which on more warps seldom help (CUDA C++ Best Practices)"},
    Threshold{"blocks_per_sm", ThresholdUnit::Count, 1,
              "blocks for each SM of the GPU, below which a grid counts as too small",
              "with fewer, SMs have nothing to do"},
    Threshold{"min_duration", ThresholdUnit::Nanoseconds, microseconds(10),
              "mean duration, below which a kernel is too short to matter by its shape",
              "the limit of tiny kernels in the diffusers profiling guide"},
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(100),
              "of the kernels together, below which nothing is said",
              "as for idle gaps, diffusers profiling guide"},
};

// One kernel that is low for one reason.
struct LowKernel {
    OccupancyLimit limit = OccupancyLimit::Grid;
    KernelGroup group = KernelGroup::Other;
    Occupancy longest;  // of the launches alike that took most time
    KernelConfig config;
    Duration longestTime{};
    Duration time{};
    std::vector<SliceId> slices;
};

bool isByDesign(KernelGroup group, std::string_view name) {
    // What TorchInductor fills into its templates are products, convolutions and attention.
    return group == KernelGroup::Matmul || group == KernelGroup::Attention ||
           group == KernelGroup::Collective || name.starts_with("triton_tem_") ||
           choosesOwnGrid(name);
}

// Kernels of unknown purpose may well be products of their own making.
bool mayNeedItsRegisters(KernelGroup group) {
    return group == KernelGroup::Other;
}

// The limit that makes it low; empty where it is not.
std::optional<OccupancyLimit> lowBy(const RuleSettings& settings, const Occupancy& occupancy,
                                    OccupancyLimit withoutGrid) {
    const std::int64_t limit = settings.ppm("occupancy");
    if (occupancy.ppmOfFullGrid() < limit) {
        return withoutGrid;
    }
    const bool isSmall = occupancy.blocks < settings.value("blocks_per_sm") * occupancy.sms;
    return isSmall && occupancy.ppm() < limit ? std::optional(OccupancyLimit::Grid) : std::nullopt;
}

// What limits it where there are blocks enough.
OccupancyLimit limitOfFullGrid(const KernelConfig& config, const DeviceProperties& device) {
    KernelConfig full = config;
    full.grid = {std::numeric_limits<std::uint32_t>::max(), 1, 1};
    const auto occupancy = occupancyOf(full, device);
    return occupancy ? occupancy->limit : OccupancyLimit::Grid;
}

// By short name and limit.
using LowByName = std::map<std::pair<std::string, OccupancyLimit>, LowKernel>;

LowByName lowKernels(const DetectorInput& input, const DeviceAnalysis& device,
                     const DeviceProperties& properties) {
    const Trace& trace = input.trace;
    KernelGroups groups(trace);
    std::vector<bool> isWanted(trace.strings().size());
    for (const KernelTotal& total : kernelTotals(trace, device.byStart, input.analysis.range)) {
        isWanted[total.name.index()] = !isByDesign(total.group, trace.text(total.name));
    }
    LowByName low;
    for (KernelVariant& variant :
         kernelVariants(trace, device.byStart, input.analysis.range,
                        [&](StringId name) { return isWanted[name.index()]; })) {
        const auto occupancy = occupancyOf(variant.config, properties);
        const auto limit = occupancy ? lowBy(input.settings, *occupancy,
                                             limitOfFullGrid(variant.config, properties))
                                     : std::nullopt;
        if (!limit ||
            (*limit != OccupancyLimit::Grid && mayNeedItsRegisters(groups.of(variant.name)))) {
            continue;
        }
        LowKernel& kernel = low[{shortKernelName(trace.text(variant.name)), *limit}];
        kernel.limit = *limit;
        kernel.group = groups.of(variant.name);
        kernel.time += variant.time;
        if (variant.time > kernel.longestTime) {
            kernel.longest = *occupancy;
            kernel.config = variant.config;
            kernel.longestTime = variant.time;
        }
        kernel.slices.insert(kernel.slices.end(), variant.slices.begin(), variant.slices.end());
    }
    return low;
}

std::string limitText(const LowKernel& kernel) {
    switch (kernel.limit) {
        case OccupancyLimit::Registers:
            return fmt::format("{} registers a thread", kernel.config.registersPerThread);
        case OccupancyLimit::SharedMemory:
            return fmt::format("{} bytes of shared memory a block",
                               kernel.config.sharedMemoryBytes);
        case OccupancyLimit::Blocks:
        case OccupancyLimit::Warps:
            return fmt::format("blocks of {} warps", kernel.longest.warpsPerBlock);
        case OccupancyLimit::Grid:
            break;
    }
    return fmt::format(
        "{} for {} SMs",
        countOf(static_cast<std::uint64_t>(kernel.longest.blocks), "block", "blocks"),
        kernel.longest.sms);
}

std::string whyOf(const Trace& trace, const LowKernel& kernel, const DeviceAnalysis& device,
                  std::string_view ops) {
    const std::int64_t ppm = kernel.limit == OccupancyLimit::Grid ? kernel.longest.ppm()
                                                                  : kernel.longest.ppmOfFullGrid();
    std::string why = fmt::format(
        "{} took {}, {} of the time that {} was busy. With {} an SM has {} of the "
        "warps that it can hold",
        countOf(kernel.slices.size(), "launch", "launches"), durationText(kernel.time),
        percentText(kernel.time, device.totals.busy), trace.gpuLabel(device.totals.gpu),
        limitText(kernel), percentText(static_cast<double>(ppm) / 1e6));
    why += kernel.limit == OccupancyLimit::Grid && kernel.longest.blocks < kernel.longest.sms
               ? fmt::format(" and {} SMs have nothing to do.",
                             kernel.longest.sms - kernel.longest.blocks)
               : ".";
    return ops.empty() ? why : why + fmt::format(" Launched by {}.", ops);
}

std::string gridFix(const LowKernel& kernel, std::string_view name) {
    if (name.starts_with("bn_")) {
        return "cuDNN normalises each channel of an NCHW tensor in one block, so few channels fill "
               "few SMs. `model.to(memory_format=torch.channels_last)`, and the input likewise, "
               "takes kernels that split the batch and the pixels as well.";
    }
    switch (kernel.group) {
        case KernelGroup::Norm:
            return "The kernel gives each row or group to one block. `torch.compile` splits such a "
                   "reduction over more blocks and fuses it with what is beside it; a larger batch "
                   "fills the GPU too.";
        case KernelGroup::Reduction:
            return "The reduction is over a long dimension with few results. `torch.compile` "
                   "splits it over more blocks and fuses it with what is beside it; a larger batch "
                   "or an output of more rows fills the GPU too.";
        case KernelGroup::Triton:
            return "Give the Triton kernel more programs: smaller block sizes, or a split of the "
                   "reduction (for generated ones `torch._inductor.config.split_reductions`, on by "
                   "default, or `mode=\"max-autotune\"`).";
        default:
            return "There is too little work for the GPU in one launch: batch more of it, or run "
                   "it beside other kernels on a second stream.";
    }
}

std::string fixOf(const LowKernel& kernel, std::string_view name) {
    const bool isTriton = kernel.group == KernelGroup::Triton;
    switch (kernel.limit) {
        case OccupancyLimit::Registers:
            return isTriton ? "Lower the registers of the Triton kernel: more warps a program "
                              "(`num_warps`), smaller blocks, or a split of what was fused; "
                              "`mode=\"max-autotune\"` tries configurations."
                            : "Fewer registers a thread: `__launch_bounds__` or "
                              "`-maxrregcount` for a kernel of your own, less work a thread; for "
                              "one of PyTorch's, `torch.compile` generates another.";
        case OccupancyLimit::SharedMemory:
            return isTriton ? "Lower the shared memory of the Triton kernel: fewer `num_stages`, "
                              "smaller blocks."
                            : "Less shared memory a block: smaller tiles or fewer pipeline stages "
                              "in a kernel of your own; for one of PyTorch's, `torch.compile` "
                              "generates another.";
        case OccupancyLimit::Blocks:
        case OccupancyLimit::Warps:
            return "Larger blocks: an SM holds only so many blocks, and these are too small to "
                   "fill it (128 threads or more; `num_warps` in Triton).";
        case OccupancyLimit::Grid:
            break;
    }
    return gridFix(kernel, name);
}

// Kernels that one change would help.
struct LowKernels {
    std::vector<std::pair<std::string, LowKernel>> kernels;  // by short name, most time first
    Duration time{};
};

Finding findingOf(const DetectorInput& input, const DeviceAnalysis& device, const std::string& fix,
                  const LowKernels& low) {
    const auto& [name, kernel] = low.kernels.front();
    std::vector<SliceId> slices;
    std::string why;
    for (const auto& [otherName, other] : low.kernels) {
        slices.insert(slices.end(), other.slices.begin(), other.slices.end());
        why += fmt::format("{}{}: {}", why.empty() ? "" : " ", kernelText(otherName),
                           whyOf(input.trace, other, device, opsText(input, other.slices, 3)));
    }
    const std::string limit = limitText(kernel);
    Finding finding = kernelFinding(input, kLowOccupancyId, device.totals.gpu, std::move(slices),
                                    "low occupancy: " + limit);
    const std::size_t others = low.kernels.size() - 1;
    finding.title = fmt::format(
        "{}{} little of the GPU: {}, {} in {}", kernelText(name),
        others == 0 ? " fills" : fmt::format(" and {} fill", countOf(others, "other", "others")),
        limit, durationText(low.time), countOf(finding.count, "launch", "launches"));
    finding.why = why;
    finding.fix = fix;
    finding.confidence =
        "Occupancy is estimated from the launch, not measured. More of it hides latency; it does "
        "not make a kernel faster that is bound by memory or arithmetic already, so no saving is "
        "given.";
    finding.confidence += idleNote(input.trace, device);
    return finding;
}

void judgeOccupancy(const DetectorInput& input, const DeviceAnalysis& device,
                    const DeviceProperties& properties, std::vector<Finding>& findings) {
    std::map<std::string, LowKernels> byFix;
    for (auto& [key, kernel] : lowKernels(input, device, properties)) {
        const Duration needed =
            input.settings.time("min_duration") * static_cast<std::int64_t>(kernel.slices.size());
        if (kernel.time >= std::max(needed, input.settings.time("min_time")) &&
            input.settings.reaches("busy_share", kernel.time, device.totals.busy)) {
            LowKernels& low = byFix[fixOf(kernel, key.first)];
            low.time += kernel.time;
            low.kernels.emplace_back(key.first, std::move(kernel));
        }
    }
    std::vector<std::pair<std::string, LowKernels>> sorted(byFix.begin(), byFix.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second.time > b.second.time; });
    for (auto& [fix, low] : sorted) {
        std::stable_sort(low.kernels.begin(), low.kernels.end(), [](const auto& a, const auto& b) {
            return a.second.time > b.second.time;
        });
        findings.push_back(findingOf(input, device, fix, low));
    }
}

DetectorResult detectLowOccupancy(const DetectorInput& input) {
    DetectorResult result;
    bool canJudge = false;
    for (const DeviceAnalysis& device : input.analysis.devices) {
        const DeviceProperties* properties = propertiesOf(input.trace, device.totals.gpu);
        if (properties != nullptr && input.trace.kernelConfigs().size() > 0) {
            canJudge = true;
            judgeOccupancy(input, device, *properties, result.findings);
        }
    }
    if (!canJudge) {
        result.notApplicable = "the GPU's properties or the kernels' grids were not recorded";
    }
    return result;
}

}  // namespace

const Detector& lowOccupancyRule() {
    static const Detector kRule{
        kLowOccupancyId, "Low occupancy",
        "Which kernels leave most of the GPU's warps empty, and what keeps them from using more?",
        kLowOccupancyThresholds, detectLowOccupancy};
    return kRule;
}

}  // namespace gaplight
