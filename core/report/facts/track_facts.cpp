// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/track_facts.h"

#include <map>
#include <set>

#include "core/index/device_properties.h"

namespace gaplight {

std::string_view trackKindName(TrackKind kind) {
    switch (kind) {
        case TrackKind::Stream:
            return "stream";
        case TrackKind::Async:
            return "async";
        case TrackKind::Thread:
            break;
    }
    return "thread";
}

std::string processTitle(const Trace& trace, ProcessId process) {
    const Process& facts = trace.processes()[process.index()];
    const std::string_view name = trace.text(facts.name);
    const std::string_view pid = trace.text(facts.pid);
    std::string title = trace.sources().size() > 1
                            ? sourceLabel(trace.sources(), facts.source) + " · "
                            : std::string();
    if (!name.empty() && name != pid) {
        title.append(name).append(" ");
    }
    return title.append(pid);
}

std::string trackTitle(const Trace& trace, const Track& track) {
    const std::string_view name = trace.text(track.name);
    return std::string(name.empty() ? trace.text(track.tid) : name);
}

std::size_t overflowLanes(const Track& track) {
    return track.overflowRows;
}

std::string counterTitle(const Trace& trace, const CounterSeries& counter) {
    const std::string_view series = trace.text(counter.series);
    std::string title(trace.text(counter.name));
    return series.empty() ? title : title.append(": ").append(series);
}

std::vector<DeviceFacts> deviceFacts(const Trace& trace) {
    std::map<GpuId, DeviceFacts> byGpu;
    std::set<const DeviceProperties*> shown;
    const DevicePropertiesTable table(trace);
    for (const Track& track : trace.tracks()) {
        if (track.gpu && track.sliceCount > 0 && !byGpu.contains(*track.gpu)) {
            const DeviceProperties* properties = table.of(*track.gpu);
            shown.insert(properties);
            byGpu[*track.gpu] = properties == nullptr
                                    ? DeviceFacts{*track.gpu, {}, 0}
                                    : DeviceFacts{*track.gpu, properties->name, properties->sms};
        }
    }
    for (const DeviceProperties& unused : trace.facts().devices) {
        if (!shown.contains(&unused)) {
            byGpu.try_emplace(unused.gpu, DeviceFacts{unused.gpu, unused.name, unused.sms});
        }
    }
    std::vector<DeviceFacts> devices;
    devices.reserve(byGpu.size());
    for (auto& [gpu, facts] : byGpu) {
        devices.push_back(std::move(facts));
    }
    return devices;
}

std::string gpuCell(const Trace& trace, GpuId gpu) {
    return trace.sources().size() > 1 ? trace.gpuLabel(gpu) : std::to_string(gpu.device);
}

}  // namespace gaplight
