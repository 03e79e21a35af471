// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/rows/perfetto_rows.h"

#include <algorithm>
#include <string>
#include <utility>

#include <tbb/parallel_invoke.h>

#include "core/formats/perfetto/rows/labeled_tracks.h"
#include "core/formats/perfetto/rows/slice_ends.h"

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
        m_flows.add(flow, ids[flow.moment.track.index()]);
    }
    for (const PerfettoPart::Stage& stage : part.m_stages) {
        m_stages.add(m_parts.size() - 1, stage);
    }
    for (const auto& [stage, correlation] : part.m_aliases) {
        m_stages.addCall(stage, correlation);
    }
    if (part.m_firstTime) {
        m_lastTime = m_firstTime ? std::max(m_lastTime, part.m_lastTime) : part.m_lastTime;
        m_firstTime = std::min(m_firstTime.value_or(*part.m_firstTime), *part.m_firstTime);
    }
    added.batch = std::move(part.m_batch);
    added.ends = std::move(part.m_ends);
}

EventBatch PerfettoRows::namesOfTracks(const std::vector<PerfettoTracks::Label>& labels) const {
    EventBatch names;
    LabeledTracks named(names, labels);
    const auto addFact = [&](TrackFact fact, BatchTrack track, const std::string& text) {
        if (!text.empty()) {
            names.metadata.push_back({fact, track, names.strings.intern(text), 0});
        }
    };
    for (std::size_t at = 0; at < labels.size(); ++at) {
        if (at < m_isUsed.size() && m_isUsed[at]) {
            const BatchTrack track = named.of(PerfettoTrackId(at));
            addFact(TrackFact::ProcessName, track, labels[at].processName);
            addFact(TrackFact::ProcessLabels, track, labels[at].processLabels);
            addFact(TrackFact::ThreadName, track, labels[at].threadName);
        }
    }
    return names;
}

void PerfettoRows::finish(const PerfettoTracks& tracks, std::int64_t originNs,
                          TraceBuilder& builder) {
    const ImportIssues issues = closeSlices(m_parts, tracks.size(), m_orders, m_lastTime);
    m_stages.joinTo(m_parts);
    const std::vector<PerfettoTracks::Label> labels =
        tracks.resolve(shiftTimes(m_parts, tracks.size(), originNs));
    m_flows.shiftTimes(originNs);
    builder.add(namesOfTracks(labels));
    builder.addIssues(issues);
    std::vector<EventBatch> flows;
    tbb::parallel_invoke(
        [&] {
            std::vector<EventBatch> batches = takeBatches(m_parts, labels);
            m_parts.clear();
            builder.add(SourceId(), std::move(batches));
        },
        [&] { flows = m_flows.takeBatches(labels); });
    for (EventBatch& batch : flows) {
        builder.add(std::move(batch));
    }
    m_counters.addTo(builder, tracks, labels, originNs);
}

}  // namespace gaplight
