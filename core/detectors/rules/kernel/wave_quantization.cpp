// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// wave = blocks that the GPU runs at once = SMs x blocks that fit on one
// a launch counts where its grid has 1 to max_waves full waves and a last one < last_wave full
// loss at most  = empty part of the last wave / all waves
// loss at least = 1 - (blocks / SMs) / ceil(blocks / SMs): the busiest SM has one block more
// fires for a kernel (name, grid) with >= busy_share of the GPU's busy time, >= min_time and a loss
// of at least min_loss of the kernel's time and lost_share of the GPU's busy time. The edit takes
// the smaller loss off: blocks that share an SM slow each other down, so that those of the last
// wave are faster than those before.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/analysis/gpu/kernel_totals.h"
#include "core/analysis/gpu/occupancy.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/kernel_rule.h"

namespace gaplight {
namespace {

constexpr std::string_view kWaveQuantizationId = "wave-quantization";
constexpr std::int64_t kMillion = 1'000'000;
constexpr std::size_t kMaxFindings = 8;

constexpr std::array kWaveQuantizationThresholds{
    Threshold{"busy_share", ThresholdUnit::Share, percent(1),
              "of the GPU's busy time, from which on a kernel is looked at",
              "below, nothing can be gained"},
    Threshold{"last_wave", ThresholdUnit::Share, percent(50),
              "of the last wave, which is less full than this",
              "a fuller one loses little (NVIDIA, Matrix Multiplication Background)"},
    Threshold{"max_waves", ThresholdUnit::Count, 4,
              "waves, from which on the last one is too small a part to matter",
              "an empty last wave of five costs at most a fifth"},
    Threshold{"min_loss", ThresholdUnit::Share, percent(10), "of the kernel's time, lost at least",
              "less is within the noise of such an estimate"},
    Threshold{"lost_share", ThresholdUnit::Share, percent(1) / 2,
              "of the GPU's busy time, lost at least", "below, it is not worth a change"},
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(100),
              "of the kernels together, below which nothing is reported",
              "as for idle gaps, diffusers profiling guide"},
};

constexpr auto kWaveQuantizationValues = joinValues(
    kKernelValues,
    std::array{
        DeclaredValue{"fix", QuantityKind::Case, false, "channels-last matmul triton sizes"},
        DeclaredValue{"kernel", QuantityKind::Text},
        DeclaredValue{"mean_time", QuantityKind::Nanoseconds},
        DeclaredValue{"blocks", QuantityKind::Count},
        DeclaredValue{"sms", QuantityKind::Count},
        DeclaredValue{"blocks_per_sm", QuantityKind::Count},
        DeclaredValue{"wave", QuantityKind::Count},
        DeclaredValue{"last_wave", QuantityKind::Count},
        DeclaredValue{"last_wave_share", QuantityKind::Share},
        DeclaredValue{"loss", QuantityKind::Case, false, "exact range"},
        DeclaredValue{"min_loss", QuantityKind::Share},
        DeclaredValue{"max_loss", QuantityKind::Share},
    });

struct Loss {
    Occupancy occupancy;
    std::int64_t minimum = 0;  // ppm of the kernel's time
    std::int64_t maximum = 0;
};

// Empty where the grid loses nothing that the rule reports.
std::optional<Loss> lossOf(const RuleSettings& settings, const Occupancy& occupancy) {
    const std::int64_t wave = occupancy.blocksPerWave();
    const std::int64_t last = occupancy.blocksInLastWave();
    const std::int64_t full = occupancy.fullWaves();
    if (full < 1 || full >= settings.value("max_waves") || last == 0 ||
        last * kMillion >= settings.ppm("last_wave") * wave) {
        return std::nullopt;
    }
    Loss loss{occupancy, 0, 0};
    loss.maximum = (wave - last) * kMillion / ((full + 1) * wave);
    const std::int64_t busiest = (occupancy.blocks + occupancy.sms - 1) / occupancy.sms;
    loss.minimum = kMillion - occupancy.blocks * kMillion / (busiest * occupancy.sms);
    return loss.minimum >= settings.ppm("min_loss") ? std::optional(loss) : std::nullopt;
}

Duration lostOf(const KernelVariant& variant, const Loss& loss) {
    // In two parts, which keeps hours of kernels from overflowing.
    return variant.time / kMillion * loss.minimum +
           variant.time % kMillion * loss.minimum / kMillion;
}

// In whole percent, as the title gives it.
std::int64_t wholePercent(std::int64_t ppm) {
    return std::llrint(static_cast<double>(ppm) / 10'000);
}

std::string_view fixOf(std::string_view kernel) {
    if (shortKernelName(kernel).starts_with("bn_")) {
        return "channels-last";
    }
    switch (kernelGroupOf(kernel)) {
        case KernelGroup::Matmul:
            return "matmul";
        case KernelGroup::Triton:
            return "triton";
        default:
            return "sizes";
    }
}

// The launches of one kernel with one grid.
struct LossyKernel : ReportedKernels {
    StringId name;
    Loss loss;
};

void describeLoss(const GpuInput& gpu, const LossyKernel& kernel, Finding& finding) {
    const Occupancy& occupancy = kernel.loss.occupancy;
    const std::string_view name = gpu.input.trace.text(kernel.name);
    const bool isExact = wholePercent(kernel.loss.minimum) == wholePercent(kernel.loss.maximum);
    FindingValues& values = finding.values;
    values.set("fix", CaseName{fixOf(name)});
    values.set("kernel", kernelText(name));
    values.set("mean_time", kernel.time / static_cast<std::int64_t>(kernel.slices.size()));
    values.set("blocks", occupancy.blocks);
    values.set("sms", occupancy.sms);
    values.set("blocks_per_sm", occupancy.activeBlocksPerSm);
    values.set("wave", occupancy.blocksPerWave());
    values.set("last_wave", occupancy.blocksInLastWave());
    values.set("last_wave_share",
               shareOfPpm(occupancy.blocksInLastWave() * kMillion / occupancy.blocksPerWave()));
    values.set("loss", CaseName{isExact ? "exact" : "range"});
    values.set("min_loss", shareOfPpm(kernel.loss.minimum));
    values.set("max_loss", shareOfPpm(kernel.loss.maximum));
    values.set("ops", opsOf(gpu.input, kernel.slices, 3));
}

std::vector<LossyKernel> findLossyKernels(const GpuInput& gpu) {
    const DetectorInput& input = gpu.input;
    const Trace& trace = input.trace;
    const Duration busy = gpu.device.totals.busy;
    std::vector<bool> isIncluded(trace.strings().size());
    for (const KernelTotal& total : kernelTotals(trace, gpu.activities, input.analysis.range)) {
        isIncluded[total.name.index()] = input.settings.reaches("busy_share", total.time, busy) &&
                                         total.group != KernelGroup::Collective &&
                                         !choosesOwnGrid(trace.text(total.name));
    }
    std::vector<LossyKernel> found;
    for (KernelVariant& variant :
         kernelVariants(trace, gpu.activities, input.analysis.range,
                        [&](StringId name) { return isIncluded[name.index()]; })) {
        if (found.size() == kMaxFindings || !gpu.isLong(variant.time)) {
            break;
        }
        const auto occupancy = occupancyOf(variant.config, *gpu.properties);
        const auto loss = occupancy ? lossOf(input.settings, *occupancy) : std::nullopt;
        if (loss && input.settings.reaches("lost_share", lostOf(variant, *loss), busy)) {
            LossyKernel& kernel = found.emplace_back();
            kernel.time = variant.time;
            kernel.slices = std::move(variant.slices);
            kernel.edits = scaledActivities(
                kernel.slices, static_cast<double>(kMillion - loss->minimum) / kMillion);
            kernel.name = variant.name;
            kernel.loss = *loss;
        }
    }
    return found;
}

DetectorResult detectWaveQuantization(const DetectorInput& input) {
    return runKernelRule<LossyKernel>(
        {kWaveQuantizationId, "the GPU's properties or the kernels' grids were not recorded",
         hasOccupancy, findLossyKernels, describeLoss},
        input);
}

}  // namespace

const Detector& waveQuantizationRule() {
    static const Detector kRule{
        {.id = kWaveQuantizationId,
         .name = "Wave quantization",
         .question = "Which kernels have just too many blocks for a whole number of waves?",
         .thresholds = kWaveQuantizationThresholds,
         .values = kWaveQuantizationValues},
        detectWaveQuantization};
    return kRule;
}

}  // namespace gaplight
