// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/log_beside.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace gaplight {
namespace {

bool isFilled(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) &&
           std::filesystem::file_size(path, error) > 0 && !error;
}

// The file format's version for readers (sqlite.org/fileformat.html): 2 with a write-ahead log.
bool hasWriteAheadLog(std::string_view head) {
    constexpr std::size_t kReadVersion = 19;
    return head.size() > kReadVersion && head[kReadVersion] == 2;
}

std::string fileName(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::string describeLogBeside(const std::string& path, std::string_view head) {
    if (path.empty()) {
        return {};
    }
    if (hasWriteAheadLog(head) && isFilled(path + "-wal")) {
        return fmt::format(
            "rows in {}-wal are not read; add them with: sqlite3 {} 'pragma wal_checkpoint'",
            fileName(path), fileName(path));
    }
    if (isFilled(path + "-journal")) {
        return fmt::format(
            "{}-journal is not read, so rows may be damaged; end the transaction with: sqlite3 {} "
            "'pragma integrity_check'",
            fileName(path), fileName(path));
    }
    return {};
}

}  // namespace gaplight
