// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/analysis/analysis.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/memory/measures/snapshot_steps.h"
#include "core/memory/memory_model.h"
#include "core/trace/trace.h"

namespace gaplight {

// Parses a time, or range of times, that the user types to go there. An instant is an empty range.
//   12.5ms                      from the trace's start
//   +3 us, -3 us                from `from`
//   2026-11-21 16:05:07.25      UTC, if the file has the epoch of its clock; without a date:
//                               the day on which the trace begins
//   ts 4376580490536.462        as `ts` in the file, in microseconds
//   12.5ms..80ms, step:3, annotation:NAME#2, decode:64#3    as rangeFromText() reads them
// Errors: BadArgument (no such form, or outside the trace; the message lists the forms).
[[nodiscard]] Result<TimeRange> placeFromText(std::string_view text, const Trace& trace,
                                              const Analysis& analysis, Time from);

// Parses a part of a trace that the user names:
//   12.5ms..80ms       from the trace's start
//   step:3             the host span of ProfilerStep#3, or of the third step without numbers
//   annotation:NAME#2  the second annotation of that name; without # the first
//   decode:64#3        the third decode iteration of a server in a graph of 64, to the begin of the
//                      next iteration; decode#3, prefill#1 and mixed#2 of any graph; without # the
//                      first
// Errors: BadArgument (no such form, step or annotation; the message lists those that exist).
[[nodiscard]] Result<TimeRange> rangeFromText(std::string_view text, const Trace& trace,
                                              const Analysis& analysis);
// Whether a text reads like one of these forms. What follows the phase of an iteration is not
// looked at. O(length).
[[nodiscard]] bool isRangeText(std::string_view text);
// The same of a memory snapshot: times from its first event, its steps (stepsOfAnnotations())
// counted from 1, and its annotations.
[[nodiscard]] Result<SnapshotRange> rangeFromText(std::string_view text,
                                                  const MemorySnapshot& snapshot);

}  // namespace gaplight
