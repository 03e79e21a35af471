// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "core/base/import_issue.h"
#include "core/base/string_pool.h"
#include "core/trace/batch_intake.h"
#include "core/trace/source_events.h"

namespace gaplight {

// Rejects slices with impossible times (sets kRejected) and counts them as issues, so that one
// broken event neither extends the timeline nor enters a sum. Rejected are slices with
// - `ts` 0, if all other slices start further from 0 than the range they span;
// - a duration over kMaxSpreadFactor times the range of all starts, more than a slice around the
//   whole capture has, and over an hour; checked from kMinSlicesToJudge slices on.
// O(n).
void rejectImpossible(std::span<SliceChunk> chunks, const StringPool<struct StringTag>& strings,
                      ImportIssues& issues);

// Limits of the values of one trace. With them every difference of times, and every sum of
// durations or of sizes, fits into 64 bits even times 100, so that no measure needs a check of its
// own. Far above what a profiler records.
inline constexpr std::int64_t kMaxDistanceNs = std::int64_t{1} << 55U;  // 417 days
inline constexpr std::int64_t kMaxTotalNs = std::int64_t{1} << 56U;     // 834 days
inline constexpr std::int64_t kMaxTotalBytes = std::int64_t{1} << 56U;  // 64 PiB

// Rejects events that begin or end further than kMaxDistanceNs from the median of all times, as
// IssueKind::BadTime. The median is taken over all events but counters; in a trace of counters
// alone, over these. O(events).
void rejectDistantTimes(SourceEvents& all);

// Where all durations together exceed kMaxTotalNs, rejects the slices over kMaxTotalNs / slices, as
// IssueKind::ImpossibleDuration. With sizes over kMaxTotalBytes likewise, copies lose their size,
// and memory events are rejected as IssueKind::BadCounter. O(events).
void rejectUnsummable(SourceEvents& all);

// Ends GPU activities that run over later ones of their stream, whose work is done in order, at the
// next one's start (IssueKind::OverlongActivity): their end is a fault of the profiler, and would
// make a GPU busy that is not. Overlong is what ends after the start of the next one by more than
// kMinOverrunNs and kOverrunFactor times the stream's usual overlap (the median over its
// activities, mostly 0). Left alone are activities without a correlation, as those of a compiler's
// operators that contain others, and those of the same launch as the next one: branches of a graph
// run side by side. O(slices), and O(n log n) of the streams with long activities.
inline constexpr std::int64_t kMinOverrunNs = 1'000'000;
inline constexpr std::int64_t kOverrunFactor = 10;
void clipOverlong(SourceEvents& all);

}  // namespace gaplight
