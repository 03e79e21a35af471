// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// What each stream of each GPU was given so far, while a graph is built from front to back.
class StreamHistories {
public:
    static constexpr std::uint32_t kNone = DependencyGraph::kNone;

    struct Stream {
        GpuId gpu;
        std::int32_t number = -1;
        std::vector<std::uint32_t> activities;  // in the order of their launches
        std::vector<std::uint32_t> launches;    // the last activity of each launch call
        std::uint32_t latest = kNone;           // the one that ends last
    };

    StreamHistories(const Trace& trace, const DependencyGraph& graph)
        : m_trace(trace), m_graph(graph) {}

    // Where an activity without a recorded stream belongs is determined by its track.
    [[nodiscard]] std::uint32_t indexOf(const GpuActivity& activity);
    // A wait that is recorded on a thread names a stream, but no GPU: where that GPU has none of
    // this number, the only other one is given.
    [[nodiscard]] std::uint32_t find(GpuId gpu, std::int32_t number) const;
    [[nodiscard]] const Stream& at(std::uint32_t stream) const { return m_streams[stream]; }
    [[nodiscard]] const std::vector<Stream>& all() const { return m_streams; }

    // The graph's activity, whose times are known already. `endsLaunch`: its call launched
    // nothing more on this stream.
    void add(std::uint32_t stream, std::uint32_t activity, bool endsLaunch);

    [[nodiscard]] Time end(std::uint32_t activity) const {
        return m_graph.activities.start[activity] + m_graph.activities.duration[activity];
    }
    // The last one given to the stream that had ended by `time`, or kNone.
    [[nodiscard]] std::uint32_t endedBy(const Stream& stream, Time time) const;
    // The last one given to the stream by calls that began before `time`, or kNone.
    [[nodiscard]] std::uint32_t launchedBefore(const Stream& stream, Time time) const;
    // The first one given after `activity`, or kNone. With kNone the first of all.
    [[nodiscard]] static std::uint32_t next(const Stream& stream, std::uint32_t activity);

private:
    const Trace& m_trace;
    const DependencyGraph& m_graph;
    std::vector<Stream> m_streams;
    std::unordered_map<std::uint64_t, std::uint32_t> m_indexOfKey;
    std::uint64_t m_lastKey = 0;
    std::uint32_t m_lastIndex = kNone;
};

}  // namespace gaplight
