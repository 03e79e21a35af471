// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>

#include "core/base/result.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/random_access_vfs.h"

namespace gaplight {

// What all connections to a database share.
struct OpenDatabaseFile {
    OpenDatabaseFile(std::shared_ptr<const RandomAccess> bytes, std::stop_token token);

    RandomAccessVfs vfs;
    std::stop_token stop;
    // What a statement may do: instructions of SQLite's machine, in steps of some thousand, and
    // bytes of texts and blobs. In proportion to the file.
    std::uint64_t maxChecks;
    std::uint64_t maxValueBytes;
    std::atomic<std::uint64_t> checks = 0;  // of all statements since one was prepared last
};

// The function of Database::scanThrough().
inline constexpr std::string_view kTakeRow = "take_row";

// A connection that runs SELECTs of tables with the functions that readers use, and nothing else.
// `flags`: of sqlite3_open_v2(). Errors: of errorOf().
[[nodiscard]] Result<DatabaseHandle> connectTo(OpenDatabaseFile& file, int flags);

// The error of a result code of SQLite: Cancelled, NotReadable, Corrupt. Throws std::bad_alloc.
[[nodiscard]] Error errorOf(const OpenDatabaseFile& file, sqlite3* handle, int code);
// `what`: what its rows do more than the file allows.
[[nodiscard]] Error tooMuch(std::string_view what, const OpenDatabaseFile& file);

}  // namespace gaplight
