// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/step_markers.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "core/analysis/steps/kernel_steps.h"
#include "core/analysis/steps/module_layers.h"
#include "core/analysis/steps/repeating_unit.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/base/text_hash.h"

namespace gaplight {
namespace {

// A unit of more annotations than this is not somebody's loop body but the trace repeated.
constexpr std::size_t kLongestAnnotationUnit = 64;
// Repetitions that span less of the annotated time than this are a detail, not the loop.
constexpr std::int64_t kMinSpanPercent = 30;
// Annotation levels looked at before giving up: a loop hides under a pipeline, an epoch, a phase.
constexpr int kDeepestLevel = 4;

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

// A last step without launches that is shorter than this part of the first one remains of the loop.
constexpr std::int64_t kRemainderDivisor = 10;

// The annotations ProfilerStep#N of the thread that has most of them.
std::vector<SliceId> profilerStepSlices(const Trace& trace, std::span<const SliceId> annotations) {
    std::map<TrackId, std::vector<SliceId>> byThread;
    std::vector<SliceId> most;
    for (const SliceId slice : annotations) {
        if (isProfilerStep(trace.name(slice))) {
            byThread[trace.trackOf(slice)].push_back(slice);
        }
    }
    for (auto& [thread, steps] : byThread) {
        if (steps.size() > most.size()) {
            most = std::move(steps);
        }
    }
    return most;
}

StepMarkers profilerSteps(const Trace& trace, const LaunchIndex& launches,
                          std::span<const SliceId> annotations) {
    StepMarkers markers{StepSource::ProfilerStep, {std::string(kProfilerStepGroup)}, {}};
    const SliceTable& slices = trace.slices();
    for (const SliceId slice : annotations) {
        if (!markers.host.empty()) {
            markers.host.back().end = slices.start(slice);
        }
        markers.host.push_back(slices.range(slice));
    }
    // What remains after the last prof.step() is no step.
    const Time lastStart = markers.host.back().begin;
    const auto all = launches.launches();
    const bool isEmpty = std::none_of(
        all.begin(), all.end(), [&](SliceId launch) { return slices.start(launch) >= lastStart; });
    if (markers.host.size() > 1 && !all.empty() && isEmpty &&
        markers.host.back().length() * kRemainderDivisor < markers.host.front().length()) {
        markers.host.pop_back();
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

// Whether one operator or API call spans both slices: what repeats inside is its own work.
bool inOneOperator(const Trace& trace, SliceId first, SliceId last) {
    const SliceTable& slices = trace.slices();
    for (SliceId up = slices.parent(first); up.isValid(); up = slices.parent(up)) {
        const SliceKind kind = trace.kind(up);
        if ((kind == SliceKind::CpuOp || isApiCall(kind)) && slices.end(up) >= slices.end(last)) {
            return true;
        }
    }
    return false;
}

std::optional<StepMarkers> repeatingAnnotations(const Trace& trace, std::span<const SliceId> items,
                                                Duration annotatedSpan) {
    std::unordered_map<std::string, std::uint32_t, TextHash> numberOfGroup;
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
    if (!unit || inOneOperator(trace, items[unit->first],
                               items[unit->first + unit->length * unit->count - 1])) {
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
    return span * 100 >= annotatedSpan * kMinSpanPercent ? std::optional(markers) : std::nullopt;
}

// Whether most of the steps submit work to a GPU, or the trace has none. Layers inside the capture
// of a CUDA graph do not.
// O(launches × log steps) at most.
bool submitWork(const Trace& trace, const LaunchIndex& launches, const StepMarkers& markers) {
    const std::vector<TimeRange>& steps = markers.host;
    std::vector<bool> submits(steps.size());
    std::size_t count = 0;
    for (const SliceId launch : launches.launches()) {
        const Time start = trace.slices().start(launch);
        const auto after = std::partition_point(
            steps.begin(), steps.end(), [&](const TimeRange& step) { return step.begin <= start; });
        const auto at = static_cast<std::size_t>(after - steps.begin());
        if (at > 0 && steps[at - 1].contains(start) && !submits[at - 1]) {
            submits[at - 1] = true;
            ++count;
        }
        if (2 * count >= steps.size()) {
            return true;
        }
    }
    return launches.launches().empty();
}

std::optional<StepMarkers> annotationSteps(const Trace& trace, const LaunchIndex& launches,
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
            if (submitWork(trace, launches, *found) && !areModuleLayers(trace, *found)) {
                return found;
            }
        }
    }
    return std::nullopt;
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
    const std::vector<SliceId> profiled = profilerStepSlices(trace, annotations);
    if (!profiled.empty()) {
        return profilerSteps(trace, launches, profiled);
    }
    const std::vector<SliceId> main = annotationsOfMainThread(trace, annotations);
    if (std::optional<StepMarkers> found = annotationSteps(trace, launches, main)) {
        return *found;
    }
    const std::optional<StepMarkers> found = kernelSteps(trace, launches, devices);
    if (found && !areModuleLayers(trace, *found)) {
        return *found;
    }
    return StepMarkers{StepSource::None, {}, {trace.range()}};
}

}  // namespace gaplight
