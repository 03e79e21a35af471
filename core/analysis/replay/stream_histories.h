// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/graph_launches.h"
#include "core/analysis/replay/host_calls.h"
#include "core/analysis/replay/sync_records.h"
#include "core/base/id.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Activities launched to each stream so far, while a dependency graph is built in launch order.
class StreamHistories {
public:
    static constexpr std::uint32_t kNone = DependencyGraph::kNone;
    // Most streams that one search compares: 8 GPUs of a host, times the 128 kernels that a GPU can
    // run at once (CUDA C++ Programming Guide, technical specifications per compute capability).
    static constexpr std::size_t kMaxSearched = 1'024;

    struct Stream {
        GpuId gpu;
        std::int32_t number = -1;
        std::vector<std::uint32_t> activities;  // in the order of their launches
        std::vector<std::uint32_t> launches;    // the last activity of each launch call
        std::uint32_t latest = kNone;           // the one that ends last
    };

    // `graphStreams`: streams that are one with another stream.
    StreamHistories(const Trace& trace, const GraphStreams& graphStreams,
                    const DependencyGraph& graph)
        : m_trace(trace), m_graphStreams(graphStreams), m_graph(graph) {}

    // The stream of an activity; where no stream was recorded, its track stands for one.
    [[nodiscard]] std::uint32_t indexOf(const GpuActivity& activity);
    // The stream of this number on a GPU; where that GPU has none, the only one of the number on
    // any other GPU (a recorded wait names the stream, not always the right GPU); else kNone.
    // O(log streams).
    std::uint32_t find(GpuId gpu, std::int32_t number) const;
    const Stream& at(std::uint32_t stream) const { return m_streams[stream]; }
    // All streams of a GPU, or of all GPUs of a source, to find the stream that an activity or call
    // waited for if the trace does not record it. Empty if there are more than kMaxSearched, since
    // the search takes O(streams) for each activity and call.
    std::span<const std::uint32_t> searchedOn(GpuId gpu) const;
    std::span<const std::uint32_t> searchedIn(SourceId source) const;

    // Appends an activity of the graph whose times are set. `endsLaunch`: the last one of its
    // launch call on this stream.
    void add(std::uint32_t stream, std::uint32_t activity, bool endsLaunch);

    Time end(std::uint32_t activity) const {
        return m_graph.activities.start[activity] + m_graph.activities.duration[activity];
    }
    // The last activity launched to the stream that had ended by `time`, or kNone.
    std::uint32_t endedBy(const Stream& stream, Time time) const;
    // The last activity launched to the stream by calls that started before `time`, or kNone.
    std::uint32_t launchedBefore(const Stream& stream, Time time) const;
    // The activity launched next after `activity`, or kNone. After kNone: the first of all.
    [[nodiscard]] static std::uint32_t next(const Stream& stream, std::uint32_t activity);

private:
    [[nodiscard]] static std::span<const std::uint32_t> searched(
        const std::vector<std::uint32_t>& streams);
    void addStream(GpuId gpu, std::int32_t number);

    const Trace& m_trace;
    const GraphStreams& m_graphStreams;
    const DependencyGraph& m_graph;
    std::vector<Stream> m_streams;
    std::map<GpuId, std::vector<std::uint32_t>> m_ofGpu;
    std::map<SourceId, std::vector<std::uint32_t>> m_ofSource;
    std::map<std::pair<GpuId, std::int32_t>, std::uint32_t> m_byNumber;         // the first of it
    std::map<std::pair<SourceId, std::int32_t>, std::uint32_t> m_onlyOfNumber;  // kNone: several
    std::unordered_map<std::uint64_t, std::uint32_t, IdHash> m_indexOfKey;
    std::uint64_t m_lastKey = 0;
    std::uint32_t m_lastIndex = kNone;
};

// Finds the activities of other streams that a stream waited for (cudaStreamWaitEvent) before its
// next activity: those of the cuda_sync record; where there is no record, after a
// cudaStreamWaitEvent on the launching thread, the activity of another stream of the GPU that ended
// last before.
class StreamWaits {
public:
    StreamWaits(const SyncRecords& syncs, const StreamHistories& streams)
        : m_syncs(syncs), m_streams(streams) {}

    // Sets `activities` to those that the first activity of `call`, which started at `start` on
    // `stream`, waited for. Called in the order of the calls' starts. O(streams log activities).
    void find(const HostCall& call, Time start, std::uint32_t stream,
              std::vector<std::uint32_t>& activities);

private:
    std::uint32_t recordedWait(const SyncRecords::StreamWait& wait) const;
    std::uint32_t likelyWait(const StreamHistories::Stream& own, Time start) const;

    const SyncRecords& m_syncs;
    const StreamHistories& m_streams;
    std::size_t m_next = 0;                                               // recorded wait
    std::map<std::int32_t, std::vector<SyncRecords::StreamWait>> m_open;  // by stream number
};

}  // namespace gaplight
