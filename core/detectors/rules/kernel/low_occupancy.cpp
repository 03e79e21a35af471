// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// low(launch) = occupancy of a full grid < occupancy, by what limits it: registers, shared memory,
//               blocks per SM
//            or occupancy < occupancy and fewer blocks than blocks_per_sm x SMs: too few blocks
// fires for a kernel (short name, limit) where the time of its low launches that run alone >=
// busy_share of the GPU's busy time and min_time, and they take min_duration on average.
// alone(launch) = other kernels run beside it for less than kBesidePercent of its time
//
// Left out by design: matrix products, convolutions and fused attention, which keep few warps with
// many registers each; collectives; kernels whose grid says nothing about their work; and what
// kernels of unknown purpose need of an SM.
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/analysis/gpu/kernel_totals.h"
#include "core/analysis/gpu/occupancy.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/share.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/kernel_rule.h"

namespace gaplight {
namespace {

constexpr std::string_view kLowOccupancyId = "low-occupancy";
// Of a launch's time, from which on others fill what it leaves empty.
constexpr std::int64_t kBesidePercent = 50;

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
              "of the kernels together, below which nothing is reported",
              "as for idle gaps, diffusers profiling guide"},
};

constexpr auto kLowOccupancyValues = joinValues(
    kKernelValues,
    std::array{
        DeclaredValue{"title", QuantityKind::Case, false, "one several"},
        DeclaredValue{
            "fix", QuantityKind::Case, false,
            "channels-last norm reduction triton-grid more-work triton-registers registers "
            "triton-shared-memory shared-memory larger-blocks"},
        DeclaredValue{"kernel", QuantityKind::Text},
        DeclaredValue{"others", QuantityKind::Count, true},
        DeclaredValue{"limit", QuantityKind::Case, false,
                      "registers shared-memory block-size grid"},
        DeclaredValue{"registers", QuantityKind::Count},
        DeclaredValue{"shared_memory", QuantityKind::Count},
        DeclaredValue{"warps_per_block", QuantityKind::Count},
        DeclaredValue{"blocks", QuantityKind::Count},
        DeclaredValue{"sms", QuantityKind::Count},
        DeclaredValue{"occupancy", QuantityKind::Share},
        DeclaredValue{"idle_sms", QuantityKind::Count, true},
        DeclaredValue{"kernels", QuantityKind::Rows},
        DeclaredValue{"launches", QuantityKind::Count, true},
    });

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

// Kernels of unknown purpose may be matrix products.
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

// What limits the occupancy of a grid with enough blocks.
OccupancyLimit limitOfFullGrid(const KernelConfig& config, const DeviceProperties& device) {
    KernelConfig full = config;
    full.grid = {std::numeric_limits<std::uint32_t>::max(), 1, 1};
    const auto occupancy = occupancyOf(full, device);
    return occupancy ? occupancy->limit : OccupancyLimit::Grid;
}

// Leaves out the launches that run beside other kernels.
void keepAlone(const DetectorInput& input, const Concurrency& concurrency, KernelVariant& variant) {
    const SliceTable& slices = input.trace.slices();
    std::erase_if(variant.slices, [&](SliceId kernel) {
        return reachesPercent(concurrency.besideOthers(kernel), slices.duration(kernel),
                              kBesidePercent);
    });
    variant.time = {};
    for (const SliceId kernel : variant.slices) {
        variant.time += timeInside(input.trace, kernel, input.analysis.range);
    }
}

// By short name and limit.
using LowByName = std::map<std::pair<std::string, OccupancyLimit>, LowKernel>;

LowByName lowKernels(const GpuInput& gpu) {
    const DetectorInput& input = gpu.input;
    const DeviceProperties& properties = *gpu.properties;
    const Trace& trace = input.trace;
    KernelGroups groups(trace);
    const Concurrency concurrency(trace, gpu.device.byStart);
    std::vector<bool> isIncluded(trace.strings().size());
    for (const KernelTotal& total : kernelTotals(trace, gpu.activities, input.analysis.range)) {
        isIncluded[total.name.index()] = !isByDesign(total.group, trace.text(total.name));
    }
    LowByName low;
    for (KernelVariant& variant :
         kernelVariants(trace, gpu.activities, input.analysis.range,
                        [&](StringId name) { return isIncluded[name.index()]; })) {
        const auto occupancy = occupancyOf(variant.config, properties);
        const auto limit = occupancy ? lowBy(input.settings, *occupancy,
                                             limitOfFullGrid(variant.config, properties))
                                     : std::nullopt;
        if (!limit ||
            (*limit != OccupancyLimit::Grid && mayNeedItsRegisters(groups.of(variant.name)))) {
            continue;
        }
        keepAlone(input, concurrency, variant);
        if (variant.slices.empty()) {
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

std::string_view limitCase(OccupancyLimit limit) {
    switch (limit) {
        case OccupancyLimit::Registers:
            return "registers";
        case OccupancyLimit::SharedMemory:
            return "shared-memory";
        case OccupancyLimit::Blocks:
        case OccupancyLimit::Warps:
            return "block-size";
        case OccupancyLimit::Grid:
            break;
    }
    return "grid";
}

std::string_view gridFix(const LowKernel& kernel, std::string_view name) {
    if (name.starts_with("bn_")) {
        return "channels-last";
    }
    switch (kernel.group) {
        case KernelGroup::Norm:
            return "norm";
        case KernelGroup::Reduction:
            return "reduction";
        case KernelGroup::Triton:
            return "triton-grid";
        default:
            return "more-work";
    }
}

std::string_view fixOf(const LowKernel& kernel, std::string_view name) {
    const bool isTriton = kernel.group == KernelGroup::Triton;
    switch (kernel.limit) {
        case OccupancyLimit::Registers:
            return isTriton ? "triton-registers" : "registers";
        case OccupancyLimit::SharedMemory:
            return isTriton ? "triton-shared-memory" : "shared-memory";
        case OccupancyLimit::Blocks:
        case OccupancyLimit::Warps:
            return "larger-blocks";
        case OccupancyLimit::Grid:
            break;
    }
    return gridFix(kernel, name);
}

// What one kernel was launched with, and how far it fills the GPU.
void setLaunch(const LowKernel& kernel, const std::string& name, FindingValues& values) {
    const Occupancy& occupancy = kernel.longest;
    const bool isGrid = kernel.limit == OccupancyLimit::Grid;
    values.set("kernel", kernelText(name));
    values.set("limit", CaseName{limitCase(kernel.limit)});
    values.set("registers", std::int64_t{kernel.config.registersPerThread});
    values.set("shared_memory", std::int64_t{kernel.config.sharedMemoryBytes});
    values.set("warps_per_block", occupancy.warpsPerBlock);
    values.set("blocks", occupancy.blocks);
    values.set("sms", occupancy.sms);
    values.set("occupancy", shareOfPpm(isGrid ? occupancy.ppm() : occupancy.ppmOfFullGrid()));
    if (isGrid && occupancy.blocks < occupancy.sms) {
        values.set("idle_sms", occupancy.sms - occupancy.blocks);
    }
}

// Kernels that one change would help.
struct LowKernels : ReportedKernels {
    std::string_view fix;
    std::vector<std::pair<std::string, LowKernel>> kernels;  // by short name, most time first
};

void describeLow(const GpuInput& gpu, const LowKernels& low, Finding& finding) {
    const std::size_t others = low.kernels.size() - 1;
    FindingValues& values = finding.values;
    setLaunch(low.kernels.front().second, low.kernels.front().first, values);
    values.set("title", CaseName{others == 0 ? "one" : "several"});
    if (others > 0) {
        values.set("others", static_cast<std::int64_t>(others));
    }
    values.set("fix", CaseName{low.fix});
    ValueRows rows;
    for (const auto& [name, kernel] : low.kernels) {
        FindingValues row = kernelValues(gpu.device, kernel.time);
        setLaunch(kernel, name, row);
        row.set("launches", static_cast<std::int64_t>(kernel.slices.size()));
        row.set("ops", opsOf(gpu.input, kernel.slices, 3));
        rows.push_back(std::move(row));
    }
    values.set("kernels", std::move(rows));
}

std::vector<LowKernels> findLowOccupancy(const GpuInput& gpu) {
    const RuleSettings& settings = gpu.input.settings;
    std::map<std::string_view, LowKernels> byFix;
    for (auto& [key, kernel] : lowKernels(gpu)) {
        const Duration needed =
            settings.time("min_duration") * static_cast<std::int64_t>(kernel.slices.size());
        if (kernel.time >= needed && gpu.isLong(kernel.time)) {
            LowKernels& low = byFix[fixOf(kernel, key.first)];
            low.time += kernel.time;
            low.kernels.emplace_back(key.first, std::move(kernel));
        }
    }
    std::vector<LowKernels> sorted;
    for (auto& [fix, low] : byFix) {
        low.fix = fix;
        std::stable_sort(low.kernels.begin(), low.kernels.end(), [](const auto& a, const auto& b) {
            return a.second.time > b.second.time;
        });
        for (const auto& [name, kernel] : low.kernels) {
            low.slices.insert(low.slices.end(), kernel.slices.begin(), kernel.slices.end());
        }
        sorted.push_back(std::move(low));
    }
    sortByTime(sorted);
    return sorted;
}

DetectorResult detectLowOccupancy(const DetectorInput& input) {
    return runKernelRule<LowKernels>(
        {kLowOccupancyId, "the GPU's properties or the kernels' grids were not recorded",
         hasOccupancy, findLowOccupancy, describeLow},
        input);
}

}  // namespace

const Detector& lowOccupancyRule() {
    static const Detector kRule{{.id = kLowOccupancyId,
                                 .name = "Low occupancy",
                                 .question = "Which kernels leave most of the GPU's warps empty, "
                                             "and what keeps them from using more?",
                                 .thresholds = kLowOccupancyThresholds,
                                 .values = kLowOccupancyValues},
                                detectLowOccupancy};
    return kRule;
}

}  // namespace gaplight
