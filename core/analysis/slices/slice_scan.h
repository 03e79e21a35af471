// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <tbb/blocked_range.h>

#include "core/base/parallel.h"
#include "core/trace/trace.h"

namespace gaplight {

// The slices for which `wanted(SliceId)` holds, ascending. One parallel pass; `wanted` is called
// from many threads.
template <class Wanted>
[[nodiscard]] std::vector<SliceId> scanSlices(const Trace& trace, const Wanted& wanted) {
    constexpr std::size_t kBlock = 262144;
    const std::size_t count = trace.slices().size();
    std::vector<std::vector<SliceId>> found((count + kBlock - 1) / kBlock);
    parallelFor(std::size_t{0}, found.size(), [&](std::size_t block) {
        const std::size_t end = std::min(count, (block + 1) * kBlock);
        for (std::size_t i = block * kBlock; i < end; ++i) {
            if (wanted(SliceId(i))) {
                found[block].emplace_back(i);
            }
        }
    });
    std::vector<SliceId> all;
    for (const std::vector<SliceId>& part : found) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

}  // namespace gaplight
