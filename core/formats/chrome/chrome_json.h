// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/formats/format.h"
#include "core/trace/trace.h"

namespace gaplight {

// Facts from the top-level values of a trace, given as (key, raw JSON). Unknown values, and those
// of an unexpected type, become `metadata`.
[[nodiscard]] TraceFacts factsOfTopLevel(
    std::span<const std::pair<std::string, std::string>> values, bool hasKinetoEvents);

// Chrome's trace-event format
// (docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU) and PyTorch's dialect
// of it, in object and array form.
[[nodiscard]] bool sniffChromeJson(std::string_view head);
[[nodiscard]] Result<OpenedTrace> openChromeJson(TraceInput input, TraceBuilder& builder,
                                                 const ReadOptions& options);
// Of a merged trace, the events of one rank, without its bracket (merged_ranks.h). Empty: all.
[[nodiscard]] Result<OpenedTrace> openChromeJsonOf(std::string_view rank, TraceInput input,
                                                   TraceBuilder& builder,
                                                   const ReadOptions& options);

}  // namespace gaplight
