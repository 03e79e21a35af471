// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/activity_starts.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

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

}  // namespace

void ActivityStarts::explain(const HostCall& call, std::uint32_t index, std::uint32_t stream,
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
        m_streamWaits.find(call, start, stream, m_waits);
        for (const std::uint32_t activity : m_waits) {
            const Time end = m_streams.end(activity);
            const Duration lag = std::min(m_graph.timings.streamGap, start - end);
            causes.push_back({{activity, false, lag}, end + lag});
        }
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
    bool isExplained = rest <= kUsualDelay;
    if (rest > kUnexplained && addUnknownWait(stream, ready, start)) {
        lateBy = LateBy::Guess;
        isExplained = isExplained || isHandOver(causes.back().edge);
    }
    streamLag += lateBy == LateBy::Stream ? rest : Duration{};
    launchLag += lateBy == LateBy::Launch ? rest : Duration{};
    for (Cause& cause : causes) {
        const bool isLast = lateBy == LateBy::Edge && cause.ready == ready;
        cause.edge.lag += isLast ? rest : Duration{};
        a.edges.push_back(cause.edge);
    }
    a.unexplained.push_back(isExplained ? Duration{} : rest);
    a.lateBy.push_back(lateBy);
    a.launchLag.push_back(launchLag);
    a.previous.push_back(previous);
    a.streamLag.push_back(streamLag);
}

// A call that takes longer than others gives its work to the GPU that much later, unless it
// took longer because it waited, or because it launched a graph.
Duration ActivityStarts::usualLaunchLag(const HostCall& call, const StreamHistories::Stream& stream,
                                        std::uint32_t position) const {
    if (!call.slice.isValid()) {
        return Duration::max();  // nothing known: it started when it did
    }
    if (call.activityCount > 1 && position == 0) {
        return m_graph.timings.graphFloor;
    }
    const std::size_t places = m_graph.timings.queueCapacity;
    const std::size_t given = stream.launches.size();
    const bool waits =
        call.blocking != BlockingKind::None || call.copies || call.activityCount > 1 ||
        (given >= places && m_streams.end(stream.launches[given - places]) > call.start);
    const Duration slower = call.end - call.start - m_graph.timings.launchCall;
    return m_graph.timings.launchFloor + (waits ? Duration{} : std::max(Duration{}, slower));
}

// What ended last on the stream; or, for work that overlaps, what it was given before.
std::uint32_t ActivityStarts::previousOn(const StreamHistories::Stream& stream, Time start) const {
    return stream.activities.empty()               ? kNone
           : m_streams.end(stream.latest) <= start ? stream.latest
                                                   : stream.activities.back();
}

// What starts right after the end of a collective or a receive waited for it: libraries wait with
// events, whose records do not say what they are of.
bool ActivityStarts::isHandOver(const DependencyEdge& guess) {
    const ActivityId id = m_graph.activities.id[guess.activity];
    return !guess.fromStart &&
           m_groups.of(m_trace.gpuActivities()[id.index()].slice) == KernelGroup::Collective;
}

// A start that nothing known explains: work on another stream of the GPU that ended just
// before, else one that was running all the while and left no room.
bool ActivityStarts::addUnknownWait(std::uint32_t stream, Time ready, Time start) {
    const StreamHistories::Stream& own = m_streams.at(stream);
    std::uint32_t ended = kNone;
    std::uint32_t running = kNone;
    for (const std::uint32_t index : m_streams.searchedOn(own.gpu)) {
        const StreamHistories::Stream& other = m_streams.at(index);
        if (&other == &own) {
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

}  // namespace gaplight
