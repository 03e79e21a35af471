// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/rows/perfetto_rows.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <tuple>

#include "core/base/column.h"
#include "core/base/import_issue.h"
#include "core/base/parallel.h"

namespace gaplight {
namespace {

template <class Rows>
void shiftAll(Rows& rows, std::int64_t originNs) {
    for (auto& row : rows) {
        row.time = timeAfter(originNs, row.time);
    }
}

void include(PerfettoTracks::Extent& extent, std::int64_t begin, std::int64_t end) {
    extent.begin = extent.isUsed ? std::min(extent.begin, begin) : begin;
    extent.end = extent.isUsed ? std::max(extent.end, end) : end;
    extent.isUsed = true;
}

// Subtracts `originNs` from the times of a part. Gives the time range that the events of each track
// cover then, by BatchTrack.
std::vector<PerfettoTracks::Extent> shiftPart(JoinedPart& part, std::int64_t originNs) {
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

std::vector<PerfettoTracks::Extent> shiftTimes(std::span<JoinedPart> parts, std::size_t tracks,
                                               std::int64_t originNs) {
    std::vector<std::vector<PerfettoTracks::Extent>> ofParts(parts.size());
    parallelFor(std::size_t{0}, parts.size(),
                [&](std::size_t at) { ofParts[at] = shiftPart(parts[at], originNs); });
    std::vector<PerfettoTracks::Extent> extents(tracks);
    for (std::size_t part = 0; part < parts.size(); ++part) {
        for (std::size_t at = 0; at < ofParts[part].size(); ++at) {
            if (const PerfettoTracks::Extent& extent = ofParts[part][at]; extent.isUsed) {
                include(extents[parts[part].tracks[at].index()], extent.begin, extent.end);
            }
        }
    }
    return extents;
}

std::vector<EventBatch> takeBatches(std::span<JoinedPart> parts,
                                    const std::vector<PerfettoTracks::Label>& labels) {
    std::vector<EventBatch> batches;
    batches.reserve(parts.size());
    for (JoinedPart& part : parts) {
        EventBatch& batch = batches.emplace_back(std::move(part.batch));
        for (std::size_t at = 0; at < part.tracks.size(); ++at) {
            const PerfettoTracks::Label& label = labels[part.tracks[at].index()];
            batch.tracks[at] = {batch.strings.intern(label.pid), batch.strings.intern(label.tid)};
        }
    }
    return batches;
}

namespace {

constexpr std::size_t kValuesOfBatch = 65'536;

}  // namespace

void PerfettoCounters::add(const PerfettoPart::Counter& value, PerfettoTrackId track,
                           const StringPool<BatchStringTag>& strings) {
    Value& added = m_values.emplace_back();
    added.time = value.moment.time;
    added.value = value.value;
    added.count = value.count;
    added.track = track;
    added.sequence = value.moment.sequence;
    added.state = value.state;
    if (value.name.isValid()) {
        const auto [at, isNew] = m_numbers.try_emplace(std::string(strings.view(value.name)),
                                                       static_cast<std::uint32_t>(m_names.size()));
        if (isNew) {
            m_names.push_back(at->first);
        }
        added.name = at->second;
    }
}

// Descriptors, which may come after the values, say which of them are differences.
void PerfettoCounters::resolveCounts(const PerfettoTracks& tracks) {
    struct Sum {
        std::uint32_t state = 0;
        std::int64_t count = 0;
    };
    std::unordered_map<std::uint64_t, Sum, IdHash> sums;  // by sequence and track
    for (Value& value : m_values) {
        if (value.state == 0) {
            continue;
        }
        const PerfettoTracks::Counter counter = tracks.counter(value.track);
        if (counter.isIncremental) {
            Sum& sum = sums[std::uint64_t{value.sequence} << 32U | value.track.value];
            sum = sum.state == value.state ? sum : Sum{value.state, 0};
            sum.count = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum.count) +
                                                  static_cast<std::uint64_t>(value.count));
            value.count = sum.count;
        }
        value.value = static_cast<double>(value.count) *
                      static_cast<double>(counter.multiplier == 0 ? 1 : counter.multiplier);
    }
}

void PerfettoCounters::addTo(TraceBuilder& builder, const PerfettoTracks& tracks,
                             const std::vector<PerfettoTracks::Label>& labels,
                             std::int64_t originNs) {
    resolveCounts(tracks);
    for (std::size_t first = 0; first < m_values.size();) {
        EventBatch batch;
        LabeledTracks known(batch, labels);
        std::unordered_map<std::uint32_t, BatchString, IdHash> names;  // by track
        const BatchString series = batch.strings.intern({});
        const std::size_t last = std::min(first + kValuesOfBatch, m_values.size());
        for (; first < last; ++first) {
            const Value& value = m_values[first];
            BatchString name;
            if (value.name != 0) {
                name = batch.strings.intern(m_names[value.name]);
            } else {
                BatchString& cached = names[value.track.value];
                cached = cached.isValid() ? cached
                                          : batch.strings.intern(tracks.counterName(value.track));
                name = cached;
            }
            batch.counters.push_back({timeAfter(originNs, value.time), value.value, name, series,
                                      known.of(value.track)});
        }
        builder.add(std::move(batch));
    }
    m_values = {};
}

namespace {

constexpr std::size_t kRowsOfBatch = 65'536;
constexpr std::string_view kFlowCategory = "flow";

}  // namespace

void PerfettoFlows::shiftTimes(std::int64_t originNs) {
    for (Point& point : m_points) {
        point.time = timeAfter(originNs, point.time);
    }
}

void PerfettoFlows::takePoints(std::size_t first, std::size_t last,
                               const std::vector<PerfettoTracks::Label>& labels,
                               EventBatch& batch) const {
    const auto isOtherFlow = [this](std::size_t left, std::size_t right) {
        return m_points[left].id != m_points[right].id || m_points[left].isTerminating;
    };
    LabeledTracks tracks(batch, labels);
    const BatchString category = batch.strings.intern(kFlowCategory);
    for (std::size_t at = first; at < last; ++at) {
        const Point& point = m_points[at];
        // The first of a flow starts it, the one after a termination the next one.
        const bool isFirst = at == 0 || isOtherFlow(at - 1, at);
        const bool isLast = at + 1 == m_points.size() || isOtherFlow(at, at + 1);
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
}

std::vector<EventBatch> PerfettoFlows::takeBatches(
    const std::vector<PerfettoTracks::Label>& labels) {
    parallelSort(m_points.begin(), m_points.end(), [](const Point& left, const Point& right) {
        return std::tie(left.id, left.time, left.event, left.isTerminating) <
               std::tie(right.id, right.time, right.event, right.isTerminating);
    });
    std::vector<EventBatch> batches((m_points.size() + kRowsOfBatch - 1) / kRowsOfBatch);
    parallelFor(std::size_t{0}, batches.size(), [&](std::size_t number) {
        const std::size_t first = number * kRowsOfBatch;
        takePoints(first, std::min(first + kRowsOfBatch, m_points.size()), labels, batches[number]);
    });
    m_points = {};
    return batches;
}

void StageCorrelations::joinTo(std::span<JoinedPart> parts) const {
    // A part's correlations ascend by slice, so they are merged with those of its stages.
    for (std::size_t first = 0; first < m_rows.size();) {
        const std::size_t part = m_rows[first].part;
        std::size_t last = first;
        while (last < m_rows.size() && m_rows[last].part == part) {
            ++last;
        }
        SparseBatch<std::uint64_t>& known = parts[part].batch.correlation;
        SparseBatch<std::uint64_t> merged;
        std::size_t at = 0;
        const auto takeKnownBelow = [&](std::uint64_t slice) {
            for (; at < known.slice.size() && known.slice[at] < slice; ++at) {
                merged.slice.push_back(known.slice[at]);
                merged.value.push_back(known.value[at]);
            }
        };
        for (; first < last; ++first) {
            const Row& row = m_rows[first];
            takeKnownBelow(row.slice);
            const auto call = m_correlations.find(row.stage);
            merged.slice.push_back(row.slice);
            merged.value.push_back(call == m_correlations.end() ? row.stage : call->second);
        }
        takeKnownBelow(~std::uint64_t{0});
        known = std::move(merged);
    }
}

namespace {

constexpr std::size_t kRanges = 8;
constexpr std::size_t kMaxCountedTracks = 65'536;
constexpr std::size_t kPairedRanges = 1024;  // of tracks

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

// All edges by track; gives where those of each track begin, and the end.
std::vector<std::size_t> sortEdges(std::span<JoinedPart> parts, std::size_t tracks,
                                   Column<SliceEdge>& edges) {
    // Each range of parts counts all tracks: few ranges where there are many.
    const std::size_t ranges = tracks > kMaxCountedTracks ? 1 : kRanges;
    const auto partsOf = [&](std::size_t range) {
        const std::size_t begin = parts.size() * range / ranges;
        return std::pair(begin, parts.size() * (range + 1) / ranges - begin);
    };
    std::vector<std::vector<std::size_t>> places(ranges);
    parallelFor(std::size_t{0}, ranges, [&](std::size_t range) {
        const auto [begin, count] = partsOf(range);
        places[range] = countEdges(parts.subspan(begin, count), tracks);
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
    parallelFor(std::size_t{0}, ranges, [&](std::size_t range) {
        const auto [begin, count] = partsOf(range);
        takeEdges(begin, parts.subspan(begin, count), std::move(places[range]), edges);
    });
    return firstOf;
}

// Gives each slice whose end is an event of its own (PerfettoPart::kOpen) its duration, and removes
// the ends from `parts`. The begin and the end of a slice may be in different parts, which are in
// the order of the file. Slices without an end last until `traceEnd`. Returns the begins and ends
// that could not be paired (SlicePairing). Uses all cores. O(edges log edges), 16 bytes an edge.
ImportIssues closeSlices(std::span<JoinedPart> parts, std::size_t tracks, const EdgeOrders& orders,
                         std::int64_t traceEnd) {
    SlicePairing pairing;
    pairing.traceEnd = traceEnd;
    pairing.close = [parts](std::uint64_t place, std::int64_t end, std::uint64_t) {
        SliceBatch& slices = parts[place >> 32U].batch.slices;
        const std::size_t slice = place & 0xffff'ffffU;
        std::int64_t duration = 0;
        // Too long for 64 bits: the builder puts it aside.
        slices.duration[slice] = __builtin_sub_overflow(end, slices.start[slice], &duration)
                                     ? std::numeric_limits<std::int64_t>::max()
                                     : duration;
    };
    pairing.packetOf = [parts](std::uint64_t place) {
        return parts[place >> 32U].batch.slices.event[place & 0xffff'ffffU].number();
    };
    Column<SliceEdge> edges;
    const std::vector<std::size_t> firstOf = sortEdges(parts, tracks, edges);
    std::vector<ImportIssues> issues(std::min(tracks, kPairedRanges));  // some kB each
    parallelFor(std::size_t{0}, issues.size(), [&](std::size_t range) {
        const std::size_t end = tracks * (range + 1) / issues.size();
        for (std::size_t track = tracks * range / issues.size(); track < end; ++track) {
            pairing.pair(
                std::span(edges).subspan(firstOf[track], firstOf[track + 1] - firstOf[track]),
                orders.of(PerfettoTrackId(track)), issues[range]);
        }
    });
    ImportIssues all;
    for (const ImportIssues& ofRange : issues) {
        all.merge(ofRange);
    }
    return all;
}

}  // namespace

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
    parallelInvoke(
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
