// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace gaplight::bench {

struct InflatePass {
    std::uint64_t bytes = 0;  // inflated
    double seconds = 0;
};

// Compresses `from` into one gzip member at `to` (ISA-L, level 1). Errors: NotReadable,
// WriteFailed.
[[nodiscard]] Result<void> gzipFile(const std::string& from, const std::string& to);

// Reads and inflates a gzip file with ISA-L on one thread, and drops what comes out.
// Errors: NotReadable, Corrupt.
[[nodiscard]] Result<InflatePass> inflatePass(const std::string& path);

}  // namespace gaplight::bench
