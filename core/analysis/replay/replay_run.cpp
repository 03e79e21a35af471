// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/replay_run.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/base/statistics.h"
#include "core/base/time.h"

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

namespace {

constexpr std::uint32_t kReplayRunNone = DependencyGraph::kNone;
using LateBy = DependencyGraph::LateBy;

// From one kernel of a CUDA graph to the next on its stream: the median in two recorded traces
// (H200, CUDA 13).
constexpr Duration kGraphGap = std::chrono::nanoseconds(416);

// The first or last time of a trace where the sum is beyond it, which only times of a damaged trace
// are, so that differences of replayed times fit into 64 bits, too.
Time plus(Time time, Duration by) {
    constexpr std::int64_t kLast = kTimeLimitNs - 1;
    std::int64_t sum = 0;
    if (__builtin_add_overflow(ns(time), ns(by), &sum)) {
        sum = by < Duration{} ? -kLast : kLast;
    }
    return timeFromNs(std::clamp(sum, -kLast, kLast));
}

// Goes through calls and activities from front to back.
class ReplayRun {
public:
    ReplayRun(const DependencyGraph& graph, const ReplayPlan& plan, ReplayTimes& times,
              bool onlyExplained = false, ReplayDetails* details = nullptr,
              Time windowBegin = Time::min())
        : m_graph(graph),
          m_onlyExplained(onlyExplained),
          m_windowBegin(windowBegin),
          m_times(times),
          m_details(details),
          m_nextCall(plan.calls.begin()),
          m_lastCall(plan.calls.end()),
          m_nextActivity(plan.activities.begin()),
          m_lastActivity(plan.activities.end()) {}

    void from(std::uint32_t call) {
        between(call, static_cast<std::uint32_t>(m_graph.calls.size()));
    }

    // `call`: not before that of an earlier one.
    void between(std::uint32_t call, std::uint32_t end) {
        m_nextCall = std::lower_bound(
            m_nextCall, m_lastCall, call,
            [](const CallChange& change, std::uint32_t wanted) { return change.call < wanted; });
        m_nextActivity =
            std::lower_bound(m_nextActivity, m_lastActivity, m_graph.calls.activity[call],
                             [](const ActivityChange& change, std::uint32_t wanted) {
                                 return change.activity < wanted;
                             });
        for (; call < end; ++call) {
            const bool isChanged = m_nextCall != m_lastCall && m_nextCall->call == call;
            replayCall(call, isChanged ? *m_nextCall : kUnchanged);
            m_nextCall += isChanged ? 1 : 0;
        }
    }

private:
    static constexpr CallChange kUnchanged{};

    static bool is(const CallChange& change, std::uint8_t what) {
        return (change.what & what) != 0;
    }

    void replayCall(std::uint32_t call, const CallChange& change) {
        const DependencyGraph::Calls& calls = m_graph.calls;
        const Time start = startOf(call, change);
        const Duration own = ownTime(call, change);
        // A launch that the host gets done sooner reaches the GPU sooner.
        m_launchCut = calls.own[call] - own;
        // A graph begins to run while it is being launched.
        const Time launch =
            is(change, CallChange::kInGraph) ? plus(start, -change.graphCall) : start;
        for (std::uint32_t i = calls.activity[call]; i < calls.activity[call + 1]; ++i) {
            replayActivity(i, launch, change);
        }
        Time end = plus(start, own);
        ReplayCause cause{ReplayCause::From::OwnTime, call};
        if (!is(change, CallChange::kInGraph)) {
            const bool waitsNot = is(change, CallChange::kNoWait | CallChange::kAsync);
            for (std::uint32_t i = calls.wait[call]; i < calls.wait[call + 1]; ++i) {
                const bool isForPlace =
                    i == calls.wait[call] && m_graph.has(call, DependencyGraph::kQueues);
                if ((!waitsNot || isForPlace) && ready(calls.waits[i]) > end) {
                    end = ready(calls.waits[i]);
                    cause = {
                        isForPlace ? ReplayCause::From::FullQueue : ReplayCause::From::Activity,
                        calls.waits[i].activity};
                }
            }
        }
        m_times.callEnd[call] = end;
        if (m_details != nullptr) {
            m_details->callStart[call] = start;
            m_details->callCause[call] = cause;
        }
    }

    Time startOf(std::uint32_t call, const CallChange& change) const {
        const DependencyGraph::Calls& calls = m_graph.calls;
        const std::uint32_t after = calls.after[call];
        if (after == kReplayRunNone) {
            return calls.start[call];
        }
        if (is(change, CallChange::kInGraph)) {
            return m_times.callEnd[after];
        }
        // The threads' parts are the same time: what either saves is saved once.
        const Duration less =
            change.beforeOnOwnThread < Duration{} || change.beforeOnOtherThread < Duration{}
                ? std::min(change.beforeOnOwnThread, change.beforeOnOtherThread)
                : std::max(change.beforeOnOwnThread, change.beforeOnOtherThread);
        return plus(m_times.callEnd[after], calls.start[call] - calls.end[after] - less);
    }

    Duration ownTime(std::uint32_t call, const CallChange& change) const {
        if (is(change, CallChange::kInGraph)) {
            return {};
        }
        const bool launches = m_graph.has(call, DependencyGraph::kLaunches);
        Duration own = m_graph.calls.own[call] - change.inside;
        if (is(change, CallChange::kNoWait | CallChange::kAsync)) {
            own = launches ? std::min(own, m_graph.timings.launchCall) : Duration{};
        }
        return is(change, CallChange::kGraphHead) ? change.graphCall : own;
    }

    Time ready(const DependencyEdge& edge) const {
        const Time end = m_times.activityEnd[edge.activity];
        return edge.fromStart ? std::min(end, plus(m_times.activityStart[edge.activity], edge.lag))
                              : plus(end, edge.lag);
    }

    // What of the lag of one cause is left out. Nothing of what is in front of the window: it was
    // launched before the capture, so that what it waited for is not in the trace.
    Duration notExplained(std::uint32_t activity, LateBy cause) const {
        const DependencyGraph::Activities& a = m_graph.activities;
        return m_onlyExplained && a.start[activity] > a.start[m_graph.earliest] &&
                       a.lateBy[activity] == cause
                   ? a.unexplained[activity]
                   : Duration{};
    }

    void replayActivity(std::uint32_t activity, Time launch, const CallChange& change) {
        const DependencyGraph::Activities& a = m_graph.activities;
        Time start = Time::min();
        ReplayCause cause;
        const auto notBefore = [&](Time time, ReplayCause::From from, std::uint32_t index) {
            if (time > start) {
                start = time;
                cause = {from, index};
            }
        };
        Duration lag = a.launchLag[activity];
        if (lag != DependencyGraph::kNoLaunch) {
            const Duration beyond = lag - m_graph.timings.launchFloor;
            if (beyond > Duration{} && activity != m_graph.earliest) {
                const bool atOnce = change.what != 0;
                lag -= atOnce ? beyond : std::min(beyond, std::max(m_launchCut, Duration{}));
            }
            notBefore(plus(launch, lag - notExplained(activity, LateBy::Launch)),
                      ReplayCause::From::Launch, a.call[activity]);
        }
        const std::uint32_t previous = a.previous[activity];
        if (previous != kReplayRunNone) {
            Duration gap = a.streamLag[activity] - notExplained(activity, LateBy::Stream);
            if (is(change, CallChange::kInGraph)) {
                gap = std::min(gap, kGraphGap);
            }
            notBefore(plus(m_times.activityEnd[previous], gap), ReplayCause::From::Activity,
                      previous);
            if (gap < Duration{}) {
                const Duration behind = std::min(Duration{}, a.start[activity] - a.start[previous]);
                notBefore(plus(m_times.activityStart[previous], behind),
                          ReplayCause::From::Activity, previous);
            }
        }
        const Duration late = notExplained(activity, LateBy::Edge);
        const bool withoutLast = notExplained(activity, LateBy::Guess) > Duration{};
        for (std::uint32_t i = a.edge[activity]; i + (withoutLast ? 1 : 0) < a.edge[activity + 1];
             ++i) {
            notBefore(plus(ready(a.edges[i]), -late), ReplayCause::From::Activity,
                      a.edges[i].activity);
        }
        if (activity == m_graph.earliest) {
            notBefore(m_windowBegin, ReplayCause::From::Measured, activity);
        }
        Duration duration = a.duration[activity];
        while (m_nextActivity != m_lastActivity && m_nextActivity->activity < activity) {
            ++m_nextActivity;
        }
        if (m_nextActivity != m_lastActivity && m_nextActivity->activity == activity) {
            duration = m_nextActivity->duration;
        }
        m_times.activityStart[activity] = start;
        m_times.activityEnd[activity] = plus(start, duration);
        if (m_details != nullptr) {
            m_details->activityCause[activity] = cause;
        }
    }

    const DependencyGraph& m_graph;
    bool m_onlyExplained;
    Time m_windowBegin;  // before which DependencyGraph::earliest does not start
    ReplayTimes& m_times;
    ReplayDetails* m_details;
    CallChanges::const_iterator m_nextCall;
    CallChanges::const_iterator m_lastCall;
    ActivityChanges::const_iterator m_nextActivity;
    ActivityChanges::const_iterator m_lastActivity;
    Duration m_launchCut{};
};

// Room for all, with the first of `from` copied; the replay writes the others in their order.
template <class T>
void startFrom(const Column<T>& from, std::size_t first, Column<T>& values) {
    values.resize(from.size());
    std::copy_n(from.begin(), first, values.begin());
}

// Where the window of a changed program begins at the earliest: work from before it may be removed.
Time windowBegin(const DependencyGraph& graph, const ReplayTimes& unchanged) {
    return graph.earliest == kReplayRunNone ? Time::min() : unchanged.activityStart[graph.earliest];
}

ReplayTimes replayAll(const DependencyGraph& graph, bool onlyExplained) {
    ReplayTimes times;
    makeRoom(graph, times);
    const ReplayPlan nothing;
    ReplayRun(graph, nothing, times, onlyExplained).from(0);
    return times;
}

}  // namespace

TimeRange ReplayTimes::window(const DependencyGraph& graph) const {
    if (activityStart.empty()) {
        return {};
    }
    return {activityStart[graph.earliest],
            *std::max_element(activityEnd.begin(), activityEnd.end())};
}

ReplayTimes replay(const DependencyGraph& graph) {
    return replayAll(graph, false);
}

ReplayTimes replayExplained(const DependencyGraph& graph) {
    return replayAll(graph, true);
}

ReplayTimes replay(const DependencyGraph& graph, const ReplayTimes& unchanged,
                   const ReplayPlan& plan) {
    ReplayTimes times;
    replayInto(times, graph, unchanged, plan);
    return times;
}

void replayInto(ReplayTimes& times, const DependencyGraph& graph, const ReplayTimes& unchanged,
                const ReplayPlan& plan) {
    const std::uint32_t first = plan.firstCall(graph);
    if (first == graph.calls.size()) {
        times = unchanged;
        return;
    }
    startFrom(unchanged.callEnd, first, times.callEnd);
    startFrom(unchanged.activityStart, graph.calls.activity[first], times.activityStart);
    startFrom(unchanged.activityEnd, graph.calls.activity[first], times.activityEnd);
    ReplayRun(graph, plan, times, false, nullptr, windowBegin(graph, unchanged)).from(first);
}

void replayCalls(ReplayTimes& times, const DependencyGraph& graph, const ReplayTimes& unchanged,
                 const ReplayPlan& plan, std::uint32_t first, std::uint32_t end) {
    ReplayRun(graph, plan, times, false, nullptr, windowBegin(graph, unchanged))
        .between(first, end);
}

void makeRoom(const DependencyGraph& graph, ReplayTimes& times) {
    times.callEnd.resize(graph.calls.size());
    times.activityStart.resize(graph.activities.size());
    times.activityEnd.resize(graph.activities.size());
}

ReplayDetails replayInDetail(const DependencyGraph& graph, const ReplayTimes& unchanged,
                             const ReplayPlan& plan) {
    ReplayDetails details;
    makeRoom(graph, details.times);
    details.callStart.resize(graph.calls.size());
    details.callCause.resize(graph.calls.size());
    details.activityCause.resize(graph.activities.size());
    ReplayRun(graph, plan, details.times, false, &details, windowBegin(graph, unchanged)).from(0);
    return details;
}

}  // namespace gaplight
