// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_builder.h"

#include <algorithm>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <tbb/blocked_range.h>

#include "core/base/import_issue.h"
#include "core/base/parallel.h"
#include "core/base/quantity_text.h"
#include "core/base/string_pool.h"
#include "core/trace/batch_intake.h"
#include "core/trace/clock_alignment.h"
#include "core/trace/flow_binding.h"
#include "core/trace/impossible_values.h"
#include "core/trace/slice_assembly.h"
#include "core/trace/source_events.h"
#include "core/trace/stream_naming.h"

namespace gaplight {
namespace {

struct UnendedSlice {
    Time start;
    StringId name;
    std::uint16_t category = 0;
    TrackId track;
    EventId event;
    std::uint32_t operation = 0;
};

// Slices that have begun and not ended, of one thread or one async operation.
class OpenStack {
public:
    OpenStack(SliceChunk& slices, const StringPool<struct StringTag>& strings, ImportIssues& issues)
        : m_slices(slices), m_strings(strings), m_issues(issues) {}

    void begin(const UnendedSlice& slice) { m_open.push_back(slice); }

    void end(Time time, StringId name, EventId event) {
        const std::string_view text = name.isValid() ? m_strings.view(name) : std::string_view{};
        if (m_open.empty()) {
            m_issues.record(IssueKind::UnopenedSlice, event.number(), text);
            return;
        }
        if (!text.empty() && name != m_open.back().name) {
            m_issues.record(IssueKind::MismatchedEnd, event.number(), text);
        }
        close(time);
    }

    void closeAll(Time time) {
        while (!m_open.empty()) {
            m_issues.record(IssueKind::UnfinishedSlice, m_open.back().event.number(),
                            m_strings.view(m_open.back().name));
            close(std::max(time, m_open.back().start));
        }
    }

private:
    void close(Time time) {
        const UnendedSlice& slice = m_open.back();
        m_slices.push({slice.start, time}, slice.name, slice.category, slice.track, slice.event);
        m_slices.group.push_back(slice.operation);
        m_open.pop_back();
    }

    std::vector<UnendedSlice> m_open;
    SliceChunk& m_slices;
    const StringPool<struct StringTag>& m_strings;
    ImportIssues& m_issues;
};

// Converts B/E event pairs into slices: on each track an E closes the innermost open B, regardless
// of its name (a different name is counted). A B without E ends at `traceEnd`; an E without B is
// rejected.
// O(n log n).
SliceChunk pairOpenEnds(std::vector<OpenEndEvent> events, Time traceEnd,
                        const StringPool<struct StringTag>& strings, ImportIssues& issues) {
    // Writers keep the order of their own thread, so equal times stay as they are in the file.
    std::stable_sort(events.begin(), events.end(), [](const auto& left, const auto& right) {
        return left.track != right.track ? left.track < right.track : left.time < right.time;
    });
    SliceChunk slices;
    OpenStack open(slices, strings, issues);
    TrackId track;
    for (const OpenEndEvent& event : events) {
        if (event.track != track) {
            open.closeAll(traceEnd);
            track = event.track;
        }
        if (event.phase == OpenEndPhase::Begin) {
            open.begin({event.time, event.name, event.category, event.track, event.event});
        } else {
            open.end(event.time, event.name, event.event);
        }
    }
    open.closeAll(traceEnd);
    return slices;
}

// Converts async event pairs (b/e, S/F) into slices; those of one operation nest by time. Async
// instants (n, T) become slices of length 0. Unpaired events as above.
SliceChunk pairAsyncs(std::vector<AsyncEvent> events, Time traceEnd,
                      const StringPool<struct StringTag>& strings, ImportIssues& issues) {
    std::stable_sort(events.begin(), events.end(), [](const auto& left, const auto& right) {
        return left.operation != right.operation ? left.operation < right.operation
                                                 : left.time < right.time;
    });
    SliceChunk slices;
    OpenStack open(slices, strings, issues);
    for (std::size_t at = 0; at < events.size(); ++at) {
        const AsyncEvent& event = events[at];
        if (at > 0 && event.operation != events[at - 1].operation) {
            open.closeAll(traceEnd);
        }
        switch (event.phase) {
            case AsyncPhase::Begin:
                open.begin({event.time, event.name, event.category, event.track, event.event,
                            event.operation});
                break;
            case AsyncPhase::Instant:
                slices.push({event.time, event.time}, event.name, event.category, event.track,
                            event.event);
                slices.group.push_back(event.operation);
                break;
            case AsyncPhase::End:
                open.end(event.time, event.name, event.event);
                break;
        }
    }
    open.closeAll(traceEnd);
    return slices;
}

// Reorders optional columns from source indexes to final slice ids.
class SliceColumnGather {
public:
    SliceColumnGather(std::span<const SliceId> finalOfSource, std::size_t sliceCount)
        : m_finalOfSource(finalOfSource), m_sliceCount(sliceCount) {}

    // Drops rows of rejected slices. Consumes `rows`.
    // O(slices) if many slices have a row, O(rows log rows) if few have.
    template <class Row>
    SparseColumn<Row> column(SourceRows<Row> rows) const {
        const Column<std::uint32_t> order = rows.source.size() < m_sliceCount / kSparseFactor
                                                ? sortedRows(rows.source)
                                                : placedRows(rows.source);
        Column<SliceId> slices;
        Column<Row> values;
        slices.reserve(rows.source.size());
        values.reserve(rows.source.size());
        for (const std::uint32_t at : order) {
            if (at != kNoRow) {
                slices.push_back(m_finalOfSource[rows.source[at]]);
                values.push_back(rows.row[at]);
            }
        }
        return SparseColumn<Row>(std::move(slices), std::move(values));
    }

private:
    static constexpr std::size_t kSparseFactor =
        16;  // sort if less than one slice in this many has a row
    static constexpr std::uint32_t kNoRow = 0xFFFF'FFFF;

    // Row numbers in the order of their final slices.
    Column<std::uint32_t> sortedRows(std::span<const std::uint32_t> source) const {
        Column<std::uint32_t> order;
        for (std::uint32_t at = 0; at < source.size(); ++at) {
            if (m_finalOfSource[source[at]].isValid()) {
                order.push_back(at);
            }
        }
        std::sort(order.begin(), order.end(), [&](std::uint32_t left, std::uint32_t right) {
            return m_finalOfSource[source[left]] < m_finalOfSource[source[right]];
        });
        return order;
    }

    // The row number of each slice, kNoRow where it has none. A slice has at most one row.
    Column<std::uint32_t> placedRows(std::span<const std::uint32_t> source) const {
        Column<std::uint32_t> rowOfSlice(m_sliceCount, kNoRow);
        for (std::uint32_t at = 0; at < source.size(); ++at) {
            if (m_finalOfSource[source[at]].isValid()) {
                rowOfSlice[m_finalOfSource[source[at]].index()] = at;
            }
        }
        return rowOfSlice;
    }

    std::span<const SliceId> m_finalOfSource;
    std::size_t m_sliceCount = 0;
};

// The end of unfinished slices: the latest time of any event.
Time lastMoment(const SourceEvents& all) {
    Time last = Time::min();
    for (const SliceChunk& chunk : all.chunks) {
        for (std::size_t at = 0; at < chunk.size(); ++at) {
            if (chunk.duration[at] != kRejected) {
                last = std::max(last, timeFromNs(chunk.start[at] + chunk.duration[at]));
            }
        }
    }
    for (const OpenEndEvent& event : all.openEnds) {
        last = std::max(last, event.time);
    }
    for (const AsyncEvent& event : all.asyncs) {
        last = std::max(last, event.time);
    }
    return last;
}

void pairHalves(SourceEvents& all) {
    const Time last = lastMoment(all);
    all.chunks.push_back(pairOpenEnds(std::move(all.openEnds), last, all.strings, all.issues));
    all.chunks.push_back(pairAsyncs(std::move(all.asyncs), last, all.strings, all.issues));
}

void include(TimeRange& range, Time time) {
    range.begin = std::min(range.begin, time);
    range.end = std::max(range.end, time);
}

constexpr TimeRange kNoTime{Time::max(), Time::min()};

TimeRange rangeOf(const SliceTable& slices) {
    using Block = tbb::blocked_range<std::size_t>;
    return parallelReduce(
        Block(0, slices.size()), kNoTime,
        [&](const Block& block, TimeRange range) {
            for (std::size_t at = block.begin(); at < block.end(); ++at) {
                include(range, slices.starts()[at]);
                include(range, slices.starts()[at] + slices.durations()[at]);
            }
            return range;
        },
        [](TimeRange left, TimeRange right) {
            return TimeRange{std::min(left.begin, right.begin), std::max(left.end, right.end)};
        });
}

// Of what else has a time where there are no slices.
TimeRange rangeWithoutSlices(const Trace& trace) {
    TimeRange range = kNoTime;
    for (const Instant& instant : trace.instants()) {
        include(range, instant.time);
    }
    for (const MemoryEvent& event : trace.memoryEvents()) {
        include(range, event.time);
    }
    for (const CounterSeries& series : trace.counterSeries()) {
        include(range, series.times.front());
        include(range, series.times.back());
    }
    return range.begin <= range.end ? range : TimeRange{};
}

Source sourceOf(const TraceFacts& facts) {
    Source source;
    source.path = facts.path;
    source.format = facts.format;
    source.rank = facts.rank;
    source.worldSize = facts.worldSize;
    source.host = facts.host;
    source.processGroups = facts.processGroups;
    source.clock.epochNs = facts.baseTimeNs;
    return source;
}

template <class Events>
void sortByTime(Events& events) {
    std::stable_sort(events.begin(), events.end(),
                     [](const auto& left, const auto& right) { return left.time < right.time; });
}

}  // namespace

struct TraceBuilder::State {
    SourceEvents all;
    std::vector<Source> sources;
    std::optional<TraceTables> adopted;

    void bindRows(const SliceColumnGather& rows, Trace& trace);
    void alignClocks(Trace& trace);
    void moveAdopted(Trace& trace);
};

TraceBuilder::TraceBuilder() : m_state(std::make_unique<State>()) {}
TraceBuilder::~TraceBuilder() = default;
TraceBuilder::TraceBuilder(TraceBuilder&&) noexcept = default;
TraceBuilder& TraceBuilder::operator=(TraceBuilder&&) noexcept = default;

SourceId TraceBuilder::addSource(Source source) {
    m_state->sources.push_back(std::move(source));
    return SourceId(m_state->sources.size() - 1);
}

void TraceBuilder::describeSource(SourceId id, Source source) {
    m_state->sources[id.index()] = std::move(source);
}

void TraceBuilder::add(SourceId source, EventBatch batch) {
    appendBatch(m_state->all, source, std::move(batch));
}

void TraceBuilder::add(SourceId source, std::vector<EventBatch> batches) {
    appendBatches(m_state->all, source, std::move(batches));
}

void TraceBuilder::addIssues(const ImportIssues& issues) {
    m_state->all.issues.merge(issues);
}

std::uint64_t TraceBuilder::eventCount() const {
    return m_state->all.events;
}

std::uint64_t TraceBuilder::sliceCount() const {
    return m_state->all.slices;
}

// What belongs to single slices, and the arrows between them. The arrows need the correlations and
// take longest, so all else is done beside them.
void TraceBuilder::State::bindRows(const SliceColumnGather& rows, Trace& trace) {
    const std::size_t sliceCount = trace.m_slices.size();
    SparseColumn<GpuBatchRow> gpu;
    parallelInvoke(
        [&] {
            trace.m_correlation = SparseIds(rows.column(std::move(all.correlation)), sliceCount);
            trace.m_flows = bindFlows(std::move(all.flows), trace.m_slices, trace.m_tracks,
                                      trace.m_correlation, all.issues);
        },
        [&] { trace.m_externalId = SparseIds(rows.column(std::move(all.externalId)), sliceCount); },
        [&] { trace.m_pythonId = SparseIds(rows.column(std::move(all.pythonId)), sliceCount); },
        [&] { trace.m_shapeKey = RepeatedIds(rows.column(std::move(all.shapeKey)), sliceCount); },
        [&] {
            trace.m_kernels = {rows.column(std::move(all.kernels)), all.configs.take()};
            trace.m_copies = rows.column(std::move(all.copies));
            trace.m_syncs = rows.column(std::move(all.syncs));
            trace.m_commCalls = rows.column(std::move(all.commCalls));
            gpu = rows.column(std::move(all.gpu));
        });
    trace.m_gpu = nameStreams(std::move(gpu), trace.m_slices, trace.m_categories, all.strings,
                              trace.m_tracks, trace.m_processes);
}

void TraceBuilder::State::alignClocks(Trace& trace) {
    for (const ClockShift& one : gpuClockShifts(trace)) {
        SliceId first;
        for (const Track& track : trace.m_tracks) {
            if (track.gpu == one.gpu && track.sliceCount > 0) {
                SliceAssembly::shift(trace.m_slices, track, one.shift);
                first = first.isValid() ? first : track.firstSlice;
            }
        }
        all.issues.record(IssueKind::ClocksDiffer, trace.m_slices.event(first).number(),
                          fmt::format("GPU {} by {}", one.gpu.device, durationText(one.shift)),
                          one.activities);
    }
}

void TraceBuilder::adopt(TraceTables tables) {
    m_state->adopted = std::move(tables);
}

void TraceBuilder::State::moveAdopted(Trace& trace) {
    TraceTables& tables = *adopted;
    trace.m_sources = std::move(tables.sources);
    for (Source& source : trace.m_sources) {
        source.path = trace.m_facts.path;
    }
    trace.m_strings = std::move(tables.strings);
    trace.m_processes = std::move(tables.processes);
    trace.m_tracks = std::move(tables.tracks);
    trace.m_categories = std::move(tables.categories);
    trace.m_slices = std::move(tables.slices);
    trace.m_instants = std::move(tables.instants);
    trace.m_flows = std::move(tables.flows);
    trace.m_counters = std::move(tables.counters);
    trace.m_memory = std::move(tables.memory);
    trace.m_correlation = std::move(tables.correlation);
    trace.m_externalId = std::move(tables.externalId);
    trace.m_pythonId = std::move(tables.pythonId);
    trace.m_shapeKey = std::move(tables.shapeKey);
    trace.m_gpu = std::move(tables.gpu);
    trace.m_kernels = std::move(tables.kernels);
    trace.m_copies = std::move(tables.copies);
    trace.m_syncs = std::move(tables.syncs);
    trace.m_commCalls = std::move(tables.commCalls);
    trace.m_issues = std::move(tables.issues);
    trace.m_issues.merge(all.issues);
    trace.m_range = trace.m_slices.size() == 0 ? rangeWithoutSlices(trace)
                    : tables.sliceRange        ? *tables.sliceRange
                                               : rangeOf(trace.m_slices);
}

std::shared_ptr<const Trace> TraceBuilder::finish(TraceFacts facts) {
    SourceEvents& all = m_state->all;
    std::shared_ptr<Trace> trace(new Trace());
    if (m_state->adopted) {
        trace->m_facts = std::move(facts);
        m_state->moveAdopted(*trace);
        m_state.reset();
        return trace;
    }
    trace->m_sources = std::move(m_state->sources);
    if (trace->m_sources.empty()) {
        trace->m_sources.push_back(sourceOf(facts));
    }
    facts.events = all.events;
    facts.flowEvents = all.flowEvents;
    trace->m_facts = std::move(facts);
    rejectImpossible(all.chunks, all.strings, all.issues);
    rejectDistantTimes(all);
    pairHalves(all);
    rejectUnsummable(all);
    clipOverlong(all);

    trace->m_tracks = all.registry.takeTracks();
    trace->m_processes = all.registry.takeProcesses();
    trace->m_categories = all.registry.takeCategories();
    SliceAssembly assembly = SliceAssembly::assemble(std::move(all.chunks), trace->m_tracks);
    trace->m_slices = assembly.takeSlices();
    assembly.reportOverlaps(trace->m_tracks, trace->m_slices, all.strings, all.issues);

    m_state->bindRows(SliceColumnGather(assembly.finalOfSource(), trace->m_slices.size()), *trace);
    m_state->alignClocks(*trace);

    sortByTime(all.instants);
    sortByTime(all.memory);
    trace->m_instants = std::move(all.instants);
    trace->m_memory = std::move(all.memory);
    trace->m_counters = all.counters.take();
    trace->m_strings = std::move(all.strings);
    trace->m_issues = std::move(all.issues);
    trace->m_range =
        trace->m_slices.size() == 0 ? rangeWithoutSlices(*trace) : rangeOf(trace->m_slices);
    m_state.reset();
    return trace;
}

}  // namespace gaplight
