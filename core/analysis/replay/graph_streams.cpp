// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/graph_streams.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/analysis/torch/name_classes.h"
#include "core/base/id_hash.h"

namespace gaplight {
namespace {

// Bit of a key whose stream was not recorded; the other 31 then number its track.
constexpr std::uint64_t kByTrack = std::uint64_t{1} << 31U;

// Reads the calls in time order and keeps the streams for which every graph was in order.
class GraphOrder {
public:
    GraphOrder(const Trace& trace, const HostCalls& host)
        : m_trace(trace), m_host(host), m_lastStream(trace.tracks().size(), kNone) {
        for (const HostCall& call : host.calls) {
            m_isGraph.push_back(call.slice.isValid() &&
                                graphCallOf(trace.name(call.slice)) == GraphCall::Launch);
        }
    }

    std::unordered_map<std::uint64_t, std::uint64_t, IdHash> find() {
        if (std::none_of(m_isGraph.begin(), m_isGraph.end(), [](bool is) { return is; })) {
            return {};
        }
        for (std::size_t at = 0; at < m_host.calls.size(); ++at) {
            if (!m_isGraph[at]) {
                forEachActivity(m_host.calls[at], [&](std::uint64_t key, TimeRange /*range*/) {
                    m_ordinary.insert(key);
                });
            }
        }
        for (std::size_t at = 0; at < m_host.calls.size(); ++at) {
            m_isGraph[at] ? addGraph(m_host.calls[at]) : addOther(m_host.calls[at]);
        }
        for (const std::uint64_t key : m_outOfOrder) {
            m_launchStream.erase(key);
        }
        return std::move(m_launchStream);
    }

private:
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};

    struct GraphEnd {
        std::uint64_t key = 0;
        Time end;
    };
    // What was given to a stream so far.
    struct Given {
        Time end = Time::min();        // of the work that ends last
        std::vector<GraphEnd> graphs;  // since the last other launch
    };

    template <typename Visit>
    void forEachActivity(const HostCall& call, Visit visit) const {
        for (std::uint32_t i = 0; i < call.activityCount; ++i) {
            const ActivityId id = m_host.activities[call.firstActivity + i];
            const GpuActivity& activity = m_trace.gpuActivities()[id.index()];
            visit(GraphStreams::keyOf(m_trace, activity), m_trace.slices().range(activity.slice));
        }
    }

    void addGraph(const HostCall& call) {
        const std::uint64_t launch = m_lastStream[call.track.index()];
        forEachActivity(call, [&](std::uint64_t key, TimeRange range) {
            if (m_ordinary.contains(key) || launch == kNone) {
                return;
            }
            const std::uint64_t known = m_launchStream.try_emplace(key, launch).first->second;
            const bool isInOrder =
                known == launch && !call.afterWaitEvent && range.begin >= m_given[launch].end;
            if (!isInOrder) {
                m_outOfOrder.insert(key);
                return;
            }
            m_given[launch].graphs.push_back({key, range.end});
        });
    }

    void addOther(const HostCall& call) {
        forEachActivity(call, [&](std::uint64_t key, TimeRange range) {
            Given& given = m_given[key];
            for (const GraphEnd& graph : given.graphs) {
                if (graph.end > range.begin) {
                    m_outOfOrder.insert(graph.key);
                }
            }
            given.graphs.clear();
            given.end = std::max(given.end, range.end);
            if (call.slice.isValid()) {
                m_lastStream[call.track.index()] = key;
            }
        });
    }

    const Trace& m_trace;
    const HostCalls& m_host;
    std::vector<bool> m_isGraph;                           // by call
    std::unordered_set<std::uint64_t, IdHash> m_ordinary;  // streams with other work than graphs
    std::vector<std::uint64_t> m_lastStream;  // by track: of its last launch of no graph
    std::unordered_map<std::uint64_t, Given, IdHash> m_given;
    std::unordered_map<std::uint64_t, std::uint64_t, IdHash> m_launchStream;
    std::unordered_set<std::uint64_t, IdHash> m_outOfOrder;
};

}  // namespace

std::int32_t GraphStreams::numberOf(std::uint64_t key) {
    return (key & kByTrack) != 0 ? -1 : static_cast<std::int32_t>(key & (kByTrack - 1));
}

std::uint64_t GraphStreams::keyOf(const Trace& trace, const GpuActivity& activity) {
    const std::uint64_t number =
        activity.stream >= 0
            ? static_cast<std::uint64_t>(activity.stream)
            : kByTrack | static_cast<std::uint64_t>(trace.trackOf(activity.slice).index());
    return std::uint64_t{std::hash<GpuId>{}(activity.gpu)} << 32U | number;
}

GraphStreams GraphStreams::find(const Trace& trace, const HostCalls& host) {
    GraphStreams found;
    found.m_launchStream = GraphOrder(trace, host).find();
    return found;
}

}  // namespace gaplight
