// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/step_markers.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "core/analysis/steps/repeating_unit.h"
#include "core/analysis/torch/kernel_name.h"

namespace gaplight {
namespace {

// A unit of more annotations than this is not somebody's loop body but the trace repeated.
constexpr std::size_t kLongestAnnotationUnit = 64;
// Repetitions that span less of the annotated time than this are a detail, not the loop.
constexpr std::int64_t kLeastSpanPercent = 30;
// Annotation levels looked at before giving up: a loop hides under a pipeline, an epoch, a phase.
constexpr int kDeepestLevel = 4;
constexpr std::size_t kUnitLengthsTried = 64;  // of kernel sequences
constexpr std::size_t kLeastKernelUnit = 4;    // shorter cycles are layers, not steps
constexpr std::size_t kNamesShown = 32;        // of a kernel unit
// A unit is a layer where this part of its length, in kernels that it does not have, precedes the
// units and follows them: embedding and head of a model.
constexpr std::size_t kOtherKernelsDivisor = 10;

bool isProfilerStep(std::string_view name) {
    return name.starts_with("ProfilerStep#") || name == "ProfilerStep*";
}

// The annotated thread whose annotations span most.
std::vector<SliceId> annotationsOfMainThread(const Trace& trace,
                                             std::span<const SliceId> annotations) {
    std::vector<SliceId> best;
    Duration bestSpan{-1};
    for (std::size_t begin = 0; begin < annotations.size();) {
        const TrackId track = trace.trackOf(annotations[begin]);
        const Track& facts = trace.tracks()[track.index()];
        std::size_t end = begin;
        Time last = Time::min();
        while (end < annotations.size() &&
               annotations[end].index() < facts.firstSlice.index() + facts.sliceCount) {
            last = std::max(last, trace.slices().end(annotations[end]));
            ++end;
        }
        const Duration span = last - trace.slices().start(annotations[begin]);
        if (span > bestSpan) {
            bestSpan = span;
            best.assign(annotations.begin() + static_cast<std::ptrdiff_t>(begin),
                        annotations.begin() + static_cast<std::ptrdiff_t>(end));
        }
        begin = end;
    }
    return best;
}

StepMarkers profilerSteps(const Trace& trace, std::span<const SliceId> annotations) {
    StepMarkers markers{StepSource::ProfilerStep, {"ProfilerStep"}, {}};
    const SliceTable& slices = trace.slices();
    for (const SliceId slice : annotations) {
        if (!isProfilerStep(trace.name(slice))) {
            continue;
        }
        if (!markers.host.empty()) {
            markers.host.back().end = slices.start(slice);
        }
        markers.host.push_back(slices.range(slice));
    }
    return markers;
}

// Annotations that have `level` others of the thread around them.
std::vector<SliceId> annotationsAtLevel(const Trace& trace, std::span<const SliceId> annotations,
                                        int level) {
    std::vector<SliceId> found;
    std::vector<Time> openEnds;
    for (const SliceId slice : annotations) {
        while (!openEnds.empty() && openEnds.back() <= trace.slices().start(slice)) {
            openEnds.pop_back();
        }
        if (static_cast<int>(openEnds.size()) == level) {
            found.push_back(slice);
        }
        openEnds.push_back(trace.slices().end(slice));
    }
    return found;
}

std::optional<StepMarkers> repeatingAnnotations(const Trace& trace, std::span<const SliceId> items,
                                                Duration annotatedSpan) {
    std::unordered_map<std::string, std::uint32_t> numberOfGroup;
    std::vector<std::string> groups;
    std::vector<std::uint32_t> sequence;
    std::vector<std::int64_t> weights;
    for (const SliceId slice : items) {
        groups.push_back(annotationGroup(trace.name(slice)));
        sequence.push_back(
            numberOfGroup
                .try_emplace(groups.back(), static_cast<std::uint32_t>(numberOfGroup.size()))
                .first->second);
        weights.push_back(ns(trace.slices().duration(slice)));
    }
    std::vector<std::size_t> lengths(std::min(items.size() / 2, kLongestAnnotationUnit));
    std::iota(lengths.begin(), lengths.end(), std::size_t{1});
    const std::optional<RepeatingUnit> unit = findRepeatingUnit(sequence, weights, lengths);
    if (!unit) {
        return std::nullopt;
    }
    StepMarkers markers{StepSource::Annotations, {}, {}};
    const SliceTable& slices = trace.slices();
    for (std::size_t at = 0; at < unit->length; ++at) {
        markers.unit.push_back(groups[unit->first + at]);
    }
    for (std::size_t step = 0; step < unit->count; ++step) {
        const std::size_t first = unit->first + step * unit->length;
        const bool isLast = step + 1 == unit->count;
        const SliceId closing = items[first + unit->length - 1];
        markers.host.push_back(
            {slices.start(items[first]),
             isLast ? slices.end(closing) : slices.start(items[first + unit->length])});
    }
    const Duration span = markers.host.back().end - markers.host.front().begin;
    return span * 100 >= annotatedSpan * kLeastSpanPercent ? std::optional(markers) : std::nullopt;
}

std::optional<StepMarkers> annotationSteps(const Trace& trace,
                                           std::span<const SliceId> annotations) {
    if (annotations.empty()) {
        return std::nullopt;
    }
    Time last = Time::min();
    for (const SliceId slice : annotations) {
        last = std::max(last, trace.slices().end(slice));
    }
    const Duration span = last - trace.slices().start(annotations.front());
    for (int level = 0; level < kDeepestLevel; ++level) {
        const std::vector<SliceId> items = annotationsAtLevel(trace, annotations, level);
        if (std::optional<StepMarkers> found = repeatingAnnotations(trace, items, span)) {
            return found;
        }
    }
    return std::nullopt;
}

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
        const bool isPass =
            kind == SliceKind::CpuOp ||
            (kind == SliceKind::UserAnnotation && trace.slices().end(up) < end) ||
            (kind == SliceKind::PythonFunction && trace.name(up).starts_with("nn.Module: "));
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

std::optional<StepMarkers> kernelSteps(const Trace& trace, const LaunchIndex& launches,
                                       std::span<const DeviceActivities> devices) {
    const std::vector<ActivityId> kernels = kernelsOfBusiestStream(trace, devices);
    std::vector<std::uint32_t> sequence;
    sequence.reserve(kernels.size());
    for (const ActivityId id : kernels) {
        sequence.push_back(trace.slices().name(trace.gpuActivities()[id.index()].slice).value);
    }
    std::vector<std::size_t> lengths = likelyUnitLengths(sequence, kUnitLengthsTried);
    std::erase_if(lengths, [](std::size_t length) { return length < kLeastKernelUnit; });
    const std::vector<std::int64_t> weights(sequence.size(), 1);
    const std::optional<RepeatingUnit> unit = findRepeatingUnit(sequence, weights, lengths);
    if (!unit || unit->length * unit->count * 2 < sequence.size()) {
        return std::nullopt;  // most kernels are not part of it
    }
    const std::size_t perStep = unitsPerStep(trace, launches, kernels, *unit);
    if (perStep == 0 || isOnePass(sequence, *unit)) {
        return std::nullopt;
    }
    // The host's moment of a kernel: its launch, or its own start where none was recorded.
    const auto momentOf = [&](std::size_t at) {
        const SliceId launch = launches.launchOf(kernels[at]);
        return trace.slices().range(
            launch.isValid() ? launch : trace.gpuActivities()[kernels[at].index()].slice);
    };
    StepMarkers markers{StepSource::Kernels, {}, {}};
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

}  // namespace

std::string_view stepSourceName(StepSource source) {
    switch (source) {
        case StepSource::ProfilerStep:
            return "profiler_step";
        case StepSource::Annotations:
            return "annotations";
        case StepSource::Kernels:
            return "kernels";
        case StepSource::None:
            break;
    }
    return "none";
}

std::string annotationGroup(std::string_view name) {
    if (isProfilerStep(name)) {
        return "ProfilerStep";
    }
    constexpr std::string_view kGraphCall = "## Call CompiledFxGraph ";
    constexpr std::size_t kHashDigits = 8;
    if (name.starts_with(kGraphCall)) {
        const std::string_view hash = name.substr(kGraphCall.size());
        return "CompiledFxGraph " +
               std::string(hash.substr(0, std::min(hash.find(' '), kHashDigits)));
    }
    return std::string(name);
}

StepMarkers stepsWithin(StepMarkers markers, TimeRange range) {
    const auto first =
        std::find_if(markers.host.begin(), markers.host.end(),
                     [&](const TimeRange& step) { return step.begin >= range.begin; });
    markers.firstNumber = static_cast<std::size_t>(first - markers.host.begin());
    std::erase_if(markers.host, [&](const TimeRange& step) { return !range.contains(step.begin); });
    return markers;
}

StepMarkers findStepMarkers(const Trace& trace, const LaunchIndex& launches,
                            std::span<const SliceId> annotations,
                            std::span<const DeviceActivities> devices) {
    const std::vector<SliceId> main = annotationsOfMainThread(trace, annotations);
    StepMarkers markers = profilerSteps(trace, main);
    if (!markers.host.empty()) {
        return markers;
    }
    if (std::optional<StepMarkers> found = annotationSteps(trace, main)) {
        return *found;
    }
    if (std::optional<StepMarkers> found = kernelSteps(trace, launches, devices)) {
        return *found;
    }
    return StepMarkers{StepSource::None, {}, {trace.range()}};
}

}  // namespace gaplight
