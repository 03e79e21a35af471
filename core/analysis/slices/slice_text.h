// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace gaplight {

// One slice as text: its name and its start from the trace's start, "gemm@12345678ns"; where
// several begin then, "#2" after it is the second of them. O(tracks × log slices).
[[nodiscard]] std::string sliceText(const Trace& trace, SliceId slice);

// The slice that such a text names; the time in any unit, exact to the nanosecond. O(tracks × log
// slices), O(slices) if there is none.
// Errors: BadArgument (no such form, no slice of that name then: where the nearest begins).
[[nodiscard]] Result<SliceId> sliceFromText(std::string_view text, const Trace& trace);

}  // namespace gaplight
