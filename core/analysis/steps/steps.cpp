// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/steps.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/id.h"
#include "core/base/intervals.h"
#include "core/base/statistics.h"

namespace gaplight {

StepIndex::StepIndex(const Steps& steps) {
    if (steps.markers.source == StepSource::None) {
        return;
    }
    m_steps = steps.markers.host;
    // A server has warmed up before its iterations are recorded.
    const bool hasWarmUp = m_steps.size() > 1 && steps.markers.firstNumber == 0 &&
                           steps.markers.source != StepSource::Iterations;
    m_firstSteady = hasWarmUp ? 1 : 0;
}

std::optional<std::size_t> StepIndex::stepAt(Time time) const {
    const auto after =
        std::upper_bound(m_steps.begin(), m_steps.end(), time,
                         [](Time value, const TimeRange& step) { return value < step.begin; });
    if (after == m_steps.begin() || !std::prev(after)->contains(time)) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(std::prev(after) - m_steps.begin());
}

bool StepIndex::isInSteadyStep(Time time) const {
    const auto step = stepAt(time);
    return step && isSteady(*step);
}

double StepIndex::medianPerStep(std::span<const Time> times) const {
    if (steadyCount() == 0) {
        return 0;
    }
    std::vector<std::size_t> perStep(steadyCount());
    for (const Time time : times) {
        const auto step = stepAt(time);
        if (step && isSteady(*step)) {
            ++perStep[*step - m_firstSteady];
        }
    }
    return static_cast<double>(lowerMedian(perStep));
}

namespace {

// Which step a moment on the host belongs to.
class StepLookup {
public:
    explicit StepLookup(std::span<const TimeRange> steps) : m_steps(steps) {}

    std::optional<std::size_t> at(Time time) const {
        const auto after = std::upper_bound(
            m_steps.begin(), m_steps.end(), time,
            [](Time wanted, const TimeRange& step) { return wanted < step.begin; });
        if (after == m_steps.begin() || time >= (after - 1)->end) {
            return std::nullopt;
        }
        return static_cast<std::size_t>(after - m_steps.begin()) - 1;
    }

private:
    std::span<const TimeRange> m_steps;
};

// Counts the kernels of each step. When the last work of each ends, on any GPU; the earliest time
// where there is none.
std::vector<Time> addKernels(const Trace& trace, const LaunchIndex& launches,
                             const StepLookup& steps, std::span<const DeviceActivities> devices,
                             std::vector<StepRow>& rows) {
    std::vector<Time> ends(rows.size(), Time::min());
    for (const DeviceActivities& device : devices) {
        for (const ActivityId id : device.byStart) {
            const SliceId slice = trace.gpuActivities()[id.index()].slice;
            // Without any launch, what runs in a step is of that step.
            const SliceId launch = launches.launches().empty() ? slice : launches.launchOf(id);
            const auto step =
                launch.isValid() ? steps.at(trace.slices().start(launch)) : std::nullopt;
            if (step) {
                rows[*step].kernels += trace.kind(slice) == SliceKind::Kernel ? 1 : 0;
                ends[*step] = std::max(ends[*step], trace.slices().end(slice));
            }
        }
    }
    return ends;
}

// When the GPUs had done what was queued before the capture, as far as the first step shows: its
// first work waited for longer than kMaxQuickStart after its launch. Else the earliest time.
Time endOfEarlierWork(const Trace& trace, const LaunchIndex& launches, TimeRange firstStep,
                      std::span<const DeviceActivities> devices) {
    constexpr Duration kMaxQuickStart = std::chrono::milliseconds(5);
    Time first = Time::max();
    bool isQueued = false;
    for (const DeviceActivities& device : devices) {
        if (device.byStart.empty()) {
            continue;
        }
        const ActivityId id = device.byStart.front();
        const SliceId launch = launches.launchOf(id);
        const Time start = trace.slices().start(trace.gpuActivities()[id.index()].slice);
        if (start < first) {
            first = start;
            isQueued = launch.isValid() && firstStep.contains(trace.slices().start(launch)) &&
                       start - trace.slices().end(launch) > kMaxQuickStart;
        }
    }
    return isQueued ? first : Time::min();
}

// `ends`: result of addKernels(). `done`: when earlier work ended.
void setSpans(std::span<const Time> ends, Time done, std::vector<StepRow>& rows) {
    for (std::size_t at = 0; at < rows.size(); ++at) {
        rows[at].span.begin = std::max(rows[at].host.begin, done);
        if (at > 0) {
            rows[at - 1].span.end = rows[at].span.begin;
        }
        done = std::max({done, rows[at].span.begin, ends[at]});
    }
    if (!rows.empty()) {
        rows.back().span.end = std::max(rows.back().host.end, done);
    }
}

// Of one GPU.
void addSpanTimes(const Trace& trace, const DeviceActivities& device, std::vector<StepRow>& rows) {
    std::vector<RunningUnion> busy(rows.size());
    for (const ActivityId id : device.byStart) {
        const TimeRange range = trace.slices().range(trace.gpuActivities()[id.index()].slice);
        auto row = std::ranges::partition_point(
            rows, [&](const StepRow& one) { return one.span.end <= range.begin; });
        for (; row != rows.end() && row->span.begin < range.end; ++row) {
            busy[static_cast<std::size_t>(row - rows.begin())].add(commonPart(row->span, range));
        }
    }
    for (std::size_t at = 0; at < rows.size(); ++at) {
        rows[at].gpuBusy += busy[at].length();
        rows[at].gpuIdle += rows[at].span.length() - busy[at].length();
    }
}

}  // namespace

Steps measureSteps(const Trace& trace, const LaunchIndex& launches, StepMarkers markers,
                   std::span<const DeviceActivities> devices,
                   std::span<const BlockingCall> blockingCalls) {
    Steps steps{std::move(markers), {}, !launches.launches().empty()};
    for (const TimeRange& host : steps.markers.host) {
        StepRow& row = steps.rows.emplace_back();
        row.host = host;
    }
    const StepLookup lookup(steps.markers.host);
    const auto rowAt = [&](SliceId slice) -> StepRow* {
        const auto step = lookup.at(trace.slices().start(slice));
        return step ? &steps.rows[*step] : nullptr;
    };
    const Time earlier = steps.rows.empty()
                             ? Time::min()
                             : endOfEarlierWork(trace, launches, steps.rows.front().host, devices);
    setSpans(addKernels(trace, launches, lookup, devices, steps.rows), earlier, steps.rows);
    for (const DeviceActivities& device : devices) {
        addSpanTimes(trace, device, steps.rows);
    }
    for (const SliceId launch : launches.launches()) {
        if (StepRow* row = rowAt(launch)) {
            ++row->launches;
        }
    }
    for (const BlockingCall& call : blockingCalls) {
        StepRow* row = call.byProfiler ? nullptr : rowAt(call.slice);
        if (row != nullptr) {
            ++row->blockingCalls;
        }
    }
    return steps;
}

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
