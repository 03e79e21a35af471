// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/launch_index.h"

#include <algorithm>
#include <tuple>

#include <tbb/blocked_range.h>

#include "core/base/parallel.h"
#include "core/index/call_table.h"

namespace gaplight {
namespace {

// A call beats another of its process if it starts earlier, or encloses it, or stands first in
// the file.
bool isEarlierCall(const Trace& trace, SliceId call, SliceId than) {
    const SliceTable& slices = trace.slices();
    return std::tuple(slices.start(call), -slices.duration(call), slices.event(call)) <
           std::tuple(slices.start(than), -slices.duration(than), slices.event(than));
}

CallTable collectCalls(const Trace& trace) {
    std::size_t calls = 0;
    trace.correlations().forEach([&](SliceId slice, std::uint64_t /*number*/) {
        calls += isApiCall(trace.kind(slice)) ? 1 : 0;
    });
    CallTable table(calls);
    std::size_t track = 0;
    trace.correlations().forEach([&](SliceId slice, std::uint64_t number) {
        if (!isApiCall(trace.kind(slice))) {
            return;
        }
        while (slice.index() >=
               trace.tracks()[track].firstSlice.index() + trace.tracks()[track].sliceCount) {
            ++track;
        }
        CallTable::Call& call = table.entry(number, trace.tracks()[track].process);
        if (!call.slice.isValid() || isEarlierCall(trace, slice, call.slice)) {
            call.slice = slice;
        }
    });
    return table;
}

// The rule in the header, for a correlation that several processes, or sources, used.
SliceId chooseCall(const Trace& trace, const CallTable& table, const CallTable::Call& first,
                   SliceId activity) {
    const ProcessId own = trace.tracks()[trace.trackOf(activity).index()].process;
    const SourceId source = trace.processes()[own.index()].source;
    const auto wantedId = trace.externalIds().find(activity);
    const Time start = trace.slices().start(activity);
    SliceId byExternalId;
    int externalIdMatches = 0;
    SliceId lastBefore;
    SliceId firstOfAll;
    for (const CallTable::Call* call = &first; call != nullptr; call = table.next(*call)) {
        if (trace.processes()[call->process.index()].source != source) {
            continue;
        }
        if (call->process == own) {
            return call->slice;
        }
        const auto id = trace.externalIds().find(call->slice);
        if (wantedId && id && *id == *wantedId) {
            byExternalId = call->slice;
            ++externalIdMatches;
        }
        const Time callStart = trace.slices().start(call->slice);
        if (callStart <= start &&
            (!lastBefore.isValid() || callStart > trace.slices().start(lastBefore))) {
            lastBefore = call->slice;
        }
        if (!firstOfAll.isValid() || callStart < trace.slices().start(firstOfAll)) {
            firstOfAll = call->slice;
        }
    }
    if (externalIdMatches == 1) {
        return byExternalId;
    }
    return lastBefore.isValid() ? lastBefore : firstOfAll;
}

// Launch per activity for those that carry a correlation; the rest stay invalid.
std::vector<SliceId> bindByCorrelation(const Trace& trace) {
    const CallTable table = collectCalls(trace);
    const auto activities = trace.gpuActivities();
    const bool hasOneSource = trace.sources().size() == 1;
    std::vector<SliceId> launch(activities.size());
    constexpr std::size_t kGrain = 16384;
    parallelFor(tbb::blocked_range<std::size_t>(0, activities.size(), kGrain),
                [&](const auto& block) {
                    for (std::size_t i = block.begin(); i != block.end(); ++i) {
                        const SliceId slice = activities[i].slice;
                        const auto number = trace.correlations().find(slice);
                        const CallTable::Call* call = number ? table.find(*number) : nullptr;
                        if (call != nullptr) {
                            launch[i] = hasOneSource && table.next(*call) == nullptr
                                            ? call->slice
                                            : chooseCall(trace, table, *call, slice);
                        }
                    }
                });
    return launch;
}

std::size_t activityAt(std::span<const SliceId> activitySlices, SliceId slice) {
    const auto at = std::lower_bound(activitySlices.begin(), activitySlices.end(), slice);
    return at != activitySlices.end() && *at == slice
               ? static_cast<std::size_t>(at - activitySlices.begin())
               : activitySlices.size();
}

// The file's own arrows, for activities without any correlation. The first arrow wins.
void bindByFlow(const Trace& trace, std::span<const SliceId> activitySlices,
                std::vector<SliceId>& launch) {
    for (const Flow& flow : trace.flows()) {
        const std::size_t activity = activityAt(activitySlices, flow.to);
        if (activity < launch.size() && !launch[activity].isValid() &&
            !isGpuActivity(trace.kind(flow.from)) && !trace.correlations().find(flow.to)) {
            launch[activity] = flow.from;
        }
    }
}

}  // namespace

LaunchIndex LaunchIndex::build(const Trace& trace) {
    LaunchIndex index;
    index.m_activitySlices.reserve(trace.gpuActivities().size());
    for (const GpuActivity& activity : trace.gpuActivities()) {
        index.m_activitySlices.push_back(activity.slice);
    }
    index.m_launchOfActivity = bindByCorrelation(trace);
    bindByFlow(trace, index.m_activitySlices, index.m_launchOfActivity);
    index.groupByLaunch(trace);
    return index;
}

void LaunchIndex::groupByLaunch(const Trace& trace) {
    for (std::size_t i = 0; i < m_launchOfActivity.size(); ++i) {
        if (m_launchOfActivity[i].isValid()) {
            m_activities.emplace_back(i);
        }
    }
    m_activities.shrink_to_fit();
    const auto before = [&](ActivityId a, ActivityId b) {
        const SliceId launchA = m_launchOfActivity[a.index()];
        const SliceId launchB = m_launchOfActivity[b.index()];
        if (launchA != launchB) {
            return launchA < launchB;
        }
        const Time startA = trace.slices().start(m_activitySlices[a.index()]);
        const Time startB = trace.slices().start(m_activitySlices[b.index()]);
        return startA != startB ? startA < startB : a < b;
    };
    // One thread that feeds one stream, the usual case, is in order already.
    if (!std::is_sorted(m_activities.begin(), m_activities.end(), before)) {
        parallelSort(m_activities.begin(), m_activities.end(), before);
    }
    for (std::size_t i = 0; i < m_activities.size(); ++i) {
        const SliceId launch = m_launchOfActivity[m_activities[i].index()];
        if (m_launches.empty() || m_launches.back() != launch) {
            m_launches.push_back(launch);
            m_first.push_back(static_cast<std::uint32_t>(i));
        }
    }
    m_first.push_back(static_cast<std::uint32_t>(m_activities.size()));
    m_launches.shrink_to_fit();
    m_first.shrink_to_fit();
}

SliceId LaunchIndex::launchOf(SliceId slice) const {
    const std::size_t activity = activityAt(m_activitySlices, slice);
    return activity < m_launchOfActivity.size() ? m_launchOfActivity[activity] : SliceId{};
}

std::span<const ActivityId> LaunchIndex::activitiesOf(SliceId launch) const {
    const auto at = std::lower_bound(m_launches.begin(), m_launches.end(), launch);
    if (at == m_launches.end() || *at != launch) {
        return {};
    }
    return activitiesAt(static_cast<std::size_t>(at - m_launches.begin()));
}

std::size_t LaunchIndex::memoryBytes() const {
    return (m_activitySlices.capacity() + m_launchOfActivity.capacity() + m_launches.capacity()) *
               sizeof(SliceId) +
           m_first.capacity() * sizeof(std::uint32_t) +
           m_activities.capacity() * sizeof(ActivityId);
}

}  // namespace gaplight
