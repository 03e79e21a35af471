// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/formats/format.h"

namespace gaplight {

// A pack file (core/pack). Its facts, with format and size, are those of the trace that was packed.
[[nodiscard]] bool sniffPack(std::string_view head);
// All of its blocks are checked. A pipe is read to its end first. Errors also: NotATrace (a newer
// version), Corrupt.
[[nodiscard]] Result<OpenedTrace> openPack(TraceInput input, TraceBuilder& builder,
                                           const ReadOptions& options);

}  // namespace gaplight
