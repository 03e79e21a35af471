// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/shared/host_finding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/place.h"
#include "core/analysis/torch/python_frame.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/printable_text.h"
#include "core/detectors/engine/finding_groups.h"

namespace gaplight {

std::string kernelLabel(std::string_view name) {
    constexpr std::size_t kMaxBytes = 60;
    std::string label = shortKernelName(name);
    if (label.size() > kMaxBytes) {
        label.resize(truncateUtf8(label, kMaxBytes).size());
        label += "\u2026";
    }
    return label;
}

void setSlowedHost(const Trace& trace, const LaunchBoundPlace& bound, FindingValues& values) {
    values.set("slowed_host", CaseName{bound.recording == Duration::zero() ? "unknown"
                                       : hasPythonStacks(trace)            ? "stacks"
                                                                           : "no-stacks"});
    values.set("recording", bound.recording);
    values.set("place_idle", bound.idle);
    values.set("unprofiled_idle", bound.idleUnprofiled);
}

ReplayEdit oneTurnOf(const TensorLoop& loop) {
    ReplayEdit edit;
    edit.kind = ReplayEdit::Kind::ScaleHost;
    edit.track = loop.track;
    edit.range = loop.host;
    edit.factor = 1.0 / static_cast<double>(loop.turns);
    return edit;
}

bool isKnown(const FindingPlace& where) {
    return !where.annotation.empty() || !where.python.empty() || !where.op.empty();
}

std::string inPlaceText(const FindingPlace& where) {
    FindingPlace grouped = where;
    grouped.annotation = annotationGroup(where.annotation);
    grouped.op = annotationGroup(where.op);
    return isKnown(where) ? "in " + placeText(grouped) : "outside any annotation";
}

FindingPlace findingPlaceOf(const PlaceFinder& places, const Place& place, GpuId gpu) {
    FindingPlace where;
    where.annotation = places.textOf(place.annotation);
    where.op = places.textOf(place.op);
    where.python = shortFrame(places.textOf(place.python));
    where.gpu = gpu;
    return where;
}

namespace {

// Names that many functions share.
bool isCommonName(std::string_view function) {
    constexpr std::array<std::string_view, 7> kCommon{"forward", "step", "run",   "call",
                                                      "main",    "to",   "update"};
    return function.starts_with("__") ||
           std::find(kCommon.begin(), kCommon.end(), function) != kCommon.end();
}

}  // namespace

Evidence gapEvidence(const Trace& trace, const DeviceAnalysis& device, const Gap& gap,
                     std::uint32_t note) {
    return {EvidenceShape::Gap, device.totals.gpu, trace.trackOf(gap.activity),
            gap.activity,       gap.range(),       note};
}

double gapsPerStep(const Finding& finding, const StepIndex& steps) {
    std::vector<Time> times;
    for (const Evidence& evidence : finding.evidence) {
        if (evidence.shape == EvidenceShape::Gap) {
            times.push_back(evidence.range.begin);
        }
    }
    return steps.medianPerStep(times);
}

bool isRuntimesWork(const DetectorInput& input, SliceId outermost) {
    return !input.analysis.names.usesTorch() && input.trace.kind(outermost) == SliceKind::CpuOp;
}

std::vector<TrackId> threadsThatCallRuntime(const DetectorInput& input) {
    std::vector<TrackId> threads;
    if (input.analysis.names.usesTorch()) {
        return threads;
    }
    const auto tracks = input.trace.tracks();
    for (std::size_t at = 0; at < tracks.size(); ++at) {
        for (std::uint32_t slice = 0; slice < tracks[at].sliceCount; ++slice) {
            const SliceId id{tracks[at].firstSlice.value + slice};
            if (input.trace.kind(id) == SliceKind::PythonFunction) {
                threads.push_back(TrackId{static_cast<std::uint32_t>(at)});
                break;
            }
        }
    }
    return threads;
}

bool isInLoop(const Finding& finding, const StepIndex& steps) {
    return steps.count() == 0 ||
           std::any_of(finding.evidence.begin(), finding.evidence.end(), [&](const Evidence& one) {
               return steps.stepAt(one.range.begin).has_value();
           });
}

std::string shortPlaceText(const FindingPlace& where) {
    const std::string_view function = functionOfFrame(where.python);
    if (!function.empty()) {
        return where.annotation.empty() || where.annotation == function
                   ? fmt::format("`{}`", function)
                   : fmt::format("`{}` in `{}`", function, where.annotation);
    }
    if (!where.annotation.empty()) {
        return fmt::format("`{}`", where.annotation);
    }
    return where.op.empty() ? std::string() : fmt::format("`{}`", where.op);
}

std::string shortCodeName(std::string_view name) {
    constexpr std::string_view kMethod = "<built-in method ";
    constexpr std::string_view kFunction = "<built-in function ";
    if (isModuleCall(name)) {
        return std::string(moduleNameOf(name));
    }
    if (name.starts_with(kMethod)) {
        const std::string_view rest = name.substr(kMethod.size());
        return std::string(rest.substr(0, rest.find(" of ")));
    }
    if (name.starts_with(kFunction)) {
        const std::string_view rest = name.substr(kFunction.size());
        return std::string(rest.substr(0, rest.find('>')));
    }
    const FunctionKey key = functionKey(name);
    if (key.path.empty()) {
        return annotationGroup(withoutLayerNumber(name));
    }
    if (!isCommonName(key.function)) {
        return std::string(key.function);
    }
    const std::size_t file = key.path.rfind('/');
    const std::size_t folder =
        file == std::string_view::npos ? file : key.path.rfind('/', file == 0 ? 0 : file - 1);
    const std::string_view path =
        folder == std::string_view::npos ? key.path : key.path.substr(folder + 1);
    return fmt::format("{}.{}", path.substr(0, path.rfind(".py")), key.function);
}

std::string frameFromCallStack(const DetectorInput& input, SliceId slice) {
    int reads = 0;
    for (SliceId up = slice; up.isValid() && reads < kStackReads;
         up = input.trace.slices().parent(up)) {
        if (input.trace.kind(up) == SliceKind::CpuOp) {
            ++reads;
            const std::string stack = withForwardSlashes(input.args(up, DetailField::CallStack));
            const std::string_view frame = userFrameOf(stack);
            if (!frame.empty()) {
                return std::string(shortFrame(frame));
            }
        }
    }
    return {};
}

}  // namespace gaplight
