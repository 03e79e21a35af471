// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/graph_records.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>

#include "core/analysis/slices/slice_scan.h"

namespace gaplight {
namespace {

// Calls named as graph launches, ascending. Those of that name that launched nothing are API calls.
std::vector<SliceId> graphLaunches(const Trace& trace) {
    std::vector<bool> isGraphName(trace.strings().size());
    bool hasAny = false;
    for (std::size_t i = 0; i < isGraphName.size(); ++i) {
        isGraphName[i] = graphCallOf(trace.text(StringId(i))) == GraphCall::Launch;
        hasAny = hasAny || isGraphName[i];
    }
    if (!hasAny) {
        return {};
    }
    return scanSlices(trace, [&](SliceId slice) {
        return isGraphName[trace.slices().name(slice).index()] && isApiCall(trace.kind(slice));
    });
}

// Which GPU a call's thread or process launches work on.
class LaunchTargets {
public:
    LaunchTargets(const Trace& trace, const LaunchIndex& launches)
        : m_trace(trace), m_launches(launches) {
        const auto calls = launches.launches();
        for (std::size_t at = 0; at < calls.size(); ++at) {
            m_gpusOfProcess[processOf(trace.trackOf(calls[at]))].insert(gpuAt(at));
        }
    }

    std::optional<GpuId> ofThread(SliceId call) const {
        const auto calls = m_launches.launches();
        const TrackId track = m_trace.trackOf(call);
        const auto after = std::lower_bound(calls.begin(), calls.end(), call);
        const auto at = static_cast<std::size_t>(after - calls.begin());
        if (at > 0 && m_trace.trackOf(calls[at - 1]) == track) {
            return gpuAt(at - 1);
        }
        return at < calls.size() && m_trace.trackOf(calls[at]) == track ? std::optional(gpuAt(at))
                                                                        : std::nullopt;
    }
    // Where the thread is of no help.
    bool mayBeOn(SliceId call, GpuId gpu) const {
        const TrackId track = m_trace.trackOf(call);
        const auto found = m_gpusOfProcess.find(processOf(track));
        return found != m_gpusOfProcess.end() ? found->second.contains(gpu)
                                              : m_trace.sourceOf(track) == gpu.source;
    }

private:
    ProcessId processOf(TrackId track) const { return m_trace.tracks()[track.index()].process; }
    GpuId gpuAt(std::size_t launch) const {
        return m_trace.gpuActivities()[m_launches.activitiesAt(launch).front().index()].gpu;
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    std::map<ProcessId, std::set<GpuId>> m_gpusOfProcess;
};

// Launches of kernels in `range` by any thread that is not in a stream capture at the time.
std::vector<SliceId> launchesThatRun(const Trace& trace, const NameClasses& names,
                                     TimeRange range) {
    std::vector<GraphCall> ofGraphs(trace.strings().size());
    for (std::size_t at = 0; at < ofGraphs.size(); ++at) {
        ofGraphs[at] = graphCallOf(trace.text(StringId(at)));
    }
    const auto graphCall = [&](SliceId slice) {
        return ofGraphs[trace.slices().name(slice).index()];
    };
    const auto isLaunch = [&](SliceId slice) {
        return names.apiCall(trace.slices().name(slice)) == ApiCall::Launch &&
               graphCall(slice) == GraphCall::None;
    };
    // The driver's call of a launch by the runtime.
    const auto isInsideLaunch = [&](SliceId slice) {
        const SliceId around = trace.slices().parent(slice);
        return around.isValid() && isApiCall(trace.kind(around)) && isLaunch(around);
    };
    std::vector<SliceId> calls;
    bool isCapturing = false;
    TrackId track;
    for (const SliceId slice : scanSlices(trace, [&](SliceId one) {
             return isApiCall(trace.kind(one)) &&
                    (isLaunch(one) || graphCall(one) == GraphCall::BeginCapture ||
                     graphCall(one) == GraphCall::EndCapture);
         })) {
        // In time order, one thread after the other.
        isCapturing = isCapturing && trace.trackOf(slice) == track;
        track = trace.trackOf(slice);
        if (!isLaunch(slice)) {
            isCapturing = graphCall(slice) == GraphCall::BeginCapture;
        } else if (!isCapturing && range.contains(trace.slices().start(slice)) &&
                   !isInsideLaunch(slice)) {
            calls.push_back(slice);
        }
    }
    return calls;
}

}  // namespace

std::vector<LostKernels> lostKernels(const Trace& trace, const LaunchIndex& launches,
                                     const NameClasses& names, TimeRange range) {
    bool anyKernel = false;
    bool anyLinked = false;
    std::vector<Time> lastEnd(trace.sources().size(), Time::min());
    const auto activities = trace.gpuActivities();
    for (std::size_t at = 0; at < activities.size(); ++at) {
        const bool isKernel = trace.kind(activities[at].slice) == SliceKind::Kernel;
        anyKernel = anyKernel || isKernel;
        anyLinked = anyLinked || (isKernel && launches.launchOf(ActivityId(at)).isValid());
        Time& last = lastEnd[activities[at].gpu.source.index()];
        last = std::max(last, trace.slices().end(activities[at].slice));
    }
    if (anyKernel && !anyLinked) {
        return {};
    }
    const auto launched = launches.launches();
    // Behind the last call of its thread whose work was recorded, and before that of the GPU ends.
    const auto isQueued = [&](SliceId call) {
        const auto next = std::upper_bound(launched.begin(), launched.end(), call);
        const TrackId track = trace.trackOf(call);
        return next != launched.begin() && trace.trackOf(*std::prev(next)) == track &&
               (next == launched.end() || trace.trackOf(*next) != track) &&
               trace.slices().start(call) <= lastEnd[trace.sourceOf(track).index()];
    };
    std::map<ProcessId, LostKernels> ofProcess;
    for (const SliceId call : launchesThatRun(trace, names, range)) {
        const bool isLost = !std::binary_search(launched.begin(), launched.end(), call);
        if (isLost && ((anyKernel && !trace.correlations().find(call)) || isQueued(call))) {
            continue;
        }
        const ProcessId process = trace.tracks()[trace.trackOf(call).index()].process;
        LostKernels& own = ofProcess[process];
        own.process = process;
        ++own.all;
        if (isLost) {
            own.lost.push_back(call);
        }
    }
    std::vector<LostKernels> all;
    for (auto& [process, own] : ofProcess) {
        if (!own.lost.empty()) {
            all.push_back(std::move(own));
        }
    }
    return all;
}

std::vector<bool> devicesWithoutKernels(const Trace& trace, const LaunchIndex& launches,
                                        std::span<const DeviceActivities> devices,
                                        std::span<const LostKernels> lost) {
    std::vector<bool> result(devices.size());
    if (std::ranges::none_of(lost, &LostKernels::isUnjudged)) {
        return result;
    }
    const LaunchTargets targets(trace, launches);
    for (const LostKernels& process : lost) {
        for (std::size_t at = 0; process.isUnjudged() && at < process.lost.size(); ++at) {
            const std::optional<GpuId> gpu = targets.ofThread(process.lost[at]);
            for (std::size_t i = 0; i < devices.size(); ++i) {
                result[i] = result[i] || (gpu ? *gpu == devices[i].gpu
                                              : targets.mayBeOn(process.lost[at], devices[i].gpu));
            }
        }
    }
    return result;
}

std::vector<bool> underRecordedGraphs(const Trace& trace, const LaunchIndex& launches,
                                      std::span<const DeviceActivities> devices) {
    std::vector<bool> result(devices.size());
    const std::vector<SliceId> calls = graphLaunches(trace);
    if (calls.empty()) {
        return result;
    }
    const LaunchTargets targets(trace, launches);
    std::vector<std::size_t> all(devices.size());
    std::vector<std::size_t> recorded(devices.size());
    for (const SliceId call : calls) {
        const auto activities = launches.activitiesOf(call);
        const std::optional<GpuId> gpu =
            activities.empty() ? targets.ofThread(call)
                               : std::optional(trace.gpuActivities()[activities[0].index()].gpu);
        for (std::size_t i = 0; i < devices.size(); ++i) {
            const bool isOn = gpu ? *gpu == devices[i].gpu : targets.mayBeOn(call, devices[i].gpu);
            all[i] += isOn ? 1 : 0;
            recorded[i] += isOn && !activities.empty() ? 1 : 0;
        }
    }
    for (std::size_t i = 0; i < devices.size(); ++i) {
        result[i] = 2 * recorded[i] < all[i];
    }
    return result;
}

}  // namespace gaplight
