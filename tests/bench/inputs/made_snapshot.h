// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace gaplight::bench {

// Writes a memory snapshot of about `bytes` bytes as CPython pickles it (protocol 4): allocations
// and frees in 4,000 places, from 500 call stacks of 20 frames. The same one each time. Errors:
// WriteFailed.
[[nodiscard]] Result<void> writeMadeSnapshot(const std::string& path, std::uint64_t bytes);

}  // namespace gaplight::bench
