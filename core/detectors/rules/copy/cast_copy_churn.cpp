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

#include "core/analysis/gpu/kernel_totals.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/rules/copy/conversion.h"
#include "core/detectors/shared/kernel_rule.h"

namespace gaplight {
namespace {

constexpr std::string_view kCastCopyChurnId = "cast-copy-churn";

constexpr std::array kCastCopyChurnThresholds{
    Threshold{"busy_share", ThresholdUnit::Share, percent(10),
              "of the GPU's busy time, taken by conversions of all sorts together",
              "diffusers' eager Flux, whose casts are needed, has 7 to 8 %; ResNets in NCHW 16 to "
              "21 %"},
    Threshold{"sort_share", ThresholdUnit::Share, percent(2),
              "of the GPU's busy time, from which on one sort of conversion is reported",
              "a fifth of the limit for all"},
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(100),
              "of the kernels together, below which nothing is reported",
              "as for idle gaps, diffusers profiling guide"},
};

constexpr auto kCastCopyChurnValues = joinValues(
    kKernelValues, std::array{
                       DeclaredValue{"conversion", QuantityKind::Case, false,
                                     "cast contiguous cudnn-layout dequantize duplicate"},
                       DeclaredValue{"fix", QuantityKind::Case, false,
                                     "cast contiguous cudnn-layout dequantize duplicate"},
                       DeclaredValue{"busy", QuantityKind::Nanoseconds},
                       DeclaredValue{"all_share", QuantityKind::Share},
                       DeclaredValue{"place", QuantityKind::Text, true},
                       DeclaredValue{"fused_share", QuantityKind::Share, true},
                   });

// One sort of conversion on one GPU.
struct Churn : ReportedKernels {
    Conversion sort = Conversion::Cast;
    Duration allTime{};  // of conversions of all sorts
    ValueRows ops;
    SliceId op;  // where most of the time comes from; may be invalid
};

std::string_view caseOf(Conversion sort) {
    constexpr std::array<std::string_view, kConversions> kNames{
        "cast", "contiguous", "cudnn-layout", "dequantize", "duplicate"};
    return kNames[static_cast<std::size_t>(sort)];
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

void describeChurn(const GpuInput& gpu, const Churn& churn, Finding& finding) {
    const Duration busy = gpu.device.totals.busy;
    finding.where.op = churn.op.isValid() ? gpu.input.trace.name(churn.op) : "";
    FindingValues& values = finding.values;
    values.set("conversion", CaseName{caseOf(churn.sort)});
    values.set("fix", CaseName{caseOf(churn.sort)});
    values.set("busy", busy);
    values.set("all_share", shareOf(churn.allTime, busy));
    values.set("ops", churn.ops);
    if (!finding.where.annotation.empty() || !finding.where.python.empty()) {
        values.set("place", placeText(finding.where));
    }
    const Duration fused = fusedConversions(gpu.input, gpu.device);
    if (fused > Duration::zero()) {
        values.set("fused_share", shareOf(fused, busy));
    }
}

std::vector<Churn> findConversions(const GpuInput& gpu) {
    const DetectorInput& input = gpu.input;
    ConversionFinder finder(input);
    std::vector<Churn> churns(kConversions);
    Duration all{};
    for (const ActivityId id : gpu.activities) {
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
    if (!gpu.isLong(all)) {
        return {};
    }
    sortByTime(churns);
    std::erase_if(churns, [&](const Churn& churn) {
        return !input.settings.reaches("sort_share", churn.time, gpu.device.totals.busy);
    });
    for (Churn& churn : churns) {
        churn.edits = scaledActivities(churn.slices, 0);
        churn.allTime = all;
        churn.ops = launchedBy(input, churn.slices, 4,
                               [&](SliceId launch) { return finder.labelOf(launch); });
        churn.op = finder.opOf(longestLaunch(input, churn.slices));
    }
    return churns;
}

DetectorResult detectCastCopyChurn(const DetectorInput& input) {
    return runKernelRule<Churn>(
        {kCastCopyChurnId, "no GPU activity was recorded", [](const GpuInput&) { return true; },
         findConversions, describeChurn},
        input);
}

}  // namespace

const Detector& castCopyChurnRule() {
    static const Detector kRule{
        {.id = kCastCopyChurnId,
         .name = "Casts and copies",
         .question =
             "How much of the GPU's time goes into changing dtypes and layouts, or copying?",
         .thresholds = kCastCopyChurnThresholds,
         .values = kCastCopyChurnValues,
         .idleClass = IdleClass::Launch},
        detectCastCopyChurn};
    return kRule;
}

}  // namespace gaplight
