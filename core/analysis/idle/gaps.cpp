// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gaps.h"

#include <algorithm>
#include <cstdint>

#include <tbb/blocked_range.h>

#include "core/base/intervals.h"
#include "core/base/parallel.h"

namespace gaplight {

SliceId lastBlockingCallBefore(const Trace& trace, std::span<const BlockingCall> calls,
                               SliceId launch) {
    const auto after = std::lower_bound(
        calls.begin(), calls.end(), launch,
        [](const BlockingCall& call, SliceId slice) { return call.slice < slice; });
    if (after == calls.begin()) {
        return {};
    }
    const BlockingCall& call = *(after - 1);
    const Track& track = trace.tracks()[call.track.index()];
    const bool sameThread = launch.index() < track.firstSlice.index() + track.sliceCount;
    return sameThread ? call.slice : SliceId{};
}

namespace {

// How long after a blocking call's return a drained queue still counts as its doing (metrics.md):
// a host that is on its way launches every few microseconds.
constexpr Duration kAfterSync = std::chrono::microseconds(10);

// The activity of a launch call that returned longer ago than this had to wait for something on the
// GPU (metrics.md): a launch takes some 5 µs to arrive, 20 µs on a slow system.
constexpr Duration kLongestLaunch = std::chrono::microseconds(100);

// Gaps for each parallel task that looks up launches and triggers.
constexpr std::size_t kGapsPerTask = 1024;

// Names the activity that ends the gap: the first launched of those that start there.
void findLaunch(const Trace& trace, const LaunchIndex& launches,
                std::span<const ActivityId> startingThere, Gap& gap) {
    const SliceTable& slices = trace.slices();
    for (const ActivityId id : startingThere) {
        const SliceId slice = trace.gpuActivities()[id.index()].slice;
        if (slices.start(slice) != gap.end) {
            break;
        }
        const SliceId launch = launches.launchOf(id);
        const bool isFirst = !gap.activity.isValid();
        const bool isEarlier =
            launch.isValid() &&
            (!gap.launch.isValid() || slices.start(launch) < slices.start(gap.launch));
        if (isFirst || isEarlier) {
            gap.activity = slice;
            gap.launch = launch;
        }
    }
}

// The part of the gap before its launch call returned.
Duration hostPartOf(Time launchEnd, const Gap& gap) {
    return std::max(Duration::zero(), std::min(gap.end, launchEnd) - gap.begin);
}

void findTrigger(const Trace& trace, std::span<const BlockingCall> calls, Gap& gap) {
    const SliceTable& slices = trace.slices();
    if (!gap.launch.isValid()) {
        gap.trigger = GapTrigger::Unknown;
        return;
    }
    const Duration host = hostPartOf(slices.end(gap.launch), gap);
    const Duration rest = gap.length() - host;
    if (slices.start(gap.launch) < gap.begin) {
        gap.trigger = rest >= host ? GapTrigger::GpuSide : GapTrigger::HostLate;
        return;
    }
    if (rest > host && rest > kLongestLaunch) {
        gap.trigger = GapTrigger::GpuSide;
        return;
    }
    gap.trigger = GapTrigger::HostLate;
    const SliceId call = lastBlockingCallBefore(trace, calls, gap.launch);
    if (call.isValid() && slices.start(call) <= gap.begin &&
        gap.begin <= slices.end(call) + kAfterSync) {
        gap.trigger = GapTrigger::AfterSync;
        gap.blockingCall = call;
    }
}

}  // namespace

std::string_view gapTriggerName(GapTrigger trigger) {
    switch (trigger) {
        case GapTrigger::GpuSide:
            return "gpu_side";
        case GapTrigger::AfterSync:
            return "after_sync";
        case GapTrigger::HostLate:
            return "host_late";
        case GapTrigger::Unknown:
        case GapTrigger::Count_:
            break;
    }
    return "unknown";
}

std::vector<Gap> findGaps(const Trace& trace, const LaunchIndex& launches,
                          const DeviceActivities& activities,
                          std::span<const BlockingCall> blockingCalls) {
    std::vector<Gap> gaps;
    std::vector<std::uint32_t> ends;  // of each gap: the first activity that starts where it ends
    RunningUnion busy;
    busy.add(activities.busyAtStart);
    const std::span<const ActivityId> byStart = activities.byStart;
    for (std::size_t i = 0; i < byStart.size(); ++i) {
        const SliceId slice = trace.gpuActivities()[byStart[i].index()].slice;
        if (const auto hole = busy.add(trace.slices().range(slice))) {
            gaps.push_back({hole->begin, hole->end, {}, {}, {}, GapTrigger::Unknown});
            ends.push_back(static_cast<std::uint32_t>(i));
        }
    }
    parallelFor(tbb::blocked_range<std::size_t>(0, gaps.size(), kGapsPerTask),
                [&](const tbb::blocked_range<std::size_t>& some) {
                    for (std::size_t at = some.begin(); at < some.end(); ++at) {
                        findLaunch(trace, launches, byStart.subspan(ends[at]), gaps[at]);
                        findTrigger(trace, blockingCalls, gaps[at]);
                    }
                });
    gaps.shrink_to_fit();
    return gaps;
}

IdleByTrigger idleByTrigger(std::span<const Gap> gaps) {
    IdleByTrigger idle{};
    for (const Gap& gap : gaps) {
        idle[static_cast<std::size_t>(gap.trigger)] += gap.length();
    }
    return idle;
}

std::vector<Gap> gapsWithin(std::vector<Gap> gaps, TimeRange range) {
    std::erase_if(gaps, [&](const Gap& gap) { return !gap.range().overlaps(range); });
    for (Gap& gap : gaps) {
        gap.begin = std::max(gap.begin, range.begin);
        gap.end = std::min(gap.end, range.end);
    }
    return gaps;
}

}  // namespace gaplight
