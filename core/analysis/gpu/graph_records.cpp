// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/graph_records.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/name_classes.h"

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

}  // namespace

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
