// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/analysis.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

#include "core/analysis/serving/iterations.h"
#include "core/analysis/steps/iteration_steps.h"
#include "core/base/intervals.h"
#include "core/base/parallel.h"
#include "core/index/device_properties.h"

namespace gaplight {
namespace {

// The slices of a list that start in a range.
std::vector<SliceId> startingWithin(const Trace& trace, std::vector<SliceId> slices,
                                    TimeRange range) {
    std::erase_if(slices,
                  [&](SliceId slice) { return !range.contains(trace.slices().start(slice)); });
    return slices;
}

template <std::size_t Size>
[[maybe_unused]] Duration sum(const std::array<Duration, Size>& parts) {
    return std::accumulate(parts.begin(), parts.end(), Duration::zero());
}

// The identities of metrics.md, to the nanosecond.
void assertIdentities([[maybe_unused]] const DeviceAnalysis& device) {
    [[maybe_unused]] const auto gapTotal =
        std::accumulate(device.gaps.begin(), device.gaps.end(), Duration::zero(),
                        [](Duration total, const Gap& gap) { return total + gap.length(); });
    assert(device.totals.busy + device.totals.idle == device.totals.window.length());
    assert(gapTotal == device.totals.idle);
    assert(sum(device.idleByTrigger) == device.totals.idle);
    assert(sum(device.idleByActivity) == device.totals.idle);
}

DeviceAnalysis analyzeDevice(const Trace& trace, const LaunchIndex& launches,
                             const NameClasses& names, const DeviceActivities& activities,
                             std::span<const BlockingCall> blockingCalls,
                             const AnalysisOptions& options) {
    DeviceAnalysis device;
    parallelInvoke(
        [&] {
            device.totals = gpuActivityTotals(trace, activities, options.range);
            device.launchDelays = launchDelayTotals(trace, launches, activities, options.range);
        },
        [&] {
            device.gaps = findGaps(trace, launches, activities, blockingCalls);
            if (options.range) {
                device.gaps = gapsWithin(std::move(device.gaps), *options.range);
            }
            device.idleByTrigger = idleByTrigger(device.gaps);
            GapActivities host = findGapActivities(trace, names, device.gaps);
            device.idleByActivity = host.total;
            device.gapActivity = std::move(host.mainActivity);
        });
    for (const Gap& gap : device.gaps) {
        if (gap.length() >= options.gapThreshold) {
            ++device.gapsOverThreshold;
            device.gapsOverThresholdTotal += gap.length();
        }
    }
    assertIdentities(device);
    return device;
}

// Counts one kind of oddity and keeps the first in the file as its example.
class Oddity {
public:
    void add(const Trace& trace, SliceId slice) {
        ++m_count;
        if (trace.slices().event(slice) < m_firstEvent) {
            m_firstEvent = trace.slices().event(slice);
            m_first = slice;
        }
    }
    void recordIn(ImportIssues& issues, IssueKind kind, const Trace& trace) const {
        if (m_count > 0) {
            issues.record(kind, m_firstEvent.number(), trace.name(m_first), m_count);
        }
    }

private:
    std::uint64_t m_count = 0;
    EventId m_firstEvent;
    SliceId m_first;
};

ImportIssues launchIssues(const Trace& trace, const LaunchIndex& launches) {
    Oddity before;
    Oddity missing;
    const auto activities = trace.gpuActivities();
    for (std::size_t i = 0; i < activities.size(); ++i) {
        const SliceId slice = activities[i].slice;
        const SliceId launch = launches.launchOf(ActivityId(i));
        if (!launch.isValid()) {
            if (trace.correlations().find(slice)) {
                missing.add(trace, slice);
            }
        } else if (trace.slices().start(slice) < trace.slices().start(launch)) {
            before.add(trace, slice);
        }
    }
    ImportIssues issues;
    before.recordIn(issues, IssueKind::GpuBeforeLaunch, trace);
    missing.recordIn(issues, IssueKind::LaunchMissing, trace);
    return issues;
}

// Restricts what was found in the whole trace to the analyzed range.
void cutToRange(const Trace& trace, TimeRange range, Analysis& analysis,
                std::vector<DeviceActivities>& devices) {
    for (DeviceActivities& device : devices) {
        device = activitiesWithin(trace, std::move(device), range);
    }
    analysis.annotationSlices = startingWithin(trace, std::move(analysis.annotationSlices), range);
    std::erase_if(analysis.blockingCalls, [&](const BlockingCall& call) {
        return !range.contains(trace.slices().start(call.slice));
    });
}

// What needs the gaps, or the activities of the range: totals per annotation, steps, oddities of
// launches.
void measureTotals(const Trace& trace, const LaunchIndex& launches,
                   std::span<const DeviceActivities> devices, StepMarkers markers,
                   Analysis& analysis) {
    std::vector<std::span<const Gap>> gaps;
    for (const DeviceAnalysis& device : analysis.devices) {
        gaps.emplace_back(device.gaps);
    }
    analysis.blockingCallTotals = blockingCallTotals(trace, analysis.blockingCalls);
    parallelInvoke(
        [&] {
            analysis.annotations = annotationTotals(trace, launches, analysis.annotationSlices,
                                                    devices, gaps, analysis.blockingCalls);
        },
        [&] { analysis.issues = launchIssues(trace, launches); },
        [&] {
            analysis.steps =
                measureSteps(trace, launches, std::move(markers), devices, analysis.blockingCalls);
        });
}

// What needs the steps: first use, and the gaps that need no finding.
void explainGaps(const Trace& trace, const LaunchIndex& launches, Analysis& analysis) {
    analysis.firstUse =
        FirstUses::find(trace, launches, analysis.names, analysis.steps, analysis.blockingCalls,
                        analysis.annotationSlices, analysis.range);
    analysis.rankWaits = RankWaits::find(trace, analysis.names);
    const bool sampled = isSampled(trace);
    parallelFor(std::size_t{0}, analysis.devices.size(), [&](std::size_t i) {
        DeviceAnalysis& device = analysis.devices[i];
        const GapReasonKind ofAll = device.kernelsLost           ? GapReasonKind::WorkNotRecorded
                                    : device.graphsUnderRecorded ? GapReasonKind::GraphNotRecorded
                                                                 : GapReasonKind::None;
        device.gapReason =
            fixedGapReasons(trace, launches, analysis.names, analysis.firstUse, analysis.rankWaits,
                            analysis.steps, device.gaps, device.gapActivity, ofAll, sampled,
                            usualLaunchInterval(trace, launches, device.byStart));
        for (std::size_t at = 0; at < device.gaps.size(); ++at) {
            const Duration length = device.gaps[at].length();
            if (device.gapReason[at] == GapReasonKind::EarlierWork &&
                length >= analysis.gapThreshold) {  // the GPU was not idle
                --device.gapsOverThreshold;
                device.gapsOverThresholdTotal -= length;
            }
        }
    });
}

// The steps of the trace, or of a part of it; those of a server are its iterations.
StepMarkers findSteps(const Trace& trace, const LaunchIndex& launches,
                      std::span<const DeviceActivities> devices,
                      const std::optional<TimeRange>& range, Analysis& analysis) {
    const std::vector<SliceId> slices = iterationSlices(trace, analysis.annotationSlices);
    ServingIterations iterations =
        measureIterations(trace, launches, slices, analysis.annotationSlices, devices);
    StepMarkers markers = slices.empty()
                              ? findStepMarkers(trace, launches, analysis.annotationSlices, devices)
                              : iterationSteps(iterations);
    if (range) {
        markers = stepsWithin(std::move(markers), *range);
        iterations = iterationsWithin(std::move(iterations), *range);
    }
    if (!iterations.rows.empty()) {
        const StepMarkers kinds = iterationSteps(iterations);
        markers.unit = kinds.unit;
        markers.stepsOfKind = kinds.stepsOfKind;
        analysis.serving = std::make_shared<const ServingIterations>(std::move(iterations));
    }
    return markers;
}

}  // namespace

Analysis analyze(const Trace& trace, const LaunchIndex& launches, const AnalysisOptions& options) {
    Analysis analysis;
    analysis.gapThreshold = options.gapThreshold;
    analysis.range = options.range.value_or(trace.range());
    std::vector<DeviceActivities> devices;
    parallelInvoke([&] { devices = activitiesByDevice(trace, launches); },
                   [&] { analysis.annotationSlices = annotationSlices(trace); },
                   [&] { analysis.names = NameClasses::build(trace); });
    if (options.stop.stop_requested()) {
        return analysis;
    }
    analysis.blockingCalls = blockingCalls(trace, analysis.names, analysis.annotationSlices);
    if (options.stop.stop_requested()) {
        return analysis;
    }
    analysis.devices.resize(devices.size());
    const std::vector<bool> underRecorded = underRecordedGraphs(trace, launches, devices);
    analysis.lostKernels = lostKernels(trace, launches, analysis.names, analysis.range);
    const std::vector<bool> kernelsLost =
        devicesWithoutKernels(trace, launches, devices, analysis.lostKernels);
    const DevicePropertiesTable properties(trace);
    parallelFor(std::size_t{0}, devices.size(), [&](std::size_t i) {
        DeviceAnalysis& device = analysis.devices[i];
        device = analyzeDevice(trace, launches, analysis.names, devices[i], analysis.blockingCalls,
                               options);
        device.properties = properties.of(device.totals.gpu);
        device.kernelsLost = kernelsLost[i];
        device.graphsUnderRecorded = underRecorded[i] || kernelsLost[i];
    });
    if (options.stop.stop_requested()) {
        return analysis;
    }
    StepMarkers markers = findSteps(trace, launches, devices, options.range, analysis);
    if (options.range) {
        cutToRange(trace, *options.range, analysis, devices);
    }
    measureTotals(trace, launches, devices, std::move(markers), analysis);
    for (std::size_t i = 0; i < devices.size(); ++i) {
        analysis.devices[i].busyAtStart = devices[i].busyAtStart;
        analysis.devices[i].byStart = std::move(devices[i].byStart);
    }
    explainGaps(trace, launches, analysis);
    return analysis;
}

const DeviceProperties* propertiesOf(const Analysis& analysis, GpuId gpu) {
    const auto at = std::lower_bound(
        analysis.devices.begin(), analysis.devices.end(), gpu,
        [](const DeviceAnalysis& device, GpuId of) { return device.totals.gpu < of; });
    return at == analysis.devices.end() || at->totals.gpu != gpu ? nullptr : at->properties;
}

TimeRange measuredWindow(const Analysis& analysis) {
    TimeRange window{};
    for (const DeviceAnalysis& device : analysis.devices) {
        const TimeRange& own = device.totals.window;
        const bool isFirst = window.length() == Duration::zero();
        window = isFirst
                     ? own
                     : TimeRange{std::min(window.begin, own.begin), std::max(window.end, own.end)};
    }
    return window;
}

Duration earlierWork(const DeviceAnalysis& device) {
    Duration sum{};
    for (std::size_t at = 0; at < device.gaps.size(); ++at) {
        const bool isEarlier = device.gapReason[at] == GapReasonKind::EarlierWork;
        sum += isEarlier ? device.gaps[at].length() : Duration::zero();
    }
    return sum;
}

bool isSampledCapture(const Analysis& analysis) {
    return std::any_of(analysis.devices.begin(), analysis.devices.end(),
                       [](const DeviceAnalysis& device) { return areSampled(device.gapReason); });
}

Duration graphCaptureTime(const Trace& trace, const Analysis& analysis,
                          const DeviceAnalysis& device) {
    std::vector<TimeRange> captures;
    for (const FirstUseCall& call : analysis.firstUse.calls()) {
        const TimeRange inside = commonPart(call.range, device.totals.window);
        if (call.kind == FirstUseKind::Capturing && inside.length() > Duration::zero() &&
            trace.sourceOf(call.slice) == device.totals.gpu.source) {
            captures.push_back(inside);
        }
    }
    std::sort(captures.begin(), captures.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    RunningUnion all;
    for (const TimeRange& capture : captures) {
        all.add(capture);
    }
    return all.length();
}

bool isMostlyGraphCapture(const Trace& trace, const Analysis& analysis,
                          const DeviceAnalysis& device) {
    const Duration time = graphCaptureTime(trace, analysis, device);
    return time > Duration::zero() && time * 2 >= device.totals.window.length();
}

}  // namespace gaplight
