// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/host_calls.h"
#include "core/analysis/replay/stream_histories.h"
#include "core/analysis/replay/sync_records.h"
#include "core/trace/trace.h"

namespace gaplight {

// Finds what each host call waits for before it returns:
// - a blocking call: the device, stream or event of its cuda_sync record. Without a record the
//   stream is the one that its thread launched to last, the event the last activity that had ended
//   when the call returned;
// - cudaFree: the device, where the trace shows that it waited;
// - a copy from or to pageable memory: its own activity, where the trace shows that it waited;
// - any launch: the oldest unfinished launch of its stream, once ReplayTimings::queueCapacity are
//   unfinished.
// The delay from there to the return is the median of the kind, so a wait that this does not
// explain becomes model error. What Activities::unexplained has of a copy from pageable memory is
// cleared where it is the time of a first part's way to the staging buffer.
class CallWaits {
public:
    CallWaits(const Trace& trace, const SyncRecords& syncs, const StreamHistories& streams,
              DependencyGraph& graph);

    // Adds the waits of the next call; its own activities are in the graph and in `streams`.
    // `stream`: the one that it launched to, or kNone.
    void add(const HostCall& call, std::uint32_t stream);
    // Sets the delays of all waits to the medians of their kinds; after the last add().
    void finish();

private:
    enum class Kind : std::uint8_t { Device, Stream, Event, Free, Queue, Copy, Count_ };
    static constexpr std::uint32_t kNone = DependencyGraph::kNone;

    // Add waits of one kind; return the call's host time without them.
    Duration copyWaits(const HostCall& call, Duration own);
    Duration queueWaits(const HostCall& call, std::uint32_t stream, Duration own);
    Duration blockingWaits(const HostCall& call, Duration own);

    void findTargets(const HostCall& call);
    void addDrained(const HostCall& call, bool onlyLatest);
    void addLastEnded(const HostCall& call);
    bool mayHaveWaitedFor(const HostCall& call, std::uint32_t activity) const;
    // Where the thread has launched to no stream yet: of all GPUs.
    std::span<const std::uint32_t> streamsOnDeviceOf(const HostCall& call) const;
    bool isPageable(std::uint32_t activity, const HostCall& call) const;
    SliceId sliceOf(std::uint32_t activity) const {
        return m_trace.gpuActivities()[m_graph.activities.id[activity].index()].slice;
    }
    void explainStaging(std::uint32_t activity);
    void push(Kind kind, std::uint32_t activity, Duration shown, bool waited);

    const Trace& m_trace;
    const SyncRecords& m_syncs;
    const StreamHistories& m_streams;
    DependencyGraph& m_graph;
    std::vector<std::uint32_t> m_streamOfTrack;  // stream that each thread launched to last
    std::vector<std::uint32_t> m_targets;        // of the call at hand
    std::vector<Kind> m_kinds;                   // of the graph's waits
    std::array<std::vector<Duration>, static_cast<std::size_t>(Kind::Count_)> m_returns;
};

}  // namespace gaplight
