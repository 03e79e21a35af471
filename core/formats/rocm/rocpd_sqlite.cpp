// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rocpd_sqlite.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/formats/demangled_name.h"
#include "core/formats/rocm/rocm_names.h"
#include "core/formats/rocm/rocpd_names.h"
#include "core/formats/sqlite/batch_tracks.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/row_scan.h"
#include "core/formats/sqlite/table_details.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {
namespace {

// The batch that rows of an rocpd database are added to. Times are ns since the machine started.
class RocpdBatch : public RowBatch {
public:
    // `names` must outlive this.
    explicit RocpdBatch(const RocpdNames& names) : RowBatch(names.gpus()), m_names(names) {}

    const RocpdNames& names() const { return m_names; }
    [[nodiscard]] static RocpdOrigin originOf(const RocpdSet& set, const TableRow& row);
    [[nodiscard]] std::uint32_t numberOf(const RocpdSet& set, const RocpdOrigin& origin);
    [[nodiscard]] BatchTrack threadOf(const RocpdSet& set, const RocpdOrigin& origin);
    // Where work of an agent runs; GPU 0 for an agent that is none.
    [[nodiscard]] Place placeOf(const RocpdSet& set, const RocpdOrigin& origin);

    // Samples that are neither calls nor markers: values of counters.
    void countSample() { ++m_samples; }
    std::uint64_t sampleCount() const { return m_samples; }

private:
    std::int64_t keyOf(const RocpdSet& set, std::int64_t id) const;
    std::string pidOf(const RocpdSet& set, const RocpdOrigin& origin) const;

    const RocpdNames& m_names;
    std::unordered_map<std::int64_t, std::string, IdHash> m_pids;  // by process key, for places
    std::uint64_t m_samples = 0;
};

enum class RegionKind { Marker, Call, Other };

// What a row of a table of calls is.
struct Region {
    RegionKind kind = RegionKind::Other;
    RocmCall call;  // category and kind of the slice
};

Region classifyRegion(std::string_view category, std::string_view name) {
    if (containsWord(category, "marker") || containsWord(category, "roctx")) {
        return {RegionKind::Marker, {}};
    }
    if (containsWord(category, "hip")) {
        return {RegionKind::Call, {"hip_api", SliceKind::Runtime}};
    }
    if (containsWord(category, "hsa")) {
        return {RegionKind::Call, {"hsa_api", SliceKind::Driver}};
    }
    if (const RocmCall call = classifyRocmCall(name); !call.category.empty()) {
        return {RegionKind::Call, call};
    }
    const bool isLibrary = containsWord(category, "rccl") || containsWord(category, "rocdecode") ||
                           containsWord(category, "rocjpeg");
    return {RegionKind::Other, {isLibrary ? "library_call" : category, SliceKind::Other}};
}

// The text of a marker: {"message": "step"}.
std::string messageOf(std::string_view extdata) {
    const nlohmann::json data = nlohmann::json::parse(extdata, nullptr, false);
    if (!data.is_object()) {
        return {};
    }
    const auto message = data.find("message");
    return message != data.end() && message->is_string() ? message->get<std::string>()
                                                         : std::string();
}

constexpr ColumnNames kOrigin =
    kSpan.with("pid", "tid", "agent_id", "queue_id", "stream_id", "track_id");
constexpr ColumnNames kRegion = kOrigin.with("name_id.string", "event_id.stack_id",
                                             "event_id.extdata", "event_id.category_id.name");
void addMarker(RocpdBatch& batch, const TableRow& row, RowBatch::Span span, BatchTrack track) {
    const std::string message = messageOf(row.text(kRegion["event_id.extdata"]));
    const MarkerLabel label =
        labelMarker(message.empty() ? row.text(kRegion["name_id.string"]) : message, "roctx", {});
    if (span.duration == 0) {
        EventBatch& events = batch.events();
        events.instants.push_back({span.start, events.strings.intern(label.name),
                                   events.category(label.category, label.kind), track, row.event});
    } else {
        batch.addSlice(row.event, span, label.name, label.category, label.kind, track);
    }
}

// Calls without a duration are samples.
void addRegion(RocpdBatch& batch, const RocpdSet& set, const TableRow& row, bool isSample) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const RocpdOrigin origin = RocpdBatch::originOf(set, row);
    const std::string_view category = row.text(kRegion["event_id.category_id.name"]);
    const std::string_view own = row.text(kRegion["name_id.string"]);
    const Region region = classifyRegion(category, own);
    // Samples of schema 3 have no name.
    const std::string_view name = isSample && own.empty() ? category : own;
    if (isSample && region.kind == RegionKind::Other) {
        batch.countSample();
        return;
    }
    const BatchTrack track = batch.threadOf(set, origin);
    if (region.kind == RegionKind::Marker) {
        addMarker(batch, row, *span, track);
        return;
    }
    const std::uint32_t slice = batch.addSlice(
        row.event, *span, name, region.call.category.empty() ? "region" : region.call.category,
        region.call.kind, track);
    if (region.kind == RegionKind::Call) {
        batch.addCorrelation(row.event, slice, batch.numberOf(set, origin),
                             row.integer(kRegion["event_id.stack_id"]));
    }
}

constexpr ColumnNames kDispatch = kOrigin.with(
    "workgroup_size_x", "workgroup_size_y", "workgroup_size_z", "grid_size_x", "grid_size_y",
    "grid_size_z", "group_segment_size", "graph_exec_id", "graph_node_id", "kernel_id.display_name",
    "kernel_id.kernel_name", "kernel_id.arch_vgpr_count", "event_id.stack_id");
void addKernel(RocpdBatch& batch, const RocpdSet& set, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const RocpdOrigin origin = RocpdBatch::originOf(set, row);
    const std::string_view shown = row.text(kDispatch["kernel_id.display_name"]);
    const std::string name =
        shown.empty() ? demangledName(row.text(kDispatch["kernel_id.kernel_name"])) : std::string();
    const RowBatch::Place place = batch.placeOf(set, origin);
    const std::uint32_t slice = batch.addActivity(row.event, *span, shown.empty() ? name : shown,
                                                  "kernel", SliceKind::Kernel, place);
    batch.addCorrelation(row.event, slice, place.process.number,
                         row.integer(kDispatch["event_id.stack_id"]));
    KernelBatchRow kernel;
    kernel.slice = slice;
    kernel.block = axesOf<std::uint16_t>(row, kDispatch["workgroup_size_x"]);
    kernel.grid = workgroupsOf(axesOf<std::uint32_t>(row, kDispatch["grid_size_x"]), kernel.block);
    kernel.sharedMemoryBytes = clamped<std::uint32_t>(row.integer(kDispatch["group_segment_size"]));
    kernel.graphId = clamped<std::uint64_t>(row.integer(kDispatch["graph_exec_id"]));
    kernel.graphNodeId = clamped<std::uint64_t>(row.integer(kDispatch["graph_node_id"]));
    kernel.registersPerThread =
        clamped<std::uint16_t>(row.integer(kDispatch["kernel_id.arch_vgpr_count"]));
    batch.events().kernels.push_back(kernel);
}

bool isGpu(const RocpdSet& set, std::optional<std::int64_t> agent) {
    return agent && set.gpus.contains(*agent);
}

constexpr ColumnNames kCopy =
    kOrigin.with("dst_agent_id", "src_agent_id", "size", "name_id.string", "event_id.stack_id");
void addCopy(RocpdBatch& batch, const RocpdSet& set, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    RocpdOrigin origin = RocpdBatch::originOf(set, row);
    const auto target = row.integer(kCopy["dst_agent_id"]);
    const auto source = row.integer(kCopy["src_agent_id"]);
    origin.agent = isGpu(set, source) ? source : target;
    std::string_view direction = copyDirection(row.text(kCopy["name_id.string"]));
    if (direction.empty() && source && target) {
        constexpr std::array<std::string_view, 4> kDirections{"HtoH", "HtoD", "DtoH", "DtoD"};
        direction = kDirections.at((isGpu(set, source) ? 2U : 0U) + (isGpu(set, target) ? 1U : 0U));
    }
    const RowBatch::Place place = batch.placeOf(set, origin);
    const std::uint32_t slice = batch.addActivity(row.event, *span, copyName(direction),
                                                  "gpu_memcpy", SliceKind::Memcpy, place);
    batch.addCorrelation(row.event, slice, place.process.number,
                         row.integer(kCopy["event_id.stack_id"]));
    batch.addBytes(slice, row.integer(kCopy["size"]));
}

// Tables of calls: with a duration (regions), and without (samples).
EventTable regionTable(const Database& database, RocpdBatch& batch, const RocpdSet& set,
                       bool isSample) {
    EventTable table;
    table.name = set.table(isSample ? "rocpd_sample" : "rocpd_region");
    const std::string categories = set.table("rocpd_info_category");
    const bool hasCategories = database.findTable(categories) != nullptr;
    table.columns = kRegion;
    if (isSample) {
        table.columns[0] = table.columns[1] = "timestamp";
    }
    if (!hasCategories) {
        table.columns.back() = "event_id.category_id.string";
    }
    table.joined = {
        {set.table("rocpd_string"), "name_id"},
        {set.table("rocpd_event"), "event_id"},
        {hasCategories ? categories : set.table("rocpd_string"), "event_id.category_id"},
    };
    table.add = [&batch, &set, isSample](const TableRow& row) {
        addRegion(batch, set, row, isSample);
    };
    return table;
}

EventTable kernelTable(RocpdBatch& batch, const RocpdSet& set) {
    return {set.table("rocpd_kernel_dispatch"),
            kDispatch,
            [&batch, &set](const TableRow& row) { addKernel(batch, set, row); },
            {{set.table("rocpd_info_kernel_symbol"), "kernel_id"},
             {set.table("rocpd_event"), "event_id"}}};
}

EventTable copyTable(RocpdBatch& batch, const RocpdSet& set) {
    return {set.table("rocpd_memory_copy"),
            kCopy,
            [&batch, &set](const TableRow& row) { addCopy(batch, set, row); },
            {{set.table("rocpd_string"), "name_id"}, {set.table("rocpd_event"), "event_id"}}};
}

RocpdOrigin RocpdBatch::originOf(const RocpdSet& set, const TableRow& row) {
    if (const auto track = row.integer(kOrigin["track_id"])) {
        const auto at = set.tracks.find(*track);
        if (at != set.tracks.end()) {
            return at->second;
        }
    }
    return {row.integer(kOrigin["pid"]), row.integer(kOrigin["tid"]),
            row.integer(kOrigin["agent_id"]), row.integer(kOrigin["queue_id"]),
            row.integer(kOrigin["stream_id"])};
}

// Of a process or thread: the upper 16 bits are those of its set.
std::int64_t RocpdBatch::keyOf(const RocpdSet& set, std::int64_t id) const {
    const std::int64_t at = &set - m_names.sets().data();
    return at << 48 ^ id;
}

std::string RocpdBatch::pidOf(const RocpdSet& set, const RocpdOrigin& origin) const {
    const std::int64_t id = origin.process.value_or(0);
    const auto at = set.processes.find(id);
    return at == set.processes.end() ? std::to_string(id) : at->second.pid;
}

std::uint32_t RocpdBatch::numberOf(const RocpdSet& set, const RocpdOrigin& origin) {
    return tracks().processNumber(keyOf(set, origin.process.value_or(0)));
}

BatchTrack RocpdBatch::threadOf(const RocpdSet& set, const RocpdOrigin& origin) {
    const std::int64_t id = origin.thread.value_or(0);
    BatchTrack& track = tracks().thread(keyOf(set, id));
    if (track.isValid()) {
        return track;
    }
    const auto thread = set.threads.find(id);
    const std::string tid = thread == set.threads.end() ? std::to_string(id) : thread->second.tid;
    track = tracks().find(events(), pidOf(set, origin), tid);
    if (thread != set.threads.end() && !thread->second.name.empty()) {
        BatchTracks::addName(events(), TrackFact::ThreadName, track, thread->second.name);
    }
    const auto process = set.processes.find(origin.process.value_or(0));
    if (process != set.processes.end() && !process->second.name.empty()) {
        BatchTracks::addName(events(), TrackFact::ProcessName, track, process->second.name);
    }
    return track;
}

RowBatch::Place RocpdBatch::placeOf(const RocpdSet& set, const RocpdOrigin& origin) {
    const auto gpu = set.gpus.find(origin.agent.value_or(-1));
    const bool isOnQueue = (set.hasQueuesOnly && origin.queue) || !origin.stream;
    const auto [pid, isNew] = m_pids.try_emplace(keyOf(set, origin.process.value_or(0)));
    if (isNew) {
        pid->second = pidOf(set, origin);
    }
    return {{numberOf(set, origin), pid->second},
            gpu == set.gpus.end() ? 0 : gpu->second,
            streamOfHandle(isOnQueue ? origin.queue : origin.stream)};
}

// Kernels, copies, calls with markers of all processes. Their rows are added to `batch`, which must
// outlive the tables.
std::vector<EventTable> rocpdTables(const Database& database, RocpdBatch& batch) {
    std::vector<EventTable> tables;
    for (const RocpdSet& set : batch.names().sets()) {
        tables.push_back(kernelTable(batch, set));
        tables.push_back(copyTable(batch, set));
        tables.push_back(regionTable(database, batch, set, false));
        tables.push_back(regionTable(database, batch, set, true));
    }
    return tables;
}

constexpr std::string_view kProcessTable = "rocpd_info_process";
// Tables whose rows are read, but are no events.
constexpr std::array<std::string_view, 9> kReferences{
    "rocpd_string",      "rocpd_event",      "rocpd_track",
    "rocpd_metadata",    "rocpd_info_node",  "rocpd_info_process",
    "rocpd_info_thread", "rocpd_info_agent", "rocpd_info_kernel_symbol"};

// The ending of a table's name that is that of its set.
std::string_view suffixOf(std::string_view table, const RocpdNames& names) {
    for (const RocpdSet& set : names.sets()) {
        if (!set.suffix.empty() && table.ends_with(set.suffix)) {
            return set.suffix;
        }
    }
    return {};
}

struct ColumnTarget {
    std::string_view column;
    std::string_view table;
    std::string_view text;
};
constexpr std::array<ColumnTarget, 7> kTargets{{
    {"name_id", "rocpd_string", "string"},
    {"region_name_id", "rocpd_string", "string"},
    {"kernel_id", "rocpd_info_kernel_symbol", "display_name"},
    {"stream_id", "rocpd_info_stream", "name"},
    {"queue_id", "rocpd_info_queue", "name"},
    {"dst_agent_id", "rocpd_info_agent", "name"},
    {"src_agent_id", "rocpd_info_agent", "name"},
}};

std::string textOfColumn(const Database& database, const RocpdNames& names, std::string_view table,
                         std::string_view column, std::int64_t value) {
    const auto* target = std::find_if(kTargets.begin(), kTargets.end(),
                                      [&](const auto& one) { return one.column == column; });
    if (target == kTargets.end()) {
        return {};
    }
    Result<DatabaseQuery> row = database.query(
        "SELECT " + quotedName(target->text) + " FROM " +
        quotedName(std::string(target->table) + std::string(suffixOf(table, names))) +
        " WHERE rowid = ?1");
    if (!row) {
        return {};
    }
    row->bind(1, value);
    return row->next().value_or(false) ? std::string(row->text(0)) : std::string();
}

// Names of all tables that are read, as events or not.
std::vector<std::string> tablesUsed(const RocpdNames& names, std::span<const EventTable> tables) {
    std::vector<std::string> used;
    for (const EventTable& table : tables) {
        used.push_back(table.name);
    }
    for (const RocpdSet& set : names.sets()) {
        for (const std::string_view table : kReferences) {
            used.push_back(set.table(table));
        }
        used.push_back(set.table("rocpd_info_category"));
        used.push_back(set.table("rocpd_info_stream"));
        used.push_back(set.table("rocpd_info_queue"));
    }
    return used;
}

}  // namespace

bool isRocpdDatabase(const Database& database) {
    return std::any_of(database.tables().begin(), database.tables().end(), [&](const auto& table) {
        return table.name.starts_with(kProcessTable) &&
               database.findTable("rocpd_event" + table.name.substr(kProcessTable.size())) !=
                   nullptr;
    });
}

Result<OpenedTrace> readRocpd(std::shared_ptr<const Database> database, ByteSource& source,
                              TraceBuilder& builder, const ReadOptions& options) {
    const auto names = std::make_shared<const RocpdNames>(TRY(RocpdNames::read(*database)));
    RocpdBatch batch(*names);
    const std::vector<EventTable> tables = rocpdTables(*database, batch);
    TableReader reader(*database, batch, builder, options);
    Result<OpenedTrace> opened = reader.read("rocpd", tables, source.totalBytes());
    if (!opened) {
        return opened;
    }
    TraceFacts& facts = opened->result.facts;
    facts.devices = names->gpus();
    facts.host = names->host();
    facts.metadata.emplace_back("producer", R"("ROCm rocpd")");
    facts.metadata.insert(facts.metadata.end(), names->metadata().begin(), names->metadata().end());
    const std::vector<std::string> used = tablesUsed(*names, tables);
    const std::vector<std::string_view> usedNames(used.begin(), used.end());
    facts.metadata.emplace_back("rows read",
                                countRows(*database, namesOf(tables), reader.rowCounts()));
    facts.metadata.emplace_back("rows not read", countOtherRows(*database, usedNames));
    if (batch.sampleCount() > 0) {
        facts.metadata.emplace_back("samples not read", std::to_string(batch.sampleCount()));
    }
    opened->details = std::make_shared<const TableDetails>(
        database, reader.takeRows(),
        [database, names](std::string_view table, std::string_view column, std::int64_t value) {
            return textOfColumn(*database, *names, table, column, value);
        });
    return opened;
}

}  // namespace gaplight
