// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/causes/held_up_calls.h"
#include "core/analysis/torch/place.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Host code during which GPUs were idle.
struct HostHotspot {
    // A PlaceFinder::functionOf: the deepest function that takes most of its callers' time in gaps.
    StringId function;
    struct Caller {
        StringId function;  // user function or annotation that contains it, or itself
        Duration inGaps{};
        std::vector<SliceId> slices;    // its calls that touch a gap, ascending
        std::vector<TimeRange> ranges;  // what of them is in gaps
    };
    std::vector<Caller> callers;  // most time first
    Duration inGaps{};            // time in gaps of all callers
    Duration covered{};           // time in gaps of `function`
};

struct HotspotLimits {
    Duration minGap{};   // shorter gaps are left out
    Duration minTime{};  // of a caller in gaps, its callees included
};

// Functions, operators and annotations by inclusive time inside gaps: a query of idleCallPaths,
// with the shares of idle_call_tree.h. Gaps that `heldUp` explains are left out.
//
// A caller is code during which the GPU is idle: at least kMajorityPercent of the time of its calls
// that touch a gap is in gaps. If they launch GPU work, it must not be an operator, and the same
// share of all its calls in the trace must be in gaps; otherwise the gaps only happened to be
// there. An operator must take minGap per call on average; a single call of half of the window is
// left out, and so are waits for the GPU and for other ranks. Of a chain of such calls the
// outermost is followed inwards as long as one callee takes kSameWorkPercent of its time.
// `function` is the deepest one with kMainPartPercent of the caller's time, its calls taken
// together. Callers with one function are one hotspot. Most time in gaps first. O(slices + slices
// inside gaps × (depth + log launches)).
[[nodiscard]] std::vector<HostHotspot> hostHotspots(const Trace& trace, const LaunchIndex& launches,
                                                    const Analysis& analysis,
                                                    const PlaceFinder& places,
                                                    const HeldUpCalls& heldUp,
                                                    const HotspotLimits& limits);

}  // namespace gaplight
