// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// efficiency(calls) = max(FLOPs / peak, bytes / bandwidth) / duration, over the calls of one
//                     operator with equal shapes (metrics.md, "How good the kernels are")
// calls are far from their roofline where efficiency < efficiency, their kernels take >=
// min_duration on average, >= 90 % of their time with no other kernel beside them, and:
//   bytes / bandwidth is the larger term, and the bytes are compulsory: normalizations, elementwise
//   operators, copies, reductions, products with one small factor, and softmax where a product
//   takes its result (attention that writes its scores)
// fires for each of these kinds where their time >= busy_share of the GPU's busy time and min_time.
// edits: kernel x efficiency / reachable
//
// Left out: what another rule is about (products that miss the tensor cores, launches that fill a
// quarter of the GPU or less), what was measured to gain little (scans, argmax, other softmax,
// cuDNN's batch norm), double precision, copies in a process with several GPUs, and work that bytes
// and FLOPs do not describe: fused attention (limited by exponentials), convolutions (with their
// transposes), lookups, and generated kernels, whose bytes are an upper bound.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/kernels/gpu_peaks.h"
#include "core/analysis/kernels/kernel_efficiency.h"
#include "core/base/share.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/rules/kernel/far_kernels.h"
#include "core/detectors/shared/kernel_rule.h"

namespace gaplight {
namespace {

constexpr std::string_view kFarFromRooflineId = "far-from-roofline";
constexpr std::size_t kMaxFarRows = 4;
constexpr std::string_view kNoPeaks = "what the GPU can do at most is not known";
// Reading the shapes of an operator is a read of the file.
constexpr std::size_t kMaxFarShapesRead = 64;

constexpr std::array kFarFromRooflineThresholds{
    Threshold{"busy_share", ThresholdUnit::Share, percent(2),
              "of the GPU's busy time, in kernels of one kind that are far from their roofline",
              "below, twice faster kernels save less than 1 %"},
    Threshold{"efficiency", ThresholdUnit::Share, percent(30),
              "of the roofline, below which kernels are far from it",
              "half of the 60 % from which a kernel is bound by memory (Nsight Compute's "
              "SOLBottleneck)"},
    Threshold{"reachable", ThresholdUnit::Share, percent(50),
              "of the roofline, at which the saving takes these kernels",
              "compiled ones reached 74 to 90 % on an H200, eager ones 4 to 35 %"},
    Threshold{"min_duration", ThresholdUnit::Nanoseconds, microseconds(50),
              "mean duration, below which start and end of a kernel are much of its time",
              "a kernel with nothing to do takes 2 to 5 us"},
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(100),
              "of the kernels together, below which nothing is reported",
              "as for idle gaps, diffusers profiling guide"},
};

// Those of kernelValues(), and of this rule.
constexpr std::array kFarFromRooflineValues{
    DeclaredValue{"time", QuantityKind::Nanoseconds},
    DeclaredValue{"busy_share", QuantityKind::Share},
    DeclaredValue{"gpu_busy", QuantityKind::Case, true, "waits-for-host"},
    DeclaredValue{"gpu_busy_share", QuantityKind::Share, true},
    DeclaredValue{"title", QuantityKind::Case, false, "one several"},
    DeclaredValue{"fix", QuantityKind::Case, false,
                  "attention norm elementwise copy reduction product"},
    DeclaredValue{"kernel", QuantityKind::Text},
    DeclaredValue{"others", QuantityKind::Count, true},
    DeclaredValue{"efficiency", QuantityKind::Share},
    DeclaredValue{"reachable", QuantityKind::Share},
    DeclaredValue{"bandwidth", QuantityKind::Rate},
    DeclaredValue{"gpu_name", QuantityKind::Text},
    DeclaredValue{"operators", QuantityKind::Rows},
    DeclaredValue{"op", QuantityKind::Text, true},
    DeclaredValue{"shape", QuantityKind::Text, true},
    DeclaredValue{"calls", QuantityKind::Count, true},
    DeclaredValue{"rate", QuantityKind::Rate, true},
    DeclaredValue{"mean_time", QuantityKind::Nanoseconds, true},
    DeclaredValue{"needed_time", QuantityKind::Nanoseconds, true},
};

std::string_view kindText(FarKind kind) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(FarKind::Count_)> kNames{
        "attention", "norm", "elementwise", "copy", "reduction", "product"};
    return kNames.at(static_cast<std::size_t>(kind));
}

Duration roundedTime(double nanoseconds) {
    return Duration(std::llround(nanoseconds));
}

// Calls of one kind on one GPU.
struct FarKernels : ReportedKernels {
    FarKind kind = FarKind::Norm;
    std::vector<FarCalls> operators;  // most time first
};

// Roofline time of the kernels, by their efficiencies.
Duration rooflineTime(const FarKernels& far) {
    double sum = 0;
    for (const FarCalls& one : far.operators) {
        sum += one.measured->efficiency * static_cast<double>(one.time.count());
    }
    return roundedTime(sum);
}

FindingValues operatorRow(const GpuInput& gpu, const FarCalls& far) {
    const auto calls = static_cast<std::int64_t>(std::max<std::uint64_t>(far.calls->calls, 1));
    const Duration mean = far.calls->time / calls;
    FindingValues row;
    row.set("op", fmt::format("`{}`", gpu.input.trace.text(far.calls->op)));
    row.set("shape", far.shape);
    row.set("calls", calls);
    row.set("time", far.time);
    row.set("busy_share", shareOf(far.time, gpu.device.totals.busy));
    row.set("rate", ByteRate{far.measured->work.bytes, mean});
    row.set("efficiency", shareOf(roundedTime(far.measured->roofline), mean));
    row.set("mean_time", mean);
    row.set("needed_time", roundedTime(far.measured->roofline));
    return row;
}

void describeFar(const GpuInput& gpu, const GpuRoofline& roofline, const FarKernels& far,
                 Finding& finding) {
    // Where a rule removes these kernels altogether, it has the better cure.
    finding.isDroppedAsPart = true;
    const Trace& trace = gpu.input.trace;
    FindingValues& values = finding.values;
    std::vector<std::string> names;
    ValueRows rows;
    for (const FarCalls& one : far.operators) {
        std::string name = kernelText(trace.text(one.calls->kernels.front().name));
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(std::move(name));
        }
        if (rows.size() < kMaxFarRows) {
            rows.push_back(operatorRow(gpu, one));
        }
    }
    values.set("kernel", names.front());
    values.set("title", CaseName{names.size() == 1 ? "one" : "several"});
    if (names.size() > 1) {
        values.set("others", static_cast<std::int64_t>(names.size() - 1));
    }
    values.set("fix", CaseName{kindText(far.kind)});
    values.set("efficiency", shareOf(rooflineTime(far), far.time));
    values.set("reachable", shareOfPpm(gpu.input.settings.ppm("reachable")));
    values.set("bandwidth", ByteRate{std::llround(roofline.peaks.bytes), std::chrono::seconds(1)});
    values.set("gpu_name", roofline.name);
    values.set("operators", std::move(rows));
}

std::vector<FarKernels> findFarKernels(const GpuInput& gpu, const KernelEfficiency& measured) {
    const RuleSettings& settings = gpu.input.settings;
    std::vector<FarKernels> byKind(static_cast<std::size_t>(FarKind::Count_));
    for (FarCalls& one :
         findFarCalls(gpu, measured, {settings.ppm("efficiency"), settings.time("min_duration")})) {
        FarKernels& far = byKind[static_cast<std::size_t>(one.kind)];
        far.kind = one.kind;
        far.time += one.time;
        far.slices.insert(far.slices.end(), one.slices.begin(), one.slices.end());
        const double reachable = static_cast<double>(settings.ppm("reachable")) / 1e6;
        const double factor =
            reachable > 0 ? std::min(1.0, one.measured->efficiency / reachable) : 1.0;
        const std::vector<ReplayEdit> edits = scaledActivities(one.slices, factor);
        far.edits.insert(far.edits.end(), edits.begin(), edits.end());
        far.operators.push_back(std::move(one));
    }
    std::erase_if(byKind, [&](const FarKernels& far) { return !gpu.isLong(far.time); });
    sortByTime(byKind);
    return byKind;
}

KernelEfficiency measureLongKernels(const DetectorInput& input) {
    Duration leastBusy = input.analysis.range.length();
    for (const DeviceAnalysis& device : input.analysis.devices) {
        leastBusy = std::min(leastBusy, device.totals.busy);
    }
    EfficiencyOptions options;
    // A kind may have a few classes that reach the share together.
    options.minTime = shareOfTime(leastBusy, input.settings.ppm("busy_share") / 2);
    options.minKernelTime = input.settings.time("min_duration");
    options.maxShapesRead = kMaxFarShapesRead;
    const auto shapesOf = [&](SliceId op) {
        return mayBeFar(input.trace.name(op)) ? input.args(op, DetailField::OperatorInputs)
                                              : std::string();
    };
    return measureKernelEfficiency(input.trace, input.shared.operatorClasses, shapesOf, options);
}

bool hasPeaks(const DeviceAnalysis& device) {
    return device.properties != nullptr && gpuPeaksOf(device.properties->name) != nullptr;
}

DetectorResult detectFarFromRoofline(const DetectorInput& input) {
    DetectorResult result;
    const std::vector<DeviceAnalysis>& devices = input.analysis.devices;
    if (std::none_of(devices.begin(), devices.end(), hasPeaks)) {
        result.notApplicable = kNoPeaks;
        return result;
    }
    if (input.trace.shapeKeys().size() == 0) {
        result.notApplicable = "no shapes of operators were recorded";
        return result;
    }
    const KernelEfficiency measured = measureLongKernels(input);
    return runKernelRule<FarKernels>(
        {kFarFromRooflineId, kNoPeaks, [](const GpuInput& gpu) { return hasPeaks(gpu.device); },
         [&](const GpuInput& gpu) { return findFarKernels(gpu, measured); },
         [&](const GpuInput& gpu, const FarKernels& far, Finding& finding) {
             describeFar(gpu, *measured.rooflineOf(gpu.device.totals.gpu), far, finding);
         }},
        input);
}

}  // namespace

const Detector& farFromRooflineRule() {
    static const Detector kRule{
        {.id = kFarFromRooflineId,
         .name = "Far from the roofline",
         .question = "Which long kernels move their data at a fraction of the memory's bandwidth?",
         .thresholds = kFarFromRooflineThresholds,
         .values = kFarFromRooflineValues},
        detectFarFromRoofline};
    return kRule;
}

}  // namespace gaplight
