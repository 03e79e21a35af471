// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/idle/gap_activity.h"
#include "core/analysis/idle/gap_reason.h"
#include "core/analysis/idle/gaps.h"
#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/torch/place.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The function of the host that explains a gap: the deepest one (functionKey) that covers at least
// kMajorityPercent of the launching thread's time inside hostRangeOf, calls of one function taken
// together (a module walk is a thousand short calls). Frames that only forward calls (_call_impl,
// built-ins, context managers) count only where nothing else covers as much.
// Returns the name of one of its slices; invalid where no function covers so much, or where the
// range is empty. O(slices of the launching thread inside the gap + depth).
[[nodiscard]] StringId hostCauseOf(const Trace& trace, const Gap& gap);

struct HostCause {
    StringId function;            // PlaceFinder::functionOf; invalid: none covers enough
    std::vector<SliceId> slices;  // its outermost slices, in time order; may reach beyond the range
    // The deepest function that covers at least kMainPartPercent of what `function` covers.
    // `function` itself where there is none deeper.
    StringId part;
};
// The same for the range of a tree, with the slices. O(calls).
[[nodiscard]] HostCause hostCauseOf(const IdleCallTree& tree, const PlaceFinder& places);

// The outermost slices of one function in the tree, in time order.
[[nodiscard]] std::vector<SliceId> slicesOfFunction(const IdleCallTree& tree,
                                                    const PlaceFinder& places, StringId function);

// Kind of a gap's cause.
enum class GapCauseKind : std::uint8_t {
    Code,        // one function, operator or annotation: GapCause::function
    Drained,     // a wait that lasted as long as the gap had emptied the queue
    DataLoader,  // fetching a batch
    Compiling,
    LaunchCall,  // the launch call itself, or what follows it
    Untraced,    // the launching thread recorded nothing but annotations, nor did the one that
                 // launched before
    Scattered,   // many short pieces of code between launches
    GpuSide,     // the work was launched before the gap
    Unknown,     // no launch recorded
    Various,     // no cause of one gap: gaps of different causes together
};

// Why one gap of a GPU is as long as it is: the host code that ran instead of the next launch. The
// trigger (gaps.h) gives the event that let the queue run dry, the activity (gap_activity.h) the
// class of the host's work; the cause names the code.
struct GapCause {
    std::uint32_t gap = 0;  // position in DeviceAnalysis::gaps
    GapCauseKind kind = GapCauseKind::Unknown;
    StringId function;      // Code: a PlaceFinder::functionOf
    StringId part;          // HostCause::part
    StringId caller;        // innermost user function or annotation around most of `function`,
                            // perhaps `function` itself; invalid if there is none
    bool launches = false;  // Code: its calls in the gaps launch GPU work
    Duration covered{};     // time of `function` inside hostRangeOf
    std::vector<SliceId> slices;  // of `function`, in time order; may reach beyond the gap
    std::vector<SliceId> calls;   // of `caller` where they are mostly in the gap, else `slices`
};

// The parts of hostRangeOf in which `cause.calls` run; disjoint, in time order. O(calls).
[[nodiscard]] std::vector<TimeRange> causeRanges(const Trace& trace, const Gap& gap,
                                                 const GapCause& cause);

// The gaps of one GPU with what is known of each, and its activities by start.
struct ExaminedGaps {
    std::span<const Gap> gaps;
    std::span<const GapReasonKind> reasons;
    std::span<const GapActivity> activities;
    std::span<const ActivityId> byStart;
};

// The causes of the gaps of one GPU that last at least `minGap`, without those that are taken out
// (gap_reason.h), in time order. `function` is hostCauseOf the gap; its kind is
//   Scattered  an operator whose calls in this gap take less than half of minGap each; or it
//              launches work and more than half of its calls' time is outside the gaps (that the
//              host was somewhere inside `forward` explains nothing)
//   Code       otherwise
// O(slices of the launching threads inside the gaps × depth).
[[nodiscard]] std::vector<GapCause> gapCauses(const Trace& trace, const LaunchIndex& launches,
                                              const PlaceFinder& places, const ExaminedGaps& device,
                                              Duration minGap);

}  // namespace gaplight
