// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/kernel_steps.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/steps/repeating_unit.h"
#include "core/analysis/torch/kernel_name.h"
#include "core/analysis/torch/module_call.h"
#include "core/analysis/torch/name_classes.h"

namespace gaplight {
namespace {

constexpr std::size_t kUnitLengthsTried = 64;  // of kernel sequences
constexpr std::size_t kMinKernelUnit = 4;      // shorter cycles are layers, not steps
constexpr std::size_t kNamesShown = 32;        // of a kernel unit
// A unit is a layer where this part of its length, in kernels that it does not have, precedes the
// units and follows them: embedding and head of a model.
constexpr std::size_t kOtherKernelsDivisor = 10;

// Kernels of the stream that was busy longest, in time order.
std::vector<ActivityId> kernelsOfBusiestStream(const Trace& trace,
                                               std::span<const DeviceActivities> devices) {
    std::unordered_map<std::uint32_t, Duration> busyOfTrack;
    const auto isKernel = [&](ActivityId id) {
        return trace.kind(trace.gpuActivities()[id.index()].slice) == SliceKind::Kernel;
    };
    const auto trackOf = [&](ActivityId id) {
        return trace.trackOf(trace.gpuActivities()[id.index()].slice).value;
    };
    std::uint32_t busiest = TrackId::kNone;
    for (const DeviceActivities& device : devices) {
        for (const ActivityId id : device.byStart) {
            if (isKernel(id)) {
                const std::uint32_t track = trackOf(id);
                Duration& busy = busyOfTrack[track];
                busy += trace.slices().duration(trace.gpuActivities()[id.index()].slice);
                if (busiest == TrackId::kNone || busy > busyOfTrack[busiest]) {
                    busiest = track;
                }
            }
        }
    }
    std::vector<ActivityId> kernels;
    for (const DeviceActivities& device : devices) {
        for (const ActivityId id : device.byStart) {
            if (isKernel(id) && trackOf(id) == busiest) {
                kernels.push_back(id);
            }
        }
    }
    return kernels;
}

// The outermost operator, annotation or module around a launch: what one pass of a model is called
// in; the launch itself where there is none, invalid without a launch. An annotation that lasts
// until `end` is a phase of the program, with many passes inside.
SliceId passAround(const Trace& trace, SliceId launch, Time end) {
    SliceId pass = launch;
    for (SliceId up = launch; up.isValid(); up = trace.slices().parent(up)) {
        const SliceKind kind = trace.kind(up);
        const bool isPass = kind == SliceKind::CpuOp ||
                            (kind == SliceKind::UserAnnotation && trace.slices().end(up) < end) ||
                            (kind == SliceKind::PythonFunction && isModuleCall(trace.name(up)));
        pass = isPass ? up : pass;
    }
    return pass;
}

// How many units in a row make a step: as many as begin in one pass, where all passes have equally
// many (the layers of a compiled model). 0 where all units lie in one pass, or passes differ.
std::size_t unitsPerStep(const Trace& trace, const LaunchIndex& launches,
                         std::span<const ActivityId> kernels, const RepeatingUnit& unit) {
    const auto launchOf = [&](std::size_t at) {
        return launches.launchOf(kernels[unit.first + at * unit.length]);
    };
    const SliceId lastLaunch = launchOf(unit.count - 1);
    const Time end = lastLaunch.isValid() ? trace.slices().end(lastLaunch) : Time::max();
    std::vector<std::size_t> counts;
    SliceId last;
    for (std::size_t at = 0; at < unit.count; ++at) {
        const SliceId pass = passAround(trace, launchOf(at), end);
        if (counts.empty() || !pass.isValid() || pass != last) {
            counts.push_back(0);
        }
        ++counts.back();
        last = pass;
    }
    const bool isEven = std::all_of(counts.begin(), counts.end(),
                                    [&](std::size_t count) { return count == counts.front(); });
    return counts.size() >= 2 && isEven ? counts.front() : 0;
}

// Whether the units look like the layers of one pass: other kernels come before and after them.
bool isOnePass(std::span<const std::uint32_t> sequence, const RepeatingUnit& unit) {
    const auto ofUnit = sequence.subspan(unit.first, unit.length);
    const auto others = [&](std::span<const std::uint32_t> part) {
        return static_cast<std::size_t>(
            std::count_if(part.begin(), part.end(), [&](std::uint32_t name) {
                return std::find(ofUnit.begin(), ofUnit.end(), name) == ofUnit.end();
            }));
    };
    const std::size_t enough = std::max<std::size_t>(2, unit.length / kOtherKernelsDivisor);
    return others(sequence.first(unit.first)) >= enough &&
           others(sequence.subspan(unit.first + unit.length * unit.count)) >= enough;
}

// Whether the host waits for the GPU in each unit, as it does in a loop that reads results; the
// layers of a pass are launched without waits.
bool hostWaitsInEach(const Trace& trace, const LaunchIndex& launches,
                     std::span<const ActivityId> kernels, const RepeatingUnit& unit) {
    std::vector<bool> isWait(trace.strings().size());
    for (std::size_t at = 0; at < isWait.size(); ++at) {
        isWait[at] = apiCallOf(trace.text(StringId(at))) == ApiCall::Blocking;
    }
    SliceId from = launches.launchOf(kernels[unit.first]);  // slices of a thread are in time order
    for (std::size_t at = 1; at < unit.count; ++at) {
        const SliceId to = launches.launchOf(kernels[unit.first + at * unit.length]);
        bool waits = false;
        for (std::size_t slice = from.value; from.isValid() && to.isValid() && slice < to.value;
             ++slice) {
            waits = waits || isWait[trace.slices().name(SliceId(slice)).index()];
        }
        if (!waits) {
            return false;
        }
        from = to;
    }
    return unit.count > 1;
}

}  // namespace

std::optional<StepMarkers> kernelSteps(const Trace& trace, const LaunchIndex& launches,
                                       std::span<const DeviceActivities> devices) {
    const std::vector<ActivityId> kernels = kernelsOfBusiestStream(trace, devices);
    std::vector<std::uint32_t> sequence;
    sequence.reserve(kernels.size());
    for (const ActivityId id : kernels) {
        sequence.push_back(trace.slices().name(trace.gpuActivities()[id.index()].slice).value);
    }
    std::vector<std::size_t> lengths = likelyUnitLengths(sequence, kUnitLengthsTried);
    std::erase_if(lengths, [](std::size_t length) { return length < kMinKernelUnit; });
    const std::vector<std::int64_t> weights(sequence.size(), 1);
    const std::optional<RepeatingUnit> unit = findRepeatingUnit(sequence, weights, lengths);
    if (!unit || unit->length * unit->count * 2 < sequence.size()) {
        return std::nullopt;  // most kernels are not part of it
    }
    const std::size_t perStep = unitsPerStep(trace, launches, kernels, *unit);
    if (perStep == 0 ||
        (isOnePass(sequence, *unit) && !hostWaitsInEach(trace, launches, kernels, *unit))) {
        return std::nullopt;
    }
    // The host's moment of a kernel: its launch, or its own start where none was recorded.
    const auto momentOf = [&](std::size_t at) {
        const SliceId launch = launches.launchOf(kernels[at]);
        return trace.slices().range(
            launch.isValid() ? launch : trace.gpuActivities()[kernels[at].index()].slice);
    };
    StepMarkers markers{StepSource::Kernels, {}, {}};
    markers.unitsPerStep = perStep;
    for (std::size_t at = 0; at < std::min(unit->length, kNamesShown); ++at) {
        markers.unit.push_back(shortKernelName(
            trace.name(trace.gpuActivities()[kernels[unit->first + at].index()].slice)));
    }
    const std::size_t length = unit->length * perStep;
    const std::size_t count = unit->count / perStep;
    for (std::size_t step = 0; step < count; ++step) {
        const std::size_t first = unit->first + step * length;
        const Time begin = momentOf(first).begin;
        const Time end =
            step + 1 < count ? momentOf(first + length).begin : momentOf(first + length - 1).end;
        markers.host.push_back({begin, std::max(begin, end)});
    }
    return markers;
}

}  // namespace gaplight
