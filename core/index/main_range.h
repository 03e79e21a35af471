// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// The part of a trace that a view begins with, where most of the trace is empty: the time from the
// first to the last GPU work where that is less than a quarter of the trace, and more than a few
// short kernels; else the range that holds 99 % of the GPU work, and of its time, where that is
// less than a quarter (one stray event makes a trace of days). Without GPU work, of the slices.
// Empty: the whole trace. O(GPU activities), or O(1) from a sample of the slices.
[[nodiscard]] std::optional<TimeRange> mainRange(const Trace& trace);

}  // namespace gaplight
