// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/launch_bound_intervals.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/analysis/gpu/queue_state.h"
#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/intervals.h"
#include "core/base/share.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Fills what follows from the launches.
void measure(const Trace& trace, LaunchBoundInterval& interval) {
    const SliceTable& slices = trace.slices();
    interval.host = slices.range(interval.launches.front().launch);
    interval.gpu =
        slices.range(trace.gpuActivities()[interval.launches.front().activity.index()].slice);
    for (const IntervalLaunch& one : interval.launches) {
        const TimeRange call = slices.range(one.launch);
        const TimeRange run = slices.range(trace.gpuActivities()[one.activity.index()].slice);
        interval.host = {std::min(interval.host.begin, call.begin),
                         std::max(interval.host.end, call.end)};
        interval.gpu = {std::min(interval.gpu.begin, run.begin - one.idleBefore - one.codeBefore),
                        std::max(interval.gpu.end, run.end)};
        interval.idle += one.idleBefore;
        interval.code += one.codeBefore;
        interval.queueEmpty += one.queueEmpty ? 1 : 0;
    }
}

// The median time from one launch call to the next.
Duration launchPeriod(const Trace& trace, const std::vector<IntervalLaunch>& launches) {
    std::vector<Duration> periods;
    for (std::size_t at = 1; at < launches.size(); ++at) {
        periods.push_back(trace.slices().start(launches[at].launch) -
                          trace.slices().start(launches[at - 1].launch));
    }
    return periods.empty() ? Duration::zero() : lowerMedian(periods);
}

class IntervalFinder {
public:
    IntervalFinder(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
                   const LaunchBoundScope& scope, const DeviceAnalysis& device,
                   const LaunchBoundLimits& limits)
        : m_trace(trace),
          m_launches(launches),
          m_analysis(analysis),
          m_scope(scope),
          m_device(device),
          m_limits(limits) {}

    std::vector<LaunchBoundInterval> find() {
        const std::vector<ActivityId>& byStart = m_device.byStart;
        const std::vector<bool> isEmpty = queueEmptyLaunches(m_trace, m_launches, byStart);
        for (std::size_t at = 0; at < byStart.size(); ++at) {
            const Duration idle = idleBefore(byStart[at]);
            const SliceId launch = m_launches.launchOf(byStart[at]);
            if (launch.isValid()) {
                const bool isCode = idle >= kMinPiece && isOnePiece(m_device.gaps[m_nextGap]);
                add({byStart[at], launch, idle, isEmpty[at], isCode ? idle : Duration::zero()});
            }
        }
        close();
        return std::move(m_found);
    }

private:
    // The gap that the activity ends, without waits, where its launch had not returned when the gap
    // began.
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
                            m_trace.slices().end(gap.launch) > gap.begin &&
                            !isTakenOut(m_device.gapReason[m_nextGap]);
        if (!isLate) {
            return {};
        }
        const Duration heldUp =
            m_scope.heldUp == nullptr ? Duration::zero() : m_scope.heldUp->timeIn(m_trace, gap);
        return std::max(Duration::zero(), gap.length() - timeOfWaits(gap) - heldUp);
    }

    // Whether one call takes most of the host's time in a gap, and has most of its own time there.
    bool isOnePiece(const Gap& gap) {
        const TimeRange host = hostRangeOf(m_trace, gap);
        m_tree.jumpTo(m_trace.trackOf(gap.launch), host);
        const auto calls = m_tree.calls();
        return std::any_of(calls.begin(), calls.end(), [&](const IdleCall& call) {
            const Duration inside = m_tree.inside(call).length();
            return reachesPercent(inside, host.length(), kMajorityPercent) &&
                   reachesPercent(inside, call.whole.length(), kMajorityPercent);
        });
    }

    // How much of a gap the host spends in a wait or in the copy that ends the gap.
    Duration timeOfWaits(const Gap& gap) const {
        const SliceTable& slices = m_trace.slices();
        const TrackId thread = m_trace.trackOf(gap.launch);
        Duration time{};
        // The wait that emptied the queue may have begun before the gap.
        auto wait = waitsFrom(thread, gap.begin);
        if (wait != m_analysis.blockingCalls.begin() && (wait - 1)->track == thread) {
            --wait;
        }
        for (; wait != m_analysis.blockingCalls.end() && wait->track == thread &&
               slices.start(wait->slice) < gap.end;
             ++wait) {
            time += commonPart(slices.range(wait->slice), gap.range()).length();
        }
        if (m_trace.kind(gap.activity) == SliceKind::Memcpy) {
            time += commonPart(slices.range(gap.launch), gap.range()).length();
        }
        return std::min(time, gap.length());
    }

    // The first wait of a thread that starts at `time` or later.
    std::vector<BlockingCall>::const_iterator waitsFrom(TrackId thread, Time time) const {
        const auto& blocking = m_analysis.blockingCalls;
        return std::partition_point(
            blocking.begin(), blocking.end(), [&](const BlockingCall& call) {
                return call.track < thread ||
                       (call.track == thread && m_trace.slices().start(call.slice) < time);
            });
    }

    // How long a thread waits for the GPU in calls that start in `range`.
    Duration waitTime(TrackId thread, const TimeRange& range) const {
        Duration time{};
        for (auto wait = waitsFrom(thread, range.begin);
             wait != m_analysis.blockingCalls.end() && wait->track == thread &&
             m_trace.slices().start(wait->slice) < range.end;
             ++wait) {
            time += m_trace.slices().duration(wait->slice);
        }
        return time;
    }

    // Whether the host did something else than launch since the last call of the open interval.
    bool isBreak(SliceId launch) const {
        const SliceTable& slices = m_trace.slices();
        const TimeRange since{slices.start(m_lastCall), slices.start(launch)};
        if (since.begin >= since.end) {
            return false;
        }
        const TrackId before = m_trace.trackOf(m_lastCall);
        const TrackId thread = m_trace.trackOf(launch);
        const Duration waits = std::max(waitTime(before, since), waitTime(thread, since));
        return since.end - slices.end(m_lastCall) - waits > m_limits.maxPause ||
               overlapsAny(m_scope.fullQueue, {since.begin, slices.end(launch)});
    }

    void add(IntervalLaunch one) {
        if (m_scope.isGraphLaunch[m_trace.slices().name(one.launch).index()]) {
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
            one.codeBefore = {};
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
        LaunchBoundInterval interval;
        interval.device = m_device.totals.gpu;
        std::swap(interval.launches, m_open);
        if (interval.launches.size() < m_limits.minActivities || interval.launches.empty()) {
            return;
        }
        chooseCode(interval);
        measure(m_trace, interval);
        const auto isOften =
            static_cast<std::int64_t>(interval.queueEmpty) * 1'000'000 >=
            m_limits.minQueueEmptyPpm * static_cast<std::int64_t>(interval.launches.size());
        const bool isIdle =
            reachesPpm(interval.idle, interval.gpu.length() - interval.code, m_limits.minIdlePpm);
        if (isOften && isIdle && interval.host.length() >= m_limits.minLength) {
            m_found.push_back(std::move(interval));
        }
    }

    // A gap that may be one piece of code is either that or idle time.
    void chooseCode(LaunchBoundInterval& interval) const {
        const Duration shortest = kPieceFactor * launchPeriod(m_trace, interval.launches);
        Duration idle{};
        Duration code{};
        for (const IntervalLaunch& one : interval.launches) {
            idle += one.idleBefore;
            code += one.codeBefore >= shortest ? one.codeBefore : Duration::zero();
        }
        const bool isMuch = reachesPercent(code, idle, kMinPiecesPercent);
        for (IntervalLaunch& one : interval.launches) {
            const bool isCode = isMuch && one.codeBefore >= shortest;
            (isCode ? one.idleBefore : one.codeBefore) = {};
        }
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const Analysis& m_analysis;
    const LaunchBoundScope& m_scope;
    const DeviceAnalysis& m_device;
    const LaunchBoundLimits& m_limits;
    IdleCallTree m_tree{m_trace};
    std::size_t m_nextGap = 0;
    std::vector<IntervalLaunch> m_open;  // the interval so far
    SliceId m_lastCall;                  // of it, the one that returned last
    std::uint64_t m_queued = 0;          // activities in a row that found work still queued
    std::vector<LaunchBoundInterval> m_found;
};

// Whether an interval takes no more than one of the steps that were found by their kernels.
bool isOneStep(const LaunchBoundInterval& interval, const Steps& steps) {
    if (steps.markers.source != StepSource::Kernels || steps.markers.host.empty()) {
        return false;
    }
    std::vector<Duration> lengths;
    for (const TimeRange& step : steps.markers.host) {
        lengths.push_back(step.length());
    }
    return interval.host.length() * 100 <= lowerMedian(lengths) * kOneStepPercent;
}

// Collects launches into parts of one step and thread each.
class PartFinder {
public:
    explicit PartFinder(GpuId device) : m_device(device) {}

    void add(const IntervalLaunch& launch, std::optional<std::size_t> step, TrackId thread) {
        const bool isSameRun =
            !m_parts.empty() && m_parts[m_last].step == step && m_parts[m_last].thread == thread;
        if (!isSameRun) {
            if (!m_parts.empty() && m_parts[m_last].step != step) {
                m_firstOpen = m_parts.size();
            }
            m_last = partFor(step, thread);
            m_run = 0;
        }
        m_parts[m_last].launches.push_back(launch);
        if (++m_run >= kOtherThreadLaunches) {
            m_firstOpen = m_last;
        }
    }

    std::vector<LaunchBoundInterval> take() { return std::move(m_parts); }

private:
    // The open part of the step and thread, or a new one. The next step closes all parts, a long
    // run those before it.
    std::size_t partFor(std::optional<std::size_t> step, TrackId thread) {
        const auto [latest, isFirst] = m_latest.try_emplace({step, thread}, m_parts.size());
        if (!isFirst && latest->second >= m_firstOpen) {
            return latest->second;
        }
        latest->second = m_parts.size();
        LaunchBoundInterval part;
        part.device = m_device;
        part.step = step;
        part.thread = thread;
        m_parts.push_back(std::move(part));
        return m_parts.size() - 1;
    }

    GpuId m_device;
    std::vector<LaunchBoundInterval> m_parts;
    std::map<std::pair<std::optional<std::size_t>, TrackId>, std::size_t> m_latest;  // part of each
    std::size_t m_firstOpen = 0;  // parts before it take no more launches
    std::size_t m_last = 0;       // part of the last launch
    std::size_t m_run = 0;        // launches in a row of m_last
};

}  // namespace

Duration LaunchBoundInterval::idleWithout(const ProfilerOverhead& overhead) const {
    return std::max(Duration::zero(), idle - overhead.recordingTime(thread, host));
}

LaunchBoundScope LaunchBoundScope::of(const Trace& trace) {
    LaunchBoundScope scope{fullQueueRanges(trace), std::vector<bool>(trace.strings().size())};
    for (std::size_t at = 0; at < scope.isGraphLaunch.size(); ++at) {
        scope.isGraphLaunch[at] = graphCallOf(trace.text(StringId(at))) == GraphCall::Launch;
    }
    return scope;
}

std::vector<LaunchBoundInterval> launchBoundIntervals(
    const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
    const LaunchBoundScope& scope, const DeviceAnalysis& device, const LaunchBoundLimits& limits) {
    return IntervalFinder(trace, launches, analysis, scope, device, limits).find();
}

std::vector<LaunchBoundInterval> cutIntoParts(const Trace& trace,
                                              const LaunchBoundInterval& interval,
                                              const Steps& steps) {
    using Step = std::optional<std::size_t>;
    const StepIndex index(steps);
    std::map<Step, std::size_t> perStep;
    for (const IntervalLaunch& one : interval.launches) {
        ++perStep[index.stepAt(trace.slices().start(one.launch))];
    }
    const auto most =
        std::max_element(perStep.begin(), perStep.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    const bool isOne = isOneStep(interval, steps);
    std::vector<LaunchBoundInterval> cut;
    PartFinder parts(interval.device);
    for (const IntervalLaunch& one : interval.launches) {
        const Step step = isOne ? most->first : index.stepAt(trace.slices().start(one.launch));
        parts.add(one, step, trace.trackOf(one.launch));
    }
    for (LaunchBoundInterval& part : parts.take()) {
        measure(trace, part);
        cut.push_back(std::move(part));
    }
    std::sort(cut.begin(), cut.end(),
              [](const LaunchBoundInterval& a, const LaunchBoundInterval& b) {
                  return a.host.begin < b.host.begin;
              });
    return cut;
}

std::vector<LaunchBoundInterval> cutAtCode(const Trace& trace, LaunchBoundInterval part) {
    std::vector<LaunchBoundInterval> cut;
    for (IntervalLaunch& one : part.launches) {
        if (cut.empty() || one.codeBefore > Duration::zero()) {
            LaunchBoundInterval& next = cut.emplace_back();
            next.device = part.device;
            next.thread = part.thread;
            next.step = part.step;
            one.codeBefore = {};
        }
        cut.back().launches.push_back(one);
    }
    for (LaunchBoundInterval& piece : cut) {
        measure(trace, piece);
    }
    return cut;
}

}  // namespace gaplight
