// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/torch/place.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// What kept the host from launching in time.
enum class GapFillingKind : std::uint8_t {
    Code,        // one function, operator or annotation, named below
    HeldUp,      // a call that is short elsewhere: the thread was interrupted, or it ran first here
    Drained,     // a wait that lasted as long as the gap had emptied the queue
    DataLoader,  // fetching a batch
    Compiling,
    LaunchCall,  // the launch call itself, or what follows it
    Untraced,    // the launching thread recorded nothing but annotations, nor did the one that
                 // launched before
    Scattered,   // many short pieces of code between launches
    GpuSide,     // the work was launched before the gap
    Unknown,     // no launch recorded
};

// What one gap was filled with on the host, in the words of the program.
struct GapFilling {
    std::uint32_t gap = 0;  // position in DeviceAnalysis::gaps
    GapFillingKind kind = GapFillingKind::Unknown;
    StringId function;      // Code, HeldUp: a PlaceFinder::functionOf
    StringId part;          // HostCause::part
    StringId caller;        // innermost user function or annotation around most of it, or itself;
                            // invalid if there is none
    bool launches = false;  // Code: its calls in the gaps launch GPU work
    Duration covered{};     // by `function` inside hostRangeOf
    std::vector<SliceId> slices;  // of `function`, in time order; may reach beyond the gap
    std::vector<SliceId> calls;   // of `caller` where they lie mostly in the gap, else `slices`
};

// Host time inside a gap that its calls take: disjoint, cut to hostRangeOf.
[[nodiscard]] std::vector<TimeRange> filledRanges(const Trace& trace, const Gap& gap,
                                                  const GapFilling& filling);

// Of the gaps of one GPU that last at least `minGap` and that the profiler did not fill.
//
// A function is Code if it launches nothing, or if at least half of its calls' time lies in the
// gaps; else the gap is Scattered: that the host was somewhere inside `forward` explains nothing.
// An operator whose calls in the gap take less than half of minGap each is Scattered too.
// It is HeldUp instead if it is no user's, half of its calls' time lies in the gaps, and those
// in the gap take kHeldUpFactor times as long as the median of at least kHeldUpCalls calls in the
// whole trace. O(slices of the launching threads inside the gaps × depth), and one look at all
// names.
inline constexpr std::int64_t kHeldUpFactor = 8;
inline constexpr std::size_t kHeldUpCalls = 4;
[[nodiscard]] std::vector<GapFilling> gapFillings(const Trace& trace, const LaunchIndex& launches,
                                                  const PlaceFinder& places,
                                                  const DeviceAnalysis& device, Duration minGap);

}  // namespace gaplight
