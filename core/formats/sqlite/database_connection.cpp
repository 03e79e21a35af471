// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/database_connection.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/exhaustion.h"
#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

// SQLite calls the progress handler after so many instructions of its machine: some 50 µs.
constexpr int kInstructionsPerCheck = 10'000;
// What one statement may do (sqlite.org/limits.html). A row takes some bytes of the file, and its
// columns an instruction each; rows that refer to names may have a long one each.
constexpr std::uint64_t kMinInstructions = 10'000'000;
constexpr std::uint64_t kInstructionsPerByte = 64;
constexpr std::uint64_t kMinValueBytes = std::uint64_t{16} << 20U;
constexpr std::uint64_t kValueBytesPerByte = 256;
constexpr int kMaxValueBytes = 64 * 1024 * 1024;
constexpr int kMaxColumns = 500;

// The result codes of SQLite without what it adds to them (sqlite.org/rescode.html#extrc).
int primaryOf(int code) {
    return static_cast<int>(static_cast<unsigned>(code) & 0xffU);
}

int checkWork(void* opened) {
    OpenDatabaseFile& file = *static_cast<OpenDatabaseFile*>(opened);
    return file.stop.stop_requested() || ++file.checks > file.maxChecks ? 1 : 0;
}

// What readers need. A column that a table computes is not stopped here: its functions were
// resolved with the schema, where none is asked for (Database::readColumns()).
int allowReading(void* /*unused*/, int action, const char* first, const char* second,
                 const char* /*database*/, const char* /*trigger*/) {
    constexpr std::array<std::string_view, 4> kFunctions{"count", "glob", "like", kTakeRow};
    switch (action) {
        case SQLITE_SELECT:
        case SQLITE_READ:
            return SQLITE_OK;
        case SQLITE_FUNCTION:
            return std::ranges::find(kFunctions, std::string_view(second)) != kFunctions.end()
                       ? SQLITE_OK
                       : SQLITE_DENY;
        case SQLITE_PRAGMA:
            return first == std::string_view("table_xinfo") ? SQLITE_OK : SQLITE_DENY;
        default:
            return SQLITE_DENY;
    }
}

}  // namespace

OpenDatabaseFile::OpenDatabaseFile(std::shared_ptr<const RandomAccess> bytes, std::stop_token token)
    : vfs(std::move(bytes)),
      stop(std::move(token)),
      maxChecks((kMinInstructions + kInstructionsPerByte * vfs.bytes().size()) /
                kInstructionsPerCheck),
      maxValueBytes(kMinValueBytes + kValueBytesPerByte * vfs.bytes().size()) {}

void CloseDatabase::operator()(sqlite3* handle) const {
    sqlite3_close_v2(handle);
}

Result<DatabaseHandle> connectTo(OpenDatabaseFile& file, int flags) {
    sqlite3* handle = nullptr;
    const int code =
        sqlite3_open_v2(":trace:", &handle, SQLITE_OPEN_READONLY | flags, file.vfs.name().c_str());
    DatabaseHandle owned(handle);
    if (code != SQLITE_OK) {
        return tl::unexpected(errorOf(file, handle, code));
    }
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMaxValueBytes);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, kMaxColumns);
    sqlite3_set_authorizer(handle, allowReading, nullptr);
    sqlite3_progress_handler(handle, kInstructionsPerCheck, checkWork, &file);
    return owned;
}

Error tooMuch(std::string_view what, const OpenDatabaseFile& file) {
    return {ErrorCode::Corrupt,
            fmt::format("the SQLite database cannot be read: its rows {} than a file of {} allows; "
                        "export it again",
                        what, countText(file.vfs.bytes().size(), "byte", "bytes")),
            std::nullopt};
}

Error errorOf(const OpenDatabaseFile& file, sqlite3* handle, int code) {
    const int primary = primaryOf(code);
    if (primary == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM) {
        continueAsBadAlloc();
    }
    if (primary == SQLITE_INTERRUPT && !file.stop.stop_requested()) {
        return tooMuch("take more work", file);
    }
    if (primary == SQLITE_INTERRUPT) {
        return {ErrorCode::Cancelled, "loading was cancelled", std::nullopt};
    }
    // A file that is too short is damaged; no read of it failed.
    if (primary == SQLITE_IOERR && file.vfs.failedReads() > 0) {
        return file.vfs.lastFailure();
    }
    if (primary == SQLITE_NOTADB) {
        return {ErrorCode::Corrupt,
                "not a readable SQLite database (damaged or encrypted); export it again",
                std::nullopt};
    }
    return {ErrorCode::Corrupt,
            fmt::format("the SQLite database cannot be read: {}; export it again",
                        handle != nullptr ? sqlite3_errmsg(handle) : sqlite3_errstr(code)),
            std::nullopt};
}

}  // namespace gaplight
