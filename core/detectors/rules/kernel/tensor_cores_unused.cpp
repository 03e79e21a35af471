// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// On NVIDIA GPUs of compute capability >= capability, where the time reaches busy_share of the
// GPU's busy time, and min_time:
//   fp32 products and convolutions whose kernel names say CUDA cores (TF32 off, or there is none)
//   fp16/bf16 ones whose kernel names say CUDA cores
//   fp16/bf16 ones on tensor cores with dimensions that are no multiples of 8: the name says an
//   alignment below 8 elements, or the recorded shapes do, at the first, the middle and the last
//   of launches that are alike
// A matrix times a few vectors is bound by memory and never meant, nor are launches alike that take
// less than min_duration on average: so small a product fills no tensor core. No edits: how much
// faster the other kernel is depends on its sizes, which a name does not tell.
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/gpu/kernel_totals.h"
#include "core/analysis/gpu/matmul_path.h"
#include "core/analysis/gpu/occupancy.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/rules/kernel/matmul_dims.h"
#include "core/detectors/texts/kernel_finding.h"

namespace gaplight {
namespace {

constexpr std::string_view kTensorCoresUnusedId = "tensor-cores-unused";
constexpr int kAmpere = 8;  // compute capability from which on there is TF32
constexpr int kWarpSize = 32;
// Reading the shapes of an op is a read of the file.
constexpr std::size_t kMostShapesRead = 48;
constexpr std::size_t kMostNames = 3;

constexpr std::array kTensorCoresUnusedThresholds{
    Threshold{"busy_share", ThresholdUnit::Share, percent(10),
              "of the GPU's busy time, in products that could be faster",
              "below, even four times faster products save little"},
    Threshold{"capability", ThresholdUnit::Count, 7,
              "major compute capability from which on GPUs have tensor cores", "NVIDIA Volta"},
    Threshold{"min_duration", ThresholdUnit::Nanoseconds, microseconds(10),
              "mean duration, below which a product is too small for another kernel to matter",
              "the limit of tiny kernels in the diffusers profiling guide"},
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(100),
              "of the kernels together, below which nothing is said",
              "as for idle gaps, diffusers profiling guide"},
};

enum class Miss : std::uint8_t { Float32, Half, Unaligned, Count_ };

// Kernels that miss the tensor cores, or part of what they could do, in one way.
struct Missed {
    Duration time{};
    std::vector<SliceId> slices;
    std::vector<std::string> names;  // as texts; a few with most time
    std::set<std::int64_t> dims;     // that are no multiples
};
using AllMissed = std::array<Missed, static_cast<std::size_t>(Miss::Count_)>;

bool hasTensorCores(const RuleSettings& settings, const DeviceProperties& device) {
    // AMD's GPUs count otherwise.
    return device.computeMajor >= settings.value("capability") && device.warpSize == kWarpSize &&
           device.name.find("AMD") == std::string::npos;
}

void add(Missed& missed, const Trace& trace, const KernelVariant& variant) {
    missed.time += variant.time;
    missed.slices.insert(missed.slices.end(), variant.slices.begin(), variant.slices.end());
    std::string name = kernelText(trace.text(variant.name));
    if (missed.names.size() < kMostNames &&
        std::find(missed.names.begin(), missed.names.end(), name) == missed.names.end()) {
        missed.names.push_back(std::move(name));
    }
}

// The dimensions of what launched some of the kernels, if all of these have one that is no
// multiple of 8.
std::vector<std::int64_t> unalignedDims(const DetectorInput& input,
                                        std::span<const SliceId> kernels, std::size_t& reads) {
    std::vector<std::int64_t> dims;
    const std::set<std::size_t> samples{0, kernels.size() / 2, kernels.size() - 1};
    for (const std::size_t at : samples) {
        const SliceId launch = input.launches.launchOf(kernels[at]);
        const SliceId op = launch.isValid() ? opAround(input.trace, launch) : SliceId{};
        if (!op.isValid() || reads == kMostShapesRead) {
            return {};
        }
        ++reads;
        const std::vector<std::int64_t> found =
            unalignedHalfDims(input.trace.name(op), input.args(op, DetailField::InputDims),
                              input.args(op, DetailField::InputTypes));
        if (found.empty()) {
            return {};
        }
        dims.insert(dims.end(), found.begin(), found.end());
    }
    return dims;
}

void sortIn(const DetectorInput& input, const KernelVariant& variant, Duration busy,
            std::size_t& reads, AllMissed& all) {
    const std::string_view name = input.trace.text(variant.name);
    const MatmulKind kind = matmulKindOf(name);
    if (kind.path == MatmulPath::CudaCore) {
        const Miss miss = kind.format == MatmulFormat::Half ? Miss::Half : Miss::Float32;
        add(all[static_cast<std::size_t>(miss)], input.trace, variant);
        return;
    }
    if (kind.path != MatmulPath::TensorCore) {
        return;
    }
    Missed& unaligned = all[static_cast<std::size_t>(Miss::Unaligned)];
    const std::int64_t alignment = alignmentInName(name);
    const bool saysSo =
        kind.format == MatmulFormat::Half && alignment > 0 && alignment < kTensorCoreMultiple;
    std::vector<std::int64_t> dims;
    if (variant.time * 100 >= busy && input.trace.facts().recordShapes.value_or(true)) {
        dims = unalignedDims(input, variant.slices, reads);
    }
    if (saysSo || !dims.empty()) {
        add(unaligned, input.trace, variant);
        unaligned.dims.insert(dims.begin(), dims.end());
    }
}

AllMissed findMissed(const DetectorInput& input, const DeviceAnalysis& device) {
    KernelGroups groups(input.trace);
    AllMissed all;
    std::size_t reads = 0;
    for (const KernelVariant& variant :
         kernelVariants(input.trace, device.byStart, input.analysis.range,
                        [&](StringId name) { return groups.of(name) == KernelGroup::Matmul; })) {
        if (variant.time < input.settings.time("min_duration") *
                               static_cast<std::int64_t>(variant.slices.size())) {
            continue;
        }
        sortIn(input, variant, device.totals.busy, reads, all);
    }
    return all;
}

bool isMostlyConvolution(const DetectorInput& input, std::span<const SliceId> kernels) {
    Duration convolutions{};
    Duration all{};
    for (const KernelPlace& place : placesOf(input, kernels)) {
        all += place.time;
        if (input.trace.text(place.place.op).find("conv") != std::string_view::npos) {
            convolutions += place.time;
        }
    }
    return convolutions * 2 > all;
}

std::string fixOf(const DetectorInput& input, const DeviceProperties& device, Miss miss,
                  const Missed& missed) {
    if (miss == Miss::Unaligned) {
        return "Pad the dimension to a multiple of 8 (64 is better still): vocabulary, hidden or "
               "head size, number of classes, sequence length. Rows that begin at other addresses "
               "are loaded "
               "piecewise, and cuBLAS then takes its slowest kernels.";
    }
    if (miss == Miss::Half) {
        return "These products are in fp16 or bf16 and yet run on CUDA cores, as cuBLAS does where "
               "pointers or dimensions are no multiples of 8: pad them, and pass contiguous "
               "tensors.";
    }
    if (device.computeMajor < kAmpere) {
        return "This GPU has no TF32: run them in fp16, `with torch.autocast(\"cuda\", "
               "dtype=torch.float16)` (with a `GradScaler` in training).";
    }
    const std::string half =
        " Or `with torch.autocast(\"cuda\", dtype=torch.bfloat16)`, which is faster still and "
        "halves the memory.";
    if (isMostlyConvolution(input, missed.slices)) {
        return "Leave `torch.backends.cudnn.allow_tf32` on (its default); `channels_last` gives "
               "cuDNN more tensor-core kernels to choose from." +
               half;
    }
    return "`torch.set_float32_matmul_precision(\"high\")` once at the start: fp32 products then "
           "run in TF32 (inputs rounded to 10 bits of mantissa, sums in fp32)." +
           half;
}

std::string titleOf(Miss miss, const Missed& missed, Duration busy) {
    const std::string share = percentText(missed.time, busy);
    switch (miss) {
        case Miss::Float32:
            return fmt::format("{} of GPU-busy time in fp32 products without tensor cores", share);
        case Miss::Half:
            return fmt::format("{} of GPU-busy time in 16-bit products without tensor cores",
                               share);
        default:
            return fmt::format(
                "{} of GPU-busy time in 16-bit products with dimensions that are no multiples of 8",
                share);
    }
}

std::string whyOf(const DetectorInput& input, const DeviceAnalysis& device,
                  const DeviceProperties& properties, const Missed& missed) {
    const std::string ops = opsText(input, missed.slices, kMostNames);
    std::string why = fmt::format(
        "{} took {} of the {} that {} ({}, compute capability {}.{}) was busy: {}.",
        countOf(missed.slices.size(), "kernel", "kernels"), durationText(missed.time),
        durationText(device.totals.busy), input.trace.gpuLabel(device.totals.gpu), properties.name,
        properties.computeMajor, properties.computeMinor, fmt::join(missed.names, ", "));
    if (!missed.dims.empty()) {
        why += fmt::format(" Dimensions: {}.", fmt::join(missed.dims, ", "));
    }
    return ops.empty() ? why : why + fmt::format(" Launched by {}.", ops);
}

Finding findingOf(const DetectorInput& input, const DeviceAnalysis& device,
                  const DeviceProperties& properties, Miss miss, Missed missed) {
    const std::string why = whyOf(input, device, properties, missed);
    const std::string fix = fixOf(input, properties, miss, missed);
    const std::string title = titleOf(miss, missed, device.totals.busy);
    Finding finding =
        kernelFinding(input, kTensorCoresUnusedId, device.totals.gpu, std::move(missed.slices),
                      miss == Miss::Unaligned ? "dimensions no multiple of 8" : "no tensor cores");
    finding.title = title;
    finding.why = why;
    finding.fix = fix;
    finding.confidence =
        miss == Miss::Unaligned
            ? "Told by the kernels' names, and by the shapes of some of them. No saving is given: "
              "how much padding gains depends on the sizes."
            : "Told by the kernels' names, not by counters. No saving is given: how much faster "
              "the other kernels are depends on the sizes.";
    finding.confidence += idleNote(input.trace, device);
    return finding;
}

DetectorResult detectTensorCoresUnused(const DetectorInput& input) {
    DetectorResult result;
    bool canJudge = false;
    for (const DeviceAnalysis& device : input.analysis.devices) {
        const DeviceProperties* properties = propertiesOf(input.trace, device.totals.gpu);
        if (properties == nullptr || properties->computeMajor == 0) {
            continue;
        }
        canJudge = true;
        if (!hasTensorCores(input.settings, *properties)) {
            continue;
        }
        AllMissed all = findMissed(input, device);
        for (std::size_t miss = 0; miss < all.size(); ++miss) {
            if (all[miss].time >= input.settings.time("min_time") &&
                input.settings.reaches("busy_share", all[miss].time, device.totals.busy)) {
                result.findings.push_back(findingOf(input, device, *properties,
                                                    static_cast<Miss>(miss), std::move(all[miss])));
            }
        }
    }
    if (!canJudge) {
        result.notApplicable = "the GPU's compute capability was not recorded";
    }
    return result;
}

}  // namespace

const Detector& tensorCoresUnusedRule() {
    static const Detector kRule{
        kTensorCoresUnusedId, "Tensor cores unused",
        "Do matrix products and convolutions run on the tensor cores, with sizes that suit them?",
        kTensorCoresUnusedThresholds, detectTensorCoresUnused};
    return kRule;
}

}  // namespace gaplight
