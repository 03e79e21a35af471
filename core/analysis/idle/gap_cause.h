// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/idle/gaps.h"
#include "core/analysis/torch/place.h"
#include "core/trace/trace.h"

namespace gaplight {

// The part of a gap in which the host had not launched yet: from its begin to its launch's start.
// Empty where the gap has no launch, or one that started before.
[[nodiscard]] TimeRange hostRangeOf(const Trace& trace, const Gap& gap);

// The host code that a gap is best explained by: the deepest function (functionKey) that covers at
// least kCausePercent of the launching thread's time inside hostRangeOf, calls of one function
// taken together (a module walk is a thousand short calls). Frames that only pass calls on
// (_call_impl, built-ins, context managers) are taken only where nothing else covers as much.
// Gives the name of one of its slices; invalid where nothing covers so much, or where the range is
// empty. O(slices of the launching thread inside the gap + depth).
inline constexpr std::int64_t kCausePercent = 50;  // more than everything else together
[[nodiscard]] StringId hostCauseOf(const Trace& trace, const Gap& gap);

struct HostCause {
    StringId function;            // PlaceFinder::functionOf; invalid: nothing covers enough
    std::vector<SliceId> slices;  // its outermost slices in the range, in time order
    // The deepest function that covers at least kPartPercent of what `function` covers: what most
    // of it goes to. `function` itself if there is none deeper.
    StringId part;
};
inline constexpr std::int64_t kPartPercent = 40;
// The same with the slices, which may reach beyond the gap at both ends; on `track`, mostly that
// of the gap's launch.
[[nodiscard]] HostCause hostCauseOf(const Trace& trace, const PlaceFinder& places, const Gap& gap,
                                    TrackId track);

// The outermost slices of one function on a thread inside hostRangeOf, in time order.
[[nodiscard]] std::vector<SliceId> slicesOfFunction(const Trace& trace, const PlaceFinder& places,
                                                    const Gap& gap, TrackId track,
                                                    StringId function);

}  // namespace gaplight
