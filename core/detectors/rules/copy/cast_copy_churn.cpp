// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// conversions(GPU) = time of the kernels and copies on the GPU that change the dtype or the layout
//                    of numbers, or duplicate them (conversion.h says what counts)
// fires where conversions >= busy_share of the GPU's busy time and >= min_time: one finding for
// each sort of conversion with >= sort_share of it. The edit removes the kernels.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/gpu/kernel_totals.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/rules/copy/conversion.h"
#include "core/detectors/texts/kernel_finding.h"

namespace gaplight {
namespace {

constexpr std::string_view kCastCopyChurnId = "cast-copy-churn";

constexpr std::array kCastCopyChurnThresholds{
    Threshold{"busy_share", ThresholdUnit::Share, percent(10),
              "of the GPU's busy time, taken by conversions of all sorts together",
              "diffusers' eager Flux, whose casts are needed, has 7 to 8 %; ResNets in NCHW 16 to "
              "21 %"},
    Threshold{"sort_share", ThresholdUnit::Share, percent(2),
              "of the GPU's busy time, from which on one sort of conversion is told",
              "a fifth of the limit for all"},
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(100),
              "of the kernels together, below which nothing is said",
              "as for idle gaps, diffusers profiling guide"},
};

// One sort of conversion on one GPU.
struct Churn {
    Conversion sort = Conversion::Cast;
    Duration time{};
    std::vector<SliceId> slices;
};

std::string_view nameOf(Conversion sort) {
    constexpr std::array<std::string_view, kConversions> kNames{
        "dtype casts", "copies into contiguous layout", "NCHW/NHWC transposes around convolutions",
        "dequantization", "copies on the GPU"};
    return kNames[static_cast<std::size_t>(sort)];
}

std::string fixOf(Conversion sort) {
    switch (sort) {
        case Conversion::Cast:
            return "Keep tensors in the dtype in which they are used next: cast constants, weights "
                   "and tables (RoPE, masks) once before the loop, and let a chain of ops run in "
                   "one dtype. What must be cast, `torch.compile` fuses into the kernels beside "
                   "it.";
        case Conversion::Contiguous:
            return "Look for the `permute`, `transpose`, `expand` or `repeat` before the copy: "
                   "produce the layout that the next op wants, pass strides on (`view` and "
                   "`unflatten` instead of `reshape`), broadcast instead of repeating; "
                   "`torch.compile` fuses what remains.";
        case Conversion::CudnnLayout:
            return "`model.to(memory_format=torch.channels_last)` and the same for the input "
                   "(`x.to(memory_format=torch.channels_last)`; `channels_last_3d` for 3-D "
                   "convolutions): cuDNN's kernels work on NHWC and transpose NCHW tensors around "
                   "every convolution.";
        case Conversion::Dequantize:
            return "Take a kernel that multiplies quantized weights directly (fused dequantization "
                   "such as Marlin's, torchao with `torch.compile`), or dequantize once if there "
                   "is memory for it.";
        default:
            return "Write results where they are needed (`out=`, slices of one buffer that was "
                   "allocated before), or swap two buffers instead of copying one into the other.";
    }
}

// Time of generated kernels whose names list conversions among what they fuse.
Duration fusedConversions(const DetectorInput& input, const DeviceAnalysis& device) {
    Duration time{};
    for (const KernelTotal& total :
         kernelTotals(input.trace, device.byStart, input.analysis.range)) {
        const std::string_view name = input.trace.text(total.name);
        if (total.group == KernelGroup::Triton &&
            (name.find("_to_copy") != std::string_view::npos ||
             name.find("clone") != std::string_view::npos)) {
            time += total.time;
        }
    }
    return time;
}

// The launch at the place that most of the time comes from; invalid where none is known.
SliceId longestLaunch(const DetectorInput& input, std::span<const SliceId> kernels) {
    const std::vector<KernelPlace> places = placesOf(input, kernels);
    return places.empty() ? SliceId{} : input.launches.launchOf(places.front().first);
}

std::string placeSentence(const FindingPlace& where) {
    if (where.annotation.empty() && where.python.empty()) {
        return {};
    }
    return fmt::format(" Most of it comes from {}.", placeText(where));
}

Finding findingOf(const DetectorInput& input, const ConversionFinder& finder,
                  const DeviceAnalysis& device, Churn churn, Duration all) {
    const Duration busy = device.totals.busy;
    const std::string ops = launchedByText(input, churn.slices, 4,
                                           [&](SliceId launch) { return finder.labelOf(launch); });
    const SliceId op = finder.opOf(longestLaunch(input, churn.slices));
    std::vector<ReplayEdit> edits;
    for (const SliceId slice : churn.slices) {
        edits.push_back({ReplayEdit::Kind::ScaleActivity, slice, {}, {}, 0});
    }
    const std::string_view name = nameOf(churn.sort);
    Finding finding = kernelFinding(input, kCastCopyChurnId, device.totals.gpu,
                                    std::move(churn.slices), std::string(name));
    finding.where.op = op.isValid() ? input.trace.name(op) : "";
    finding.title =
        fmt::format("{} take {} of GPU-busy time: {} in {}", name, percentText(churn.time, busy),
                    durationText(churn.time), countOf(finding.count, "launch", "launches"));
    finding.why = fmt::format(
        "Conversions of all sorts take {} of the {} that {} was busy; these {}{}.{}",
        percentText(all, busy), durationText(busy), input.trace.gpuLabel(device.totals.gpu),
        durationText(churn.time), ops.empty() ? "" : fmt::format(", launched by {}", ops),
        placeSentence(finding.where));
    finding.fix = fixOf(churn.sort);
    finding.confidence = "The saving is as if none of them were needed.";
    const Duration fused = fusedConversions(input, device);
    if (fused > Duration::zero()) {
        finding.confidence += fmt::format(
            " Generated Triton kernels that convert beside other work ({} of the time) are not "
            "counted: what part of them the conversion takes cannot be told.",
            percentText(fused, busy));
    }
    finding.confidence += idleNote(input.trace, device);
    finding.edits = std::move(edits);
    return finding;
}

void judge(const DetectorInput& input, const DeviceAnalysis& device,
           std::vector<Finding>& findings) {
    ConversionFinder finder(input);
    std::array<Churn, kConversions> churns;
    Duration all{};
    for (const ActivityId id : device.byStart) {
        const auto sort = finder.of(id);
        if (!sort) {
            continue;
        }
        const SliceId slice = input.trace.gpuActivities()[id.index()].slice;
        Churn& churn = churns[static_cast<std::size_t>(*sort)];
        churn.sort = *sort;
        churn.slices.push_back(slice);
        const Duration time = timeInside(input.trace, slice, input.analysis.range);
        churn.time += time;
        all += time;
    }
    if (all < input.settings.time("min_time") ||
        !input.settings.reaches("busy_share", all, device.totals.busy)) {
        return;
    }
    std::stable_sort(churns.begin(), churns.end(),
                     [](const Churn& a, const Churn& b) { return a.time > b.time; });
    for (Churn& churn : churns) {
        if (input.settings.reaches("sort_share", churn.time, device.totals.busy)) {
            findings.push_back(findingOf(input, finder, device, std::move(churn), all));
        }
    }
}

DetectorResult detectCastCopyChurn(const DetectorInput& input) {
    DetectorResult result;
    for (const DeviceAnalysis& device : input.analysis.devices) {
        judge(input, device, result.findings);
    }
    if (input.analysis.devices.empty()) {
        result.notApplicable = "no GPU activity was recorded";
    }
    return result;
}

}  // namespace

const Detector& castCopyChurnRule() {
    static const Detector kRule{
        kCastCopyChurnId, "Casts and copies",
        "How much of the GPU's time goes into changing dtypes and layouts, or copying?",
        kCastCopyChurnThresholds, detectCastCopyChurn};
    return kRule;
}

}  // namespace gaplight
