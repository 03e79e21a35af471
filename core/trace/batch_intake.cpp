// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/batch_intake.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "core/base/parallel.h"
#include "core/base/printable_text.h"
#include "core/base/time.h"

namespace gaplight {
namespace {

void sortByTime(CounterSeries& series) {
    if (std::is_sorted(series.times.begin(), series.times.end())) {
        return;
    }
    std::vector<std::size_t> order(series.times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
        return series.times[left] < series.times[right];
    });
    std::vector<Time> times;
    std::vector<double> values;
    times.reserve(order.size());
    values.reserve(order.size());
    for (const std::size_t at : order) {
        times.push_back(series.times[at]);
        values.push_back(series.values[at]);
    }
    series.times = std::move(times);
    series.values = std::move(values);
}

}  // namespace

std::size_t CounterCollection::KeyHash::operator()(const Key& key) const {
    const IdHash hash;
    const std::uint64_t names = key.name.value | std::uint64_t{key.series.value} << 32U;
    return hash(hash(names) ^ key.process.value);
}

void CounterCollection::add(ProcessId process, StringId name, StringId series, Time time,
                            double value) {
    const auto [at, isNew] = m_byKey.try_emplace(Key{process, name, series}, m_series.size());
    if (isNew) {
        m_series.push_back(CounterSeries{process, name, series, {}, {}});
    }
    m_series[at->second].times.push_back(time);
    m_series[at->second].values.push_back(value);
}

std::size_t CounterCollection::keepInside(TimeRange range) {
    std::size_t removed = 0;
    for (CounterSeries& series : m_series) {
        std::size_t kept = 0;
        for (std::size_t at = 0; at < series.times.size(); ++at) {
            if (series.times[at] >= range.begin && series.times[at] <= range.end) {
                series.times[kept] = series.times[at];
                series.values[kept++] = series.values[at];
            }
        }
        removed += series.times.size() - kept;
        series.times.resize(kept);
        series.values.resize(kept);
    }
    std::erase_if(m_series, [](const CounterSeries& series) { return series.times.empty(); });
    m_byKey.clear();
    return removed;
}

std::vector<CounterSeries> CounterCollection::take() {
    for (CounterSeries& series : m_series) {
        sortByTime(series);
    }
    return std::move(m_series);
}

namespace {

std::uint64_t keyOf(std::uint32_t outer, StringId inner) {
    return static_cast<std::uint64_t>(outer) << 32U | inner.value;
}

}  // namespace

ProcessId TrackRegistry::process(SourceId source, StringId pid) {
    const auto [at, isNew] =
        m_processByKey.try_emplace(keyOf(source.value, pid), ProcessId(m_processes.size()));
    if (isNew) {
        Process fresh;
        fresh.pid = pid;
        fresh.source = source;
        m_processes.push_back(fresh);
    }
    return at->second;
}

TrackId TrackRegistry::track(TrackKind kind, ProcessId process, StringId inner) {
    auto& byKey = kind == TrackKind::Async ? m_asyncByKey : m_threadByKey;
    const auto [at, isNew] =
        byKey.try_emplace(keyOf(process.value, inner), TrackId(m_tracks.size()));
    if (isNew) {
        Track fresh;
        fresh.kind = kind;
        fresh.process = process;
        fresh.tid = inner;
        m_tracks.push_back(std::move(fresh));
    }
    return at->second;
}

TrackId TrackRegistry::thread(SourceId source, StringId pid, StringId tid) {
    return track(TrackKind::Thread, process(source, pid), tid);
}

TrackId TrackRegistry::async(ProcessId process, StringId category) {
    return track(TrackKind::Async, process, category);
}

std::uint16_t TrackRegistry::category(StringId name, SliceKind kind) {
    constexpr std::size_t kLast = std::numeric_limits<std::uint16_t>::max();
    const std::uint64_t key =
        (static_cast<std::uint64_t>(name.value) << 8U) | static_cast<std::uint64_t>(kind);
    const auto [at, isNew] = m_categoryByKey.try_emplace(
        key, static_cast<std::uint16_t>(std::min(m_categories.size(), kLast)));
    if (isNew && m_categories.size() <= kLast) {
        m_categories.push_back(Category{name, kind});
    }
    return at->second;
}

void TrackRegistry::apply(TrackFact fact, TrackId id, StringId text, std::int64_t sortIndex) {
    Track& track = m_tracks[id.index()];
    Process& process = m_processes[track.process.index()];
    switch (fact) {
        case TrackFact::ProcessName:
            process.name = text;
            break;
        case TrackFact::ProcessLabels:
            process.labels = text;
            break;
        case TrackFact::ProcessSortIndex:
            process.sortIndex = sortIndex;
            break;
        case TrackFact::ThreadName:
            track.name = text;
            break;
        case TrackFact::ThreadSortIndex:
            track.sortIndex = sortIndex;
            break;
    }
}

namespace {

bool isHoldable(std::int64_t time) {
    return time > -kTimeLimitNs && time < kTimeLimitNs;
}

// Whether a text is the spelling of a number that fits into 64 bits.
bool isDecimal(std::string_view text) {
    constexpr std::size_t kMaxDigits = 19;
    return !text.empty() && text.size() <= kMaxDigits && (text[0] != '0' || text.size() == 1) &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Ids of the trace for the texts, categories and tracks of one batch, assigned on first use: ids of
// flows are as many as launches and are needed only to be compared, so most texts of a batch never
// enter the trace's pool. From its second use on, an id can be looked up from any thread.
class BatchIds {
public:
    BatchIds(SourceEvents& all, SourceId source, const EventBatch& batch)
        : m_all(all),
          m_batch(batch),
          m_strings(batch.strings.size()),
          m_categories(batch.categories.size(), kNoId) {
        m_tracks.reserve(batch.tracks.size());
        for (const BatchTrackKey& key : batch.tracks) {
            m_tracks.push_back(all.registry.thread(source, string(key.pid), string(key.tid)));
        }
    }

    StringId string(BatchString local) {
        if (!local.isValid()) {
            return {};
        }
        StringId& known = m_strings[local.index()];
        if (!known.isValid()) {
            const std::string_view text = m_batch.strings.view(local);
            const bool isWindowsFrame = text.find(".py(") != std::string_view::npos &&
                                        text.find('\\') != std::string_view::npos;
            known = isWindowsFrame ? m_all.strings.intern(withForwardSlashes(std::string(text)))
                                   : m_all.strings.intern(text);
        }
        return known;
    }
    std::uint16_t category(BatchCategory local) {
        if (!local.isValid()) {
            if (m_noCategory == kNoId) {
                m_noCategory = m_all.registry.category(m_all.strings.intern({}), SliceKind::Other);
            }
            return static_cast<std::uint16_t>(m_noCategory);
        }
        std::uint32_t& known = m_categories[local.index()];
        if (known == kNoId) {
            const BatchCategoryRow& row = m_batch.categories[local.index()];
            known = m_all.registry.category(string(row.name), row.kind);
        }
        return static_cast<std::uint16_t>(known);
    }
    BatchString categoryText(BatchCategory local) const {
        return local.isValid() ? m_batch.categories[local.index()].name : BatchString();
    }
    TrackId track(BatchTrack local) const { return m_tracks[local.index()]; }
    std::string_view text(BatchString local) const {
        return local.isValid() ? m_batch.strings.view(local) : std::string_view{};
    }

private:
    static constexpr std::uint32_t kNoId = ~0U;

    SourceEvents& m_all;
    const EventBatch& m_batch;
    std::vector<StringId> m_strings;          // by BatchString
    std::vector<std::uint32_t> m_categories;  // by BatchCategory
    std::vector<TrackId> m_tracks;            // by BatchTrack
    std::uint32_t m_noCategory = kNoId;       // of rows without one
};

bool isHoldable(const SliceBatch& slices, std::size_t at) {
    return isHoldable(slices.start[at]) && isHoldable(slices.duration[at]);
}

void recordBadTime(ImportIssues& issues, std::int64_t time, EventId event) {
    issues.record(IssueKind::BadTime, event.number(), std::to_string(time) + " ns");
}

// Appends the slices of one batch, which have their source indexes and a chunk of their own at
// once: those of several batches can be taken side by side once all have names.
class SliceIntake {
public:
    SliceIntake(SourceEvents& all, EventBatch& batch, BatchIds& ids)
        : m_all(all),
          m_batch(batch),
          m_ids(ids),
          m_base(static_cast<std::uint32_t>(all.slices)),
          m_chunk(all.chunks.size()) {
        all.chunks.emplace_back();
        all.slices += batch.slices.start.size();
    }

    // Gives ids to all that slices name, so that take() needs no ids but those.
    void nameAll() {
        const SliceBatch& slices = m_batch.slices;
        for (std::size_t at = 0; at < slices.start.size(); ++at) {
            (void)m_ids.string(slices.name[at]);
            (void)m_ids.category(slices.category[at]);
        }
    }

    // Fills the chunk and frees what it is made of.
    void take(ImportIssues& issues) {
        SliceBatch& from = m_batch.slices;
        SliceChunk& to = m_all.chunks[m_chunk];
        const std::size_t count = from.start.size();
        to.name.reserve(count);
        to.category.reserve(count);
        to.track.reserve(count);
        to.eventLow.reserve(count);
        to.eventHigh.reserve(count);
        for (std::size_t at = 0; at < count; ++at) {
            to.name.push_back(m_ids.string(from.name[at]));
            to.category.push_back(m_ids.category(from.category[at]));
            to.track.push_back(m_ids.track(from.track[at]));
            to.pushEvent(from.event[at]);
            if (!isHoldable(from, at)) {
                recordBadTime(issues,
                              isHoldable(from.start[at]) ? from.duration[at] : from.start[at],
                              from.event[at]);
                from.start[at] = 0;
                from.duration[at] = kRejected;
            }
        }
        // Copied, since a batch's columns have room to grow: chunks live until the file is read.
        to.start.assign(from.start.begin(), from.start.end());
        to.duration.assign(from.duration.begin(), from.duration.end());
        from = {};
    }

    // Appends a column that not all slices have.
    template <class T>
    void takeSparse(SourceRows<T>& to, SparseBatch<T> EventBatch::*column) const {
        const SparseBatch<T>& from = m_batch.*column;
        for (std::size_t at = 0; at < from.slice.size(); ++at) {
            to.source.push_back(m_base + from.slice[at]);
            to.row.push_back(from.value[at]);
        }
    }

    // Source index of the first slice.
    std::uint32_t base() const { return m_base; }

private:
    SourceEvents& m_all;
    EventBatch& m_batch;
    BatchIds& m_ids;
    std::uint32_t m_base = 0;
    std::size_t m_chunk = 0;  // in SourceEvents::chunks
};

// Appends all of one batch but its slices and their ids.
class OtherIntake {
public:
    OtherIntake(SourceEvents& all, SourceId source, const EventBatch& batch, BatchIds& ids)
        : m_all(all), m_source(source), m_batch(batch), m_ids(ids) {}

    // `base`: source index of the first slice.
    void take(std::uint32_t base) {
        takeGpuRows(base);
        takeCommCalls(base);
        takeOpenEnds();
        takeAsyncs();
        takeFlows();
        takeInstants();
        takeCounters();
        takeMemory();
        for (const MetadataBatchRow& row : m_batch.metadata) {
            m_all.registry.apply(row.fact, m_ids.track(row.track), m_ids.string(row.text),
                                 row.sortIndex);
        }
        m_all.events += m_batch.events;
        m_all.issues.merge(m_batch.issues);
    }

private:
    bool accept(std::int64_t time, EventId event) {
        if (!isHoldable(time)) {
            recordBadTime(m_all.issues, time, event);
        }
        return isHoldable(time);
    }

    void takeGpuRows(std::uint32_t base) {
        for (const GpuBatchRow& row : m_batch.gpu) {
            m_all.gpu.source.push_back(base + row.slice);
            m_all.gpu.row.push_back(row);
        }
        for (const KernelBatchRow& row : m_batch.kernels) {
            m_all.kernels.source.push_back(base + row.slice);
            m_all.kernels.row.push_back(m_all.configs.numberOf(KernelConfig{
                row.grid, row.block, row.registersPerThread, row.sharedMemoryBytes, row.blocksPerSm,
                row.warpsPerSm, row.occupancyPercent, row.graphId, row.graphNodeId}));
        }
        for (const CopyBatchRow& row : m_batch.copies) {
            m_all.copies.source.push_back(base + row.slice);
            m_all.copies.row.push_back(CopyFacts{row.bytes, m_ids.string(row.sourceKind),
                                                 m_ids.string(row.destinationKind),
                                                 m_ids.string(row.copyKind)});
        }
        for (const SyncBatchRow& row : m_batch.syncs) {
            m_all.syncs.source.push_back(base + row.slice);
            m_all.syncs.row.push_back(SyncFacts{m_ids.string(row.kind), row.stream,
                                                row.waitOnStream,
                                                row.waitOnEventRecordCorrelation});
        }
    }

    void takeCommCalls(std::uint32_t base) {
        for (const CommCallBatchRow& row : m_batch.commCalls) {
            m_all.commCalls.source.push_back(base + row.slice);
            m_all.commCalls.row.push_back(CommCallFacts{
                m_ids.string(row.operation), m_ids.string(row.group), m_ids.string(row.groupRanks),
                m_ids.string(row.type), row.inputs, row.outputs, row.groupSize, row.peer});
        }
    }

    void takeOpenEnds() {
        for (const OpenEndBatchRow& row : m_batch.openEnds) {
            if (accept(row.time, row.event)) {
                m_all.openEnds.push_back(
                    OpenEndEvent{row.phase, timeFromNs(row.time), m_ids.string(row.name),
                                 m_ids.category(row.category), m_ids.track(row.track), row.event});
            }
        }
    }

    void takeAsyncs() {
        for (const AsyncBatchRow& row : m_batch.asyncs) {
            if (!accept(row.time, row.event)) {
                continue;
            }
            const ProcessId process = m_all.registry.processOf(m_ids.track(row.track));
            const StringId categoryName = m_ids.string(m_ids.categoryText(row.category));
            m_all.asyncs.push_back(
                AsyncEvent{row.phase, timeFromNs(row.time), m_ids.string(row.name),
                           m_ids.category(row.category),
                           operationOf(process, categoryName, m_ids.text(row.id)),
                           m_all.registry.async(process, categoryName), row.event});
        }
    }

    void takeFlows() {
        for (const FlowBatchRow& row : m_batch.flows) {
            ++m_all.flowEvents;
            if (!accept(row.time, row.event)) {
                continue;
            }
            m_all.flows.push_back(FlowEvent{row.phase, row.bindsToEnclosing, timeFromNs(row.time),
                                            m_ids.string(row.category), m_ids.string(row.name),
                                            flowIdOf(row), m_ids.track(row.track), row.event});
        }
    }

    void takeInstants() {
        for (const InstantBatchRow& row : m_batch.instants) {
            if (accept(row.time, row.event)) {
                m_all.instants.push_back(Instant{timeFromNs(row.time), m_ids.string(row.name),
                                                 CategoryId(m_ids.category(row.category)),
                                                 m_ids.track(row.track), row.event});
            }
        }
    }

    void takeCounters() {
        for (const CounterBatchRow& row : m_batch.counters) {
            if (accept(row.time, EventId(0))) {
                m_all.counters.add(m_all.registry.processOf(m_ids.track(row.track)),
                                   m_ids.string(row.name), m_ids.string(row.series),
                                   timeFromNs(row.time), row.value);
            }
        }
    }

    void takeMemory() {
        for (const MemoryBatchRow& row : m_batch.memory) {
            if (accept(row.time, row.event)) {
                m_all.memory.push_back(MemoryEvent{timeFromNs(row.time), row.address, row.bytes,
                                                   row.totalAllocated, row.totalReserved,
                                                   row.deviceType, row.deviceId,
                                                   m_ids.track(row.track), row.event});
            }
        }
    }

    [[nodiscard]] FlowId flowIdOf(const FlowBatchRow& row) {
        if (row.number) {
            return {*row.number, m_source, FlowId::Form::Decimal};
        }
        const std::string_view text = m_ids.text(row.id);
        if (!isDecimal(text)) {
            return {m_all.flowIds.intern(text).value, m_source, FlowId::Form::Text};
        }
        std::uint64_t number = 0;
        for (const char digit : text) {
            number = number * 10 + static_cast<std::uint64_t>(digit - '0');
        }
        return {number, m_source, FlowId::Form::Decimal};
    }

    [[nodiscard]] std::uint32_t operationOf(ProcessId process, StringId category,
                                            std::string_view id) {
        const std::uint32_t parts[] = {m_source.value, m_all.registry.process(process).pid.value,
                                       category.value};
        m_operation.assign(reinterpret_cast<const char*>(parts), sizeof parts);
        return m_all.operations.intern(m_operation.append(id)).value;
    }

    SourceEvents& m_all;
    SourceId m_source;
    const EventBatch& m_batch;
    BatchIds& m_ids;
    std::string m_operation;  // scratch of operationOf()
};

struct BatchIntake {
    BatchIntake(SourceEvents& all, SourceId source, EventBatch& batch)
        : ids(all, source, batch), slices(all, batch, ids), others(all, source, batch, ids) {}

    BatchIds ids;
    SliceIntake slices;
    OtherIntake others;
};

}  // namespace

void appendBatch(SourceEvents& all, SourceId source, EventBatch batch) {
    BatchIntake intake(all, source, batch);
    intake.slices.take(all.issues);
    intake.slices.takeSparse(all.correlation, &EventBatch::correlation);
    intake.slices.takeSparse(all.externalId, &EventBatch::externalId);
    intake.slices.takeSparse(all.pythonId, &EventBatch::pythonId);
    intake.slices.takeSparse(all.shapeKey, &EventBatch::shapeKey);
    intake.others.take(intake.slices.base());
}

void appendBatches(SourceEvents& all, SourceId source, std::vector<EventBatch> batches) {
    std::deque<BatchIntake> intakes;  // each stays where it is
    for (EventBatch& batch : batches) {
        intakes.emplace_back(all, source, batch).slices.nameAll();
    }
    const auto takeSparse = [&](auto& to, auto column) {
        std::size_t count = to.source.size();
        for (const EventBatch& batch : batches) {
            count += (batch.*column).slice.size();
        }
        to.source.reserve(count);
        to.row.reserve(count);
        for (const BatchIntake& intake : intakes) {
            intake.slices.takeSparse(to, column);
        }
    };
    std::vector<ImportIssues> issues(batches.size());
    parallelInvoke(
        [&] {
            parallelFor(std::size_t{0}, intakes.size(),
                        [&](std::size_t at) { intakes[at].slices.take(issues[at]); });
        },
        [&] { takeSparse(all.correlation, &EventBatch::correlation); },
        [&] { takeSparse(all.externalId, &EventBatch::externalId); },
        [&] { takeSparse(all.pythonId, &EventBatch::pythonId); },
        [&] { takeSparse(all.shapeKey, &EventBatch::shapeKey); },
        [&] {
            for (BatchIntake& intake : intakes) {
                intake.others.take(intake.slices.base());
            }
        });
    for (const ImportIssues& ofBatch : issues) {
        all.issues.merge(ofBatch);
    }
}

}  // namespace gaplight
