// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The innermost slice of a track that covers an instant; an invalid id if there is none. A slice
// that overlaps another without nesting in it counts as the inner one while it lasts.
// O(log slices of the track + depth).
[[nodiscard]] SliceId sliceAt(const Trace& trace, TrackId track, Time time);

// The deepest slice that encloses at least `percent` (more than 50) of `slices`, which lie on one
// track; an invalid id if there is none. Decided by kEnclosedSamples of them, evenly spread, so
// that the cost does not depend on their number. O(samples × depth).
inline constexpr std::size_t kEnclosedSamples = 64;
[[nodiscard]] SliceId enclosingSlice(const Trace& trace, std::span<const SliceId> slices,
                                     std::uint32_t percent);

// Whether a call inside a slice of a host thread launched GPU work. O(log launches).
[[nodiscard]] bool launchesInside(const Trace& trace, const LaunchIndex& launches, SliceId slice);

}  // namespace gaplight
