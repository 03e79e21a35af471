// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/launch_stretches.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/analysis/gpu/queue_state.h"
#include "core/analysis/steps/step_index.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Fills what follows from the launches.
void measure(const Trace& trace, LaunchStretch& stretch) {
    const SliceTable& slices = trace.slices();
    stretch.host = slices.range(stretch.launches.front().launch);
    stretch.gpu =
        slices.range(trace.gpuActivities()[stretch.launches.front().activity.index()].slice);
    stretch.gpu.begin -= stretch.launches.front().idleBefore;
    for (const StretchLaunch& one : stretch.launches) {
        const TimeRange call = slices.range(one.launch);
        const TimeRange run = slices.range(trace.gpuActivities()[one.activity.index()].slice);
        stretch.host = {std::min(stretch.host.begin, call.begin),
                        std::max(stretch.host.end, call.end)};
        stretch.gpu = {std::min(stretch.gpu.begin, run.begin), std::max(stretch.gpu.end, run.end)};
        stretch.idle += one.idleBefore;
        stretch.queueEmpty += one.queueEmpty ? 1 : 0;
    }
}

class StretchFinder {
public:
    StretchFinder(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
                  const DeviceAnalysis& device, const StretchLimits& limits)
        : m_trace(trace),
          m_launches(launches),
          m_analysis(analysis),
          m_device(device),
          m_limits(limits),
          m_fullQueue(fullQueueRanges(trace)),
          m_isGraphLaunch(trace.strings().size()) {
        for (std::size_t at = 0; at < m_isGraphLaunch.size(); ++at) {
            m_isGraphLaunch[at] = graphCallOf(trace.text(StringId(at))) == GraphCall::Launch;
        }
    }

    std::vector<LaunchStretch> find() {
        const std::vector<ActivityId>& byStart = m_device.byStart;
        const std::vector<bool> isEmpty = queueEmptyLaunches(m_trace, m_launches, byStart);
        for (std::size_t at = 0; at < byStart.size(); ++at) {
            const Duration idle = idleBefore(byStart[at]);
            const SliceId launch = m_launches.launchOf(byStart[at]);
            if (launch.isValid()) {
                add({byStart[at], launch, idle, isEmpty[at]});
            }
        }
        close();
        return std::move(m_found);
    }

private:
    // The gap that the activity ends, where its launch had not returned when the gap began.
    Duration idleBefore(ActivityId activity) {
        const SliceId slice = m_trace.gpuActivities()[activity.index()].slice;
        const Time start = m_trace.slices().start(slice);
        while (m_nextGap < m_device.gaps.size() && m_device.gaps[m_nextGap].end < start) {
            ++m_nextGap;
        }
        if (m_nextGap == m_device.gaps.size()) {
            return {};
        }
        const Gap& gap = m_device.gaps[m_nextGap];
        const bool isLate = gap.activity == slice && gap.launch.isValid() &&
                            m_trace.slices().end(gap.launch) > gap.begin;
        return isLate ? gap.length() : Duration::zero();
    }

    // Whether a thread waits for the GPU in a call that starts in `range`.
    [[nodiscard]] bool waits(TrackId thread, const TimeRange& range) const {
        const auto& blocking = m_analysis.blockingCalls;
        const auto wait =
            std::partition_point(blocking.begin(), blocking.end(), [&](const BlockingCall& call) {
                return call.track < thread ||
                       (call.track == thread && m_trace.slices().start(call.slice) < range.begin);
            });
        return wait != blocking.end() && wait->track == thread &&
               m_trace.slices().start(wait->slice) < range.end;
    }

    // Whether the host did something else than launch since the last call of the open stretch.
    [[nodiscard]] bool isBreak(SliceId launch) const {
        const SliceTable& slices = m_trace.slices();
        const TimeRange since{slices.start(m_lastCall), slices.start(launch)};
        if (since.begin >= since.end) {
            return false;
        }
        const TrackId before = m_trace.trackOf(m_lastCall);
        const TrackId thread = m_trace.trackOf(launch);
        return since.end - slices.end(m_lastCall) > m_limits.maxPause || waits(before, since) ||
               (thread != before && waits(thread, since)) ||
               overlapsAny(m_fullQueue, {since.begin, slices.end(launch)});
    }

    void add(StretchLaunch one) {
        if (m_isGraphLaunch[m_trace.slices().name(one.launch).index()]) {
            close();
            return;
        }
        if (!m_open.empty() && isBreak(one.launch)) {
            close();
        }
        m_queued = one.queueEmpty ? 0 : m_queued + 1;
        if (m_queued >= m_limits.runAhead) {
            close();
        }
        if (m_open.empty()) {
            if (!one.queueEmpty) {
                return;
            }
            one.idleBefore = {};
            m_lastCall = one.launch;
        }
        m_open.push_back(one);
        if (m_trace.slices().end(one.launch) > m_trace.slices().end(m_lastCall)) {
            m_lastCall = one.launch;
        }
    }

    void close() {
        while (!m_open.empty() && !m_open.back().queueEmpty) {
            m_open.pop_back();
        }
        LaunchStretch stretch;
        stretch.device = m_device.totals.gpu;
        std::swap(stretch.launches, m_open);
        if (stretch.launches.size() < m_limits.minActivities || stretch.launches.empty()) {
            return;
        }
        measure(m_trace, stretch);
        const auto isOften =
            static_cast<std::int64_t>(stretch.queueEmpty) * 1'000'000 >=
            m_limits.minQueueEmptyPpm * static_cast<std::int64_t>(stretch.launches.size());
        if (isOften && stretch.host.length() >= m_limits.minLength) {
            m_found.push_back(std::move(stretch));
        }
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const Analysis& m_analysis;
    const DeviceAnalysis& m_device;
    const StretchLimits& m_limits;
    std::vector<TimeRange> m_fullQueue;
    std::vector<bool> m_isGraphLaunch;  // per text
    std::size_t m_nextGap = 0;
    std::vector<StretchLaunch> m_open;  // the stretch so far
    SliceId m_lastCall;                 // of it, the one that returned last
    std::uint64_t m_queued = 0;         // activities in a row that found work still queued
    std::vector<LaunchStretch> m_found;
};

// Whether a stretch takes no more than one step that was told by its kernels.
bool isOneStep(const LaunchStretch& stretch, const Steps& steps) {
    if (steps.markers.source != StepSource::Kernels || steps.markers.host.empty()) {
        return false;
    }
    std::vector<Duration> lengths;
    for (const TimeRange& step : steps.markers.host) {
        lengths.push_back(step.length());
    }
    return stretch.host.length() * 100 <= upperMedian(lengths) * kOneStepPercent;
}

}  // namespace

Duration LaunchStretch::idleWithout(const ProfilerOverhead& overhead) const {
    return std::max(Duration::zero(), overhead.unprofiled(gpu.length()) - busy());
}

std::vector<LaunchStretch> launchStretches(const Trace& trace, const LaunchIndex& launches,
                                           const Analysis& analysis, const DeviceAnalysis& device,
                                           const StretchLimits& limits) {
    return StretchFinder(trace, launches, analysis, device, limits).find();
}

std::vector<LaunchStretch> cutIntoParts(const Trace& trace, const LaunchStretch& stretch,
                                        const Steps& steps) {
    using Step = std::optional<std::size_t>;
    const StepIndex index(steps);
    std::map<std::pair<Step, TrackId>, LaunchStretch> parts;
    std::map<Step, std::size_t> perStep;
    for (const StretchLaunch& one : stretch.launches) {
        ++perStep[index.stepAt(trace.slices().start(one.launch))];
    }
    const auto most =
        std::max_element(perStep.begin(), perStep.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    const bool isOne = isOneStep(stretch, steps);
    for (const StretchLaunch& one : stretch.launches) {
        const Step step = isOne ? most->first : index.stepAt(trace.slices().start(one.launch));
        parts[{step, trace.trackOf(one.launch)}].launches.push_back(one);
    }
    std::vector<LaunchStretch> cut;
    for (auto& [key, part] : parts) {
        part.device = stretch.device;
        part.step = key.first;
        part.thread = key.second;
        measure(trace, part);
        cut.push_back(std::move(part));
    }
    std::sort(cut.begin(), cut.end(), [](const LaunchStretch& a, const LaunchStretch& b) {
        return a.host.begin < b.host.begin;
    });
    return cut;
}

}  // namespace gaplight
