// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/analysis/replay/dependency_calls.h"
#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/dependency_streams.h"
#include "core/analysis/replay/dependency_syncs.h"
#include "core/trace/trace.h"

namespace gaplight {

// What each call waits for before it returns:
// - a blocking call for the device, a stream or an event: as a cuda_sync record says; else a
//   stream is the one that its thread launched to last, and an event is the last work that had
//   ended when the call returned;
// - cudaFree, where the trace shows it waiting;
// - a copy from or to pageable memory for itself, as far as the trace shows;
// - any launch for a place in its stream's queue.
// How long after that it returns is the median of its kind, so that a wait which this does not
// explain shows up as model error.
class CallWaits {
public:
    CallWaits(const Trace& trace, const SyncRecords& syncs, const StreamHistories& streams,
              DependencyGraph& graph);

    // The next call, once its own activities are in the graph and in `streams`. `stream` is the
    // one that it launched to, or kNone.
    void add(const HostCall& call, std::uint32_t stream);
    // Once all calls are in.
    void settle();

private:
    enum class Kind : std::uint8_t { Device, Stream, Event, Free, Queue, Copy, Count_ };
    static constexpr std::uint32_t kNone = DependencyGraph::kNone;

    // Each gives the call's own host time.
    Duration copyWaits(const HostCall& call, Duration own);
    Duration queueWaits(const HostCall& call, std::uint32_t stream, Duration own);
    Duration blockingWaits(const HostCall& call, Duration own);

    void findTargets(const HostCall& call);
    void addDrained(const HostCall& call, bool onlyLatest);
    void addLastEnded(const HostCall& call);
    [[nodiscard]] bool mayHaveWaitedFor(const HostCall& call, std::uint32_t activity) const;
    [[nodiscard]] bool isOnDeviceOf(const HostCall& call,
                                    const StreamHistories::Stream& stream) const;
    [[nodiscard]] bool isPageable(std::uint32_t activity, const HostCall& call) const;
    void push(Kind kind, std::uint32_t activity, Duration shown, bool waited);

    const Trace& m_trace;
    const SyncRecords& m_syncs;
    const StreamHistories& m_streams;
    DependencyGraph& m_graph;
    std::vector<std::uint32_t> m_streamOfTrack;  // that the thread launched to last
    std::vector<std::uint32_t> m_targets;        // of the call at hand
    std::vector<Kind> m_kinds;                   // of the graph's waits
    std::array<std::vector<Duration>, static_cast<std::size_t>(Kind::Count_)> m_returns;
};

}  // namespace gaplight
