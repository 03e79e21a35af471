// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/pack/pack_output.h"
#include "core/pack/write_pack.h"
#include "core/trace/event_details.h"
#include "core/trace/slice_table.h"

namespace gaplight {

// Writes the args of all slices as blocks (args_block.h), by event. Errors: those of
// listArgs() and of `output`.
[[nodiscard]] Result<void> writeArgs(const SliceTable& slices, const EventDetails& details,
                                     const PackOptions& options, PackOutput& output);

}  // namespace gaplight
