// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include "core/formats/perfetto/perfetto_rows.h"

namespace gaplight {
namespace {

constexpr std::size_t kRowsOfBatch = 65'536;
constexpr std::string_view kFlowCategory = "flow";

// Tracks of a batch that is made when all tracks have labels.
class LabelledTracks {
public:
    LabelledTracks(EventBatch& batch, const std::vector<PerfettoTracks::Label>& labels)
        : m_batch(batch), m_labels(labels) {}

    BatchTrack of(PerfettoTrackId track) {
        const auto [at, isNew] =
            m_tracks.try_emplace(track.value, BatchTrack(m_batch.tracks.size()));
        if (isNew) {
            const PerfettoTracks::Label& label = m_labels[track.index()];
            m_batch.tracks.push_back(
                {m_batch.strings.intern(label.pid), m_batch.strings.intern(label.tid)});
        }
        return at->second;
    }

private:
    EventBatch& m_batch;
    const std::vector<PerfettoTracks::Label>& m_labels;
    std::unordered_map<std::uint32_t, BatchTrack> m_tracks;
};

void subtract(std::int64_t& time, std::int64_t originNs) {
    // Out of range either way: the builder puts such times aside.
    if (__builtin_sub_overflow(time, originNs, &time)) {
        time = std::numeric_limits<std::int64_t>::max();
    }
}

template <class Rows>
void subtractFromAll(Rows& rows, std::int64_t originNs) {
    for (auto& row : rows) {
        subtract(row.time, originNs);
    }
}

}  // namespace

void PerfettoRows::closeSlices(std::size_t tracks) {
    SlicePairing pairing;
    pairing.traceEnd = m_lastTime;
    pairing.orderOf = [this](PerfettoTrackId track) { return m_orders.of(track); };
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
    pairing.pair(std::move(m_edges), tracks, issues());
    m_edges = {};
}

std::vector<PerfettoTracks::Extent> PerfettoRows::extents(std::size_t tracks) const {
    std::vector<PerfettoTracks::Extent> extents(tracks);
    const auto include = [&](PerfettoTrackId track, std::int64_t begin, std::int64_t end) {
        PerfettoTracks::Extent& extent = extents[track.index()];
        extent.begin = extent.isUsed ? std::min(extent.begin, begin) : begin;
        extent.end = extent.isUsed ? std::max(extent.end, end) : end;
        extent.isUsed = true;
    };
    for (const Part& part : m_parts) {
        const SliceBatch& slices = part.batch.slices;
        for (std::size_t at = 0; at < slices.start.size(); ++at) {
            std::int64_t end = 0;
            if (!__builtin_add_overflow(slices.start[at], slices.duration[at], &end)) {
                include(part.tracks[slices.track[at].index()], slices.start[at], end);
            }
        }
        for (const InstantBatchRow& row : part.batch.instants) {
            include(part.tracks[row.track.index()], row.time, row.time);
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

void PerfettoRows::shiftTimes(std::int64_t originNs) {
    for (Part& part : m_parts) {
        for (std::int64_t& time : part.batch.slices.start) {
            subtract(time, originNs);
        }
        subtractFromAll(part.batch.instants, originNs);
        subtractFromAll(part.batch.memory, originNs);
        subtractFromAll(part.batch.asyncs, originNs);
    }
    for (FlowPoint& flow : m_flows) {
        subtract(flow.moment.time, originNs);
    }
    for (CounterPoint& counter : m_counters) {
        subtract(counter.moment.time, originNs);
    }
}

void PerfettoRows::addFlowsTo(TraceBuilder& builder,
                              const std::vector<PerfettoTracks::Label>& labels) {
    std::sort(m_flows.begin(), m_flows.end(), [](const FlowPoint& left, const FlowPoint& right) {
        return std::tie(left.id, left.moment.time, left.moment.event) <
               std::tie(right.id, right.moment.time, right.moment.event);
    });
    for (std::size_t first = 0; first < m_flows.size();) {
        EventBatch batch;
        LabelledTracks tracks(batch, labels);
        const BatchString category = batch.strings.intern(kFlowCategory);
        const std::size_t last = std::min(first + kRowsOfBatch, m_flows.size());
        for (; first < last; ++first) {
            const FlowPoint& point = m_flows[first];
            // The first of a flow starts it, the one behind a termination the next one.
            const bool isFirst =
                first == 0 || m_flows[first - 1].id != point.id || m_flows[first - 1].isTerminating;
            const bool isLast = point.isTerminating || first + 1 == m_flows.size() ||
                                m_flows[first + 1].id != point.id;
            if (isFirst && isLast) {
                continue;  // writers give ids to all events that could be connected
            }
            const FlowPhase phase = isFirst  ? FlowPhase::Start
                                    : isLast ? FlowPhase::Finish
                                             : FlowPhase::Step;
            batch.flows.push_back({phase, true, point.moment.time, category, category,
                                   batch.strings.intern(std::to_string(point.id)),
                                   tracks.of(point.moment.track), point.moment.event});
        }
        builder.add(std::move(batch));
    }
    m_flows = {};
}

void PerfettoRows::addCountersTo(TraceBuilder& builder, const PerfettoTracks& tracks,
                                 const std::vector<PerfettoTracks::Label>& labels) {
    for (std::size_t first = 0; first < m_counters.size();) {
        EventBatch batch;
        LabelledTracks known(batch, labels);
        std::unordered_map<std::uint32_t, BatchString> names;  // by track
        const BatchString series = batch.strings.intern({});
        const std::size_t last = std::min(first + kRowsOfBatch, m_counters.size());
        for (; first < last; ++first) {
            const CounterPoint& point = m_counters[first];
            BatchString name;
            if (point.name != 0) {
                name = batch.strings.intern(m_counterNames[point.name]);
            } else {
                BatchString& cached = names[point.moment.track.value];
                cached = cached.isValid()
                             ? cached
                             : batch.strings.intern(tracks.counterName(point.moment.track));
                name = cached;
            }
            batch.counters.push_back(
                {point.moment.time, point.value, name, series, known.of(point.moment.track)});
        }
        builder.add(std::move(batch));
    }
    m_counters = {};
}

void PerfettoRows::finish(const PerfettoTracks& tracks, std::int64_t originNs,
                          TraceBuilder& builder) {
    m_uses.resize(tracks.size());
    closeSlices(tracks.size());
    joinStages();
    const std::vector<PerfettoTracks::Label> labels = tracks.resolve(extents(tracks.size()));
    shiftTimes(originNs);
    EventBatch names;
    LabelledTracks named(names, labels);
    const auto addFact = [&](TrackFact fact, BatchTrack track, const std::string& text) {
        if (!text.empty()) {
            names.metadata.push_back({fact, track, names.strings.intern(text), 0});
        }
    };
    for (std::size_t at = 0; at < labels.size(); ++at) {
        if (m_uses[at].part != ~0U) {
            const BatchTrack track = named.of(PerfettoTrackId(at));
            addFact(TrackFact::ProcessName, track, labels[at].processName);
            addFact(TrackFact::ProcessLabels, track, labels[at].processLabels);
            addFact(TrackFact::ThreadName, track, labels[at].threadName);
        }
    }
    builder.add(std::move(names));
    for (Part& part : m_parts) {
        for (std::size_t at = 0; at < part.tracks.size(); ++at) {
            const PerfettoTracks::Label& label = labels[part.tracks[at].index()];
            part.batch.tracks[at] = {part.batch.strings.intern(label.pid),
                                     part.batch.strings.intern(label.tid)};
        }
        builder.add(std::exchange(part.batch, {}));
    }
    m_parts.clear();
    addFlowsTo(builder, labels);
    addCountersTo(builder, tracks, labels);
}

}  // namespace gaplight
