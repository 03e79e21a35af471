// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

struct Nesting {
    std::uint16_t rows = 0;
    std::uint16_t overflowRows = 0;    // of `rows`, those that nesting alone would not need
    std::uint64_t overlapping = 0;     // slices that begin inside another and end after it
    std::size_t firstOverlapping = 0;  // index of the first of them; meaningless without any
};

// Gives each slice of one track its row and its parent.
// `starts` and `durations` are the track's slices in order (start, -duration); parents are written
// as `firstSlice` + index. The parent is the slice that contains it most tightly; the row is the
// first below the parent's that no open slice occupies. So slices of one row never overlap; a
// slice that overlaps its neighbour without nesting moves down just as far as it must, keeps its
// whole duration and its own children, and what follows is not affected. Where it outlives the
// neighbour by far, the neighbour moves down instead (`row_displacement.h`): `record_function`
// opens inside the Python frame of its own __enter__ and outlives it, in every trace with stacks.
// Something lies on each row.
// `groups`, if not empty, has a number per slice: only slices of one group nest (the slices of one
// async operation).
// Cost: O(slices), as long as few slices are open at once that do not nest.
Nesting nestTrack(std::span<const Time> starts, std::span<const Duration> durations,
                  std::span<const std::uint64_t> groups, SliceId firstSlice,
                  std::span<std::uint16_t> rows, std::span<SliceId> parents);

}  // namespace gaplight
