// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/analysis.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>

#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

#include "core/analysis/name_classes.h"

namespace gaplight {
namespace {

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
    assert(sum(device.idleByFiller) == device.totals.idle);
}

DeviceAnalysis analyseDevice(const Trace& trace, const LaunchIndex& launches,
                             const NameClasses& names, const DeviceActivities& activities,
                             std::span<const BlockingCall> blockingCalls, Duration gapThreshold) {
    DeviceAnalysis device;
    tbb::parallel_invoke(
        [&] {
            device.totals = gpuActivityTotals(trace, activities);
            device.launchDelays = launchDelayTotals(trace, launches, activities);
        },
        [&] {
            device.gaps = findGaps(trace, launches, activities, blockingCalls);
            device.idleByTrigger = idleByTrigger(device.gaps);
            GapFillers fillers = gapFillers(trace, names, device.gaps);
            device.idleByFiller = fillers.total;
            device.gapFiller = std::move(fillers.mainFiller);
        });
    for (const Gap& gap : device.gaps) {
        if (gap.length() >= gapThreshold) {
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
        if (trace.slices().offset(slice) < m_firstByte) {
            m_firstByte = trace.slices().offset(slice);
            m_first = slice;
        }
    }
    void recordIn(ImportIssues& issues, IssueKind kind, const Trace& trace) const {
        if (m_count > 0) {
            issues.record(kind, m_firstByte, trace.name(m_first), m_count);
        }
    }

private:
    std::uint64_t m_count = 0;
    std::uint64_t m_firstByte = std::numeric_limits<std::uint64_t>::max();
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
            if (trace.correlations().find(slice) != nullptr) {
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

}  // namespace

Analysis analyze(const Trace& trace, const LaunchIndex& launches, const AnalysisOptions& options) {
    Analysis analysis;
    analysis.gapThreshold = options.gapThreshold;
    std::vector<DeviceActivities> devices;
    std::vector<SliceId> annotations;
    NameClasses names;
    tbb::parallel_invoke([&] { devices = activitiesByDevice(trace); },
                         [&] { annotations = annotationSlices(trace); },
                         [&] { names = NameClasses::build(trace); });
    if (options.stop.stop_requested()) {
        return analysis;
    }
    analysis.blockingCalls = blockingCalls(trace, names, annotations);
    analysis.blockingCallTotals = blockingCallTotals(trace, analysis.blockingCalls);
    if (options.stop.stop_requested()) {
        return analysis;
    }
    analysis.devices.resize(devices.size());
    tbb::parallel_for(std::size_t{0}, devices.size(), [&](std::size_t i) {
        analysis.devices[i] = analyseDevice(trace, launches, names, devices[i],
                                            analysis.blockingCalls, options.gapThreshold);
    });
    if (options.stop.stop_requested()) {
        return analysis;
    }
    std::vector<std::span<const Gap>> gaps;
    for (const DeviceAnalysis& device : analysis.devices) {
        gaps.emplace_back(device.gaps);
    }
    tbb::parallel_invoke(
        [&] {
            analysis.annotations = annotationTotals(trace, launches, annotations, devices, gaps,
                                                    analysis.blockingCalls);
        },
        [&] { analysis.issues = launchIssues(trace, launches); },
        [&] {
            analysis.steps = measureSteps(trace, launches,
                                          findStepMarkers(trace, launches, annotations, devices),
                                          devices, gaps, analysis.blockingCalls);
        });
    return analysis;
}

}  // namespace gaplight
