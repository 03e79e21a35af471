// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/torch/compile_spans.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// One run of a frame that torch.compile compiled: a slice "Torch-Compiled Region: frame/version".
struct CompiledRegion {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    SliceId slice;
    CompileId id;
    // Position of the innermost region around it on the same thread; kNone: it is outermost. A
    // frame compiled as one graph contains no other region. A region inside another is the rest of
    // the frame after a graph break, or a compiled function called between two graphs.
    std::uint32_t outer = kNone;
    std::uint32_t outermost = 0;  // position of the outermost region around it, perhaps itself
    SliceId frame;  // the Python frame that it evaluates; invalid where no stacks were recorded
};

// Host time between two compiled graphs of one frame, which exists because of a graph break.
struct RegionSeam {
    std::uint32_t region = 0;  // the region after it, which has an outer one
    // From the end of the previous graph in the outer region (the start of that region if there is
    // none) to the start of this region's first graph (of the region if it has none). Empty where
    // the two overlap.
    TimeRange host;
    // Slices of the outer region's frame that start in this time, in order: operators, calls,
    // TorchDynamo's search for the next graph. The last one may enclose `region`.
    std::vector<SliceId> between;
    // The region was entered directly from the outer frame: it is the rest of that frame after a
    // graph break. false: from a function that the frame called. Without stacks always true.
    bool resumes = true;
};

struct CompiledRegions {
    std::vector<CompiledRegion> regions;  // by slice id
    std::vector<RegionSeam> seams;        // one per region inside another, in their order
};

// One parallel pass over all slices, then O(regions × depth + slices of regions that have others
// inside). O(texts) if there are no regions.
[[nodiscard]] CompiledRegions compiledRegions(const Trace& trace);

}  // namespace gaplight
