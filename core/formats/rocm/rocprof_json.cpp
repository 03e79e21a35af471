// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rocprof_json.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <simdjson.h>

#include "core/base/result.h"
#include "core/formats/chrome/event_args.h"
#include "core/formats/launcher_rank.h"
#include "core/formats/rocm/rocm_names.h"
#include "core/formats/rocm/rocprof_names.h"
#include "core/formats/sqlite/batch_tracks.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/io/byte_source.h"
#include "core/pack/args_listing.h"
#include "core/trace/event_details.h"

namespace gaplight {
namespace {

// How the records of an array in "buffer_records" are read.
enum class RocprofTable { Kernel, Copy, HipCall, HsaCall, Marker, Library };

// The batch that records of rocprofv3's JSON are added to. Times are ns since the machine started.
class RocprofBatch : public RowBatch {
public:
    using RowBatch::RowBatch;

    // `names` are those of the process, which is the `process`-th in the file.
    void add(RocprofTable table, const RocprofNames& names, std::size_t process,
             const RocprofRecord& record, EventId event);

private:
    void addKernel(const RocprofNames& names, const RocprofRecord& record, Span span, EventId event,
                   std::size_t process);
    void addCopy(const RocprofNames& names, const RocprofRecord& record, Span span, EventId event,
                 std::size_t process);
    void addCall(RocprofTable table, const RocprofNames& names, const RocprofRecord& record,
                 Span span, EventId event, std::size_t process);
    void addMarker(const RocprofNames& names, const RocprofRecord& record, std::string_view call,
                   Span span, EventId event, BatchTrack track);
    [[nodiscard]] Place placeOf(const RocprofNames& names, const RocprofRecord& record,
                                std::optional<std::int64_t> agent, std::size_t process);
    [[nodiscard]] BatchTrack threadOf(const RocprofNames& names, const RocprofRecord& record,
                                      std::size_t process);
};

constexpr std::array<std::pair<std::string_view, RocprofTable>, 8> kRocprofTables{{
    {"kernel_dispatch", RocprofTable::Kernel},
    {"memory_copy", RocprofTable::Copy},
    {"hip_api", RocprofTable::HipCall},
    {"hsa_api", RocprofTable::HsaCall},
    {"marker_api", RocprofTable::Marker},
    {"rccl_api", RocprofTable::Library},
    {"rocdecode_api", RocprofTable::Library},
    {"rocjpeg_api", RocprofTable::Library},
}};

// The table of an array in "buffer_records", by the array's key; empty: it is not read.
std::optional<RocprofTable> rocprofTableOf(std::string_view key) {
    const auto* table = std::find_if(kRocprofTables.begin(), kRocprofTables.end(),
                                     [&](const auto& one) { return one.first == key; });
    return table == kRocprofTables.end() ? std::nullopt : std::optional(table->second);
}

void RocprofBatch::add(RocprofTable table, const RocprofNames& names, std::size_t process,
                       const RocprofRecord& record, EventId event) {
    if (!record.start) {
        events().issues.record(IssueKind::MissingTime, event.number(), "start_timestamp");
        return;
    }
    RowBatch::Span span{*record.start, 0};
    if (!record.end) {
        events().issues.record(IssueKind::MissingDuration, event.number(), "end_timestamp");
    } else if (__builtin_sub_overflow(*record.end, *record.start, &span.duration) ||
               span.duration < 0) {
        events().issues.record(IssueKind::NegativeDuration, event.number(),
                               fmt::format("start {} end {}", *record.start, *record.end));
        span.duration = 0;
    }
    if (table == RocprofTable::Kernel) {
        addKernel(names, record, span, event, process);
    } else if (table == RocprofTable::Copy) {
        addCopy(names, record, span, event, process);
    } else {
        addCall(table, names, record, span, event, process);
    }
}

RowBatch::Place RocprofBatch::placeOf(const RocprofNames& names, const RocprofRecord& record,
                                      std::optional<std::int64_t> agent, std::size_t process) {
    const auto gpu = names.gpus.find(agent.value_or(-1));
    const bool isOnQueue = (names.hasQueuesOnly && record.queue) || !record.stream;
    return {{tracks().processNumber(static_cast<std::int64_t>(process)), names.pid},
            gpu == names.gpus.end() ? 0 : gpu->second,
            streamOfHandle(isOnQueue ? record.queue : record.stream)};
}

void RocprofBatch::addKernel(const RocprofNames& names, const RocprofRecord& record,
                             RowBatch::Span span, EventId event, std::size_t process) {
    const auto known = names.kernels.find(record.kernel.value_or(-1));
    const RowBatch::Place place = placeOf(names, record, record.agent, process);
    const std::uint32_t slice = addActivity(
        event, span, known == names.kernels.end() ? std::string_view() : known->second.name,
        "kernel", SliceKind::Kernel, place);
    addCorrelation(event, slice, place.process.number, record.correlation);
    KernelBatchRow kernel;
    kernel.slice = slice;
    kernel.block = record.group;
    kernel.grid = workgroupsOf(record.items, record.group);
    kernel.sharedMemoryBytes = clamped<std::uint32_t>(record.sharedMemoryBytes);
    if (known != names.kernels.end()) {
        kernel.registersPerThread = clamped<std::uint16_t>(known->second.registers);
    }
    events().kernels.push_back(kernel);
}

void RocprofBatch::addCopy(const RocprofNames& names, const RocprofRecord& record,
                           RowBatch::Span span, EventId event, std::size_t process) {
    const bool isFromGpu = names.gpus.contains(record.source.value_or(-1));
    const std::string_view direction =
        copyDirection(names.operationName(record.kind.value_or(-1), record.operation.value_or(-1)));
    const RowBatch::Place place =
        placeOf(names, record, isFromGpu ? record.source : record.target, process);
    const std::uint32_t slice =
        addActivity(event, span, copyName(direction), "gpu_memcpy", SliceKind::Memcpy, place);
    addCorrelation(event, slice, place.process.number, record.correlation);
    addBytes(slice, record.bytes);
}

void RocprofBatch::addCall(RocprofTable table, const RocprofNames& names,
                           const RocprofRecord& record, RowBatch::Span span, EventId event,
                           std::size_t process) {
    const std::string_view name =
        names.operationName(record.kind.value_or(-1), record.operation.value_or(-1));
    const BatchTrack track = threadOf(names, record, process);
    if (table == RocprofTable::Marker) {
        addMarker(names, record, name, span, event, track);
        return;
    }
    const bool isHip = table == RocprofTable::HipCall;
    const bool isCall = isHip || table == RocprofTable::HsaCall;
    const std::uint32_t slice = addSlice(event, span, name,
                                         isHip    ? "hip_api"
                                         : isCall ? "hsa_api"
                                                  : "library_call",
                                         isHip    ? SliceKind::Runtime
                                         : isCall ? SliceKind::Driver
                                                  : SliceKind::Other,
                                         track);
    if (isCall) {
        addCorrelation(event, slice, tracks().processNumber(static_cast<std::int64_t>(process)),
                       record.correlation);
    }
}

void RocprofBatch::addMarker(const RocprofNames& names, const RocprofRecord& record,
                             std::string_view call, RowBatch::Span span, EventId event,
                             BatchTrack track) {
    const auto message = names.messages.find(record.correlation.value_or(-1));
    const MarkerLabel label = labelMarker(
        message == names.messages.end() ? call : std::string_view(message->second), "roctx", {});
    if (span.duration == 0) {
        EventBatch& batch = events();
        batch.instants.push_back({span.start, batch.strings.intern(label.name),
                                  batch.category(label.category, label.kind), track, event});
    } else {
        addSlice(event, span, label.name, label.category, label.kind, track);
    }
}

BatchTrack RocprofBatch::threadOf(const RocprofNames& names, const RocprofRecord& record,
                                  std::size_t process) {
    const std::int64_t thread = record.thread.value_or(0);
    BatchTrack& track = tracks().thread(static_cast<std::int64_t>(process) << 48 ^ thread);
    if (!track.isValid()) {
        track = tracks().find(events(), names.pid, std::to_string(thread));
        if (!names.command.empty()) {
            BatchTracks::addName(events(), TrackFact::ProcessName, track, names.command);
        }
    }
    return track;
}

// Details of records of rocprofv3's JSON: an EventId is the byte at which the record's object
// begins in the inflated source. Args are the members of the record, one level deep.
class RocprofDetails final : public EventDetails, public ArgsListing {
public:
    explicit RocprofDetails(std::shared_ptr<const RandomAccess> source)
        : m_source(std::move(source)) {}

    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override;
    [[nodiscard]] Result<std::string> raw(EventId event) const override;
    [[nodiscard]] Result<void> checkUnchanged() const override {
        return m_source->checkUnchanged();
    }

private:
    std::shared_ptr<const RandomAccess> m_source;
};

std::string shownText(const nlohmann::ordered_json& member) {
    return member.is_string()
               ? member.get<std::string>()
               : member.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<std::vector<Arg>> RocprofDetails::args(EventId event) const {
    const std::string text = TRY(readEventText(*m_source, event.number()));
    const auto record = nlohmann::ordered_json::parse(text, nullptr, false);
    std::vector<Arg> args;
    if (!record.is_object()) {
        return args;
    }
    for (const auto& [key, member] : record.items()) {
        if (!member.is_object()) {
            args.push_back({key, shownText(member)});
            continue;
        }
        for (const auto& [name, part] : member.items()) {
            args.push_back({fmt::format("{} / {}", key, name), shownText(part)});
        }
    }
    return args;
}

Result<std::string> RocprofDetails::raw(EventId event) const {
    return readEventText(*m_source, event.number());
}

using simdjson::ondemand::array;
using simdjson::ondemand::object;
using simdjson::ondemand::value;

constexpr std::size_t kEventsPerBatch = 65'536;
constexpr std::size_t kEventsPerCheck = 4'096;
constexpr std::size_t kReadSize = std::size_t{1} << 20U;
constexpr std::string_view kRootKey = "rocprofiler-sdk-tool";

// All of the inflated source, with the space after it that simdjson reads.
Result<std::string> readText(TraceInput& input, const ReadOptions& options) {
    std::string text = std::move(input.head);
    for (;;) {
        if (options.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
        const std::size_t size = text.size();
        text.resize(size + kReadSize);
        const std::size_t got = TRY(input.bytes.readNext({text.data() + size, kReadSize}));
        text.resize(size + got);
        if (got == 0) {
            text.reserve(size + simdjson::SIMDJSON_PADDING);
            return text;
        }
    }
}

Error jsonError(simdjson::error_code code) {
    const char* problem = code == simdjson::CAPACITY ? "larger than 4 GiB; record less, or rocpd"
                                                     : "damaged or cut; record it again";
    return {ErrorCode::Corrupt, fmt::format("the JSON of rocprofv3 is {}", problem), std::nullopt};
}

// Walks through a value and stops at the first error: the passes after this may skip values whose
// type they do not expect, which simdjson allows in well-formed text only.
simdjson::error_code checkStructure(value from, int depth) {
    constexpr int kMaxDepth = 64;
    simdjson::ondemand::json_type type{};
    if (depth > kMaxDepth) {
        return simdjson::DEPTH_ERROR;
    }
    if (const auto error = from.type().get(type); error != simdjson::SUCCESS) {
        return error;
    }
    if (type == simdjson::ondemand::json_type::array) {
        array elements;
        if (const auto error = from.get_array().get(elements); error != simdjson::SUCCESS) {
            return error;
        }
        for (auto element : elements) {
            value one;
            auto error = element.get(one);
            error = error != simdjson::SUCCESS ? error : checkStructure(one, depth + 1);
            if (error != simdjson::SUCCESS) {
                return error;
            }
        }
    } else if (type == simdjson::ondemand::json_type::object) {
        object members;
        if (const auto error = from.get_object().get(members); error != simdjson::SUCCESS) {
            return error;
        }
        for (auto field : members) {
            std::string_view key;
            value member;
            auto error = field.unescaped_key().get(key);
            error = error != simdjson::SUCCESS ? error : field.value().get(member);
            error = error != simdjson::SUCCESS ? error : checkStructure(member, depth + 1);
            if (error != simdjson::SUCCESS) {
                return error;
            }
        }
    }
    return simdjson::SUCCESS;
}

class RocprofJsonLoad {
public:
    RocprofJsonLoad(std::string text, TraceBuilder& builder, const ReadOptions& options)
        : m_text(std::move(text)), m_builder(builder), m_options(options) {}

    // Three passes: the text may be damaged, and names may follow the records that refer to them.
    Result<void> run() {
        simdjson::ondemand::parser parser;
        simdjson::ondemand::document document;
        const simdjson::padded_string_view view(m_text.data(), m_text.size(), m_text.capacity());
        auto error = parser.iterate(view).get(document);
        value root;
        error = error != simdjson::SUCCESS ? error : document.get_value().get(root);
        error = error != simdjson::SUCCESS ? error : checkStructure(root, 0);
        if (error == simdjson::SUCCESS) {
            document.rewind();
        }
        error =
            error != simdjson::SUCCESS ? error : forEachProcess(document, [this](object process) {
                return RocprofNames::read(process, m_processes.emplace_back());
            });
        if (error != simdjson::SUCCESS) {
            return tl::unexpected(jsonError(error));
        }
        for (const RocprofNames& names : m_processes) {
            for (const DeviceProperties& gpu : names.properties) {
                const bool isKnown = std::any_of(
                    m_gpus.begin(), m_gpus.end(),
                    [&](const auto& known) { return known.gpu.device == gpu.gpu.device; });
                if (!isKnown) {
                    m_gpus.push_back(gpu);
                }
            }
        }
        m_batch.emplace(m_gpus);
        document.rewind();
        std::size_t at = 0;
        error =
            forEachProcess(document, [&](object process) { return readProcess(process, at++); });
        flush();
        if (m_options.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
        return error == simdjson::SUCCESS || m_finishedEarly
                   ? Result<void>()
                   : Result<void>(tl::unexpected(jsonError(error)));
    }

    TraceFacts facts() const {
        TraceFacts facts;
        facts.format = "rocprofv3";
        facts.positionsAreBytes = true;
        facts.events = m_builder.eventCount();
        facts.devices = m_gpus;
        facts.metadata.emplace_back("producer", R"("rocprofv3")");
        for (const RocprofNames& names : m_processes) {
            facts.host = names.host;
            if (!names.command.empty()) {
                facts.metadata.emplace_back("command", metadataJson(names.command));
            }
        }
        facts.metadata.emplace_back("records read", metadataJson(m_read));
        facts.metadata.emplace_back("records not read", metadataJson(m_unread));
        return facts;
    }
    bool finishedEarly() const { return m_finishedEarly; }

private:
    template <class Take>
    static simdjson::error_code forEachProcess(simdjson::ondemand::document& document,
                                               const Take& take) {
        array processes;
        if (const auto error = document[kRootKey].get_array().get(processes);
            error != simdjson::SUCCESS) {
            return error;
        }
        for (auto element : processes) {
            object process;
            if (const auto error = element.get_object().get(process); error != simdjson::SUCCESS) {
                return error;
            }
            if (const auto error = take(process); error != simdjson::SUCCESS) {
                return error;
            }
        }
        return simdjson::SUCCESS;
    }

    simdjson::error_code readProcess(object process, std::size_t at) {
        object tables;
        const auto error = process["buffer_records"].get_object().get(tables);
        if (error == simdjson::NO_SUCH_FIELD || error == simdjson::INCORRECT_TYPE) {
            return simdjson::SUCCESS;
        }
        if (error != simdjson::SUCCESS) {
            return error;
        }
        for (auto field : tables) {
            std::string_view key;
            array records;
            if (const auto bad = field.unescaped_key().get(key); bad != simdjson::SUCCESS) {
                return bad;
            }
            const auto bad = field.value().get_array().get(records);
            if (bad == simdjson::INCORRECT_TYPE) {
                continue;
            }
            const auto done = bad != simdjson::SUCCESS ? bad : readTable(key, records, at);
            if (done != simdjson::SUCCESS || m_isStopped) {
                return done;
            }
        }
        return simdjson::SUCCESS;
    }

    simdjson::error_code readTable(std::string_view key, array records, std::size_t process) {
        const std::optional<RocprofTable> table = rocprofTableOf(key);
        const std::string name(key);
        for (auto element : records) {
            value from;
            if (const auto error = element.get(from); error != simdjson::SUCCESS) {
                return error;
            }
            if (!table) {
                ++m_unread[name];
                continue;
            }
            ++m_read[name];
            const char* begin = std::string_view(from.raw_json_token()).data();
            if (const auto error =
                    readRecord(*table, from,
                               EventId(static_cast<std::uint64_t>(begin - m_text.data())), process);
                error != simdjson::SUCCESS) {
                return error;
            }
            if (++m_count % kEventsPerCheck == 0 && !goOn()) {
                return simdjson::SUCCESS;
            }
        }
        return simdjson::SUCCESS;
    }

    simdjson::error_code readRecord(RocprofTable table, value from, EventId event,
                                    std::size_t process) {
        ++m_batch->events().events;
        object members;
        if (from.get_object().get(members) != simdjson::SUCCESS) {
            m_batch->events().issues.record(IssueKind::MalformedEvent, event.number(), "");
            return simdjson::SUCCESS;
        }
        RocprofRecord record;
        if (const auto error = RocprofRecord::read(members, record); error != simdjson::SUCCESS) {
            return error;
        }
        m_batch->add(table, m_processes[process], process, record, event);
        if (m_batch->events().events >= kEventsPerBatch) {
            flush();
        }
        return simdjson::SUCCESS;
    }

    bool goOn() {
        m_finishedEarly = m_options.finishEarly != nullptr && m_options.finishEarly->load();
        m_isStopped = m_finishedEarly || m_options.stop.stop_requested();
        return !m_isStopped;
    }

    void flush() {
        m_builder.add(m_batch->take());
        if (m_options.onProgress) {
            m_options.onProgress(
                {m_text.size(), m_text.size(), m_builder.eventCount(), m_builder.sliceCount()});
        }
    }

    std::string m_text;
    TraceBuilder& m_builder;
    const ReadOptions& m_options;
    std::deque<RocprofNames> m_processes;
    std::vector<DeviceProperties> m_gpus;
    std::optional<RocprofBatch> m_batch;
    std::map<std::string, std::uint64_t> m_read;
    std::map<std::string, std::uint64_t> m_unread;
    std::uint64_t m_count = 0;
    bool m_finishedEarly = false;
    bool m_isStopped = false;
};

}  // namespace

bool sniffRocprofJson(std::string_view head) {
    const auto skipSpace = [&] {
        head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    };
    skipSpace();
    if (!head.starts_with('{')) {
        return false;
    }
    head.remove_prefix(1);
    skipSpace();
    return head.starts_with(fmt::format("\"{}\"", kRootKey));
}

Result<OpenedTrace> openRocprofJson(TraceInput input, TraceBuilder& builder,
                                    const ReadOptions& options) {
    std::string text = TRY(readText(input, options));
    const std::uint64_t size = text.size();
    RocprofJsonLoad load(std::move(text), builder, options);
    TRY(load.run());
    builder.addIssues(input.bytes.issues());
    OpenedTrace opened;
    opened.result.facts = load.facts();
    opened.result.facts.compression = input.bytes.compression();
    opened.result.facts.bytes = input.bytes.consumedBytes();
    opened.result.facts.inflatedBytes = size;
    opened.result.finishedEarly = load.finishedEarly();
    opened.details = std::make_shared<const RocprofDetails>(input.bytes.randomAccess());
    return opened;
}

}  // namespace gaplight
