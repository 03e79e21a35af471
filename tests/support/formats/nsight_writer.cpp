// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/formats/nsight_writer.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/ranks/comm_calls.h"

namespace gaplight::test {
namespace {

// A globalTid has the process from bit 24 on, and the thread below.
constexpr std::uint64_t kProcess = 1;
constexpr std::uint64_t kGlobalPid = std::uint64_t{1} << 48U | kProcess << 24U;
constexpr int kPushPop = 59;  // event type of NVTX ranges

std::string quoted(std::string_view text) {
    std::string sql = "'";
    for (const char c : text) {
        sql += c == '\'' ? std::string("''") : std::string(1, c);
    }
    return sql + "'";
}

std::uint64_t globalTid(const Trace& trace, SliceId slice) {
    return kGlobalPid + trace.trackOf(slice).index() + 1;
}

// The NVTX ranges of NCCL's functions in place of the calls of torch.distributed.
class NcclWriter {
public:
    explicit NcclWriter(const Trace& trace) : m_trace(trace) {}

    std::string write() {
        addSchemas();
        m_sql +=
            fmt::format("INSERT INTO NVTX_EVENTS VALUES (0, NULL, 75, 'NCCL', {}, NULL, {}, NULL);",
                        kGlobalPid, kDomain);
        for (std::size_t at = 0; at < m_trace.slices().size(); ++at) {
            const SliceId slice(at);
            if (const CommCallFacts* facts = m_trace.commCalls().find(slice)) {
                addCall(slice, *facts);
            } else if (m_trace.name(slice) == "nccl:coalesced" &&
                       m_trace.kind(slice) == SliceKind::UserAnnotation) {
                addRange("ncclGroupEnd",
                         {m_trace.slices().start(slice), m_trace.slices().end(slice)}, slice, {});
            }
        }
        return std::move(m_sql);
    }

private:
    static constexpr int kDomain = 1;
    static constexpr std::uint64_t kInit = 16'777'218;  // schemas, as Nsight Systems numbers them
    static constexpr std::uint64_t kMessage = 16'777'220;
    static constexpr std::uint64_t kPeerMessage = 16'777'226;

    void addSchemas() {
        m_sql +=
            "CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES (domainId INTEGER, schemaId INTEGER, idx "
            "INTEGER, flags INTEGER, type INTEGER, name TEXT, offset INTEGER);";
        const auto addEntry = [&](std::uint64_t schema, int index, int type, const char* name,
                                  const char* offset) {
            m_sql += fmt::format(
                "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES ({}, {}, {}, 0, {}, '{}', {});",
                kDomain, schema, index, type, name, offset);
        };
        constexpr int kInt = 5;
        constexpr int kUint64 = 18;
        constexpr int kSize = 22;
        for (const std::uint64_t schema : {kInit, kMessage, kPeerMessage}) {
            addEntry(schema, 0, kUint64, "NCCL communicator ID", "NULL");
        }
        addEntry(kInit, 1, kInt, "No. of ranks", "8");
        addEntry(kInit, 2, kInt, "Rank", "12");
        addEntry(kMessage, 1, kSize, "Message size [bytes]", "8");
        addEntry(kPeerMessage, 1, kSize, "Message size [bytes]", "8");
        addEntry(kPeerMessage, 2, kInt, "Peer rank", "16");
    }

    void addCall(SliceId slice, const CommCallFacts& facts) {
        const std::string operation(m_trace.text(facts.operation));
        const TimeRange range{m_trace.slices().start(slice), m_trace.slices().end(slice)};
        if (operation == "wait") {
            return;
        }
        const std::uint64_t communicator = communicatorOf(slice, facts);
        const std::int64_t size = bytesOfType(m_trace.text(facts.type));
        if (operation == "all_to_allv") {
            return addExchange(slice, range, communicator, facts, size);
        }
        const std::int64_t bytes = size * std::min(facts.inputs, facts.outputs);
        if (operation == "send" || operation == "recv") {
            const char* function = operation == "send" ? "ncclSend" : "ncclRecv";
            return addRange(
                function, range, slice,
                payload(kPeerMessage, {communicator, unsignedOf(bytes), unsignedOf(facts.peer)}));
        }
        const char* function = operation == "allreduce"         ? "ncclAllReduce"
                               : operation == "_allgather_base" ? "ncclAllGather"
                                                                : "ncclReduceScatter";
        addRange(function, range, slice, payload(kMessage, {communicator, unsignedOf(bytes)}));
    }

    // As PyTorch does it: a send to each rank and a receive from each, in one group. The trace has
    // the sum of the sizes alone, so that the first has what is over.
    void addExchange(SliceId slice, TimeRange range, std::uint64_t communicator,
                     const CommCallFacts& facts, std::int64_t size) {
        Time at = range.begin;
        const auto next = [&] {
            at += Duration(1);
            return TimeRange{at - Duration(1), at};
        };
        addRange("ncclGroupStart", next(), slice, {});
        for (int peer = 0; peer < facts.groupSize; ++peer) {
            for (const bool isSend : {true, false}) {
                const std::int64_t all = isSend ? facts.inputs : facts.outputs;
                const std::int64_t part = all / facts.groupSize - 1;
                const std::int64_t own = peer == 0 ? all - part * (facts.groupSize - 1) : part;
                addRange(isSend ? "ncclSend" : "ncclRecv", next(), slice,
                         payload(kPeerMessage,
                                 {communicator, unsignedOf(own * size), unsignedOf(peer)}));
            }
        }
        addRange("ncclGroupEnd", {at, range.end}, slice, {});
    }

    // A hash that all ranks of the group have. Makes the communicator where it is new.
    std::uint64_t communicatorOf(SliceId slice, const CommCallFacts& facts) {
        const std::string text =
            std::string(m_trace.text(facts.group)) + std::string(m_trace.text(facts.groupRanks));
        std::uint64_t hash = 0x9e37'79b9'7f4a'7c15;
        for (const char c : text) {
            hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3;
        }
        if (m_made.insert(hash).second) {
            const std::vector<int> members = ranksInText(m_trace.text(facts.groupRanks));
            const auto own =
                std::find(members.begin(), members.end(), m_trace.facts().rank.value_or(0));
            const auto rank = static_cast<std::uint64_t>(own - members.begin());
            addRange("ncclCommInitRank", {}, slice,
                     payload(kInit, {hash, members.size() | rank << 32U}));
        }
        return hash;
    }

    static std::uint64_t unsignedOf(std::int64_t number) {
        return static_cast<std::uint64_t>(number);
    }

    static std::string payload(std::uint64_t schema, const std::vector<std::uint64_t>& fields) {
        const std::uint64_t bytes = fields.size() * sizeof(std::uint64_t);
        std::string hex;
        const auto add = [&](std::uint64_t number) {
            for (unsigned byte = 0; byte < sizeof(number); ++byte) {
                hex += fmt::format("{:02x}", number >> 8U * byte & 0xffU);
            }
        };
        for (const std::uint64_t number : {std::uint64_t{kDomain}, schema, bytes, bytes + 32}) {
            add(number);
        }
        for (const std::uint64_t number : fields) {
            add(number);
        }
        return hex;
    }

    void addRange(const char* function, TimeRange range, SliceId slice,
                  const std::string& payload) {
        const int text = textOf(function);
        m_sql += fmt::format("INSERT INTO NVTX_EVENTS VALUES ({}, {}, {}, NULL, {}, {}, {}, {});",
                             ns(range.begin), ns(range.end), kPushPop, globalTid(m_trace, slice),
                             text, kDomain, payload.empty() ? "NULL" : "x'" + payload + "'");
    }

    // Of StringIds, behind those of the trace.
    int textOf(const char* function) {
        const auto [known, isNew] = m_texts.try_emplace(
            function, static_cast<int>(m_trace.strings().size() + m_texts.size()));
        if (isNew) {
            m_sql +=
                fmt::format("INSERT INTO StringIds VALUES ({}, '{}');", known->second, function);
        }
        return known->second;
    }

    const Trace& m_trace;
    std::set<std::uint64_t> m_made;
    std::map<std::string, int> m_texts;
    std::string m_sql;
};

class NsightWriter {
public:
    NsightWriter(const Trace& trace, const NsightContent& content)
        : m_trace(trace), m_content(content) {}

    std::string write() {
        m_sql =
            "BEGIN;" + fmt::format(
                           "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT NOT NULL);"
                           "CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER);"
                           "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES ({});"
                           "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);"
                           "INSERT INTO META_DATA_EXPORT VALUES"
                           " ('EXPORT_PRODUCT_VERSION', '2026.2.1.210'),"
                           " ('EXPORT_SCHEMA_VERSION', '3.25.0');"
                           "CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT);"
                           "INSERT INTO PROCESSES VALUES ({}, {}, 'python3');",
                           m_trace.facts().baseTimeNs, kGlobalPid, kProcess);
        m_sql +=
            "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT "
            "NULL, globalTid INTEGER, correlationId INTEGER, nameId INTEGER);"
            "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT "
            "NULL, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, "
            "globalPid INTEGER, demangledName INTEGER, shortName INTEGER);"
            "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId "
            "INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER, "
            "copyKind INTEGER);"
            "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER, end INTEGER, deviceId "
            "INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER);"
            "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER NOT NULL, "
            "text TEXT, globalTid INTEGER, textId INTEGER, domainId INTEGER, binaryData TEXT);";
        for (std::size_t at = 0; at < m_trace.strings().size(); ++at) {
            add("StringIds", fmt::format("{}, {}", at, quoted(m_trace.text(StringId(at)))));
        }
        if (m_content.environment) {
            addEnvironment();
        }
        if (m_content.nccl) {
            m_sql += NcclWriter(m_trace).write();
        }
        for (const GpuActivity& activity : m_trace.gpuActivities()) {
            addActivity(activity);
        }
        for (std::size_t at = 0; at < m_trace.slices().size(); ++at) {
            addHostSlice(SliceId(at));
        }
        return m_sql + "COMMIT;";
    }

private:
    void add(const char* table, const std::string& values) {
        m_sql += fmt::format("INSERT INTO {} VALUES ({});", table, values);
    }

    std::string times(SliceId slice) const {
        return fmt::format("{}, {}", ns(m_trace.slices().start(slice)),
                           ns(m_trace.slices().end(slice)));
    }

    std::string correlationOf(SliceId slice) const {
        const auto number = m_trace.correlations().find(slice);
        return number ? std::to_string(*number) : "NULL";
    }

    void addEnvironment() {
        m_sql += "CREATE TABLE META_DATA_CAPTURE (name TEXT, value TEXT);";
        const auto addVariable = [&](std::string_view name, std::optional<int> value) {
            add("META_DATA_CAPTURE", fmt::format("'PROCESS_0:ENVIRONMENT_VARIABLE', '{}=\"{}\"'",
                                                 name, value.value_or(0)));
        };
        addVariable("RANK", m_trace.facts().rank);
        addVariable("WORLD_SIZE", m_trace.facts().worldSize);
    }

    std::uint64_t threadOf(SliceId slice) const { return globalTid(m_trace, slice); }

    void addActivity(const GpuActivity& activity) {
        const SliceId slice = activity.slice;
        const std::string place = fmt::format("{}, {}", times(slice), activity.gpu.device);
        const std::string launch =
            fmt::format("{}, {}, {}", activity.stream, correlationOf(slice), kGlobalPid);
        const CopyFacts* copy = m_trace.copyFacts().find(slice);
        const std::int64_t bytes = copy == nullptr ? 0 : copy->bytes;
        switch (m_trace.kind(slice)) {
            case SliceKind::Kernel: {
                const std::uint32_t name = m_trace.slices().name(slice).value;
                return add("CUPTI_ACTIVITY_KIND_KERNEL",
                           fmt::format("{}, 1, {}, {}, {}", place, launch, name, name));
            }
            case SliceKind::Memcpy:
                return add("CUPTI_ACTIVITY_KIND_MEMCPY",
                           fmt::format("{}, {}, {}, {}", place, launch, bytes,
                                       copyKindOf(m_trace.name(slice))));
            case SliceKind::Memset:
                return add("CUPTI_ACTIVITY_KIND_MEMSET",
                           fmt::format("{}, {}, {}", place, launch, bytes));
            default:
                return;
        }
    }

    // "Memcpy HtoD (Pageable -> Device)".
    static int copyKindOf(std::string_view name) {
        return name.find("HtoD") != std::string_view::npos   ? 1
               : name.find("DtoH") != std::string_view::npos ? 2
               : name.find("DtoD") != std::string_view::npos ? 8
                                                             : 0;
    }

    void addHostSlice(SliceId slice) {
        if (isApiCall(m_trace.kind(slice))) {
            add("CUPTI_ACTIVITY_KIND_RUNTIME",
                fmt::format("{}, {}, {}, {}", times(slice), threadOf(slice), correlationOf(slice),
                            m_trace.slices().name(slice).value));
        } else if (m_trace.kind(slice) == SliceKind::UserAnnotation) {
            add("NVTX_EVENTS", fmt::format("{}, {}, {}, {}, NULL, 0, NULL", times(slice), kPushPop,
                                           quoted(m_trace.name(slice)), threadOf(slice)));
        }
    }

    const Trace& m_trace;
    const NsightContent& m_content;
    std::string m_sql;
};

}  // namespace

std::string nsightSqlOf(const Trace& trace, const NsightContent& content) {
    return NsightWriter(trace, content).write();
}

}  // namespace gaplight::test
