// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/formats/format.h"

namespace gaplight {

// Whether bytes begin an SQLite database.
[[nodiscard]] bool sniffDatabase(std::string_view head);

// Opens an SQLite database of a profiler, plain or compressed: an export of Nsight Systems, a
// file of nvprof, rocprofv3 or rocmProfileData. Which one it is, its tables decide. Errors:
// NotATrace (its message names some tables), Corrupt, NotReadable, WriteFailed (no room for the
// inflated file), Cancelled.
[[nodiscard]] Result<OpenedTrace> openDatabase(TraceInput input, TraceBuilder& builder,
                                               const ReadOptions& options);

}  // namespace gaplight
