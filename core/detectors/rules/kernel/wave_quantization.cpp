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
#include <vector>

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

constexpr std::string_view kWaveQuantizationId = "wave-quantization";
constexpr std::int64_t kMillion = 1'000'000;
constexpr std::size_t kMostFindings = 8;

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
              "of the kernels together, below which nothing is said",
              "as for idle gaps, diffusers profiling guide"},
};

struct Loss {
    Occupancy occupancy;
    std::int64_t atLeast = 0;  // ppm of the kernel's time
    std::int64_t atMost = 0;
};

// Empty where the grid does not lose anything that the rule speaks of.
std::optional<Loss> lossOf(const RuleSettings& settings, const Occupancy& occupancy) {
    const std::int64_t wave = occupancy.blocksPerWave();
    const std::int64_t last = occupancy.blocksInLastWave();
    const std::int64_t full = occupancy.fullWaves();
    if (full < 1 || full >= settings.value("max_waves") || last == 0 ||
        last * kMillion >= settings.ppm("last_wave") * wave) {
        return std::nullopt;
    }
    Loss loss{occupancy, 0, 0};
    loss.atMost = (wave - last) * kMillion / ((full + 1) * wave);
    const std::int64_t busiest = (occupancy.blocks + occupancy.sms - 1) / occupancy.sms;
    loss.atLeast = kMillion - occupancy.blocks * kMillion / (busiest * occupancy.sms);
    return loss.atLeast >= settings.ppm("min_loss") ? std::optional(loss) : std::nullopt;
}

Duration lostOf(const KernelVariant& variant, const Loss& loss) {
    // In two parts, which keeps hours of kernels from overflowing.
    return variant.time / kMillion * loss.atLeast +
           variant.time % kMillion * loss.atLeast / kMillion;
}

std::string percentOf(std::int64_t ppm) {
    return percentText(ppm, kMillion, PercentForm::Estimate);
}

std::string lossText(const Loss& loss) {
    const std::string atLeast = percentOf(loss.atLeast);
    const std::string atMost = percentOf(loss.atMost);
    return atLeast == atMost ? "about " + atMost : atLeast + " to " + atMost;
}

std::string fixOf(std::string_view kernel) {
    if (shortKernelName(kernel).starts_with("bn_")) {
        return "cuDNN normalises each channel of an NCHW tensor in one block. "
               "`model.to(memory_format=torch.channels_last)`, and the input likewise, takes "
               "kernels that split the batch and the pixels as well.";
    }
    constexpr std::string_view kSizes =
        "Change the sizes so that the grid ends with a full wave: batch or sequence length, or the "
        "padding of a dimension";
    switch (kernelGroupOf(kernel)) {
        case KernelGroup::Matmul:
            return fmt::format(
                "{}. `torch.compile(mode=\"max-autotune\")` tries tiles of other sizes, and a "
                "split or stream-K product spreads the rest over all SMs; in bf16 on Hopper cuBLAS "
                "takes persistent kernels, which have no last wave.",
                kSizes);
        case KernelGroup::Triton:
            return fmt::format(
                "{}, or other block sizes of the Triton kernel; a persistent kernel (one program "
                "per SM that takes tile after tile) has no last wave.",
                kSizes);
        default:
            return fmt::format("{}, or a different block size if the kernel is your own.", kSizes);
    }
}

Finding findingOf(const DetectorInput& input, const DeviceAnalysis& device, KernelVariant variant,
                  const Loss& loss) {
    const Occupancy& occupancy = loss.occupancy;
    const std::string ops = opsText(input, variant.slices, 3);
    const Duration mean = variant.time / static_cast<std::int64_t>(variant.slices.size());
    std::vector<ReplayEdit> edits;
    for (const SliceId slice : variant.slices) {
        edits.push_back({ReplayEdit::Kind::ScaleActivity,
                         slice,
                         {},
                         {},
                         static_cast<double>(kMillion - loss.atLeast) / kMillion});
    }
    Finding finding = kernelFinding(
        input, kWaveQuantizationId, device.totals.gpu, std::move(variant.slices),
        fmt::format("last wave {} full", percentOf(occupancy.blocksInLastWave() * kMillion /
                                                   occupancy.blocksPerWave())));
    const std::string kernel = kernelText(input.trace.text(variant.name));
    finding.title =
        fmt::format("{} leaves its last wave {} full: {} of {} lost", kernel,
                    percentOf(occupancy.blocksInLastWave() * kMillion / occupancy.blocksPerWave()),
                    lossText(loss), durationText(variant.time));
    finding.why = fmt::format(
        "{} of {} each took {} of the time that {} was busy. The grid has {} blocks; {} run at "
        "once ({} on each of {} SMs), so {} are left for the last wave.{}",
        countOf(finding.count, "launch", "launches"), durationText(mean),
        percentText(variant.time, device.totals.busy), input.trace.gpuLabel(device.totals.gpu),
        occupancy.blocks, occupancy.blocksPerWave(), occupancy.activeBlocksPerSm, occupancy.sms,
        occupancy.blocksInLastWave(), ops.empty() ? "" : fmt::format(" Launched by {}.", ops));
    finding.fix = fixOf(input.trace.text(variant.name));
    finding.confidence =
        "Estimated from the launch, on the assumption that all blocks take equally long and that "
        "no other kernel shares the GPU; the saving is the lower figure. Kernels that take tile "
        "after tile in one block hide theirs and are not judged.";
    finding.confidence += idleNote(input.trace, device);
    finding.edits = std::move(edits);
    return finding;
}

void judgeWaves(const DetectorInput& input, const DeviceAnalysis& device,
                const DeviceProperties& properties, std::vector<Finding>& findings) {
    const Trace& trace = input.trace;
    std::vector<bool> isWanted(trace.strings().size());
    for (const KernelTotal& total : kernelTotals(trace, device.byStart, input.analysis.range)) {
        isWanted[total.name.index()] =
            input.settings.reaches("busy_share", total.time, device.totals.busy) &&
            total.group != KernelGroup::Collective && !choosesOwnGrid(trace.text(total.name));
    }
    std::size_t told = 0;
    for (KernelVariant& variant :
         kernelVariants(trace, device.byStart, input.analysis.range,
                        [&](StringId name) { return isWanted[name.index()]; })) {
        if (told == kMostFindings || variant.time < input.settings.time("min_time") ||
            !input.settings.reaches("busy_share", variant.time, device.totals.busy)) {
            return;
        }
        const auto occupancy = occupancyOf(variant.config, properties);
        const auto loss = occupancy ? lossOf(input.settings, *occupancy) : std::nullopt;
        if (loss &&
            input.settings.reaches("lost_share", lostOf(variant, *loss), device.totals.busy)) {
            findings.push_back(findingOf(input, device, std::move(variant), *loss));
            ++told;
        }
    }
}

DetectorResult detectWaveQuantization(const DetectorInput& input) {
    DetectorResult result;
    bool canJudge = false;
    for (const DeviceAnalysis& device : input.analysis.devices) {
        const DeviceProperties* properties = propertiesOf(input.trace, device.totals.gpu);
        if (properties != nullptr && input.trace.kernelConfigs().size() > 0) {
            canJudge = true;
            judgeWaves(input, device, *properties, result.findings);
        }
    }
    if (!canJudge) {
        result.notApplicable = "the GPU's properties or the kernels' grids were not recorded";
    }
    return result;
}

}  // namespace

const Detector& waveQuantizationRule() {
    static const Detector kRule{
        kWaveQuantizationId, "Wave quantization",
        "Which kernels have just too many blocks for a whole number of waves?",
        kWaveQuantizationThresholds, detectWaveQuantization};
    return kRule;
}

}  // namespace gaplight
