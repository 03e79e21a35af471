// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/torch/place.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Host code during which GPUs were idle.
struct HostHotspot {
    // A PlaceFinder::functionOf: the deepest one that takes most of what its callers take inside
    // the gaps, whoever calls it. Its callers are below.
    StringId function;
    struct Caller {
        StringId function;  // the code in the user's terms that contains it, or itself
        Duration inGaps{};
        std::vector<SliceId> slices;    // its calls that touch a gap, ascending
        std::vector<TimeRange> ranges;  // what of them lies in gaps
    };
    std::vector<Caller> callers;  // most time first
    Duration inGaps{};            // of all callers, inside the gaps
    Duration covered{};           // of `function` itself
};

struct HotspotLimits {
    Duration minGap{};   // gaps looked at
    Duration minTime{};  // inside gaps, for a caller and all that it calls
};

// Functions, operators and annotations by inclusive time inside gaps: a query of idleCallPaths,
// with the shares of idle_call_tree.h.
//
// Reported is code that keeps the GPU idle while it runs: at least kMostPercent of the time of
// its calls that touch a gap lies inside gaps. If they launch GPU work, then it is no operator and
// so much of all its calls in the trace does: else it is where the host happened to be. Operators
// count only if a call takes minGap on average, and a single call of half of the trace never.
// Of a chain of calls the outermost such code is followed inwards as long as one callee takes
// kSameWorkPercent of it: that is the caller; the deepest function with kMainPartPercent of its
// time, its calls taken together, is the function. Callers with one function are one hotspot.
// Most time inside gaps first.
// O(slices + slices inside gaps × (depth + log launches)).
[[nodiscard]] std::vector<HostHotspot> hostHotspots(const Trace& trace, const LaunchIndex& launches,
                                                    const Analysis& analysis,
                                                    const PlaceFinder& places,
                                                    const HotspotLimits& limits);

}  // namespace gaplight
