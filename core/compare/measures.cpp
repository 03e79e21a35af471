// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/measures.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/gpu/copy_kind.h"
#include "core/analysis/idle/gap_activity.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/compile_spans.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/parallel.h"
#include "core/compare/busy_parts.h"
#include "core/compare/run_parts.h"
#include "core/compare/span_times.h"

namespace gaplight {
namespace {

// What the parts of a run are filled from, found once.
struct Events {
    std::vector<SliceId> graphLaunches;
    std::vector<SliceId> regions;
    std::vector<SliceId> regionLaunches;  // per region: firstLaunchInside()
    std::vector<SliceId> allocations;
    std::vector<std::vector<IdleByActivity>> activities;  // per device, per gap
};

template <std::size_t Size>
void addTo(std::array<Duration, Size>& total, const std::array<Duration, Size>& part) {
    std::transform(total.begin(), total.end(), part.begin(), total.begin(), std::plus<>());
}

void addCopy(const Trace& trace, const CopyKinds& kinds, SliceId slice, Measures& row) {
    CopyTotals& copy = row.copies[copyKindText(kinds.of(slice))];
    const CopyFacts* facts = trace.copyFacts().find(slice);
    ++copy.count;
    copy.bytes += facts != nullptr && facts->bytes > 0 ? facts->bytes : 0;
    copy.time += trace.slices().duration(slice);
}

template <class Parts>
void addActivities(const ComparedTrace& run, const CopyKinds& kinds, Parts& parts,
                   std::vector<Measures>& rows) {
    const Trace& trace = run.trace;
    KernelGroups groups(trace);
    std::vector<CoveredParts> covered(rows.size());
    for (const DeviceAnalysis& device : run.analysis.devices) {
        std::fill(covered.begin(), covered.end(), CoveredParts{});
        for (const ActivityId id : device.byStart) {
            const SliceId slice = trace.gpuActivities()[id.index()].slice;
            const TimeRange range = trace.slices().range(slice);
            const SliceKind kind = trace.kind(slice);
            const bool isCollective =
                kind == SliceKind::Kernel && groups.of(slice) == KernelGroup::Collective;
            parts.of(run.launches.launchOf(id), [&](std::size_t at) {
                Measures& row = rows[at];
                covered[at].busy.add(range);
                if (kind == SliceKind::Memcpy) {
                    addCopy(trace, kinds, slice, row);
                    return;
                }
                covered[at].withCommunication.add(range);
                (isCollective ? covered[at].communication : covered[at].compute).add(range);
                row.kernels += kind == SliceKind::Kernel ? 1U : 0U;
                row.collectives += isCollective ? 1U : 0U;
            });
        }
        for (std::size_t at = 0; at < rows.size(); ++at) {
            covered[at].addTo(rows[at]);
        }
    }
}

template <class Parts>
void addGaps(const ComparedTrace& run, const Events& events, Parts& parts,
             std::vector<Measures>& rows) {
    for (std::size_t d = 0; d < run.analysis.devices.size(); ++d) {
        const std::vector<Gap>& gaps = run.analysis.devices[d].gaps;
        for (std::size_t g = 0; g < gaps.size(); ++g) {
            parts.of(gaps[g].launch, [&](std::size_t at) {
                Measures& row = rows[at];
                row.idle += gaps[g].length();
                const auto trigger = static_cast<std::size_t>(gaps[g].trigger);
                row.idleByTrigger[trigger] += gaps[g].length();
                addTo(row.idleByActivity, events.activities[d][g]);
                addTo(row.activityByTrigger[trigger], events.activities[d][g]);
            });
        }
    }
}

template <class Parts>
void addCalls(const ComparedTrace& run, const Events& events, bool byAnnotation, Parts& parts,
              std::vector<Measures>& rows) {
    const Trace& trace = run.trace;
    for (const SliceId launch : run.launches.launches()) {
        parts.of(launch, [&](std::size_t at) { ++rows[at].launches; });
    }
    for (const SliceId call : events.graphLaunches) {
        parts.of(call, [&](std::size_t at) { ++rows[at].graphLaunches; });
    }
    for (const SliceId region : byAnnotation ? events.regions : events.regionLaunches) {
        parts.of(region, [&](std::size_t at) { ++rows[at].compiledRegions; });
    }
    for (const SliceId call : events.allocations) {
        parts.of(call, [&](std::size_t at) {
            ++rows[at].allocations;
            rows[at].allocating += trace.slices().duration(call);
        });
    }
    for (const BlockingCall& call : run.analysis.blockingCalls) {
        if (byAnnotation || !call.byProfiler) {
            parts.of(call.slice, [&](std::size_t at) {
                ++rows[at].blockingCalls;
                rows[at].blocking += trace.slices().duration(call.slice);
            });
        }
    }
}

// Counts per (part, name) first: a map is looked up once per pair, not once per launch.
template <class Parts>
void addLaunchApis(const ComparedTrace& run, Parts& parts, std::vector<Measures>& rows) {
    std::vector<std::unordered_map<std::uint32_t, std::uint64_t>> counts(rows.size());
    for (const SliceId launch : run.launches.launches()) {
        const std::uint32_t name = run.trace.slices().name(launch).value;
        parts.of(launch, [&](std::size_t at) { ++counts[at][name]; });
    }
    for (std::size_t at = 0; at < rows.size(); ++at) {
        for (const auto& [name, count] : counts[at]) {
            rows[at].launchApis[std::string(run.trace.text(StringId(name)))] += count;
        }
    }
}

bool isGpuMemoryCounter(const MemoryEvent& event) {
    constexpr std::int32_t kCpu = 0;  // c10::DeviceType::CPU
    return event.deviceType != kCpu && event.totalAllocated >= 0;
}

void raisePeak(Measures& row, const MemoryEvent& event) {
    row.memoryPeak = std::max(row.memoryPeak.value_or(0), event.totalAllocated);
}

template <class Parts>
void addMemory(const ComparedTrace& run, Parts& parts, std::vector<Measures>& rows) {
    for (const MemoryEvent& event : run.trace.memoryEvents()) {
        if (isGpuMemoryCounter(event)) {
            parts.at(event.time, [&](std::size_t at) { raisePeak(rows[at], event); });
        }
    }
}

// An annotation's peak is the highest that was allocated while it ran, by whichever thread.
// O(events log events + events × depth of annotations).
void addAnnotationPeaks(const ComparedTrace& run, const AnnotationParts& parts,
                        std::vector<Measures>& rows) {
    std::vector<const MemoryEvent*> events;
    for (const MemoryEvent& event : run.trace.memoryEvents()) {
        if (isGpuMemoryCounter(event)) {
            events.push_back(&event);
        }
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const MemoryEvent* a, const MemoryEvent* b) { return a->time < b->time; });
    for (std::size_t at = 0; at < run.analysis.annotationSlices.size(); ++at) {
        const TimeRange range = run.trace.slices().range(run.analysis.annotationSlices[at]);
        const auto first = std::partition_point(
            events.begin(), events.end(),
            [&](const MemoryEvent* event) { return event->time < range.begin; });
        for (auto event = first; event != events.end() && (*event)->time < range.end; ++event) {
            raisePeak(rows[parts.groupOf(at)], **event);
        }
    }
}

// One row per part; `byAnnotation`: the parts are annotations, which enclose what is in them, and
// the profiler's own waits. Rows are incomplete once `stop` is requested.
template <class Parts>
std::vector<Measures> measureParts(const ComparedTrace& run, const Events& events,
                                   const CopyKinds& kinds, bool byAnnotation,
                                   const std::stop_token& stop, Parts& parts) {
    std::vector<Measures> rows(parts.size());
    const auto add = [&stop](const auto& step) {
        if (!stop.stop_requested()) {
            step();
        }
    };
    add([&] { addActivities(run, kinds, parts, rows); });
    add([&] { addGaps(run, events, parts, rows); });
    add([&] { addCalls(run, events, byAnnotation, parts, rows); });
    add([&] { addLaunchApis(run, parts, rows); });
    add([&] { addMemory(run, parts, rows); });
    return rows;
}

// The first call in a slice of a host thread that launches GPU work; the slice where none does.
// Steps of kernels that repeat begin at a launch, after the region that makes it. O(log launches).
SliceId firstLaunchInside(const ComparedTrace& run, SliceId slice) {
    const auto all = run.launches.launches();
    const auto next = std::ranges::upper_bound(all, slice);
    const bool isInside = next != all.end() &&
                          run.trace.trackOf(*next) == run.trace.trackOf(slice) &&
                          run.trace.slices().start(*next) < run.trace.slices().end(slice);
    return isInside ? *next : slice;
}

// Without the activities of gaps once `stop` is requested.
Events findEvents(const ComparedTrace& run, const std::stop_token& stop) {
    enum : char { kNeither, kGraph, kRegion, kAllocation };
    const Trace& trace = run.trace;
    const auto isAllocation = [&](std::size_t name) {
        return run.analysis.names.apiCall(StringId(name)) == ApiCall::Alloc;
    };
    std::vector<char> kindOfName(trace.strings().size(), kNeither);
    for (std::size_t at = 0; at < kindOfName.size(); ++at) {
        const std::string_view name = trace.text(StringId(at));
        kindOfName[at] = graphCallOf(name) == GraphCall::Launch ? kGraph
                         : regionIdOf(name)                     ? kRegion
                         : isAllocation(at)                     ? kAllocation
                                                                : kNeither;
    }
    Events events;
    const std::vector<SliceId> found = scanSlices(trace, [&](SliceId slice) {
        const char kind = kindOfName[trace.slices().name(slice).index()];
        return kind == kRegion || (kind != kNeither && isApiCall(trace.kind(slice)));
    });
    for (const SliceId slice : found) {
        const char kind = kindOfName[trace.slices().name(slice).index()];
        const bool isHost = trace.tracks()[trace.trackOf(slice).index()].kind == TrackKind::Thread;
        if (isHost) {
            (kind == kGraph    ? events.graphLaunches
             : kind == kRegion ? events.regions
                               : events.allocations)
                .push_back(slice);
        }
    }
    for (const SliceId region : events.regions) {
        events.regionLaunches.push_back(firstLaunchInside(run, region));
    }
    for (const DeviceAnalysis& device : run.analysis.devices) {
        if (stop.stop_requested()) {
            break;
        }
        events.activities.push_back(activitiesOfGaps(trace, run.analysis.names, device.gaps));
    }
    return events;
}

void measureWhole(const ComparedTrace& run, MeasuredRun& measured) {
    measured.whole.wall = run.analysis.range.length();
    Time first = Time::max();
    Time last = Time::min();
    measured.whole.gpuBusy = measured.whole.compute = Duration::zero();
    measured.whole.communicationAlone = measured.whole.copiesAlone = Duration::zero();
    for (const DeviceAnalysis& device : run.analysis.devices) {
        // Work from before the capture too, which no launch leads to.
        measured.whole.gpuBusy += device.totals.busy;
        measured.whole.compute += device.totals.compute;
        measured.whole.communicationAlone += device.totals.communicationAlone;
        measured.whole.copiesAlone += device.totals.copiesAlone;
        first = std::min(first, device.totals.window.begin);
        last = std::max(last, device.totals.window.end);
    }
    measured.whole.gpuSpan = first < last ? last - first : Duration::zero();
}

void spanSteps(const ComparedTrace& run, MeasuredRun& measured) {
    const std::vector<StepRow>& rows = run.steps().rows;
    for (std::size_t at = 0; at < measured.steps.size(); ++at) {
        measured.steps[at].wall = rows[at].host.length();
        measured.spanOfStep.push_back(rows[at].span);
        measured.steps[at].gpuSpan = rows[at].span.length();
    }
}

void listAnnotations(const ComparedTrace& run, const AnnotationParts& parts,
                     std::vector<Measures> rows, MeasuredRun& measured) {
    const SliceTable& slices = run.trace.slices();
    std::vector<MeasuredAnnotation>& list = measured.annotations;
    list.resize(rows.size());
    for (std::size_t at = 0; at < rows.size(); ++at) {
        list[at].group = parts.groups()[at];
        list[at].measures = std::move(rows[at]);
    }
    for (std::size_t at = 0; at < run.analysis.annotationSlices.size(); ++at) {
        const SliceId slice = run.analysis.annotationSlices[at];
        MeasuredAnnotation& row = list[parts.groupOf(at)];
        const bool follows = !row.slices.empty() &&
                             run.trace.trackOf(row.slices.back()) == run.trace.trackOf(slice) &&
                             slices.end(row.slices.back()) <= slices.start(slice);
        if (follows) {
            row.gapsAfter.push_back(slices.start(slice) - slices.end(row.slices.back()));
        }
        ++row.count;
        row.measures.wall += slices.duration(slice);
        row.slices.push_back(slice);
    }
    std::sort(list.begin(), list.end(),
              [](const MeasuredAnnotation& a, const MeasuredAnnotation& b) {
                  return a.measures.wall != b.measures.wall ? a.measures.wall > b.measures.wall
                                                            : a.group < b.group;
              });
}

// Adds what is missing to `total` to the largest part.
template <std::size_t Size>
void fitParts(const std::array<Duration*, Size>& parts, Duration total) {
    for (const Duration* part : parts) {
        total -= *part;
    }
    **std::ranges::max_element(parts, {}, [](const Duration* part) { return *part; }) += total;
}

template <std::size_t Size>
void divide(std::array<Duration, Size>& parts, std::int64_t count) {
    for (Duration& part : parts) {
        part /= count;
    }
}

template <std::size_t Size>
std::array<Duration*, Size> pointersTo(std::array<Duration, Size>& parts) {
    std::array<Duration*, Size> pointers;
    std::ranges::transform(parts, pointers.begin(), [](Duration& part) { return &part; });
    return pointers;
}

void divideTimes(Measures& sum, std::int64_t count, std::size_t gpus) {
    for (Duration* time :
         {&sum.wall, &sum.gpuSpan, &sum.gpuBusy, &sum.compute, &sum.communicationAlone,
          &sum.copiesAlone, &sum.computeBesideCommunication, &sum.blocking, &sum.allocating}) {
        *time /= count;
    }
    divide(sum.idleByTrigger, count);
    divide(sum.idleByActivity, count);
    for (IdleByActivity& activities : sum.activityByTrigger) {
        divide(activities, count);
    }
    const Duration whole = sum.gpuSpan * static_cast<std::int64_t>(gpus);
    sum.gpuBusy = std::min(sum.gpuBusy, whole);
    sum.idle = whole - sum.gpuBusy;
    fitParts(std::array{&sum.compute, &sum.communicationAlone, &sum.copiesAlone}, sum.gpuBusy);
    fitParts(pointersTo(sum.idleByTrigger), sum.idle);
    fitParts(pointersTo(sum.idleByActivity), sum.idle);
}

}  // namespace

Measures meanMeasures(Measures sum, std::uint64_t count, std::size_t gpus) {
    divideTimes(sum, static_cast<std::int64_t>(count), gpus);
    for (std::uint64_t* of : {&sum.kernels, &sum.collectives, &sum.graphLaunches,
                              &sum.blockingCalls, &sum.allocations, &sum.compiledRegions}) {
        *of /= count;
    }
    sum.launches = 0;
    for (auto& [name, calls] : sum.launchApis) {
        calls /= count;
        sum.launches += calls;
    }
    for (auto& [kind, copy] : sum.copies) {
        copy = {copy.count / count, copy.bytes / static_cast<std::int64_t>(count),
                copy.time / static_cast<std::int64_t>(count)};
    }
    return sum;
}

Measures typicalMeasures(const MeasuredRun& run, std::span<const std::size_t> steps,
                         std::size_t gpus) {
    Measures first = run.steps[steps.front()];
    return steps.size() == 1 ? first : meanMeasures(first += run.steps[steps.back()], 2, gpus);
}

std::string copyKindText(const CopyKind& kind) {
    std::string text = kind.direction == CopyDirection::HostToDevice     ? "HtoD"
                       : kind.direction == CopyDirection::DeviceToHost   ? "DtoH"
                       : kind.direction == CopyDirection::DeviceToDevice ? "DtoD"
                       : kind.direction == CopyDirection::PeerToPeer     ? "PtoP"
                       : kind.direction == CopyDirection::HostToHost     ? "HtoH"
                                                                         : "copy";
    return text + (kind.host == HostMemory::Pageable ? " pageable"
                   : kind.host == HostMemory::Pinned ? " pinned"
                                                     : "");
}

Measures& Measures::operator+=(const Measures& other) {
    wall += other.wall;
    gpuSpan += other.gpuSpan;
    gpuBusy += other.gpuBusy;
    compute += other.compute;
    communicationAlone += other.communicationAlone;
    copiesAlone += other.copiesAlone;
    computeBesideCommunication += other.computeBesideCommunication;
    idle += other.idle;
    addTo(idleByTrigger, other.idleByTrigger);
    addTo(idleByActivity, other.idleByActivity);
    for (std::size_t at = 0; at < activityByTrigger.size(); ++at) {
        addTo(activityByTrigger[at], other.activityByTrigger[at]);
    }
    kernels += other.kernels;
    collectives += other.collectives;
    launches += other.launches;
    graphLaunches += other.graphLaunches;
    blockingCalls += other.blockingCalls;
    blocking += other.blocking;
    allocations += other.allocations;
    allocating += other.allocating;
    compiledRegions += other.compiledRegions;
    for (const auto& [name, count] : other.launchApis) {
        launchApis[name] += count;
    }
    for (const auto& [kind, totals] : other.copies) {
        CopyTotals& mine = copies[kind];
        mine.count += totals.count;
        mine.bytes += totals.bytes;
        mine.time += totals.time;
    }
    if (other.memoryPeak) {
        memoryPeak = std::max(memoryPeak.value_or(0), *other.memoryPeak);
    }
    return *this;
}

MeasuredRun measureRun(const ComparedTrace& run, std::span<const TimeRange> ranges,
                       const std::stop_token& stop) {
    const Events events = findEvents(run, stop);
    const CopyKinds kinds(run.trace);
    MeasuredRun measured;
    parallelInvoke(
        [&] {
            WholeRun parts;
            measured.whole = measureParts(run, events, kinds, false, stop, parts).front();
            measureWhole(run, measured);
        },
        [&] {
            StepParts parts(run, run.steps().markers.host);
            measured.steps = measureParts(run, events, kinds, false, stop, parts);
            spanSteps(run, measured);
            if (!stop.stop_requested()) {
                setSpanTimes(run, events.activities, measured.spanOfStep, measured.steps);
            }
        },
        [&] {
            AnnotationParts parts(run);
            std::vector<Measures> rows = measureParts(run, events, kinds, true, stop, parts);
            if (!stop.stop_requested()) {
                addAnnotationPeaks(run, parts, rows);
            }
            listAnnotations(run, parts, std::move(rows), measured);
        });
    for (std::size_t at = 0; at < ranges.size(); ++at) {
        StepParts parts(run, ranges.subspan(at, 1));
        measured.ranges.push_back(measureParts(run, events, kinds, false, stop, parts).front());
        measured.ranges.back().wall = ranges[at].length();
    }
    return measured;
}

}  // namespace gaplight
