// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cut/event_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/cut/arg_json.h"
#include "core/formats/kineto_fields.h"
#include "core/record/event_json.h"
#include "core/trace/event_batch.h"

namespace gaplight {
namespace {

using record::appendJsonString;
using record::EventText;

std::string stringJson(std::string_view text) {
    std::string json;
    appendJsonString(json, text);
    return json;
}

// The row of the slice, if it has one.
template <class Row>
const Row* rowOf(const std::vector<Row>& rows, std::uint32_t slice, std::size_t& next) {
    return next < rows.size() && rows[next].slice == slice ? &rows[next++] : nullptr;
}

template <class Number>
const Number* rowOf(const SparseBatch<Number>& column, std::uint32_t slice, std::size_t& next) {
    return next < column.slice.size() && column.slice[next] == slice ? &column.value[next++]
                                                                     : nullptr;
}

// The columns of slices as members of args, by the keys that Kineto writes: the inverse of
// promoteArgs() (formats/chrome/kineto_args.h).
class SliceMembers {
public:
    // `batch` must outlive it.
    explicit SliceMembers(const EventBatch& batch) : m_batch(batch) {}

    // Of the next slice of the batch; valid until the next call.
    [[nodiscard]] std::span<const ArgMember> next();

private:
    [[nodiscard]] std::string_view text(BatchString id) const;
    void add(std::string_view key, std::int64_t value);
    void add(std::string_view key, BatchString text);
    void add(std::string_view key, float value);
    template <class Numbers>
    void addTriple(std::string_view key, const Numbers& numbers);
    void addIds();
    void addKernel(const KernelBatchRow& row);
    void addSync(const SyncBatchRow& row);
    void addCommCall(const CommCallBatchRow& row);

    const EventBatch& m_batch;
    std::uint32_t m_slice = 0;
    // The next row of each column.
    std::size_t m_correlation = 0;
    std::size_t m_externalId = 0;
    std::size_t m_pythonId = 0;
    std::size_t m_gpu = 0;
    std::size_t m_kernel = 0;
    std::size_t m_copy = 0;
    std::size_t m_sync = 0;
    std::size_t m_commCall = 0;
    std::vector<ArgMember> m_members;
};

std::string_view SliceMembers::text(BatchString id) const {
    return id.isValid() ? m_batch.strings.view(id) : std::string_view();
}

// -1: not recorded.
void SliceMembers::add(std::string_view key, std::int64_t value) {
    if (value >= 0) {
        m_members.emplace_back(key, std::to_string(value));
    }
}

void SliceMembers::add(std::string_view key, float value) {
    if (value >= 0) {
        m_members.emplace_back(key, fmt::format("{}", value));
    }
}

void SliceMembers::add(std::string_view key, BatchString value) {
    if (!text(value).empty()) {
        std::string json;
        record::appendJsonString(json, text(value));
        m_members.emplace_back(key, std::move(json));
    }
}

template <class Numbers>
void SliceMembers::addTriple(std::string_view key, const Numbers& numbers) {
    if (std::any_of(numbers.begin(), numbers.end(), [](auto number) { return number != 0; })) {
        m_members.emplace_back(key,
                               fmt::format("[{}, {}, {}]", numbers[0], numbers[1], numbers[2]));
    }
}

void SliceMembers::addIds() {
    const auto add = [&](std::string_view key, const auto* id) {
        if (id != nullptr) {
            m_members.emplace_back(key, std::to_string(*id));
        }
    };
    add("External id", rowOf(m_batch.externalId, m_slice, m_externalId));
    add("correlation", rowOf(m_batch.correlation, m_slice, m_correlation));
    add("Python id", rowOf(m_batch.pythonId, m_slice, m_pythonId));
}

void SliceMembers::addKernel(const KernelBatchRow& row) {
    addTriple("grid", row.grid);
    addTriple("block", row.block);
    const auto addUnlessZero = [&](std::string_view key, std::uint64_t value) {
        if (value != 0) {
            m_members.emplace_back(key, std::to_string(value));
        }
    };
    addUnlessZero("registers per thread", row.registersPerThread);
    addUnlessZero("shared memory", row.sharedMemoryBytes);
    add("blocks per SM", row.blocksPerSm);
    add("warps per SM", row.warpsPerSm);
    add("est. achieved occupancy %", row.occupancyPercent);
    addUnlessZero("graph id", row.graphId);
    addUnlessZero("graph node id", row.graphNodeId);
}

void SliceMembers::addSync(const SyncBatchRow& row) {
    add("cuda_sync_kind", row.kind);
    add("stream", std::int64_t{row.stream});
    add("wait_on_stream", std::int64_t{row.waitOnStream});
    add("wait_on_cuda_event_record_corr_id", row.waitOnEventRecordCorrelation);
}

void SliceMembers::addCommCall(const CommCallBatchRow& row) {
    add("Collective name", row.operation);
    add("Process Group Name", row.group);
    add("Process Group Ranks", row.groupRanks);
    add("dtype", row.type);
    add("In msg nelems", row.inputs);
    add("Out msg nelems", row.outputs);
    add("Group size", std::int64_t{row.groupSize});
    add(text(row.operation).ends_with("recv") ? "Src Rank" : "Dst Rank", std::int64_t{row.peer});
}

std::span<const ArgMember> SliceMembers::next() {
    m_members.clear();
    addIds();
    if (const GpuBatchRow* row = rowOf(m_batch.gpu, m_slice, m_gpu)) {
        add("device", std::int64_t{row->device});
        add("stream", std::int64_t{row->stream});
    }
    if (const KernelBatchRow* row = rowOf(m_batch.kernels, m_slice, m_kernel)) {
        addKernel(*row);
    }
    if (const CopyBatchRow* row = rowOf(m_batch.copies, m_slice, m_copy)) {
        add("bytes", row->bytes);
        add("src kind", row->sourceKind);
        add("dst kind", row->destinationKind);
        add("copy kind", row->copyKind);
    }
    if (const SyncBatchRow* row = rowOf(m_batch.syncs, m_slice, m_sync)) {
        addSync(*row);
    }
    if (const CommCallBatchRow* row = rowOf(m_batch.commCalls, m_slice, m_commCall)) {
        addCommCall(*row);
    }
    ++m_slice;
    return m_members;
}

class BatchText {
public:
    BatchText(const EventBatch& batch, const EventArgs& args) : m_batch(batch), m_args(args) {
        for (const BatchTrackKey& key : batch.tracks) {
            m_places.emplace_back(idJson(text(key.pid)), idJson(text(key.tid)));
        }
    }

    std::string take() {
        addMetadata();
        addSlices();
        addAsyncs();
        addInstants();
        addMemory();
        addCounters();
        addFlows();
        return std::move(m_text);
    }

private:
    [[nodiscard]] std::string_view text(BatchString id) const {
        return id.isValid() ? m_batch.strings.view(id) : std::string_view();
    }

    void place(EventText& event, BatchTrack track) const {
        event.field("pid", m_places[track.index()].first);
        event.field("tid", m_places[track.index()].second);
    }
    void category(EventText& event, BatchCategory id) const {
        if (!id.isValid()) {
            return;
        }
        const BatchCategoryRow& row = m_batch.categories[id.index()];
        const bool isKnown = sliceKindOfCategory(text(row.name)) == row.kind;
        if (!isKnown || !text(row.name).empty()) {
            event.category(isKnown ? text(row.name) : categoryOfSliceKind(row.kind));
        }
    }
    // Values that only look like arrays are written as strings.
    void args(EventText& event, EventId id, std::span<const ArgMember> columns) {
        const std::span<const Arg> known = m_args.of(id);
        const bool hasNested = std::any_of(known.begin(), known.end(), [](const Arg& arg) {
            return arg.value.starts_with('[') || arg.value.starts_with('{');
        });
        m_json.clear();
        appendArgs(known, columns, NestedArgs::AsJson, m_json);
        if (hasNested && !m_check.isJson(m_json)) {
            m_json.clear();
            appendArgs(known, columns, NestedArgs::AsStrings, m_json);
        }
        if (!m_json.empty()) {
            event.field("args", m_json);
        }
    }

    void addMetadata() {
        const auto add = [&](const MetadataBatchRow& row, std::string_view name,
                             std::string_view key, const std::string& value) {
            EventText event(m_text, 'M');
            event.name(name);
            place(event, row.track);
            event.field("args", fmt::format("{{\"{}\": {}}}", key, value));
        };
        for (const MetadataBatchRow& row : m_batch.metadata) {
            switch (row.fact) {
                case TrackFact::ProcessName:
                    add(row, "process_name", "name", stringJson(text(row.text)));
                    break;
                case TrackFact::ProcessLabels:
                    add(row, "process_labels", "labels", stringJson(text(row.text)));
                    break;
                case TrackFact::ProcessSortIndex:
                    add(row, "process_sort_index", "sort_index", std::to_string(row.sortIndex));
                    break;
                case TrackFact::ThreadName:
                    add(row, "thread_name", "name", stringJson(text(row.text)));
                    break;
                case TrackFact::ThreadSortIndex:
                    add(row, "thread_sort_index", "sort_index", std::to_string(row.sortIndex));
                    break;
            }
        }
    }

    void addSlices() {
        const SliceBatch& slices = m_batch.slices;
        SliceMembers members(m_batch);
        for (std::size_t at = 0; at < slices.start.size(); ++at) {
            EventText event(m_text, 'X');
            category(event, slices.category[at]);
            event.name(text(slices.name[at]));
            place(event, slices.track[at]);
            event.span(slices.start[at], slices.start[at] + slices.duration[at]);
            args(event, slices.event[at], members.next());
        }
    }

    // The category names the track: where Kineto names its kind otherwise, so does the track.
    void addAsyncs() {
        for (const AsyncBatchRow& row : m_batch.asyncs) {
            const bool isBegin = row.phase == AsyncPhase::Begin;
            EventText event(m_text, isBegin ? 'b' : 'e');
            category(event, row.category);
            if (isBegin) {
                event.name(text(row.name));
            }
            event.field("id", stringJson(text(row.id)));
            place(event, row.track);
            event.time(row.time);
            if (isBegin) {
                args(event, row.event, {});
            }
        }
    }

    void addInstants() {
        for (const InstantBatchRow& row : m_batch.instants) {
            EventText event(m_text, 'i');
            category(event, row.category);
            event.name(text(row.name));
            place(event, row.track);
            event.time(row.time).field("s", "\"t\"");
            args(event, row.event, {});
        }
    }

    void addMemory() {
        for (const MemoryBatchRow& row : m_batch.memory) {
            EventText event(m_text, 'i');
            event.category("cpu_instant_event").name("[memory]");
            place(event, row.track);
            event.time(row.time).field("s", "\"t\"");
            std::vector<ArgMember> columns{{"Device Type", std::to_string(row.deviceType)},
                                           {"Device Id", std::to_string(row.deviceId)},
                                           {"Addr", std::to_string(row.address)},
                                           {"Bytes", std::to_string(row.bytes)}};
            if (row.totalAllocated >= 0) {
                columns.emplace_back("Total Allocated", std::to_string(row.totalAllocated));
            }
            if (row.totalReserved >= 0) {
                columns.emplace_back("Total Reserved", std::to_string(row.totalReserved));
            }
            args(event, row.event, columns);
        }
    }

    // The values of a counter at one time are one event.
    void addCounters() {
        const std::vector<CounterBatchRow>& rows = m_batch.counters;
        std::vector<std::size_t> order(rows.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto keyOf = [&](std::size_t at) {
            return std::tuple(rows[at].track.index(), rows[at].name.index(), rows[at].time);
        };
        std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
            return keyOf(left) < keyOf(right);
        });
        std::size_t first = 0;
        while (first < order.size()) {
            const CounterBatchRow& row = rows[order[first]];
            const auto key = keyOf(order[first]);
            std::unordered_set<std::uint32_t> series;
            std::vector<ArgMember> values;
            for (; first < order.size() && keyOf(order[first]) == key &&
                   series.insert(rows[order[first]].series.value).second;
                 ++first) {
                if (std::isfinite(rows[order[first]].value)) {
                    values.emplace_back(text(rows[order[first]].series),
                                        fmt::format("{}", rows[order[first]].value));
                }
            }
            EventText event(m_text, 'C');
            event.name(text(row.name));
            place(event, row.track);
            event.time(row.time);
            m_json.clear();
            appendArgs({}, values, NestedArgs::AsStrings, m_json);
            event.field("args", m_json.empty() ? "{}" : m_json);
        }
    }

    void addFlows() {
        for (const FlowBatchRow& row : m_batch.flows) {
            EventText event(m_text, row.phase == FlowPhase::Start ? 's' : 'f');
            event.category(text(row.category)).name(text(row.name));
            event.field("id", std::to_string(row.number.value_or(0)));
            place(event, row.track);
            event.time(row.time);
            if (row.phase == FlowPhase::Finish && row.bindsToEnclosing) {
                event.field("bp", "\"e\"");
            }
        }
    }

    const EventBatch& m_batch;
    const EventArgs& m_args;
    std::vector<std::pair<std::string, std::string>> m_places;  // by track: pid and tid
    JsonCheck m_check;
    std::string m_json;  // scratch
    std::string m_text;
};

}  // namespace

std::span<const Arg> EventArgs::of(EventId event) const {
    const auto at = std::lower_bound(events.begin(), events.end(), event);
    const auto index = static_cast<std::size_t>(at - events.begin());
    return at != events.end() && *at == event && index < args.size() ? std::span(args[index])
                                                                     : std::span<const Arg>();
}

std::string eventsText(const EventBatch& batch, const EventArgs& args) {
    return BatchText(batch, args).take();
}

}  // namespace gaplight
