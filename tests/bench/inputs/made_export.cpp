// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/inputs/made_export.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>

namespace gaplight::bench {
namespace {

constexpr std::int64_t kGlobalPid = 322'884'501'241'856;
constexpr std::int64_t kThread = kGlobalPid + 77;
constexpr std::size_t kExportedNames = 200;
constexpr std::int64_t kFirstCallName = 1'000;
constexpr int kPushPop = 59;                          // event type of NVTX ranges
constexpr std::int64_t kOsThread = kGlobalPid + 100;  // the first of 4
constexpr std::size_t kLaunchesOfStep = 1'000;
constexpr std::size_t kLaunchesOfLayer = 20;
constexpr std::int64_t kLaunchNs = 10'000;

constexpr const char* kSchema = R"(
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER);
INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1765010931456127281);
CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2024.6.2.225'),
  ('EXPORT_SCHEMA_VERSION', '3.16.1');
CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT);
INSERT INTO PROCESSES VALUES (322884501241856, 2468, 'python3');
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL,
  eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL,
  returnValue INTEGER NOT NULL, callchainId INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL,
  deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER,
  streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,
  demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER,
  launchType INTEGER, cacheConfig INTEGER, registersPerThread INTEGER NOT NULL,
  gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL, blockX INTEGER NOT NULL,
  blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL,
  dynamicSharedMemory INTEGER NOT NULL, localMemoryPerThread INTEGER NOT NULL,
  localMemoryTotal INTEGER NOT NULL, gridId INTEGER NOT NULL, sharedMemoryExecuted INTEGER,
  graphNodeId INTEGER, sharedMemoryLimitConfig INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER NOT NULL, end INTEGER NOT NULL,
  deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER,
  streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, bytes INTEGER NOT NULL,
  copyKind INTEGER NOT NULL, deprecatedSrcId INTEGER, srcKind INTEGER, dstKind INTEGER,
  srcDeviceId INTEGER, srcContextId INTEGER, dstDeviceId INTEGER, dstContextId INTEGER,
  migrationCause INTEGER, graphNodeId INTEGER, virtualAddress INTEGER);
CREATE TABLE OSRT_API (start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL,
  globalTid INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, nestingLevel INTEGER,
  callchainId INTEGER NOT NULL);
CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL,
  rangeId INTEGER, category INTEGER, color INTEGER, text TEXT, globalTid INTEGER,
  endGlobalTid INTEGER, textId INTEGER, domainId INTEGER, uint64Value INTEGER, int64Value INTEGER,
  doubleValue REAL, uint32Value INTEGER, int32Value INTEGER, floatValue REAL, jsonTextId INTEGER,
  jsonText TEXT, binaryData TEXT);
)";

class ExportFile {
public:
    explicit ExportFile(const std::string& path) {
        check(sqlite3_open(path.c_str(), &m_database));
        execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;");
        execute(kSchema);
        execute("BEGIN");
    }
    ~ExportFile() {
        for (sqlite3_stmt* statement : m_statements) {
            sqlite3_finalize(statement);
        }
        sqlite3_close(m_database);
    }
    ExportFile(const ExportFile&) = delete;
    ExportFile& operator=(const ExportFile&) = delete;

    void execute(const char* sql) {
        check(sqlite3_exec(m_database, sql, nullptr, nullptr, nullptr));
    }

    // An INSERT whose values follow in order.
    sqlite3_stmt* statement(const std::string& sql) {
        sqlite3_stmt* made = nullptr;
        check(sqlite3_prepare_v2(m_database, sql.c_str(), -1, &made, nullptr));
        m_statements.push_back(made);
        return made;
    }
    void add(sqlite3_stmt* insert, std::initializer_list<std::int64_t> values,
             const char* text = nullptr) {
        int at = 0;
        for (const std::int64_t value : values) {
            check(sqlite3_bind_int64(insert, ++at, value));
        }
        if (text != nullptr) {
            check(sqlite3_bind_text(insert, ++at, text, -1, SQLITE_STATIC));
        }
        if (sqlite3_step(insert) != SQLITE_DONE) {
            fail();
        }
        check(sqlite3_reset(insert));
    }

private:
    void check(int result) const {
        if (result != SQLITE_OK) {
            fail();
        }
    }
    [[noreturn]] void fail() const {
        throw std::runtime_error(fmt::format("the export: {}", sqlite3_errmsg(m_database)));
    }

    sqlite3* m_database = nullptr;
    std::vector<sqlite3_stmt*> m_statements;
};

void addNames(ExportFile& file) {
    sqlite3_stmt* insert = file.statement("INSERT INTO StringIds VALUES (?, ?)");
    for (std::size_t at = 0; at < kExportedNames; ++at) {
        const std::string name = fmt::format(
            "void at::native::vectorized_elementwise_kernel<4, at::native::Functor{}<float>, "
            "std::array<char*, 3ul>>(int, at::native::Functor{}<float>, std::array<char*, 3ul>)",
            at, at);
        file.add(insert, {static_cast<std::int64_t>(at)}, name.c_str());
    }
    file.add(insert, {kFirstCallName}, "cudaLaunchKernel_v7000");
    file.add(insert, {kFirstCallName + 1}, "cudaMemcpyAsync_v3020");
    file.add(insert, {kFirstCallName + 2}, "cudaEventQuery_v3020");
    file.add(insert, {kFirstCallName + 3}, "pthread_cond_timedwait");
    file.add(insert, {kFirstCallName + 4}, "ioctl");
}

// The rows of one launch after another: a call with its kernel or copy, ranges around it, calls of
// other threads meanwhile.
class Rows {
public:
    explicit Rows(ExportFile& file)
        : m_file(file),
          m_call(file.statement("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES "
                                "(?1, ?2, 1, ?3, ?4, ?5, 0, NULL)")),
          m_kernel(file.statement(
              "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?1, ?2, 0, 1, NULL, ?3, ?4, ?5, ?6, "
              "?6, NULL, 1, 1, 40, 10240, 1, 1, 128, 1, 1, 0, 0, 0, 205258752, ?4, 32768, NULL, "
              "0)")),
          m_copy(file.statement(
              "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (?1, ?2, 0, 1, NULL, ?3, ?4, ?5, "
              "1048576, 1, NULL, 1, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL)")),
          m_osCall(file.statement("INSERT INTO OSRT_API VALUES (?1, ?2, 27, ?3, ?4, 0, NULL, 0)")),
          m_range(file.statement(
              "INSERT INTO NVTX_EVENTS VALUES (?1, ?2, ?3, NULL, NULL, NULL, ?5, ?4, NULL, NULL, "
              "0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)")) {}

    // Gives how many rows it added.
    std::size_t addLaunch(std::size_t number) {
        const auto correlation = static_cast<std::int64_t>(number) + 1;
        const std::int64_t start = correlation * kLaunchNs;
        const bool isCopy = number % kLaunchesOfLayer == 0;
        const std::int64_t stream = number % 50 == 7 ? 13 : 7;
        const auto name = static_cast<std::int64_t>(number % kExportedNames);
        m_file.add(m_call,
                   {start, start + 3'000, kThread, correlation, kFirstCallName + (isCopy ? 1 : 0)});
        if (isCopy) {
            m_file.add(m_copy, {start + 5'000, start + 14'000, stream, correlation, kGlobalPid});
        } else {
            m_file.add(m_kernel, {start + 5'000, start + 13'000 + 9 * name, stream, correlation,
                                  kGlobalPid, name});
        }
        if (number % 3 == 0) {
            m_file.add(m_call, {start + 4'000, start + 5'000, kThread, 0, kFirstCallName + 2});
        }
        for (std::int64_t thread = 0; thread < 2; ++thread) {
            m_file.add(m_osCall, {start, start + 6'000 + 1'000 * thread,
                                  kOsThread + thread + correlation % 2 * 2,
                                  kFirstCallName + 3 + correlation % 2});
        }
        return addRanges(number, start) + (number % 3 == 0 ? 5 : 4);
    }

private:
    std::size_t addRanges(std::size_t number, std::int64_t start) {
        m_file.add(m_range, {start - 900, start + 6'000, kPushPop, kThread}, "aten::linear");
        m_file.add(m_range, {start - 600, start + 5'500, kPushPop, kThread}, "aten::addmm");
        m_file.add(m_range, {start - 300, start + 5'200, kPushPop, kThread}, "gemm");
        std::size_t rows = 3;
        struct Around {
            std::size_t launches;
            std::int64_t outside;  // ns before the ranges within, and after them
            const char* text;
        };
        for (const Around& range :
             {Around{kLaunchesOfLayer, 20, "layer"}, Around{kLaunchesOfStep / 2, 100, "forward"},
              Around{kLaunchesOfStep, 200, "step"}}) {
            if (number % range.launches == 0) {
                const auto length = static_cast<std::int64_t>(range.launches) * kLaunchNs;
                m_file.add(m_range,
                           {start - 1'000 - range.outside, start + length - 2'000 + range.outside,
                            kPushPop, kThread},
                           range.text);
                ++rows;
            }
        }
        return rows;
    }

    ExportFile& m_file;
    sqlite3_stmt* m_call;
    sqlite3_stmt* m_kernel;
    sqlite3_stmt* m_copy;
    sqlite3_stmt* m_osCall;
    sqlite3_stmt* m_range;
};

}  // namespace

void writeMadeExport(const std::string& path, std::size_t rows) {
    ExportFile file(path);
    addNames(file);
    Rows made(file);
    std::size_t count = 0;
    for (std::size_t launch = 0; count < rows; ++launch) {
        count += made.addLaunch(launch);
    }
    file.execute("COMMIT");
}

}  // namespace gaplight::bench
