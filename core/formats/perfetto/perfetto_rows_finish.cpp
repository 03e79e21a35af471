// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_sort.h>

#include "core/formats/perfetto/labeled_tracks.h"
#include "core/formats/perfetto/perfetto_rows.h"

namespace gaplight {
namespace {

constexpr std::size_t kRowsOfBatch = 65'536;
constexpr std::string_view kFlowCategory = "flow";
constexpr std::size_t kRanges = 8;
constexpr std::size_t kMaxCountedTracks = 65'536;
constexpr std::size_t kPairedRanges = 1024;  // of tracks

template <class Rows>
void shiftAll(Rows& rows, std::int64_t originNs) {
    for (auto& row : rows) {
        row.time = timeAfter(originNs, row.time);
    }
}

// Edges of each track within some parts.
std::vector<std::size_t> countEdges(std::span<const JoinedPart> parts, std::size_t tracks) {
    std::vector<std::size_t> counts(tracks);
    for (const JoinedPart& part : parts) {
        for (std::size_t at = 0; at < part.tracks.size(); ++at) {
            counts[part.tracks[at].index()] += part.edges[at];
        }
    }
    return counts;
}

// Edges of the parts from `first` on, in the order of the file; `next`: where that of a track
// belongs.
void takeEdges(std::size_t first, std::span<JoinedPart> parts, std::vector<std::size_t> next,
               std::span<SliceEdge> edges) {
    for (JoinedPart& part : parts) {
        const SliceBatch& slices = part.batch.slices;
        const std::vector<PerfettoPart::End> ends = std::exchange(part.ends, {});
        auto end = ends.begin();
        const auto takeEndsBefore = [&](EventId event) {
            for (; end != ends.end() && end->event < event; ++end) {
                edges[next[part.tracks[end->track.index()].index()]++] =
                    SliceEdge::end(end->time, end->event.number());
            }
        };
        for (std::size_t at = 0; at < slices.start.size(); ++at) {
            if (slices.duration[at] == PerfettoPart::kOpen) {
                takeEndsBefore(slices.event[at]);
                edges[next[part.tracks[slices.track[at].index()].index()]++] =
                    SliceEdge::begin(slices.start[at], std::uint64_t{first} << 32U | at);
            }
        }
        takeEndsBefore(EventId(~std::uint64_t{0}));
        ++first;
    }
}

void include(PerfettoTracks::Extent& extent, std::int64_t begin, std::int64_t end) {
    extent.begin = extent.isUsed ? std::min(extent.begin, begin) : begin;
    extent.end = extent.isUsed ? std::max(extent.end, end) : end;
    extent.isUsed = true;
}

// Subtracts `originNs` from the times of a part. Gives the time range that the events of each track
// cover then, by BatchTrack.
std::vector<PerfettoTracks::Extent> shiftTimes(JoinedPart& part, std::int64_t originNs) {
    shiftAll(part.batch.instants, originNs);
    shiftAll(part.batch.memory, originNs);
    shiftAll(part.batch.asyncs, originNs);
    std::vector<PerfettoTracks::Extent> extents(part.tracks.size());
    SliceBatch& slices = part.batch.slices;
    for (std::size_t at = 0; at < slices.start.size(); ++at) {
        std::int64_t& start = slices.start[at];
        start = timeAfter(originNs, start);
        std::int64_t end = 0;
        if (!__builtin_add_overflow(start, slices.duration[at], &end)) {
            include(extents[slices.track[at].index()], start, end);
        }
    }
    for (const InstantBatchRow& row : part.batch.instants) {
        include(extents[row.track.index()], row.time, row.time);
    }
    return extents;
}

}  // namespace

// All edges by track; gives where those of each track begin, and the end.
std::vector<std::size_t> PerfettoRows::sortEdges(std::size_t tracks, Column<SliceEdge>& edges) {
    // Each range of parts counts all tracks: few ranges where there are many.
    const std::size_t ranges = tracks > kMaxCountedTracks ? 1 : kRanges;
    const auto partsOf = [&](std::size_t range) {
        const std::size_t begin = m_parts.size() * range / ranges;
        return std::pair(begin, m_parts.size() * (range + 1) / ranges - begin);
    };
    std::vector<std::vector<std::size_t>> places(ranges);
    tbb::parallel_for(std::size_t{0}, ranges, [&](std::size_t range) {
        const auto [begin, count] = partsOf(range);
        places[range] = countEdges(std::span(m_parts).subspan(begin, count), tracks);
    });
    std::vector<std::size_t> firstOf(tracks + 1);
    std::size_t place = 0;
    for (std::size_t track = 0; track < tracks; ++track) {
        firstOf[track] = place;
        for (std::vector<std::size_t>& ofRange : places) {
            place += std::exchange(ofRange[track], place);
        }
    }
    firstOf[tracks] = place;
    edges.resize(place);
    tbb::parallel_for(std::size_t{0}, ranges, [&](std::size_t range) {
        const auto [begin, count] = partsOf(range);
        takeEdges(begin, std::span(m_parts).subspan(begin, count), std::move(places[range]), edges);
    });
    return firstOf;
}

void PerfettoRows::closeSlices(std::size_t tracks) {
    SlicePairing pairing;
    pairing.traceEnd = m_lastTime;
    pairing.close = [this](std::uint64_t place, std::int64_t end, std::uint64_t) {
        SliceBatch& slices = m_parts[place >> 32U].batch.slices;
        const std::size_t slice = place & 0xffff'ffffU;
        std::int64_t duration = 0;
        // Too long for 64 bits: the builder puts it aside.
        slices.duration[slice] = __builtin_sub_overflow(end, slices.start[slice], &duration)
                                     ? std::numeric_limits<std::int64_t>::max()
                                     : duration;
    };
    pairing.packetOf = [this](std::uint64_t place) {
        return m_parts[place >> 32U].batch.slices.event[place & 0xffff'ffffU].number();
    };
    Column<SliceEdge> edges;
    const std::vector<std::size_t> firstOf = sortEdges(tracks, edges);
    std::vector<ImportIssues> issues(std::min(tracks, kPairedRanges));  // some kB each
    tbb::parallel_for(std::size_t{0}, issues.size(), [&](std::size_t range) {
        const std::size_t end = tracks * (range + 1) / issues.size();
        for (std::size_t track = tracks * range / issues.size(); track < end; ++track) {
            pairing.pair(
                std::span(edges).subspan(firstOf[track], firstOf[track + 1] - firstOf[track]),
                m_orders.of(PerfettoTrackId(track)), issues[range]);
        }
    });
    for (const ImportIssues& ofRange : issues) {
        m_issues.merge(ofRange);
    }
}

std::vector<PerfettoTracks::Extent> PerfettoRows::shiftTimes(std::size_t tracks,
                                                             std::int64_t originNs) {
    std::vector<std::vector<PerfettoTracks::Extent>> ofParts(m_parts.size());
    tbb::parallel_for(std::size_t{0}, m_parts.size(), [&](std::size_t at) {
        ofParts[at] = gaplight::shiftTimes(m_parts[at], originNs);
    });
    shiftAll(m_flows, originNs);
    std::vector<PerfettoTracks::Extent> extents(tracks);
    for (std::size_t part = 0; part < m_parts.size(); ++part) {
        for (std::size_t at = 0; at < ofParts[part].size(); ++at) {
            if (const PerfettoTracks::Extent& extent = ofParts[part][at]; extent.isUsed) {
                include(extents[m_parts[part].tracks[at].index()], extent.begin, extent.end);
            }
        }
    }
    return extents;
}

void PerfettoRows::joinStages() {
    // A part's correlations ascend by slice, so they are merged with those of its stages.
    for (std::size_t first = 0; first < m_stages.size();) {
        const std::size_t part = m_stages[first].part;
        std::size_t last = first;
        while (last < m_stages.size() && m_stages[last].part == part) {
            ++last;
        }
        SparseBatch<std::uint64_t>& known = m_parts[part].batch.correlation;
        SparseBatch<std::uint64_t> merged;
        std::size_t at = 0;
        const auto takeKnownBelow = [&](std::uint64_t slice) {
            for (; at < known.slice.size() && known.slice[at] < slice; ++at) {
                merged.slice.push_back(known.slice[at]);
                merged.value.push_back(known.value[at]);
            }
        };
        for (; first < last; ++first) {
            const StageRow& row = m_stages[first];
            takeKnownBelow(row.slice);
            const auto alias = m_aliases.find(row.stage);
            merged.slice.push_back(row.slice);
            merged.value.push_back(alias == m_aliases.end() ? row.stage : alias->second);
        }
        takeKnownBelow(~std::uint64_t{0});
        known = std::move(merged);
    }
}

std::vector<EventBatch> PerfettoRows::takeFlows(const std::vector<PerfettoTracks::Label>& labels) {
    tbb::parallel_sort(m_flows.begin(), m_flows.end(),
                       [](const FlowPoint& left, const FlowPoint& right) {
                           return std::tie(left.id, left.time, left.event, left.isTerminating) <
                                  std::tie(right.id, right.time, right.event, right.isTerminating);
                       });
    const auto isOtherFlow = [this](std::size_t left, std::size_t right) {
        return m_flows[left].id != m_flows[right].id || m_flows[left].isTerminating;
    };
    std::vector<EventBatch> batches((m_flows.size() + kRowsOfBatch - 1) / kRowsOfBatch);
    tbb::parallel_for(std::size_t{0}, batches.size(), [&](std::size_t number) {
        EventBatch& batch = batches[number];
        LabeledTracks tracks(batch, labels);
        const BatchString category = batch.strings.intern(kFlowCategory);
        const std::size_t first = number * kRowsOfBatch;
        for (std::size_t at = first; at < std::min(first + kRowsOfBatch, m_flows.size()); ++at) {
            const FlowPoint& point = m_flows[at];
            // The first of a flow starts it, the one behind a termination the next one.
            const bool isFirst = at == 0 || isOtherFlow(at - 1, at);
            const bool isLast = at + 1 == m_flows.size() || isOtherFlow(at, at + 1);
            if (isFirst && isLast) {
                continue;  // writers give ids to all events that could be connected
            }
            const FlowPhase phase = isFirst  ? FlowPhase::Start
                                    : isLast ? FlowPhase::Finish
                                             : FlowPhase::Step;
            batch.flows.push_back({phase,
                                   true,
                                   point.time,
                                   category,
                                   category,
                                   {},
                                   tracks.of(point.track),
                                   point.event,
                                   point.id});
        }
    });
    m_flows = {};
    return batches;
}

void PerfettoRows::addPartsTo(TraceBuilder& builder,
                              const std::vector<PerfettoTracks::Label>& labels) {
    std::vector<EventBatch> batches;
    batches.reserve(m_parts.size());
    for (JoinedPart& part : m_parts) {
        EventBatch& batch = batches.emplace_back(std::move(part.batch));
        for (std::size_t at = 0; at < part.tracks.size(); ++at) {
            const PerfettoTracks::Label& label = labels[part.tracks[at].index()];
            batch.tracks[at] = {batch.strings.intern(label.pid), batch.strings.intern(label.tid)};
        }
    }
    m_parts.clear();
    builder.add(SourceId(), std::move(batches));
}

void PerfettoRows::finish(const PerfettoTracks& tracks, std::int64_t originNs,
                          TraceBuilder& builder) {
    closeSlices(tracks.size());
    m_isUsed.resize(tracks.size());
    joinStages();
    const std::vector<PerfettoTracks::Label> labels =
        tracks.resolve(shiftTimes(tracks.size(), originNs));
    EventBatch names;
    LabeledTracks named(names, labels);
    const auto addFact = [&](TrackFact fact, BatchTrack track, const std::string& text) {
        if (!text.empty()) {
            names.metadata.push_back({fact, track, names.strings.intern(text), 0});
        }
    };
    for (std::size_t at = 0; at < labels.size(); ++at) {
        if (m_isUsed[at]) {
            const BatchTrack track = named.of(PerfettoTrackId(at));
            addFact(TrackFact::ProcessName, track, labels[at].processName);
            addFact(TrackFact::ProcessLabels, track, labels[at].processLabels);
            addFact(TrackFact::ThreadName, track, labels[at].threadName);
        }
    }
    builder.add(std::move(names));
    builder.addIssues(m_issues);
    std::vector<EventBatch> flows;
    tbb::parallel_invoke([&] { addPartsTo(builder, labels); }, [&] { flows = takeFlows(labels); });
    for (EventBatch& batch : flows) {
        builder.add(std::move(batch));
    }
    m_counters.addTo(builder, tracks, labels, originNs);
}

}  // namespace gaplight
