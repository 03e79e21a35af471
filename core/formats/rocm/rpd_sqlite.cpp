// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rpd_sqlite.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/formats/launcher_rank.h"
#include "core/formats/rocm/rocm_names.h"
#include "core/formats/sqlite/batch_tracks.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/row_scan.h"
#include "core/formats/sqlite/table_details.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {
namespace {

// What an .rpd trace says of the calls that launched operations of GPUs. Some 16 bytes per
// operation and 50 per kernel launch or copy, needed while the trace is read.
class RpdLaunches {
public:
    struct Kernel {
        std::int64_t call = 0;                 // rowid in rocpd_api
        std::int64_t nameId = 0;               // rowid in rocpd_string
        std::array<std::uint32_t, 3> grid{};   // workgroups
        std::array<std::uint16_t, 3> block{};  // work-items
        std::uint32_t sharedMemoryBytes = 0;
    };
    struct Copy {
        std::int64_t call = 0;
        std::int64_t bytes = -1;  // -1: not recorded
        std::int64_t kind = -1;   // hipMemcpyKind; -1: not recorded
    };

    // O(rows log rows) at most. Errors: Corrupt, Cancelled.
    [[nodiscard]] static Result<RpdLaunches> read(const Database& database);

    // The call that launched the operation of this rowid in rocpd_op; the first of several.
    std::optional<std::int64_t> callOf(std::int64_t operation) const;
    // Null where the call launched none, or nothing of it was recorded.
    const Kernel* kernelOf(std::int64_t call) const;
    const Copy* copyOf(std::int64_t call) const;
    // Whether the operations were recorded through CUPTI: they have the context as their queue and
    // the stream as their number in it.
    bool isOfCupti() const { return m_isOfCupti; }

private:
    Result<void> readRecorder(const Database& database);
    Result<void> readCalls(const Database& database);
    Result<void> readKernels(const Database& database);
    Result<void> readCopies(const Database& database);

    std::vector<std::pair<std::int64_t, std::int64_t>> m_callOfOperation;  // ascending
    std::vector<Kernel> m_kernels;                                         // by call
    std::vector<Copy> m_copies;
    bool m_isOfCupti = false;
    bool m_hasGridsOfHsa = false;  // recorded through rocprofiler-sdk: all grids are work-items
};

template <class T>
const T* findByCall(const std::vector<T>& rows, std::int64_t call) {
    const auto at =
        std::lower_bound(rows.begin(), rows.end(), call,
                         [](const T& row, std::int64_t wanted) { return row.call < wanted; });
    return at != rows.end() && at->call == call ? &*at : nullptr;
}

template <class T>
void sortByCall(std::vector<T>& rows) {
    const auto isBefore = [](const T& a, const T& b) { return a.call < b.call; };
    if (!std::is_sorted(rows.begin(), rows.end(), isBefore)) {
        std::stable_sort(rows.begin(), rows.end(), isBefore);
    }
}

Result<bool> hasString(const Database& database, const char* condition) {
    Result<DatabaseQuery> found =
        database.query(std::string("SELECT 1 FROM rocpd_string WHERE ") + condition + " LIMIT 1");
    return found ? found->next() : Result<bool>(false);
}

// HIP's calls take workgroups, but for these two, which take work-items.
bool takesWorkItems(std::string_view call) {
    return call == "hipExtModuleLaunchKernel" || call == "hipHccModuleLaunchKernel";
}

Result<RpdLaunches> RpdLaunches::read(const Database& database) {
    RpdLaunches launches;
    for (const auto read : {&RpdLaunches::readRecorder, &RpdLaunches::readCalls,
                            &RpdLaunches::readKernels, &RpdLaunches::readCopies}) {
        TRY((launches.*read)(database));
    }
    return launches;
}

std::optional<std::int64_t> RpdLaunches::callOf(std::int64_t operation) const {
    const auto at =
        std::lower_bound(m_callOfOperation.begin(), m_callOfOperation.end(), operation,
                         [](const auto& row, std::int64_t wanted) { return row.first < wanted; });
    return at != m_callOfOperation.end() && at->first == operation ? std::optional(at->second)
                                                                   : std::nullopt;
}

const RpdLaunches::Kernel* RpdLaunches::kernelOf(std::int64_t call) const {
    return findByCall(m_kernels, call);
}

const RpdLaunches::Copy* RpdLaunches::copyOf(std::int64_t call) const {
    return findByCall(m_copies, call);
}

Result<void> RpdLaunches::readRecorder(const Database& database) {
    m_isOfCupti = TRY(hasString(database, "string IN ('Kernel', 'ConcurrentKernel')"));
    m_hasGridsOfHsa = TRY(hasString(
        database, "string = 'RocprofDataSource::buffer_callback' OR string GLOB 'MEMORY_COPY_*'"));
    return {};
}

Result<void> RpdLaunches::readCalls(const Database& database) {
    static constexpr ColumnNames kColumns("op_id", "api_id");
    Result<void> done =
        forEachRow(database, "rocpd_api_ops", kColumns, [&](const DatabaseQuery& row) {
            const auto operation = row.integer(kColumns["op_id"]);
            const auto call = row.integer(kColumns["api_id"]);
            if (operation && call) {
                m_callOfOperation.emplace_back(*operation, *call);
            }
        });
    if (!std::is_sorted(m_callOfOperation.begin(), m_callOfOperation.end())) {
        std::sort(m_callOfOperation.begin(), m_callOfOperation.end());
    }
    return done;
}

Result<void> RpdLaunches::readKernels(const Database& database) {
    if (database.findTable("rocpd_kernelapi") == nullptr) {
        return {};
    }
    static constexpr ColumnNames kColumns("api_ptr_id", "kernelName_id", "gridX", "gridY", "gridZ",
                                          "workgroupX", "workgroupY", "workgroupZ",
                                          "groupSegmentSize", "api_ptr_id.apiName_id.string");
    const std::vector<Database::JoinedTable> joined{{"rocpd_api", "api_ptr_id"},
                                                    {"rocpd_string", "api_ptr_id.apiName_id"}};
    Result<void> done = forEachResult(
        database.scan("rocpd_kernelapi", kColumns, joined), [&](const DatabaseQuery& row) {
            const auto call = row.integer(kColumns["api_ptr_id"]);
            if (!call) {
                return;
            }
            Kernel& kernel = m_kernels.emplace_back();
            kernel.call = *call;
            kernel.nameId = row.integer(kColumns["kernelName_id"]).value_or(0);
            kernel.grid = axesOf<std::uint32_t>(row, kColumns["gridX"]);
            kernel.block = axesOf<std::uint16_t>(row, kColumns["workgroupX"]);
            kernel.sharedMemoryBytes =
                clamped<std::uint32_t>(row.integer(kColumns["groupSegmentSize"]));
            if (m_hasGridsOfHsa ||
                takesWorkItems(row.text(kColumns["api_ptr_id.apiName_id.string"]))) {
                kernel.grid = workgroupsOf(kernel.grid, kernel.block);
            }
        });
    sortByCall(m_kernels);
    return done;
}

Result<void> RpdLaunches::readCopies(const Database& database) {
    static constexpr ColumnNames kColumns("api_ptr_id", "size", "width", "height", "kind");
    Result<void> done =
        forEachRow(database, "rocpd_copyapi", kColumns, [&](const DatabaseQuery& row) {
            const auto call = row.integer(kColumns["api_ptr_id"]);
            if (!call) {
                return;
            }
            // The columns that a call has no value for are empty texts.
            std::int64_t area = -1;
            const auto width = row.integer(kColumns["width"]);
            const auto height = row.integer(kColumns["height"]);
            if (!width || !height || __builtin_mul_overflow(*width, *height, &area)) {
                area = -1;
            }
            m_copies.push_back({*call, row.integer(kColumns["size"]).value_or(area),
                                row.integer(kColumns["kind"]).value_or(-1)});
        });
    sortByCall(m_copies);
    return done;
}

// The batch that rows of an .rpd trace are added to. Times are ns of the system's monotonic clock.
// It has no properties of GPUs.
class RpdBatch : public RowBatch {
public:
    // A process numbers its rows in a block of its own.
    explicit RpdBatch(RpdLaunches launches) : RowBatch({}), m_launches(std::move(launches)) {}

    const RpdLaunches& launches() const { return m_launches; }
    // The process whose rows are numbered from `rowid` of rocpd_api on.
    void setPid(std::int64_t rowid, std::string pid);
    [[nodiscard]] LaunchingProcess processOf(std::int64_t rowid);
    [[nodiscard]] BatchTrack threadOf(const TableRow& row);

private:
    RpdLaunches m_launches;
    std::unordered_map<std::int64_t, std::string, IdHash> m_pids;  // by the upper half of rowids
};

// The profiler's own work, which it records as a marker.
bool isOwnWork(std::string_view name, std::string_view args) {
    return name.ends_with("::writeRows") || name.ends_with("_activity_callback") ||
           name.find("DataSource::") != std::string_view::npos || name == "rpdflush" ||
           args.starts_with("rpd_tracer::");
}

constexpr ColumnNames kCall =
    kSpan.with("pid", "tid", "apiName_id.string", "args_id.string", "domain_id.string");
// Operations refer to calls of HIP and CUDA, not to those of HSA, which are numbered apart.
void addCall(RpdBatch& batch, const TableRow& row, bool canLaunch) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const std::string_view name = withoutVersion(row.text(kCall["apiName_id.string"]));
    const std::string_view args = row.text(kCall["args_id.string"]);
    const BatchTrack track = batch.threadOf(row);
    if (const RocmCall call = classifyRocmCall(name); !call.category.empty()) {
        const std::uint32_t slice =
            batch.addSlice(row.event, *span, name, call.category, call.kind, track);
        if (canLaunch) {
            batch.addCorrelation(slice, static_cast<std::uint64_t>(*row.integer(kRowid)));
        }
        return;
    }
    if (isOwnWork(name, args)) {
        batch.addSlice(row.event, *span, name, "overhead", SliceKind::Overhead, track);
        return;
    }
    const bool isMarker = name == "UserMarker";
    const std::string_view domain = row.text(kCall["domain_id.string"]);
    const MarkerLabel label = labelMarker(
        isMarker ? args : name, domain.empty() || domain == "UserMarker" ? "roctx" : domain, {});
    if (isMarker && span->duration == 0) {
        EventBatch& events = batch.events();
        events.instants.push_back({span->start, events.strings.intern(label.name),
                                   events.category(label.category, label.kind), track, row.event});
    } else {
        batch.addSlice(row.event, *span, label.name, label.category, label.kind, track);
    }
}

enum class Operation { Kernel, Copy, Memset, Other };

Operation operationOf(std::string_view type, std::string_view description) {
    const auto has = [&](std::string_view part) {
        return type.find(part) != std::string_view::npos;
    };
    if (has("Fill") || has("Memset") || description == "Fill") {
        return Operation::Memset;
    }
    if (has("Copy") || has("Memcpy") || has("COPY")) {
        return Operation::Copy;
    }
    return has("Barrier") || has("Marker") ? Operation::Other : Operation::Kernel;
}

constexpr ColumnNames kOperation = kSpan.with("gpuId", "queueId", "sequenceId", "description_id",
                                              "description_id.string", "opType_id.string");
void addKernel(RpdBatch& batch, const TableRow& row, std::uint32_t slice,
               const RpdLaunches::Kernel* launch) {
    KernelBatchRow kernel;
    kernel.slice = slice;
    // A launch of a graph has many kernels, but at most one is described.
    if (launch != nullptr && launch->nameId == row.integer(kOperation["description_id"])) {
        kernel.grid = launch->grid;
        kernel.block = launch->block;
        kernel.sharedMemoryBytes = launch->sharedMemoryBytes;
    }
    batch.events().kernels.push_back(kernel);
}

void addOperation(RpdBatch& batch, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const std::int64_t rowid = row.integer(kRowid).value_or(0);
    const std::string_view type = row.text(kOperation["opType_id.string"]);
    const std::string_view description = row.text(kOperation["description_id.string"]);
    const std::optional<std::int64_t> call = batch.launches().callOf(rowid);
    const RowBatch::Place place{
        batch.processOf(call.value_or(rowid)),
        std::max(RowBatch::streamOf(row.integer(kOperation["gpuId"])), 0),
        streamOfHandle(row.integer(batch.launches().isOfCupti() ? kOperation["sequenceId"]
                                                                : kOperation["queueId"]))};
    const auto addActivity = [&](std::string_view name, const char* category, SliceKind kind) {
        const std::uint32_t slice =
            batch.addActivity(row.event, *span, name, category, kind, place);
        if (call) {
            batch.addCorrelation(slice, static_cast<std::uint64_t>(*call));
        }
        return slice;
    };
    const Operation operation = operationOf(type, description);
    if (operation == Operation::Kernel) {
        const std::uint32_t slice =
            addActivity(description.empty() ? type : description, "kernel", SliceKind::Kernel);
        addKernel(batch, row, slice, call ? batch.launches().kernelOf(*call) : nullptr);
        return;
    }
    if (operation == Operation::Other) {
        batch.addSlice(
            row.event, *span, type, "barrier", SliceKind::Other,
            batch.tracks().stream(batch.events(), place.process, place.gpu, place.stream));
        return;
    }
    const RpdLaunches::Copy* copy = call ? batch.launches().copyOf(*call) : nullptr;
    std::string_view direction = copyDirection(type);
    if (direction.empty() && copy != nullptr) {
        direction = copyDirection(copy->kind);
    }
    const std::uint32_t slice =
        operation == Operation::Memset
            ? addActivity("Memset (Device)", "gpu_memset", SliceKind::Memset)
            : addActivity(copyName(direction), "gpu_memcpy", SliceKind::Memcpy);
    batch.addBytes(slice, copy == nullptr ? -1 : copy->bytes);
}

void RpdBatch::setPid(std::int64_t rowid, std::string pid) {
    m_pids[rowid >> 32] = std::move(pid);
}

LaunchingProcess RpdBatch::processOf(std::int64_t rowid) {
    const std::int64_t block = rowid >> 32;
    return {tracks().processNumber(block), m_pids[block]};
}

BatchTrack RpdBatch::threadOf(const TableRow& row) {
    const std::int64_t pid = row.integer(kCall["pid"]).value_or(0);
    const std::int64_t tid = row.integer(kCall["tid"]).value_or(0);
    constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
    const auto create = [&] {
        return tracks().find(events(), std::to_string(pid), std::to_string(tid));
    };
    if (pid < 0 || pid > kMax || tid < 0 || tid > kMax) {
        return create();
    }
    BatchTrack& track = tracks().thread(pid << 32 | tid);
    if (!track.isValid()) {
        track = create();
    }
    return track;
}

// API calls with markers, operations of GPUs. Their rows are added to `batch`, which must outlive
// the tables.
std::vector<EventTable> rpdTables(const Database& database, RpdBatch& batch) {
    const bool hasArgs = database.findTable("rocpd_ustring") != nullptr;
    const auto callTable = [&, hasArgs](const char* name, bool canLaunch) {
        return EventTable{
            name,
            kCall,
            [&batch, canLaunch](const TableRow& row) { addCall(batch, row, canLaunch); },
            {{"rocpd_string", "apiName_id"},
             {hasArgs ? "rocpd_ustring" : "rocpd_string", "args_id"},
             {"rocpd_string", "domain_id"}}};
    };
    return {
        callTable("rocpd_api", true),
        callTable("rocpd_hsaApi", false),
        {"rocpd_op",
         kOperation,
         [&batch](const TableRow& row) { addOperation(batch, row); },
         {{"rocpd_string", "description_id"}, {"rocpd_string", "opType_id"}}},
    };
}

// Tables whose rows are read, but are no events.
constexpr std::array<std::string_view, 6> kUsed{"rocpd_string",  "rocpd_ustring",
                                                "rocpd_api_ops", "rocpd_kernelapi",
                                                "rocpd_copyapi", "rocpd_metadata"};

// Process ids by the blocks of rowids in which they number their calls.
void readPids(const Database& database, RpdBatch& batch) {
    for (const TableRows::Block& block : rowBlocks(database, "rocpd_api")) {
        Result<DatabaseQuery> row = database.query(
            "SELECT rowid, pid FROM rocpd_api WHERE rowid >= ?1 ORDER BY rowid LIMIT 1");
        if (row) {
            row->bind(1, block.first);
            if (row->next().value_or(false)) {
                batch.setPid(row->integer(0).value_or(0), row->displayText(1));
            }
        }
    }
}

Result<std::string> schemaOf(const Database& database) {
    static constexpr ColumnNames kColumns("tag", "value");
    std::string schema;
    Result<void> read =
        forEachRow(database, "rocpd_metadata", kColumns, [&](const DatabaseQuery& row) {
            schema = row.text(kColumns["tag"]) == "schema_version"
                         ? row.displayText(kColumns["value"])
                         : schema;
        });
    return read ? Result<std::string>(std::move(schema))
                : Result<std::string>(tl::unexpected(std::move(read.error())));
}

// The text of a column that refers to a table of strings.
std::string stringOf(const Database& database, std::string_view column, std::int64_t id) {
    if (!column.ends_with("_id")) {
        return {};
    }
    const bool isArgs = column == "args_id" && database.findTable("rocpd_ustring") != nullptr;
    Result<DatabaseQuery> row = database.query(
        fmt::format("SELECT string FROM rocpd_{}string WHERE rowid = ?1", isArgs ? "u" : ""));
    if (!row) {
        return {};
    }
    row->bind(1, id);
    return row->next().value_or(false) ? std::string(row->text(0)) : std::string();
}

}  // namespace

bool isRpdDatabase(const Database& database) {
    constexpr std::array<std::string_view, 3> kOwnTables{"rocpd_string", "rocpd_api", "rocpd_op"};
    return std::all_of(kOwnTables.begin(), kOwnTables.end(), [&](std::string_view table) {
        return database.findTable(table) != nullptr;
    });
}

Result<OpenedTrace> readRpd(std::shared_ptr<const Database> database, ByteSource& source,
                            TraceBuilder& builder, const ReadOptions& options) {
    RpdLaunches launches = TRY(RpdLaunches::read(*database));
    const std::string schema = TRY(schemaOf(*database));
    RpdBatch batch(std::move(launches));
    readPids(*database, batch);
    const std::vector<EventTable> tables = rpdTables(*database, batch);
    TableReader reader(*database, batch, builder, options);
    Result<OpenedTrace> opened = reader.read("rpd", tables, source.totalBytes());
    if (!opened) {
        return opened;
    }
    TraceFacts& facts = opened->result.facts;
    facts.metadata.emplace_back("producer", R"("rocmProfileData")");
    if (!schema.empty()) {
        facts.metadata.emplace_back("schema", metadataJson(schema));
    }
    std::vector<std::string_view> used = namesOf(tables);
    facts.metadata.emplace_back("rows read", countRows(*database, used, reader.rowCounts()));
    used.insert(used.end(), kUsed.begin(), kUsed.end());
    facts.metadata.emplace_back("rows not read", countOtherRows(*database, used));
    opened->details = std::make_shared<const TableDetails>(
        database, reader.takeRows(),
        [database](std::string_view /*table*/, std::string_view column, std::int64_t value) {
            return stringOf(*database, column, value);
        });
    return opened;
}

}  // namespace gaplight
