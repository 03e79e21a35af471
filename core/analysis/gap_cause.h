// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/analysis/gaps.h"
#include "core/trace/trace.h"

namespace gaplight {

// The host code that a gap is best explained by: the deepest name that covers at least
// kCausePercent of the launching thread's time inside the gap, calls of the same name taken
// together (a module walk is a thousand short calls). Frames that only pass calls on (_call_impl,
// built-ins, context managers) are taken only where nothing else covers as much. The launch call
// itself explains nothing.
// Invalid where nothing covers so much, or where the gap has no launch.
// O(slices of the launching thread inside the gap + depth).
inline constexpr std::int64_t kCausePercent = 50;  // more than everything else together
[[nodiscard]] StringId hostCauseOf(const Trace& trace, const Gap& gap);

// The function of a Python frame's name ("a/module.py(2600): named_modules" → "named_modules"),
// or the whole name of anything else. A view into `name`.
[[nodiscard]] std::string_view functionOfFrame(std::string_view name);

}  // namespace gaplight
