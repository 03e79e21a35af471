// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/steps.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/intervals.h"

namespace gaplight {
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

// Lengthens the periods of steps to those of their work on one GPU. `onGpu`: from the first start
// to the last end of each step's work.
void addPeriods(const std::vector<TimeRange>& onGpu, std::vector<StepRow>& rows) {
    Time before = Time::min();
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (onGpu[at].begin <= onGpu[at].end) {
            const Time begin = before == Time::min() ? onGpu[at].begin : before;
            rows[at].period = std::max(rows[at].period, onGpu[at].end - begin);
            before = std::max(before, onGpu[at].end);
        }
    }
}

void addActivities(const Trace& trace, const LaunchIndex& launches, const StepLookup& steps,
                   const DeviceActivities& device, std::vector<StepRow>& rows) {
    std::vector<RunningUnion> busy(rows.size());
    std::vector<TimeRange> onGpu(rows.size(), TimeRange{Time::max(), Time::min()});
    for (const ActivityId id : device.byStart) {
        const SliceId launch = launches.launchOf(id);
        if (!launch.isValid()) {
            continue;
        }
        if (const auto step = steps.at(trace.slices().start(launch))) {
            const SliceId slice = trace.gpuActivities()[id.index()].slice;
            rows[*step].kernels += trace.kind(slice) == SliceKind::Kernel ? 1 : 0;
            const TimeRange range = trace.slices().range(slice);
            busy[*step].add(range);
            onGpu[*step] = {std::min(onGpu[*step].begin, range.begin),
                            std::max(onGpu[*step].end, range.end)};
        }
    }
    for (std::size_t at = 0; at < rows.size(); ++at) {
        rows[at].gpuBusy += busy[at].length();
    }
    addPeriods(onGpu, rows);
}

}  // namespace

Steps measureSteps(const Trace& trace, const LaunchIndex& launches, StepMarkers markers,
                   std::span<const DeviceActivities> devices,
                   std::span<const std::span<const Gap>> gapsOfDevice,
                   std::span<const BlockingCall> blockingCalls) {
    Steps steps{std::move(markers), {}};
    for (const TimeRange& host : steps.markers.host) {
        StepRow& row = steps.rows.emplace_back();
        row.host = host;
        row.period = host.length();
    }
    const StepLookup lookup(steps.markers.host);
    const auto rowAt = [&](SliceId slice) -> StepRow* {
        const auto step = lookup.at(trace.slices().start(slice));
        return step ? &steps.rows[*step] : nullptr;
    };
    for (const DeviceActivities& device : devices) {
        addActivities(trace, launches, lookup, device, steps.rows);
    }
    for (const SliceId launch : launches.launches()) {
        if (StepRow* row = rowAt(launch)) {
            ++row->launches;
        }
    }
    for (const std::span<const Gap>& gaps : gapsOfDevice) {
        for (const Gap& gap : gaps) {
            StepRow* row = gap.launch.isValid() ? rowAt(gap.launch) : nullptr;
            if (row != nullptr) {
                row->exposedIdle += gap.length();
            }
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

}  // namespace gaplight
