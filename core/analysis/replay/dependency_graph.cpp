// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/dependency_graph.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include "core/analysis/replay/dependency_calls.h"
#include "core/analysis/replay/dependency_streams.h"
#include "core/analysis/replay/dependency_syncs.h"
#include "core/analysis/replay/dependency_timings.h"
#include "core/analysis/replay/dependency_waits.h"

namespace gaplight {
namespace {

using std::chrono::microseconds;

// A start later than everything known by more than this waited for something that is not known.
constexpr Duration kUnexplained = microseconds(10);
// Up to here a late start is within what launches take; the profiling guide of diffusers calls a
// launch delay over 20 µs unhealthy. Beyond, the model does not know why.
constexpr Duration kUsualDelay = microseconds(20);
// A stream goes on this soon after what it waited for on another one (1 to 4 µs on H200).
constexpr Duration kHandOver = microseconds(5);

class GraphAssembly {
public:
    GraphAssembly(const Trace& trace, HostCalls host)
        : m_trace(trace),
          m_host(std::move(host)),
          m_syncs(trace),
          m_streams(trace, m_graph),
          m_waits(trace, m_syncs, m_streams, m_graph) {}

    DependencyGraph assemble() {
        sortActivities();
        m_graph.timings = replayTimings(m_trace, m_host);
        reserve();
        for (const HostCall& call : m_host.calls) {
            addCall(call);
        }
        m_graph.calls.activity.push_back(static_cast<std::uint32_t>(m_graph.activities.size()));
        m_graph.calls.wait.push_back(static_cast<std::uint32_t>(m_graph.calls.waits.size()));
        m_graph.activities.edge.push_back(
            static_cast<std::uint32_t>(m_graph.activities.edges.size()));
        m_waits.settle();
        m_graph.callSlices = std::move(m_host.slices);
        m_graph.callOfSlice = std::move(m_host.callOfSlice);
        return std::move(m_graph);
    }

private:
    static constexpr std::uint32_t kNone = DependencyGraph::kNone;
    using LateBy = DependencyGraph::LateBy;

    // A wait that could explain when an activity started.
    struct Cause {
        DependencyEdge edge;
        Time ready;  // what it explains
    };

    void sortActivities() {
        const auto before = [&](ActivityId a, ActivityId b) {
            return std::tuple(m_trace.slices().start(sliceOf(a)), a) <
                   std::tuple(m_trace.slices().start(sliceOf(b)), b);
        };
        for (const HostCall& call : m_host.calls) {
            const auto first = m_host.activities.begin() + call.firstActivity;
            if (!std::is_sorted(first, first + call.activityCount, before)) {
                std::sort(first, first + call.activityCount, before);
            }
        }
    }

    [[nodiscard]] SliceId sliceOf(ActivityId id) const {
        return m_trace.gpuActivities()[id.index()].slice;
    }

    void reserve() {
        const std::size_t calls = m_host.calls.size();
        DependencyGraph::Calls& c = m_graph.calls;
        c.track.reserve(calls);
        c.start.reserve(calls);
        c.end.reserve(calls);
        c.own.reserve(calls);
        c.after.reserve(calls);
        c.activity.reserve(calls + 1);
        c.wait.reserve(calls + 1);
        c.traits.reserve(calls);
        const std::size_t activities = m_host.activities.size();
        DependencyGraph::Activities& a = m_graph.activities;
        a.id.reserve(activities);
        a.start.reserve(activities);
        a.duration.reserve(activities);
        a.launchLag.reserve(activities);
        a.previous.reserve(activities);
        a.streamLag.reserve(activities);
        a.edge.reserve(activities + 1);
        a.call.reserve(activities);
        a.unexplained.reserve(activities);
        a.lateBy.reserve(activities);
        m_graph.activityOf.resize(m_trace.gpuActivities().size(), kNone);
    }

    void addCall(const HostCall& call) {
        DependencyGraph::Calls& calls = m_graph.calls;
        calls.track.push_back(call.track);
        calls.start.push_back(call.start);
        calls.end.push_back(call.end);
        calls.after.push_back(call.after);
        calls.activity.push_back(static_cast<std::uint32_t>(m_graph.activities.size()));
        std::uint32_t stream = kNone;
        for (std::uint32_t i = 0; i < call.activityCount; ++i) {
            const ActivityId id = m_host.activities[call.firstActivity + i];
            stream = m_streams.indexOf(m_trace.gpuActivities()[id.index()]);
            addActivity(call, id, stream, i);
        }
        m_waits.add(call, call.slice.isValid() ? stream : kNone);
    }

    void addActivity(const HostCall& call, ActivityId id, std::uint32_t stream,
                     std::uint32_t position) {
        DependencyGraph::Activities& a = m_graph.activities;
        const auto index = static_cast<std::uint32_t>(a.size());
        m_graph.activityOf[id.index()] = index;
        a.id.push_back(id);
        a.start.push_back(m_trace.slices().start(sliceOf(id)));
        a.duration.push_back(m_trace.slices().duration(sliceOf(id)));
        if (m_graph.earliest == kNone || a.start[index] < a.start[m_graph.earliest]) {
            m_graph.earliest = index;
        }
        a.edge.push_back(static_cast<std::uint32_t>(a.edges.size()));
        a.call.push_back(static_cast<std::uint32_t>(m_graph.calls.size() - 1));
        explainStart(call, index, stream, position);
        const bool endsLaunch = position + 1 == call.activityCount && call.slice.isValid();
        m_streams.add(stream, index, endsLaunch);
    }

    // Everything that the activity had to wait for, so that the latest of it gives exactly the
    // start that was measured.
    void explainStart(const HostCall& call, std::uint32_t index, std::uint32_t stream,
                      std::uint32_t position) {
        DependencyGraph::Activities& a = m_graph.activities;
        const Time start = a.start[index];
        const std::uint32_t previous = previousOn(m_streams.at(stream), start);
        Duration launchLag = DependencyGraph::kNoLaunch;
        Duration streamLag{};
        Time launchReady = Time::min();
        Time streamReady = Time::min();
        if (call.slice.isValid() || previous == kNone) {
            launchLag =
                std::min(usualLaunchLag(call, m_streams.at(stream), position), start - call.start);
            launchReady = call.start + launchLag;
        }
        if (previous != kNone) {
            const Time end = m_streams.end(previous);
            streamLag = std::min(m_graph.timings.streamGap, start - end);
            streamReady = end + streamLag;
        }
        std::vector<Cause>& causes = m_causes;
        causes.clear();
        if (position == 0 && call.slice.isValid()) {
            addStreamWaits(call, start, stream);
        }
        Time ready = std::max(launchReady, streamReady);
        for (const Cause& cause : causes) {
            ready = std::max(ready, cause.ready);
        }
        // What is left belongs to what came last.
        const Duration rest = start - ready;
        LateBy lateBy = ready == streamReady   ? LateBy::Stream
                        : ready == launchReady ? LateBy::Launch
                                               : LateBy::Edge;
        if (rest > kUnexplained && addUnknownWait(stream, ready, start)) {
            lateBy = LateBy::Guess;
        }
        streamLag += lateBy == LateBy::Stream ? rest : Duration{};
        launchLag += lateBy == LateBy::Launch ? rest : Duration{};
        for (Cause& cause : causes) {
            const bool isLast = lateBy == LateBy::Edge && cause.ready == ready;
            cause.edge.lag += isLast ? rest : Duration{};
            a.edges.push_back(cause.edge);
        }
        a.unexplained.push_back(rest > kUsualDelay ? rest : Duration{});
        a.lateBy.push_back(lateBy);
        a.launchLag.push_back(launchLag);
        a.previous.push_back(previous);
        a.streamLag.push_back(streamLag);
    }

    // A call that takes longer than others gives its work to the GPU that much later, unless it
    // took longer because it waited, or because it launched a graph.
    [[nodiscard]] Duration usualLaunchLag(const HostCall& call,
                                          const StreamHistories::Stream& stream,
                                          std::uint32_t position) const {
        if (!call.slice.isValid()) {
            return Duration::max();  // nothing known: it started when it did
        }
        if (call.activityCount > 1 && position == 0) {
            return m_graph.timings.graphFloor;
        }
        const std::size_t places = m_graph.timings.queuePlaces;
        const std::size_t given = stream.launches.size();
        const bool waits =
            call.blocking != BlockingKind::None || call.copies || call.activityCount > 1 ||
            (given >= places && m_streams.end(stream.launches[given - places]) > call.start);
        const Duration slower = call.end - call.start - m_graph.timings.launchCall;
        return m_graph.timings.launchFloor + (waits ? Duration{} : std::max(Duration{}, slower));
    }

    // What ended last on the stream; or, for work that overlaps, what it was given before.
    [[nodiscard]] std::uint32_t previousOn(const StreamHistories::Stream& stream,
                                           Time start) const {
        return stream.activities.empty()               ? kNone
               : m_streams.end(stream.latest) <= start ? stream.latest
                                                       : stream.activities.back();
    }

    void addEndOf(std::uint32_t activity, Time start) {
        const Duration lag = std::min(m_graph.timings.streamGap, start - m_streams.end(activity));
        m_causes.push_back({{activity, false, lag}, m_streams.end(activity) + lag});
    }

    // What the stream was told to wait for: as recorded; else, behind a cudaStreamWaitEvent, what
    // another stream had been given and had finished last.
    void addStreamWaits(const HostCall& call, Time start, std::uint32_t stream) {
        const auto& recorded = m_syncs.streamWaits();
        for (; m_nextWait < recorded.size() && recorded[m_nextWait].called < call.start;
             ++m_nextWait) {
            const SyncRecords::StreamWait& wait = recorded[m_nextWait];
            m_openWaits[wait.stream].push_back(wait);
        }
        const StreamHistories::Stream& own = m_streams.at(stream);
        if (const auto open = m_openWaits.find(own.number); open != m_openWaits.end()) {
            std::erase_if(open->second, [&](const SyncRecords::StreamWait& wait) {
                const bool isOwn = m_streams.find(wait.gpu, wait.stream) == stream;
                if (isOwn) {
                    addRecordedWait(wait, start);
                }
                return isOwn;
            });
        }
        if (call.afterWaitEvent && recorded.empty()) {
            addLikelyWait(own, start);
        }
    }

    void addRecordedWait(const SyncRecords::StreamWait& wait, Time start) {
        const std::uint32_t other = m_streams.find(wait.gpu, wait.waitOnStream);
        const std::uint32_t activity =
            other == kNone ? kNone : m_streams.launchedBefore(m_streams.at(other), wait.recorded);
        if (activity != kNone) {
            addEndOf(activity, start);
        }
    }

    void addLikelyWait(const StreamHistories::Stream& own, Time start) {
        std::uint32_t latest = kNone;
        for (const StreamHistories::Stream& other : m_streams.all()) {
            const std::uint32_t ended =
                &other == &own || other.gpu != own.gpu ? kNone : m_streams.endedBy(other, start);
            if (ended != kNone &&
                (latest == kNone || m_streams.end(ended) > m_streams.end(latest))) {
                latest = ended;
            }
        }
        if (latest != kNone) {
            addEndOf(latest, start);
        }
    }

    // A start that nothing known explains: work on another stream of the GPU that ended just
    // before, else one that was running all the while and left no room.
    bool addUnknownWait(std::uint32_t stream, Time ready, Time start) {
        const StreamHistories::Stream& own = m_streams.at(stream);
        std::uint32_t ended = kNone;
        std::uint32_t running = kNone;
        for (const StreamHistories::Stream& other : m_streams.all()) {
            if (&other == &own || other.gpu != own.gpu) {
                continue;
            }
            const std::uint32_t last = m_streams.endedBy(other, start);
            if (last != kNone && m_streams.end(last) + kHandOver >= start &&
                m_streams.end(last) > ready) {
                ended = last;
            }
            const std::uint32_t next = StreamHistories::next(other, last);
            if (next != kNone && m_graph.activities.start[next] <= ready) {
                running = next;
            }
        }
        if (ended != kNone) {
            m_causes.push_back({{ended, false, start - m_streams.end(ended)}, start});
        } else if (running != kNone) {
            m_causes.push_back({{running, true, start - m_graph.activities.start[running]}, start});
        }
        return ended != kNone || running != kNone;
    }

    const Trace& m_trace;
    HostCalls m_host;
    DependencyGraph m_graph;
    SyncRecords m_syncs;
    StreamHistories m_streams;
    CallWaits m_waits;
    std::vector<Cause> m_causes;
    std::size_t m_nextWait = 0;
    std::map<std::int32_t, std::vector<SyncRecords::StreamWait>> m_openWaits;  // by stream
};

}  // namespace

std::uint32_t DependencyGraph::callWith(SliceId slice) const {
    const auto at = std::lower_bound(callSlices.begin(), callSlices.end(), slice);
    return at == callSlices.end() || *at != slice
               ? kNone
               : callOfSlice[static_cast<std::size_t>(at - callSlices.begin())];
}

DependencyGraph buildDependencyGraph(const Trace& trace, const LaunchIndex& launches,
                                     const NameClasses& names) {
    return GraphAssembly(trace, hostCalls(trace, launches, names)).assemble();
}

}  // namespace gaplight
