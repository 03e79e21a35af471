// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/analysis/analysis.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Parses a part of a trace that the user names:
//   12.5ms..80ms       from the trace's start
//   step:3             the host span of ProfilerStep#3, or of the third step without numbers
//   annotation:NAME#2  the second annotation of that name; without # the first
// Errors: BadArgument (no such form, step or annotation; the message lists those that exist).
[[nodiscard]] Result<TimeRange> rangeFromText(std::string_view text, const Trace& trace,
                                              const Analysis& analysis);

}  // namespace gaplight
