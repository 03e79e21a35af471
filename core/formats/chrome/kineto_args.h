// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/formats/chrome/batch_writer.h"
#include "core/formats/chrome/json/json_token.h"
#include "core/trace/slice_kind.h"

namespace gaplight {

// Reads those args of a slice that have a column of their own, by the keys that Kineto writes
// (libkineto/src/output_json.cpp and the metadata functions of its activities), and stops as soon
// as it has all that a slice of this kind and name can have. `slice` is its number within the
// batch.
void promoteArgs(SliceKind kind, const Token& name, const Token& args, std::uint32_t slice,
                 BatchWriter& writer);

// The row of a `[memory]` instant, but for time and track.
[[nodiscard]] MemoryBatchRow memoryRow(const Token& args, BatchWriter& writer);

}  // namespace gaplight
