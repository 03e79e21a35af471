// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/replay_timings.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

// Where a trace has no example. H200: 6 to 7 µs, 1.1 to 1.7 µs, 4 to 5 µs.
constexpr Duration kLaunchFloor = microseconds(6);
constexpr Duration kStreamGap = nanoseconds(1100);
constexpr Duration kLaunchCall = microseconds(5);

// "A low percentile of start − launch start" (metrics.md): what a launch needs at the very least.
constexpr std::size_t kFloorPercent = 5;
// Fewer examples than this may all be odd ones (the first launch of a trace takes 0.3 ms).
constexpr std::size_t kMinTimings = 16;
// Launched this long before its stream became free, an activity waited for nothing but the stream,
// unless that waited for another stream; started this long after its launch returned, it waited for
// more than the launch.
constexpr Duration kQueuedAhead = microseconds(20);

Duration floorOr(std::vector<Duration>& values, Duration otherwise) {
    return values.size() < kMinTimings ? otherwise : percentile(values, kFloorPercent);
}

Duration medianOr(std::vector<Duration>& values, Duration otherwise) {
    return values.size() < kMinTimings ? otherwise : lowerMedian(values);
}

// One stream, in the order of the launches.
struct StreamPass {
    Time done = Time::min();     // end of all so far
    std::vector<Time> launched;  // per launch call: when its last activity ended
    std::size_t ended = 0;       // of them, by the end of the latest call
};

class TimingPass {
public:
    TimingPass(const Trace& trace, const HostCalls& host) : m_trace(trace), m_host(host) {}

    ReplayTimings learn() {
        for (const HostCall& call : m_host.calls) {
            if (call.slice.isValid() && call.activityCount > 0) {
                addCall(call);
            }
        }
        const Duration floor = floorOr(m_emptyLags, kLaunchFloor);
        const auto fastestGraph = std::min_element(m_graphLags.begin(), m_graphLags.end());
        return {floor, fastestGraph == m_graphLags.end() ? floor : *fastestGraph,
                medianOr(m_gaps, kStreamGap), medianOr(m_callTimes, kLaunchCall),
                std::max(kQueueCapacity, static_cast<std::uint32_t>(m_mostPending))};
    }

private:
    void addCall(const HostCall& call) {
        const SliceTable& slices = m_trace.slices();
        StreamPass* stream = nullptr;
        for (std::uint32_t i = 0; i < call.activityCount; ++i) {
            const ActivityId id = m_host.activities[call.firstActivity + i];
            const GpuActivity& activity = m_trace.gpuActivities()[id.index()];
            stream = &m_streams[{activity.gpu, activity.stream}];
            const Time start = slices.start(activity.slice);
            if (i == 0 && stream->done <= call.start && start >= call.start &&
                start <= call.end + kQueuedAhead) {
                (call.activityCount == 1 ? m_emptyLags : m_graphLags).push_back(start - call.start);
            }
            if (i == 0 && !call.afterWaitEvent && call.start + kQueuedAhead <= stream->done &&
                start >= stream->done) {
                m_gaps.push_back(start - stream->done);
            }
            stream->done = std::max(stream->done, slices.end(activity.slice));
        }
        stream->launched.push_back(stream->done);
        while (stream->ended < stream->launched.size() &&
               stream->launched[stream->ended] <= call.end) {
            ++stream->ended;
        }
        const std::size_t pending = stream->launched.size() - stream->ended;
        m_mostPending = std::max(m_mostPending, pending);
        // What may have waited for a place says nothing about the call itself, nor does a graph.
        if (call.blocking == BlockingKind::None && !call.copies && call.activityCount == 1 &&
            pending + 2 < kQueueCapacity) {
            m_callTimes.push_back(call.end - call.start);
        }
    }

    const Trace& m_trace;
    const HostCalls& m_host;
    std::map<std::pair<GpuId, std::int32_t>, StreamPass> m_streams;
    std::vector<Duration> m_emptyLags;
    std::vector<Duration> m_graphLags;
    std::vector<Duration> m_gaps;
    std::vector<Duration> m_callTimes;
    std::size_t m_mostPending = 0;
};

}  // namespace

ReplayTimings replayTimings(const Trace& trace, const HostCalls& host) {
    return TimingPass(trace, host).learn();
}

}  // namespace gaplight
