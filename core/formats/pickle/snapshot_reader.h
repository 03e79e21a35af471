// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/formats/snapshot_options.h"
#include "core/io/byte_source.h"
#include "core/memory/allocator_history.h"

namespace gaplight {

// Whether bytes begin a pickle of protocol 2 to 5.
[[nodiscard]] bool sniffPickle(std::string_view head);

// Reads a memory snapshot; `head` are bytes already taken from `source`. A file that ends early is
// read as far as it goes. Memory: at most some 3 times the length of the pickle, see PickleMachine.
// Errors: NotATrace (a pickle with code, or of something else), Corrupt, TooLarge, Cancelled,
// NotReadable.
[[nodiscard]] Result<AllocatorHistory> readSnapshotPickle(std::string head, ByteSource& source,
                                                          const SnapshotReadOptions& options);

}  // namespace gaplight
