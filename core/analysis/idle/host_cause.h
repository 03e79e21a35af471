// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/analysis/idle/gaps.h"
#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/torch/place.h"
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

}  // namespace gaplight
