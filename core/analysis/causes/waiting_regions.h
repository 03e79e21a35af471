// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/torch/place.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// An annotation or user function during most of which GPUs wait, in gaps of any length: what runs
// inside is thousands of short pieces of host code, none of which explains much.
struct WaitingRegion {
    StringId function;            // PlaceFinder::functionOf
    std::vector<SliceId> slices;  // its calls that touch a gap, ascending
    Duration host{};              // of these calls
    Duration inGaps{};            // of it, while a GPU waits for the host
    Duration recording{};         // of that, taken by the profiler (profiler_overhead.h)

    // What would be left of `inGaps` without the profiler.
    Duration inGapsUnprofiled() const { return inGaps - recording; }
};

// The regions with
//   inGaps >= kRegionPercent of host,
//   inGapsUnprofiled() >= minTime and >= kRegionPercent of inGaps (not mostly the profiler's work),
//   and it is not the program itself: neither an annotation that makes a step (steps.h), nor a
//   single call or a function with kRegionPercent of the window, nor a wait for other ranks.
// Of regions inside each other, the outermost is followed inwards as long as one inside it has
// kSameWorkPercent of its time. Most time in gaps first. O(slices inside gaps × depth).
inline constexpr std::int64_t kRegionPercent = 50;
[[nodiscard]] std::vector<WaitingRegion> waitingRegions(const Trace& trace,
                                                        const Analysis& analysis,
                                                        const PlaceFinder& places,
                                                        const ProfilerOverhead& overhead,
                                                        Duration minTime);

}  // namespace gaplight
