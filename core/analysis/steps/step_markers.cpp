// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/step_markers.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/name_classes.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/statistics.h"
#include "core/base/text_hash.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

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
// many (the layers of a compiled model). 0 where all units are in one pass, or passes differ.
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

// By text, whether it is the name of a call that waits.
std::vector<bool> waitNames(const Trace& trace) {
    std::vector<bool> isWait(trace.strings().size());
    for (std::size_t at = 0; at < isWait.size(); ++at) {
        isWait[at] = apiCallOf(trace.text(StringId(at))) == ApiCall::Blocking;
    }
    return isWait;
}

// Whether the host waits for the GPU in each unit, as it does in a loop that reads results; the
// layers of a pass are launched without waits.
bool hostWaitsInEach(const Trace& trace, const LaunchIndex& launches,
                     std::span<const ActivityId> kernels, const RepeatingUnit& unit) {
    const std::vector<bool> isWait = waitNames(trace);
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

// Steps by the kernels of the stream that is busy longest: the largest unit of kernel names that
// repeats and makes up at least half of them. Units that are the layers of one pass are no steps:
// other kernels precede and follow all of them, and the host does not wait for the GPU in each.
// Empty: there are none. O(kernels × unit lengths tried).
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
    StepMarkers markers{StepSource::Kernels, {}, {}, {}};
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

std::vector<bool> moduleNames(const Trace& trace) {
    std::vector<bool> isModule(trace.strings().size());
    for (std::size_t at = 0; at < isModule.size(); ++at) {
        isModule[at] = namesOneModule(trace.text(StringId(at)));
    }
    return isModule;
}

// Whether what repeats is the layers of one pass of a model, not iterations: at least half of the
// units run modules that the trace names one by one ("nn.Module: Block_7", "FSDP::pre_forward
// (blocks.7)"), and no module runs on one thread in two units. An iteration runs the modules of the
// one before again. False without such names.
// O(texts); with such names one parallel pass over all slices and O(modules run × log units).
bool areModuleLayers(const Trace& trace, const StepMarkers& markers) {
    const std::vector<bool> isModule = moduleNames(trace);
    const SliceTable& slices = trace.slices();
    if (std::find(isModule.begin(), isModule.end(), true) == isModule.end()) {
        return false;
    }
    const std::vector<SliceId> modules = scanSlices(
        trace, [&](SliceId slice) { return bool{isModule[slices.name(slice).index()]}; });
    const std::vector<TimeRange>& units = markers.host;
    std::map<std::pair<TrackId, StringId>, std::size_t> unitOf;
    std::set<std::size_t> withModules;
    for (const SliceId slice : modules) {
        const Time start = slices.start(slice);
        const auto after = std::partition_point(
            units.begin(), units.end(), [&](const TimeRange& unit) { return unit.begin <= start; });
        if (after == units.begin() || !(after - 1)->contains(start)) {
            continue;
        }
        const auto unit = static_cast<std::size_t>(after - units.begin()) - 1;
        withModules.insert(unit);
        const auto [known, isNew] =
            unitOf.try_emplace({trace.trackOf(slice), slices.name(slice)}, unit);
        if (!isNew && known->second != unit) {
            return false;
        }
    }
    return withModules.size() >= 2 && withModules.size() * 2 >= units.size();
}

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
    StepMarkers markers{StepSource::ProfilerStep, {std::string(kProfilerStepGroup)}, {}, {}};
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

// The annotations at one level of a thread, and what makes two of them equal.
struct AnnotationSequence {
    std::span<const SliceId> items;
    std::vector<std::uint32_t> families;  // a number for each nameFamily
    std::vector<std::int64_t> weights;    // durations
};

AnnotationSequence sequenceOf(const Trace& trace, std::span<const SliceId> items) {
    AnnotationSequence sequence{items, {}, {}};
    std::unordered_map<std::string, std::uint32_t, TextHash> numberOf;
    std::unordered_map<StringId, std::uint32_t> numberOfName;
    for (const SliceId slice : items) {
        const StringId name = trace.slices().name(slice);
        const auto [known, isNew] = numberOfName.try_emplace(name, 0);
        if (isNew) {
            const std::string group = annotationGroup(trace.text(name));
            const bool isGroup = group != trace.text(name);
            known->second = numberOf
                                .try_emplace(isGroup ? group : nameFamily(group),
                                             static_cast<std::uint32_t>(numberOf.size()))
                                .first->second;
        }
        sequence.families.push_back(known->second);
        sequence.weights.push_back(ns(trace.slices().duration(slice)));
    }
    return sequence;
}

// Steps of one family cover this part of what a unit of several annotations covers, at least.
constexpr std::int64_t kFamilyCoverPercent = 90;

// The positions of the family that takes most of the time, of at least two annotations.
std::vector<std::size_t> mainFamily(const AnnotationSequence& sequence) {
    std::map<std::uint32_t, std::int64_t> weightOf;
    for (std::size_t at = 0; at < sequence.families.size(); ++at) {
        weightOf[sequence.families[at]] += sequence.weights[at];
    }
    const auto main =
        std::max_element(weightOf.begin(), weightOf.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<std::size_t> positions;
    for (std::size_t at = 0; at < sequence.families.size(); ++at) {
        if (main != weightOf.end() && sequence.families[at] == main->first) {
            positions.push_back(at);
        }
    }
    return positions.size() < 2 ? std::vector<std::size_t>{} : positions;
}

// The name of a step's annotation, where all are one; else the kinds of them, most frequent first.
void nameSteps(const Trace& trace, const AnnotationSequence& sequence,
               std::span<const std::size_t> positions, StepMarkers& markers) {
    std::map<std::string, std::size_t> kinds;
    bool isOneName = true;
    const StringId first = trace.slices().name(sequence.items[positions.front()]);
    for (const std::size_t at : positions) {
        isOneName = isOneName && trace.slices().name(sequence.items[at]) == first;
        ++kinds[stepKind(trace.name(sequence.items[at]))];
    }
    if (isOneName) {
        markers.unit = {annotationGroup(trace.text(first))};
        return;
    }
    std::vector<std::pair<std::string, std::size_t>> byCount(kinds.begin(), kinds.end());
    std::stable_sort(byCount.begin(), byCount.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [kind, count] : byCount) {
        markers.unit.push_back(kind);
        if (byCount.size() > 1) {
            markers.stepsOfKind.push_back(count);
        }
    }
}

// Each annotation of the main family is a step. It ends where the next one begins, or where it ends
// itself if other annotations follow.
StepMarkers familySteps(const Trace& trace, const AnnotationSequence& sequence,
                        std::span<const std::size_t> positions) {
    StepMarkers markers{StepSource::Annotations, {}, {}, {}};
    const SliceTable& slices = trace.slices();
    for (std::size_t step = 0; step < positions.size(); ++step) {
        const std::size_t at = positions[step];
        const bool isFollowed = step + 1 < positions.size() && positions[step + 1] == at + 1;
        markers.host.push_back(
            {slices.start(sequence.items[at]),
             isFollowed ? slices.start(sequence.items[at + 1]) : slices.end(sequence.items[at])});
    }
    nameSteps(trace, sequence, positions, markers);
    return markers;
}

// A unit of annotations that follow one another.
StepMarkers unitSteps(const Trace& trace, const AnnotationSequence& sequence,
                      const RepeatingUnit& unit) {
    StepMarkers markers{StepSource::Annotations, {}, {}, {}};
    const SliceTable& slices = trace.slices();
    for (std::size_t at = 0; at < unit.length; ++at) {
        std::vector<std::size_t> positions;
        for (std::size_t step = 0; step < unit.count; ++step) {
            positions.push_back(unit.first + step * unit.length + at);
        }
        StepMarkers named;
        nameSteps(trace, sequence, positions, named);
        if (unit.length == 1) {
            markers.unit = std::move(named.unit);
            markers.stepsOfKind = std::move(named.stepsOfKind);
        } else {
            markers.unit.push_back(std::move(named.unit.front()));
        }
    }
    for (std::size_t step = 0; step < unit.count; ++step) {
        const std::size_t first = unit.first + step * unit.length;
        const bool isLast = step + 1 == unit.count;
        const SliceId closing = sequence.items[first + unit.length - 1];
        markers.host.push_back(
            {slices.start(sequence.items[first]),
             isLast ? slices.end(closing) : slices.start(sequence.items[first + unit.length])});
    }
    return markers;
}

std::int64_t sumOf(std::span<const std::int64_t> weights) {
    return std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
}

// The steps that annotations of one level make: a unit of annotations that repeats, or each
// annotation of one family where they are numbered, are more than the units, and cover nearly the
// same time (training steps between which the program evaluates now and then).
std::optional<StepMarkers> repeatingAnnotations(const Trace& trace, std::span<const SliceId> items,
                                                Duration annotatedSpan) {
    const AnnotationSequence sequence = sequenceOf(trace, items);
    std::vector<std::size_t> lengths(std::min(items.size() / 2, kLongestAnnotationUnit));
    std::iota(lengths.begin(), lengths.end(), std::size_t{1});
    const std::optional<RepeatingUnit> unit =
        findRepeatingUnit(sequence.families, sequence.weights, lengths);
    const std::vector<std::size_t> family = mainFamily(sequence);
    std::int64_t covered = 0;
    for (const std::size_t at : family) {
        covered += sequence.weights[at];
    }
    const std::int64_t unitCovers =
        unit ? sumOf(std::span(sequence.weights).subspan(unit->first, unit->length * unit->count))
             : 0;
    const auto nameAt = [&](std::size_t at) { return trace.slices().name(items[at]); };
    const bool isNumbered = std::any_of(family.begin(), family.end(), [&](std::size_t at) {
        return nameAt(at) != nameAt(family.front());
    });
    const bool isFamily = isNumbered && (!unit || family.size() > unit->count) &&
                          covered * 100 >= unitCovers * kFamilyCoverPercent;
    if (!isFamily && !unit) {
        return std::nullopt;
    }
    const std::size_t first = isFamily ? family.front() : unit->first;
    const std::size_t last =
        isFamily ? family.back() : unit->first + unit->length * unit->count - 1;
    if (inOneOperator(trace, items[first], items[last])) {
        return std::nullopt;
    }
    StepMarkers markers =
        isFamily ? familySteps(trace, sequence, family) : unitSteps(trace, sequence, *unit);
    const Duration span = markers.host.back().end - markers.host.front().begin;
    return span * 100 >= annotatedSpan * kMinSpanPercent ? std::optional(markers) : std::nullopt;
}

// Whether most of the steps submit work to a GPU, and half of all launches are in them; or the
// trace has no launches. Layers inside the capture of a CUDA graph submit none.
// O(launches × log steps).
bool submitWork(const Trace& trace, const LaunchIndex& launches, const StepMarkers& markers) {
    const std::vector<TimeRange>& steps = markers.host;
    std::vector<bool> submits(steps.size());
    std::size_t inside = 0;
    for (const SliceId launch : launches.launches()) {
        const Time start = trace.slices().start(launch);
        const auto after = std::partition_point(
            steps.begin(), steps.end(), [&](const TimeRange& step) { return step.begin <= start; });
        const auto at = static_cast<std::size_t>(after - steps.begin());
        if (at > 0 && steps[at - 1].contains(start)) {
            submits[at - 1] = true;
            ++inside;
        }
    }
    const auto submitting =
        static_cast<std::size_t>(std::count(submits.begin(), submits.end(), true));
    return launches.launches().empty() ||
           (2 * submitting >= steps.size() && 2 * inside >= launches.launches().size());
}

// What the host does in units of annotations.
struct UnitWork {
    std::vector<std::size_t> launches;
    std::vector<std::size_t> ends;  // units in which the host waits for the GPU
};

// O(slices + launches × log units).
UnitWork workOf(const Trace& trace, const LaunchIndex& launches, std::span<const TimeRange> units) {
    UnitWork work{std::vector<std::size_t>(units.size()), {}};
    const auto unitAt = [&](SliceId slice) {
        const Time start = trace.slices().start(slice);
        const auto after = std::partition_point(
            units.begin(), units.end(), [&](const TimeRange& unit) { return unit.begin <= start; });
        return after == units.begin() || !(after - 1)->contains(start)
                   ? units.size()
                   : static_cast<std::size_t>(after - units.begin()) - 1;
    };
    for (const SliceId launch : launches.launches()) {
        const std::size_t unit = unitAt(launch);
        if (unit < units.size()) {
            ++work.launches[unit];
        }
    }
    std::set<std::size_t> ends;
    const std::vector<bool> isWaitName = waitNames(trace);
    const auto isWait = [&](SliceId slice) {
        return isWaitName[trace.slices().name(slice).index()] && isApiCall(trace.kind(slice));
    };
    for (const SliceId wait : scanSlices(trace, isWait)) {
        const std::size_t unit = unitAt(wait);
        if (unit < units.size()) {
            ends.insert(unit);
        }
    }
    work.ends.assign(ends.begin(), ends.end());
    return work;
}

// Units of annotations that are the layers of a pass, joined to passes; else as they are. A pass
// ends with its head and the next one begins with its embedding, between the last layer of one and
// the first of the other: there, every n-th unit (n > 1), the host waits, in no other unit, and
// launches more than in a layer, by at least a part in kOtherKernelsDivisor and by less than a
// layer. A loop that reads its loss every n-th step launches no more there; one that evaluates
// launches more than a step. O(slices + launches × log units).
StepMarkers joinLayers(const Trace& trace, const LaunchIndex& launches, StepMarkers markers) {
    const std::vector<TimeRange>& units = markers.host;
    const UnitWork work = workOf(trace, launches, units);
    const std::vector<std::size_t>& ends = work.ends;
    if (ends.size() < 3 || ends[1] - ends[0] < 2 || ends[0] >= ends[1] - ends[0] ||
        units.size() - 1 - ends.back() > ends[1] - ends[0]) {
        return markers;
    }
    const std::size_t perPass = ends[1] - ends[0];
    std::vector<std::size_t> launched = work.launches;
    const std::size_t usual = lowerMedian(launched);
    const std::size_t more = std::max<std::size_t>(2, usual / kOtherKernelsDivisor);
    for (std::size_t at = 0; at < ends.size(); ++at) {
        const std::size_t own = work.launches[ends[at]];
        const bool isLast = ends[at] + 1 == units.size();
        if (ends[at] != ends[0] + at * perPass ||
            (!isLast && (own < usual + more || own >= 2 * usual))) {
            return markers;
        }
    }
    std::vector<TimeRange> passes;
    for (std::size_t first = (ends[0] + 1) % perPass; first + perPass <= units.size();
         first += perPass) {
        passes.push_back({units[first].begin, units[first + perPass - 1].end});
    }
    markers.stepsOfKind.clear();
    markers.host = std::move(passes);
    return markers;
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
                return joinLayers(trace, launches, std::move(*found));
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::string_view stepSourceName(StepSource source) {
    switch (source) {
        case StepSource::Iterations:
            return "iterations";
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
    std::vector<SliceId> own(annotations.begin(), annotations.end());
    std::erase_if(own, [&](SliceId slice) { return isLibraryRange(trace.name(slice)); });
    const std::vector<SliceId> main = annotationsOfMainThread(trace, own);
    if (std::optional<StepMarkers> found = annotationSteps(trace, launches, main)) {
        return *found;
    }
    const std::optional<StepMarkers> found = kernelSteps(trace, launches, devices);
    if (found && !areModuleLayers(trace, *found)) {
        return *found;
    }
    return StepMarkers{StepSource::None, {}, {}, {trace.range()}};
}

}  // namespace gaplight
