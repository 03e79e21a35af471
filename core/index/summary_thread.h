// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/trace/trace.h"

namespace gaplight {

// Threads on which nothing ran: a recorder writes there what it derived from the others, so that
// their time would count twice.

// The actions that a build by Bazel could not have been shorter without.
[[nodiscard]] bool isCriticalPath(const Trace& trace, const Track& track);
// The critical path; the sum of all slices of one name: clang (-ftime-trace) writes "Total
// Frontend" on a thread of its own; the streams of a GPU again, or their copies: TensorFlow's
// processes "/device:GPU:0/stream:all Compute" and "/device:GPU:0/memcpy Compute".
[[nodiscard]] bool isSummaryThread(const Trace& trace, const Track& track);

// The threads on which the host ran something: all but those, and but streams. Empty where a trace
// has no threads with slices.
[[nodiscard]] std::vector<TrackId> hostThreads(const Trace& trace);
// Whether a recorder wrote what itself did, or the extent of the recording, as a slice of a kind.
[[nodiscard]] inline bool isOfRecorder(SliceKind kind) {
    return kind == SliceKind::TraceSpan || kind == SliceKind::Overhead;
}

}  // namespace gaplight
