// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/perfetto_rows.h"

#include <algorithm>
#include <utility>

namespace gaplight {

void PerfettoRows::add(PerfettoPart part, PerfettoTracks& tracks) {
    std::vector<PerfettoTrackId> ids;  // by PartTrackId
    JoinedPart& added = m_parts.emplace_back();
    added.tracks.resize(part.m_batch.tracks.size());
    added.edges.resize(part.m_batch.tracks.size());
    for (const PerfettoPart::Track& track : part.m_tracks) {
        ids.push_back(tracks.find(track.key));
        if (track.row.isValid()) {
            added.tracks[track.row.index()] = ids.back();
            added.edges[track.row.index()] = track.edges;
            m_isUsed.resize(std::max(m_isUsed.size(), ids.back().index() + 1));
            m_isUsed[ids.back().index()] = true;
        }
    }
    m_orders.append(part.m_orders, ids);
    for (const PerfettoPart::Counter& point : part.m_counters) {
        m_counters.add(point, ids[point.moment.track.index()], part.m_batch.strings);
    }
    for (const PerfettoPart::Flow& flow : part.m_flows) {
        const PerfettoTrackId track = ids[flow.moment.track.index()];
        m_flows.push_back(
            {flow.id, flow.moment.time, flow.moment.event, track, flow.isTerminating});
    }
    for (const PerfettoPart::Stage& stage : part.m_stages) {
        m_stages.push_back({m_parts.size() - 1, stage.slice, stage.stage});
    }
    for (const auto& [stage, correlation] : part.m_aliases) {
        m_aliases[stage] = correlation;
    }
    if (part.m_firstTime) {
        m_lastTime = m_firstTime ? std::max(m_lastTime, part.m_lastTime) : part.m_lastTime;
        m_firstTime = std::min(m_firstTime.value_or(*part.m_firstTime), *part.m_firstTime);
    }
    added.batch = std::move(part.m_batch);
    added.ends = std::move(part.m_ends);
}

}  // namespace gaplight
