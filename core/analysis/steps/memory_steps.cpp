// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/memory_steps.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/base/id_hash.h"

namespace gaplight {
std::vector<DeviceMemory> memoryPerStep(const Trace& trace, const StepIndex& steps) {
    std::map<GpuId, DeviceMemory> devices;
    std::map<GpuId, std::int64_t> allocated;  // the last event's figure
    const auto endStep = [&](std::size_t step) {
        for (const auto& [gpu, bytes] : allocated) {
            DeviceMemory& memory = devices[gpu];
            memory.gpu = gpu;
            memory.steps.resize(steps.count());
            memory.steps[step] = MemoryStep{bytes, std::nullopt};
        }
    };
    std::map<GpuId, std::int64_t> beforeFirst;
    std::size_t step = 0;
    for (const MemoryEvent& event : trace.memoryEvents()) {
        const GpuId gpu = trace.gpuOf(event);
        if (!gpu.isValid() || event.totalAllocated < 0) {
            continue;
        }
        for (; step < steps.count() && event.time >= steps.host(step).end; ++step) {
            endStep(step);
        }
        if (steps.count() > 0 && event.time < steps.host(0).begin) {
            beforeFirst[gpu] = event.totalAllocated;
        }
        allocated[gpu] = event.totalAllocated;
    }
    for (; step < steps.count(); ++step) {
        endStep(step);
    }
    std::vector<DeviceMemory> result;
    for (auto& [gpu, memory] : devices) {
        const auto before = beforeFirst.find(gpu);
        std::optional<std::int64_t> last =
            before == beforeFirst.end() ? std::nullopt : std::optional(before->second);
        for (std::optional<MemoryStep>& one : memory.steps) {
            if (one && last) {
                one->growth = one->allocated - *last;
            }
            last = one ? std::optional(one->allocated) : last;
        }
        result.push_back(std::move(memory));
    }
    return result;
}

std::vector<std::size_t> keptAllocations(const Trace& trace, GpuId gpu, TimeRange range) {
    const auto events = trace.memoryEvents();
    const auto first =
        std::partition_point(events.begin(), events.end(),
                             [&](const MemoryEvent& event) { return event.time < range.begin; });
    std::unordered_map<std::uint64_t, std::size_t, IdHash> open;  // address → event
    for (auto event = first; event != events.end() && event->time < range.end; ++event) {
        if (trace.gpuOf(*event) != gpu) {
            continue;
        }
        open.erase(event->address);
        if (event->bytes > 0) {
            open.emplace(event->address, static_cast<std::size_t>(event - events.begin()));
        }
    }
    std::vector<std::size_t> kept;
    kept.reserve(open.size());
    for (const auto& [address, event] : open) {
        kept.push_back(event);
    }
    std::sort(kept.begin(), kept.end());
    return kept;
}

}  // namespace gaplight
