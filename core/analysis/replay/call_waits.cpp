// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/call_waits.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

using std::chrono::microseconds;

// GPU and host clocks agree to this, as in metrics.md ("after_sync").
constexpr Duration kClockSkew = microseconds(10);
// A blocking call that finds nothing to wait for takes 2 to 6 µs (H200).
constexpr Duration kBlockingCall = microseconds(3);
// CUDA, "API synchronization behavior": copies of at most 64 KiB from host memory are staged and
// do not wait.
constexpr std::int64_t kStagedBytes = 65536;

bool namesPageable(std::string_view text) {
    return text.find("ageable") != std::string_view::npos;
}

bool isFromPageable(const Trace& trace, SliceId copy) {
    const CopyFacts* facts = trace.copyFacts().find(copy);
    return trace.name(copy).find("Pageable ->") != std::string_view::npos ||
           (facts != nullptr && namesPageable(trace.text(facts->sourceKind)));
}

}  // namespace

CallWaits::CallWaits(const Trace& trace, const SyncRecords& syncs, const StreamHistories& streams,
                     DependencyGraph& graph)
    : m_trace(trace),
      m_syncs(syncs),
      m_streams(streams),
      m_graph(graph),
      m_streamOfTrack(trace.tracks().size(), kNone) {}

void CallWaits::add(const HostCall& call, std::uint32_t stream) {
    DependencyGraph::Calls& calls = m_graph.calls;
    calls.wait.push_back(static_cast<std::uint32_t>(calls.waits.size()));
    calls.traits.push_back(call.activityCount > 0 ? DependencyGraph::kLaunches : 0);
    Duration own = call.end - call.start;
    if (call.slice.isValid()) {
        if (stream != kNone) {
            m_streamOfTrack[call.track.index()] = stream;
            own = queueWaits(call, stream, own);
        }
        if (call.copies && call.activityCount > 0) {
            own = copyWaits(call, own);
        } else if (call.blocking != BlockingKind::None) {
            own = blockingWaits(call, own);
        }
    }
    calls.own.push_back(own);
}

void CallWaits::push(Kind kind, std::uint32_t activity, Duration shown, bool waited) {
    m_graph.calls.waits.push_back({activity, false, shown});
    m_kinds.push_back(kind);
    if (waited) {
        m_returns[static_cast<std::size_t>(kind)].push_back(shown);
    }
}

Duration CallWaits::queueWaits(const HostCall& call, std::uint32_t stream, Duration own) {
    const std::vector<std::uint32_t>& launches = m_streams.at(stream).launches;
    const std::size_t places = m_graph.timings.queueCapacity;
    if (launches.size() <= places) {
        return own;
    }
    const std::uint32_t oldest = launches[launches.size() - 1 - places];
    const Time freed = m_streams.end(oldest);
    const bool waited = freed > call.start;
    m_graph.calls.traits.back() |= DependencyGraph::kQueues;
    push(Kind::Queue, oldest, call.end - freed, waited);
    return waited ? std::min(own, m_graph.timings.launchCall) : own;
}

bool CallWaits::isPageable(std::uint32_t activity, const HostCall& call) const {
    const SliceId slice = sliceOf(activity);
    const std::string_view name = m_trace.name(slice);
    const CopyFacts* facts = m_trace.copyFacts().find(slice);
    const bool fromPageable = isFromPageable(m_trace, slice);
    if (call.blocking == BlockingKind::None && fromPageable && facts != nullptr &&
        facts->bytes >= 0 && facts->bytes <= kStagedBytes) {
        return false;
    }
    return fromPageable || namesPageable(name) ||
           (facts != nullptr && namesPageable(m_trace.text(facts->destinationKind)));
}

// A copy from pageable memory starts once the host has copied a first part to a staging buffer: a
// late start of up to the copy's own length has that reason.
void CallWaits::explainStaging(std::uint32_t activity) {
    DependencyGraph::Activities& a = m_graph.activities;
    if (a.lateBy[activity] == DependencyGraph::LateBy::Launch &&
        a.unexplained[activity] <= a.duration[activity] &&
        isFromPageable(m_trace, sliceOf(activity))) {
        a.unexplained[activity] = Duration{};
    }
}

Duration CallWaits::copyWaits(const HostCall& call, Duration own) {
    const auto last = static_cast<std::uint32_t>(m_graph.activities.size() - 1);
    const Time start = m_graph.activities.start[last];
    explainStaging(last);
    if (call.end <= start || (call.blocking == BlockingKind::None && !isPageable(last, call))) {
        return own;
    }
    // Not all of it has to have arrived when the call returns: the rest is staged.
    const bool toTheEnd = m_streams.end(last) <= call.end;
    m_graph.calls.waits.push_back(
        {last, !toTheEnd, call.end - (toTheEnd ? m_streams.end(last) : start)});
    m_kinds.push_back(Kind::Copy);
    m_graph.calls.traits.back() |= DependencyGraph::kCopies;
    if (call.blocking != BlockingKind::None) {
        m_graph.calls.traits.back() |= DependencyGraph::kBlocks;
    }
    return std::min(own, m_graph.timings.launchCall);
}

bool CallWaits::mayHaveWaitedFor(const HostCall& call, std::uint32_t activity) const {
    return activity != kNone && m_streams.end(activity) <= call.end + kClockSkew;
}

std::span<const std::uint32_t> CallWaits::streamsOnDeviceOf(const HostCall& call) const {
    const std::uint32_t own = m_streamOfTrack[call.track.index()];
    return own == kNone ? m_streams.searchedIn(m_trace.sourceOf(call.track))
                        : m_streams.searchedOn(m_streams.at(own).gpu);
}

// The last work of every stream of the device that was done when the call returned; with
// `onlyLatest` of the stream that was done last.
void CallWaits::addDrained(const HostCall& call, bool onlyLatest) {
    std::uint32_t latest = kNone;
    for (const std::uint32_t index : streamsOnDeviceOf(call)) {
        const StreamHistories::Stream& stream = m_streams.at(index);
        if (!mayHaveWaitedFor(call, stream.latest)) {
            continue;
        }
        if (!onlyLatest) {
            m_targets.push_back(stream.latest);
        } else if (latest == kNone || m_streams.end(stream.latest) > m_streams.end(latest)) {
            latest = stream.latest;
        }
    }
    if (latest != kNone) {
        m_targets.push_back(latest);
    }
}

void CallWaits::addLastEnded(const HostCall& call) {
    std::uint32_t latest = kNone;
    for (const std::uint32_t index : streamsOnDeviceOf(call)) {
        const std::uint32_t ended = m_streams.endedBy(m_streams.at(index), call.end);
        if (ended != kNone && (latest == kNone || m_streams.end(ended) > m_streams.end(latest))) {
            latest = ended;
        }
    }
    if (latest != kNone) {
        m_targets.push_back(latest);
    }
}

void CallWaits::findTargets(const HostCall& call) {
    m_targets.clear();
    const SyncFacts* facts = m_syncs.of(call.blockingSlice);
    std::uint32_t stream = m_streamOfTrack[call.track.index()];
    const GpuId gpu =
        stream == kNone ? GpuId(m_trace.sourceOf(call.track), 0) : m_streams.at(stream).gpu;
    switch (call.blocking) {
        case BlockingKind::Stream: {
            if (facts != nullptr && facts->stream >= 0) {
                stream = m_streams.find(gpu, facts->stream);
            }
            const std::uint32_t last = stream == kNone ? kNone : m_streams.at(stream).latest;
            if (mayHaveWaitedFor(call, last)) {
                m_targets.push_back(last);
            } else if (facts == nullptr) {
                addDrained(call, true);
            }
            break;
        }
        case BlockingKind::Event: {
            if (facts == nullptr || facts->waitOnStream < 0) {
                addLastEnded(call);
                break;
            }
            stream = m_streams.find(gpu, facts->waitOnStream);
            const Time recorded = m_syncs.eventRecorded(*facts, gpu.source).value_or(call.start);
            const std::uint32_t last =
                stream == kNone ? kNone : m_streams.launchedBefore(m_streams.at(stream), recorded);
            if (mayHaveWaitedFor(call, last)) {
                m_targets.push_back(last);
            }
            break;
        }
        default:
            addDrained(call, false);
    }
}

Duration CallWaits::blockingWaits(const HostCall& call, Duration own) {
    findTargets(call);
    Time done = Time::min();
    for (const std::uint32_t target : m_targets) {
        done = std::max(done, m_streams.end(target));
    }
    // Freeing memory waits for the GPU where it goes back to the driver: as the trace shows.
    const bool waited = done > call.start;
    if (call.blocking == BlockingKind::Free && (!waited || (done - call.start) * 2 < own)) {
        return own;
    }
    m_graph.calls.traits.back() |= DependencyGraph::kBlocks;
    const auto kind = static_cast<Kind>(static_cast<int>(call.blocking) - 1);
    for (const std::uint32_t target : m_targets) {
        const Time end = m_streams.end(target);
        push(kind, target, call.end - end, waited && end == done);
    }
    return waited ? std::min(own, kBlockingCall) : own;
}

void CallWaits::finish() {
    std::array<Duration, static_cast<std::size_t>(Kind::Count_)> median{};
    for (std::size_t kind = 0; kind < median.size(); ++kind) {
        std::vector<Duration>& shown = m_returns[kind];
        if (!shown.empty()) {
            median[kind] = lowerMedian(shown);
        }
    }
    DependencyGraph::Calls& calls = m_graph.calls;
    for (std::size_t call = 0; call < calls.size(); ++call) {
        for (std::size_t i = calls.wait[call]; i < calls.wait[call + 1]; ++i) {
            DependencyEdge& wait = calls.waits[i];
            if (m_kinds[i] == Kind::Copy) {
                continue;
            }
            const Duration typical = median[static_cast<std::size_t>(m_kinds[i])];
            const bool waited = calls.end[call] - wait.lag > calls.start[call];
            wait.lag = waited ? typical : std::min(typical, wait.lag);
        }
    }
}

}  // namespace gaplight
