// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/formats/format.h"

namespace gaplight {

// Whether bytes begin JSON of rocprofv3 (--output-format json).
[[nodiscard]] bool sniffRocprofJson(std::string_view head);

// Reads kernels, copies, calls and markers of all processes in it. The whole text is held in memory
// while it is read, with some 60 % of its size for its structure; at most 4 GiB. Errors: Corrupt
// (no JSON, cut, too large), NotReadable, Cancelled.
[[nodiscard]] Result<OpenedTrace> openRocprofJson(TraceInput input, TraceBuilder& builder,
                                                  const ReadOptions& options);

}  // namespace gaplight
