// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/slices/enclosing_slice.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace gaplight {

SliceId enclosingSlice(const Trace& trace, std::span<const SliceId> slices, std::uint32_t percent) {
    const std::size_t samples = std::min(slices.size(), kEnclosedSamples);
    std::unordered_map<SliceId, std::size_t> enclosed;  // how many samples each slice holds
    for (std::size_t sample = 0; sample < samples; ++sample) {
        const SliceId slice = slices[sample * slices.size() / samples];
        for (SliceId at = trace.slices().parent(slice); at.isValid();
             at = trace.slices().parent(at)) {
            ++enclosed[at];
        }
    }
    // Slices that hold most samples lie on one path: of any two, one encloses the other, and the
    // deeper one comes later in the table.
    SliceId deepest;
    for (const auto& [slice, count] : enclosed) {
        if (count * 100 >= samples * percent && (!deepest.isValid() || slice > deepest)) {
            deepest = slice;
        }
    }
    return deepest;
}

}  // namespace gaplight
