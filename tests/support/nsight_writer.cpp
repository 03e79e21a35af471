// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/nsight_writer.h"

#include <string_view>

#include <fmt/format.h>

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

class NsightWriter {
public:
    explicit NsightWriter(const Trace& trace) : m_trace(trace) {}

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
            "text TEXT, globalTid INTEGER);";
        for (std::size_t at = 0; at < m_trace.strings().size(); ++at) {
            add("StringIds", fmt::format("{}, {}", at, quoted(m_trace.text(StringId(at)))));
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

    [[nodiscard]] std::string times(SliceId slice) const {
        return fmt::format("{}, {}", ns(m_trace.slices().start(slice)),
                           ns(m_trace.slices().end(slice)));
    }

    [[nodiscard]] std::string correlationOf(SliceId slice) const {
        const auto number = m_trace.correlations().find(slice);
        return number ? std::to_string(*number) : "NULL";
    }

    [[nodiscard]] std::uint64_t threadOf(SliceId slice) const {
        return kGlobalPid + m_trace.trackOf(slice).index() + 1;
    }

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
            add("NVTX_EVENTS", fmt::format("{}, {}, {}, {}", times(slice), kPushPop,
                                           quoted(m_trace.name(slice)), threadOf(slice)));
        }
    }

    const Trace& m_trace;
    std::string m_sql;
};

}  // namespace

std::string nsightSqlOf(const Trace& trace) {
    return NsightWriter(trace).write();
}

}  // namespace gaplight::test
