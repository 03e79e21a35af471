// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/memory_data.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "core/base/parallel.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/formats/open_snapshot.h"
#include "core/scene/memory/memory_view_scene.h"
#include "core/session/place_text.h"
#include "core/session/settings_file.h"

namespace gaplight {
namespace {

constexpr std::int64_t kNsPerUs = 1000;

// A value at each time at which it changes; the latest of those at the same time.
class CurvePoints {
public:
    void add(Time time, std::int64_t bytes) {
        if (!m_times.empty() && m_times.back() >= time) {
            m_values.back() = static_cast<double>(bytes);
        } else if (m_values.empty() || m_values.back() != static_cast<double>(bytes)) {
            m_times.push_back(time);
            m_values.push_back(static_cast<double>(bytes));
        }
    }
    [[nodiscard]] CounterCurve take(std::string title) {
        return CounterCurve::build(std::move(title), CounterUnit::Bytes, std::move(m_times),
                                   std::move(m_values));
    }

private:
    std::vector<Time> m_times;
    std::vector<double> m_values;
};

// The GPU of a number; no GPU where nothing ran on one.
GpuId gpuOfDevice(const Trace& trace, std::int32_t device) {
    for (const GpuActivity& activity : trace.gpuActivities()) {
        if (activity.gpu.device == device) {
            return activity.gpu;
        }
    }
    return {};
}

Result<Settings> settingsOf(const std::string& path, const DocumentContext& context) {
    if (context.trace != nullptr) {
        return context.trace->settings;
    }
    return context.settingsDirectory
               ? settingsFor(path, *context.settingsDirectory).map([](const TraceSettings& read) {
                     return read.settings;
                 })
               : context.reading.settings;
}

// At most some 30 reports a second, as OpenOptions has it.
Result<AllocatorHistory> readHistory(const std::string& path, const DocumentContext& context) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kInterval(33);
    SnapshotReadOptions options;
    options.stop = context.reading.stop;
    LoadProgress progress;
    Clock::time_point last;
    if (context.reading.onProgress) {
        options.onProgress = [&](std::uint64_t bytes, std::uint64_t total) {
            if (const auto now = Clock::now(); now - last >= kInterval) {
                last = now;
                progress.bytesRead = bytes;
                progress.bytesTotal = total;
                context.reading.onProgress(progress);
            }
        };
    }
    Result<AllocatorHistory> history = context.source != nullptr
                                           ? openSnapshot(*context.source, options)
                                           : openSnapshot(path, context.reading.inflation, options);
    if (context.reading.onProgress) {
        progress.stage = LoadStage::Analyzing;
        context.reading.onProgress(progress);
    }
    return history;
}

}  // namespace

Result<std::shared_ptr<const MemoryData>> MemoryData::open(const std::string& path,
                                                           const DocumentContext& context) {
    const OpenOptions& reading = context.reading;
    const Settings settings = TRY(settingsOf(path, context));
    AllocatorHistory history = TRY(readHistory(path, context));
    std::shared_ptr<MemoryData> data(new MemoryData(buildMemorySnapshot(std::move(history), path)));
    if (reading.stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, path + ": loading was cancelled");
    }
    std::vector<SnapshotRange> steps;
    std::vector<SnapshotRange> annotations;
    if (context.trace != nullptr) {
        const Trace& trace = *context.trace->trace;
        const Result<SnapshotPlacement> placement = placeSnapshot(data->m_snapshot, trace);
        if (!placement) {
            return fail(placement.error().code, path + ": " + placement.error().message);
        }
        data->m_placement = *placement;
        steps = stepsOfTrace(*placement, context.trace->analysis);
        annotations = annotationsOfTrace(*placement, trace);
    }
    if (data->deviceCount() == 0) {
        return fail(ErrorCode::NotATrace, path + ": " + std::string(kNothingToDraw));
    }
    if (!context.range.empty()) {
        const SnapshotRange range = TRY(rangeFromText(context.range, data->m_snapshot));
        cutSnapshot(data->m_snapshot, range.beginUs, range.endUs);
    }
    parallelInvoke(
        [&] {
            data->m_assessment = std::make_unique<const MemoryAssessment>(
                assessMemory(data->m_snapshot, settings, std::move(steps), std::move(annotations)));
        },
        [&] {
            for (std::size_t at = 0; context.isDrawn && at < data->deviceCount(); ++at) {
                data->m_views.emplace_back(data->model(at));
            }
        });
    if (context.isDrawn) {
        data->addMarks();
        data->m_originNs += context.trace == nullptr ? 0 : ns(context.trace->trace->range().begin);
    }
    return std::shared_ptr<const MemoryData>(std::move(data));
}

void MemoryData::addMarks() {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (std::size_t at = 0; at < deviceCount(); ++at) {
        m_views[at].steps = snapshotStepsOf(model(at), facts(at));
        m_views[at].ticks = memoryTicksOf(*m_assessment, model(at).device);
        if (!model(at).events.empty()) {
            first = std::min(first, model(at).timeUs(0) * kNsPerUs);
        }
    }
    m_clockNs = m_placement ? m_placement->baseTimeNs - ns(m_placement->offset)
                : first == std::numeric_limits<std::int64_t>::max() ? 0
                                                                    : first;
    m_originNs = m_clockNs;
}

std::size_t MemoryData::largestDevice() const {
    std::size_t largest = 0;
    for (std::size_t at = 1; at < deviceCount(); ++at) {
        largest = facts(at).peak.allocated > facts(largest).peak.allocated ? at : largest;
    }
    return largest;
}

std::string placementText(const SnapshotPlacement& placement) {
    if (!placement.uncertainty) {
        return "placed by the clock alone: nothing that both record confirms it";
    }
    const bool byAllocations = placement.placedBy == PlacedBy::Allocations;
    return "placed by " +
           countText(placement.matched, byAllocations ? "allocation or free" : "annotation",
                     byAllocations ? "allocations and frees" : "annotations") +
           " that both record: times agree within " + durationText(*placement.uncertainty);
}

std::vector<CounterCurve> memoryCounters(const MemoryData& data, const Trace& trace) {
    std::vector<CounterCurve> curves;
    if (!data.placement()) {
        return curves;
    }
    for (std::size_t at = 0; at < data.deviceCount(); ++at) {
        const MemoryModel& model = data.model(at);
        if (model.events.empty()) {
            continue;
        }
        CurvePoints allocated;
        for (Moment moment = 0; moment <= model.lastMoment(); ++moment) {
            allocated.add(data.placement()->timeOf(model.timeUs(moment)), model.allocated[moment]);
        }
        const GpuId gpu = gpuOfDevice(trace, model.device);
        if (gpu.isValid()) {
            curves.push_back(allocated.take(std::string(kMemoryLane)));
            curves.back().gpu = gpu;
        }
    }
    return curves;
}

}  // namespace gaplight
