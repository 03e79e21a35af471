// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/batch_intake.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "core/base/time_limit.h"

namespace gaplight {
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
// enter the trace's pool.
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
            known = m_all.strings.intern(m_batch.strings.view(local));
        }
        return known;
    }
    std::uint16_t category(BatchCategory local) {
        if (!local.isValid()) {
            return m_all.registry.category(m_all.strings.intern({}), SliceKind::Other);
        }
        std::uint32_t& known = m_categories[local.index()];
        if (known == kNoId) {
            const BatchCategoryRow& row = m_batch.categories[local.index()];
            known = m_all.registry.category(string(row.name), row.kind);
        }
        return static_cast<std::uint16_t>(known);
    }
    [[nodiscard]] BatchString categoryText(BatchCategory local) const {
        return local.isValid() ? m_batch.categories[local.index()].name : BatchString();
    }
    TrackId track(BatchTrack local) { return m_tracks[local.index()]; }
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
};

// Appends the columns of one batch.
class Intake {
public:
    Intake(SourceEvents& all, SourceId source, EventBatch& batch)
        : m_all(all), m_source(source), m_batch(batch), m_ids(all, source, batch) {}

    void takeAll() {
        const auto base = static_cast<std::uint32_t>(m_all.slices);
        takeSlices();
        append(m_all.correlation, m_batch.correlation, base);
        append(m_all.externalId, m_batch.externalId, base);
        append(m_all.pythonId, m_batch.pythonId, base);
        append(m_all.shapeKey, m_batch.shapeKey, base);
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
        if (isHoldable(time)) {
            return true;
        }
        m_all.issues.record(IssueKind::BadTime, event.number(), std::to_string(time) + " ns");
        return false;
    }

    void takeSlices() {
        SliceBatch& from = m_batch.slices;
        SliceChunk& to = m_all.chunks.emplace_back();
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
            if (!isHoldable(from.start[at]) || !isHoldable(from.duration[at])) {
                accept(isHoldable(from.start[at]) ? from.duration[at] : from.start[at],
                       from.event[at]);
                from.start[at] = 0;
                from.duration[at] = kRejected;
            }
        }
        // Copied, since a batch's columns have room to grow: chunks live until the file is read.
        to.start.assign(from.start.begin(), from.start.end());
        to.duration.assign(from.duration.begin(), from.duration.end());
        m_all.slices += count;
    }

    template <class T>
    static void append(SourceRows<T>& to, const SparseBatch<T>& from, std::uint32_t base) {
        for (std::size_t at = 0; at < from.slice.size(); ++at) {
            to.source.push_back(base + from.slice[at]);
            to.row.push_back(from.value[at]);
        }
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
                                            flowIdOf(m_ids.text(row.id)), m_ids.track(row.track),
                                            row.event});
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

    [[nodiscard]] FlowId flowIdOf(std::string_view text) {
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
    EventBatch& m_batch;
    BatchIds m_ids;
    std::string m_operation;  // scratch of operationOf()
};

std::uint32_t lower(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
}

std::uint32_t upper(std::uint64_t value) {
    return static_cast<std::uint32_t>(value >> 32U);
}

std::uint32_t both(std::uint16_t low, std::uint16_t high) {
    return std::uint32_t{low} | std::uint32_t{high} << 16U;
}

}  // namespace

DistinctConfigs::Bits DistinctConfigs::bitsOf(const KernelConfig& config) {
    return {config.grid[0],
            config.grid[1],
            config.grid[2],
            both(config.block[0], config.block[1]),
            both(config.block[2], config.registersPerThread),
            config.sharedMemoryBytes,
            std::bit_cast<std::uint32_t>(config.blocksPerSm),
            std::bit_cast<std::uint32_t>(config.warpsPerSm),
            std::bit_cast<std::uint32_t>(config.occupancyPercent),
            lower(config.graphId),
            upper(config.graphId),
            lower(config.graphNodeId),
            upper(config.graphNodeId)};
}

std::size_t DistinctConfigs::Hash::operator()(const Bits& bits) const {
    std::uint64_t hash = 0;
    for (const std::uint32_t part : bits) {
        hash = (hash ^ part) * 0x9e37'79b9'7f4a'7c15U;
        hash ^= hash >> 32U;
    }
    return hash;
}

std::uint32_t DistinctConfigs::numberOf(const KernelConfig& config) {
    const auto [at, isNew] =
        m_numbers.try_emplace(bitsOf(config), static_cast<std::uint32_t>(m_configs.size()));
    if (isNew) {
        m_configs.push_back(config);
    }
    return at->second;
}

std::vector<KernelConfig> DistinctConfigs::take() {
    m_numbers = {};
    m_configs.shrink_to_fit();
    return std::exchange(m_configs, {});
}

RepeatedColumn<KernelConfig> repeatedConfigs(const SparseColumn<KernelConfig>& configs) {
    DistinctConfigs distinct;
    std::vector<std::uint32_t> numbers;
    numbers.reserve(configs.size());
    for (const KernelConfig& config : configs.values()) {
        numbers.push_back(distinct.numberOf(config));
    }
    const auto slices = configs.slices();
    return {SparseColumn<std::uint32_t>({slices.begin(), slices.end()}, std::move(numbers)),
            distinct.take()};
}

void appendBatch(SourceEvents& all, SourceId source, EventBatch batch) {
    Intake(all, source, batch).takeAll();
}

}  // namespace gaplight
