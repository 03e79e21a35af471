// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cut/part_rows.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/time.h"
#include "core/trace/event_batch.h"
#include "core/trace/flow_binding.h"
#include "core/trace/trace.h"

namespace gaplight {
namespace {

// A batch made of rows of a trace: gives texts, tracks and categories their ids of the batch.
class BatchRows {
public:
    // `trace` must outlive it.
    explicit BatchRows(const Trace& trace)
        : m_trace(trace), m_categories(trace.categories().size()) {}

    EventBatch batch;

    BatchString text(StringId id) {
        return id.isValid() ? batch.strings.intern(m_trace.text(id)) : BatchString();
    }
    BatchString text(std::string_view text) { return batch.strings.intern(text); }
    BatchTrack track(TrackId id) {
        const auto [at, isNew] = m_tracks.try_emplace(id.value, BatchTrack(batch.tracks.size()));
        if (isNew) {
            const Track& track = m_trace.tracks()[id.index()];
            batch.tracks.push_back(
                {text(m_trace.processes()[track.process.index()].pid), text(track.tid)});
        }
        return at->second;
    }
    BatchCategory category(CategoryId id) {
        BatchCategory& known = m_categories[id.index()];
        if (!known.isValid()) {
            const Category& category = m_trace.categories()[id.index()];
            known = BatchCategory(batch.categories.size());
            batch.categories.push_back({text(category.name), category.kind});
        }
        return known;
    }

private:
    const Trace& m_trace;
    std::unordered_map<std::uint32_t, BatchTrack> m_tracks;
    std::vector<BatchCategory> m_categories;
};

// Adds slices of a trace to a batch, with the columns that they have.
class SliceRows {
public:
    SliceRows(const Trace& trace, const TracePart& part, BatchRows& to)
        : m_trace(trace), m_part(part), m_to(to) {}

    void add(SliceId slice, TrackId track) {
        SliceBatch& slices = m_to.batch.slices;
        const auto row = static_cast<std::uint32_t>(slices.start.size());
        const TimeRange range = rangeOf(slice);
        slices.start.push_back(ns(range.begin));
        slices.duration.push_back(range.length().count());
        slices.name.push_back(m_to.text(m_trace.slices().name(slice)));
        slices.category.push_back(m_to.category(m_trace.slices().category(slice)));
        slices.track.push_back(m_to.track(track));
        slices.event.push_back(m_trace.slices().event(slice));
        addIds(slice, row);
        addGpuRows(slice, row);
        addFacts(slice, row);
    }

    // The operation of an async slice is known by its outermost slice: only slices of one operation
    // nest.
    void addAsync(SliceId slice, TrackId thread) {
        SliceId outermost = slice;
        while (m_trace.slices().parent(outermost).isValid()) {
            outermost = m_trace.slices().parent(outermost);
        }
        const TimeRange range = rangeOf(slice);
        AsyncBatchRow row{AsyncPhase::Begin,
                          ns(range.begin),
                          m_to.text(m_trace.slices().name(slice)),
                          m_to.category(m_trace.slices().category(slice)),
                          m_to.text(std::to_string(outermost.index())),
                          m_to.track(thread),
                          m_trace.slices().event(slice)};
        m_to.batch.asyncs.push_back(row);
        row.phase = AsyncPhase::End;
        row.time = ns(range.end);
        row.name = {};  // the end of another of the operation may have the same time
        m_to.batch.asyncs.push_back(row);
    }

private:
    [[nodiscard]] TimeRange rangeOf(SliceId slice) const {
        const TimeRange range = m_trace.slices().range(slice);
        return m_part.clip ? TimeRange{std::max(range.begin, m_part.range.begin),
                                       std::min(range.end, m_part.range.end)}
                           : range;
    }

    template <class Ids, class Number>
    static void addId(const Ids& ids, SliceId slice, std::uint32_t row, SparseBatch<Number>& to) {
        if (const auto id = ids.find(slice)) {
            to.slice.push_back(row);
            to.value.push_back(static_cast<Number>(*id));
        }
    }

    void addIds(SliceId slice, std::uint32_t row) {
        addId(m_trace.correlations(), slice, row, m_to.batch.correlation);
        addId(m_trace.externalIds(), slice, row, m_to.batch.externalId);
        addId(m_trace.pythonIds(), slice, row, m_to.batch.pythonId);
        addId(m_trace.shapeKeys(), slice, row, m_to.batch.shapeKey);
    }

    void addGpuRows(SliceId slice, std::uint32_t row) {
        if (!isGpuActivity(m_trace.kind(slice))) {
            return;
        }
        const auto all = m_trace.gpuActivities();
        const auto at = std::lower_bound(
            all.begin(), all.end(), slice,
            [](const GpuActivity& activity, SliceId wanted) { return activity.slice < wanted; });
        if (at != all.end() && at->slice == slice) {
            m_to.batch.gpu.push_back({row, at->gpu.device, at->stream});
        }
        if (const KernelConfig* config = m_trace.kernelConfigs().find(slice)) {
            m_to.batch.kernels.push_back(
                {row, config->grid, config->block, config->registersPerThread,
                 config->sharedMemoryBytes, config->blocksPerSm, config->warpsPerSm,
                 config->occupancyPercent, config->graphId, config->graphNodeId});
        }
    }

    void addFacts(SliceId slice, std::uint32_t row) {
        if (const CopyFacts* copy = m_trace.copyFacts().find(slice)) {
            m_to.batch.copies.push_back({row, copy->bytes, m_to.text(copy->sourceKind),
                                         m_to.text(copy->destinationKind),
                                         m_to.text(copy->copyKind)});
        }
        if (const SyncFacts* sync = m_trace.syncFacts().find(slice)) {
            m_to.batch.syncs.push_back({row, m_to.text(sync->kind), sync->stream,
                                        sync->waitOnStream, sync->waitOnEventRecordCorrelation});
        }
        if (const CommCallFacts* call = m_trace.commCalls().find(slice)) {
            m_to.batch.commCalls.push_back({row, m_to.text(call->operation), m_to.text(call->group),
                                            m_to.text(call->groupRanks), m_to.text(call->type),
                                            call->inputs, call->outputs, call->groupSize,
                                            call->peer});
        }
    }

    const Trace& m_trace;
    const TracePart& m_part;
    BatchRows& m_to;
};

constexpr std::string_view kLaunchArrow = "ac2g";
constexpr std::size_t kMaxInside = 4096;  // slices that are looked at for a time between them

// Writes arrows between slices as flow events, which name a track and a time: one at which no other
// slice of the track is the innermost (flow_binding.h). Example, of the slice `outer`:
//
//   outer   [0 ......... 10]      time 0 binds to `first`, which begins there too;
//   first   [0 .. 3] [5 .. 10]    time 4 binds to `outer`
//
// An arrow for whose ends there is no such time in the range is left out.
class ArrowRows {
public:
    // `trace` must outlive it. The events of arrows are inside `range`.
    ArrowRows(const Trace& trace, TimeRange range)
        : m_trace(trace), m_range(range), m_rows(trace) {}

    // Arrows from launches are named as Kineto names them. O(children of both).
    void add(const PartArrow& arrow, std::uint64_t id);
    [[nodiscard]] EventBatch take();

private:
    struct End {
        Time time;
        bool bindsToEnclosing = true;
    };

    [[nodiscard]] std::optional<Time> timeInside(SliceId slice) const;
    [[nodiscard]] std::optional<End> finishOf(SliceId slice) const;

    const Trace& m_trace;
    TimeRange m_range;
    BatchRows m_rows;
};

std::optional<Time> ArrowRows::timeInside(SliceId slice) const {
    const SliceTable& slices = m_trace.slices();
    const Track& track = m_trace.tracks()[m_trace.trackOf(slice).index()];
    const TimeRange whole = slices.range(slice);
    const auto binds = [&](Time time) {
        return time >= whole.begin && time <= whole.end && time >= m_range.begin &&
               time <= m_range.end && sliceCovering(slices, track, time) == slice;
    };
    for (const Time time : {whole.begin, std::max(whole.begin, m_range.begin), whole.end}) {
        if (binds(time)) {
            return time;
        }
    }
    const std::size_t end = track.firstSlice.index() + track.sliceCount;
    for (std::size_t at = slice.index() + 1; at < end && at - slice.index() < kMaxInside; ++at) {
        if (slices.start(SliceId(at)) > whole.end) {
            break;
        }
        if (const Time after = slices.end(SliceId(at)) + Duration(1); binds(after)) {
            return after;
        }
    }
    return std::nullopt;
}

std::optional<ArrowRows::End> ArrowRows::finishOf(SliceId slice) const {
    if (const std::optional<Time> time = timeInside(slice)) {
        return End{*time, true};
    }
    const Time begin = m_trace.slices().start(slice);
    const Track& track = m_trace.tracks()[m_trace.trackOf(slice).index()];
    const bool isFirst = sliceFrom(m_trace.slices(), track, begin) == slice;
    return isFirst && m_range.contains(begin) ? std::optional(End{begin, false}) : std::nullopt;
}

void ArrowRows::add(const PartArrow& arrow, std::uint64_t id) {
    const auto [from, to, category] = arrow;
    const std::optional<Time> start = timeInside(from);
    const std::optional<End> finish = finishOf(to);
    if (!start || !finish) {
        return;
    }
    const BatchString text = category.isValid() ? m_rows.text(category) : m_rows.text(kLaunchArrow);
    FlowBatchRow row{FlowPhase::Start,
                     true,
                     ns(*start),
                     text,
                     text,
                     {},
                     m_rows.track(m_trace.trackOf(from)),
                     m_trace.slices().event(from),
                     id};
    m_rows.batch.flows.push_back(row);
    row.phase = FlowPhase::Finish;
    row.bindsToEnclosing = finish->bindsToEnclosing;
    row.time = ns(finish->time);
    row.track = m_rows.track(m_trace.trackOf(to));
    row.event = m_trace.slices().event(to);
    m_rows.batch.flows.push_back(row);
}

EventBatch ArrowRows::take() {
    m_rows.batch.events = m_rows.batch.flows.size();
    return std::move(m_rows.batch);
}

}  // namespace

PartRows::PartRows(const Trace& trace, const LaunchIndex& launches, TracePart part)
    : m_trace(trace),
      m_launches(launches),
      m_part(std::move(part)),
      m_threadOfProcess(trace.processes().size()) {
    std::sort(m_part.slices.begin(), m_part.slices.end());
    std::vector<std::pair<EventId, Row>> all;
    all.reserve(m_part.slices.size());
    for (const SliceId slice : m_part.slices) {
        all.push_back({trace.slices().event(slice), {slice.value, Table::Slices}});
    }
    const auto addInside = [&](const auto& rows, Table table) {
        for (std::size_t at = 0; at < rows.size(); ++at) {
            if (m_part.range.contains(rows[at].time)) {
                all.push_back({rows[at].event, {static_cast<std::uint32_t>(at), table}});
            }
        }
    };
    addInside(trace.instants(), Table::Instants);
    addInside(trace.memoryEvents(), Table::Memory);
    parallelSort(all.begin(), all.end(), [](const auto& left, const auto& right) {
        return std::tie(left.first, left.second.table, left.second.index) <
               std::tie(right.first, right.second.table, right.second.index);
    });
    m_rows.reserve(all.size());
    m_events.reserve(all.size());
    for (const auto& [event, row] : all) {
        m_rows.push_back(row);
        m_events.push_back(event);
    }
    for (const bool isAsync : {false, true}) {  // a damaged pack may have no thread of a process
        for (std::size_t at = 0; at < trace.tracks().size(); ++at) {
            const Track& track = trace.tracks()[at];
            TrackId& thread = m_threadOfProcess[track.process.index()];
            if ((track.kind == TrackKind::Async) == isAsync && !thread.isValid()) {
                thread = TrackId(at);
            }
        }
    }
}

EventBatch PartRows::tracks() const {
    BatchRows to(m_trace);
    const auto add = [&](TrackFact fact, BatchTrack track, StringId text) {
        if (text.isValid()) {
            to.batch.metadata.push_back({fact, track, to.text(text), 0});
        }
    };
    for (std::size_t at = 0; at < m_trace.tracks().size(); ++at) {
        const Track& track = m_trace.tracks()[at];
        if (track.kind == TrackKind::Async) {
            continue;
        }
        const BatchTrack id = to.track(TrackId(at));
        if (m_threadOfProcess[track.process.index()] == TrackId(at)) {
            const Process& process = m_trace.processes()[track.process.index()];
            add(TrackFact::ProcessName, id, process.name);
            add(TrackFact::ProcessLabels, id, process.labels);
            to.batch.metadata.push_back(
                {TrackFact::ProcessSortIndex, id, BatchString(), process.sortIndex});
        }
        add(TrackFact::ThreadName, id, track.name);
        to.batch.metadata.push_back(
            {TrackFact::ThreadSortIndex, id, BatchString(), track.sortIndex});
    }
    return std::move(to.batch);
}

EventBatch PartRows::rows(std::size_t first, std::size_t count) const {
    BatchRows to(m_trace);
    SliceRows slices(m_trace, m_part, to);
    to.batch.events = count;
    for (const Row& row : std::span(m_rows).subspan(first, count)) {
        if (row.table == Table::Instants) {
            const Instant& instant = m_trace.instants()[row.index];
            to.batch.instants.push_back({ns(instant.time), to.text(instant.name),
                                         to.category(instant.category), to.track(instant.track),
                                         instant.event});
        } else if (row.table == Table::Memory) {
            const MemoryEvent& event = m_trace.memoryEvents()[row.index];
            to.batch.memory.push_back({ns(event.time), event.address, event.bytes,
                                       event.totalAllocated, event.totalReserved, event.deviceType,
                                       event.deviceId, to.track(event.track), event.event});
        } else {
            const SliceId slice(row.index);
            const TrackId id = m_trace.trackOf(slice);
            const Track& track = m_trace.tracks()[id.index()];
            if (track.kind == TrackKind::Async) {
                slices.addAsync(slice, m_threadOfProcess[track.process.index()]);
            } else {
                slices.add(slice, id);
            }
        }
    }
    return std::move(to.batch);
}

std::vector<PartArrow> PartRows::arrows() const {
    const auto isKept = [&](SliceId slice) {
        return std::binary_search(m_part.slices.begin(), m_part.slices.end(), slice);
    };
    std::vector<PartArrow> arrows;
    for (std::size_t at = 0; at < m_launches.launches().size(); ++at) {
        const SliceId launch = m_launches.launches()[at];
        if (!m_trace.correlations().find(launch) || !isKept(launch)) {
            continue;  // without a correlation the arrow is a flow of the trace
        }
        for (const ActivityId id : m_launches.activitiesAt(at)) {
            const SliceId activity = m_trace.gpuActivities()[id.index()].slice;
            if (m_trace.correlations().find(activity) && isKept(activity)) {
                arrows.push_back({launch, activity, StringId()});
            }
        }
    }
    for (const Flow& flow : m_trace.flows()) {
        if (isKept(flow.from) && isKept(flow.to)) {
            arrows.push_back({flow.from, flow.to, flow.category});
        }
    }
    return arrows;
}

EventBatch PartRows::arrowRows(std::span<const PartArrow> arrows, std::uint64_t firstId) const {
    ArrowRows rows(m_trace, m_part.clip ? m_part.range : TimeRange{Time::min(), Time::max()});
    for (std::size_t at = 0; at < arrows.size(); ++at) {
        rows.add(arrows[at], firstId + at);
    }
    return rows.take();
}

EventBatch PartRows::counters(TimeRange range) const {
    BatchRows to(m_trace);
    for (const CounterSeries& series : m_trace.counterSeries()) {
        const TrackId thread = m_threadOfProcess[series.process.index()];
        if (!thread.isValid()) {
            continue;
        }
        const auto begin = std::lower_bound(series.times.begin(), series.times.end(), range.begin);
        for (auto at = begin; at != series.times.end() && range.contains(*at); ++at) {
            to.batch.counters.push_back(
                {ns(*at), series.values[static_cast<std::size_t>(at - series.times.begin())],
                 to.text(series.name), to.text(series.series), to.track(thread)});
        }
    }
    to.batch.events = to.batch.counters.size();
    return std::move(to.batch);
}

}  // namespace gaplight
