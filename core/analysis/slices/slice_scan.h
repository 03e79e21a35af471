// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tbb/blocked_range.h>

#include "core/base/parallel.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
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

// The innermost slice of a track that covers an instant; an invalid id if there is none. A slice
// that overlaps another without nesting in it counts as the inner one while it lasts.
// O(log slices of the track + depth).
[[nodiscard]] SliceId sliceAt(const Trace& trace, TrackId track, Time time);

// The deepest slice that encloses at least `percent` (more than 50) of `slices`, which are on one
// track; an invalid id if there is none. Decided by kEnclosedSamples of them, evenly spread, so
// that the cost does not depend on their number. O(samples × depth).
inline constexpr std::size_t kEnclosedSamples = 64;
[[nodiscard]] SliceId enclosingSlice(const Trace& trace, std::span<const SliceId> slices,
                                     std::uint32_t percent);

// Whether a call inside a slice of a host thread launched GPU work. O(log launches).
[[nodiscard]] bool launchesInside(const Trace& trace, const LaunchIndex& launches, SliceId slice);

// Self time of all slices of one name: their durations without those of the slices nested directly
// in them.
struct NameSelfTime {
    StringId name;
    Duration self{};
    std::uint64_t count = 0;
    SliceId longest;  // by its duration
};

struct HostSelfTimes {
    std::vector<NameSelfTime> longest;  // longest first, then by name
    Duration total{};                   // of all names
};

// Self times of the slices on host threads, without the profiler's own, and without threads that
// say what is on others (isSummaryThread); at most `count` names.
// O(slices + texts).
[[nodiscard]] HostSelfTimes hostSelfTimes(const Trace& trace, std::size_t count);

}  // namespace gaplight
