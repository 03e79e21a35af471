// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <sys/stat.h>

namespace gaplight {

// When a file of a cache was last used, kept in the file's own status so that several processes
// see it. It is the time of the last change of that status (ctime): the time of the last write
// would let whoever reads the file at that moment take it for written to (FileVersion), and the
// time of the last access also changes when the cache is only listed.

// Marks the file as used now; nothing happens where that is not allowed.
void markUsed(const std::string& path);

// The time of the last markUsed(), or of the file's creation or renaming where that is later; ns
// since the Unix epoch.
[[nodiscard]] std::int64_t lastUseNs(const struct stat& status);

}  // namespace gaplight
