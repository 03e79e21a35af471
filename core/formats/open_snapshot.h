// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/formats/snapshot_options.h"
#include "core/io/byte_source.h"
#include "core/memory/allocator_history.h"

namespace gaplight {

// Reads a memory snapshot (a Python pickle), plain or compressed. O(bytes). Errors: NotFound,
// NotReadable, NotATrace (the message names the opcode and its offset where the pickle could run
// code), Corrupt, TooLarge, Cancelled; smaller problems are counted in AllocatorHistory::issues.
[[nodiscard]] Result<AllocatorHistory> openSnapshot(ByteSource& bytes,
                                                    const SnapshotReadOptions& options = {});
// The same of a file; messages begin with its path.
[[nodiscard]] Result<AllocatorHistory> openSnapshot(const std::string& path, InflationLimit limit,
                                                    const SnapshotReadOptions& options = {});

}  // namespace gaplight
