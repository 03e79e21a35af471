// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <sys/stat.h>

namespace gaplight {

// When a cached file was last used. All processes read it from the file's status change time
// (ctime). Its modification time (mtime) cannot serve: a reader that has the file open would see a
// write (FileVersion). Nor can its access time: listing the cache reads the files.

// Marks the file as used now; nothing happens where that is not allowed.
void markUsed(const std::string& path);

// The time of the last markUsed(), or of the file's creation or renaming where that is later; ns
// since the Unix epoch.
[[nodiscard]] std::int64_t lastUseNs(const struct stat& status);

}  // namespace gaplight
