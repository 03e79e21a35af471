// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_use.h"

#include <array>

#include <fcntl.h>

namespace gaplight {

void markUsed(const std::string& path) {
    // A new time of access is a change of the status.
    constexpr std::array<timespec, 2> kAccessOnly{timespec{0, UTIME_NOW}, timespec{0, UTIME_OMIT}};
    ::utimensat(AT_FDCWD, path.c_str(), kAccessOnly.data(), 0);
}

std::int64_t lastUseNs(const struct stat& status) {
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    return status.st_ctim.tv_sec * kNsPerSecond + status.st_ctim.tv_nsec;
}

}  // namespace gaplight
