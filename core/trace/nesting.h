// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/time.h"
#include "core/trace/ids.h"
#include "core/trace/slice_table.h"

namespace gaplight {

// Slices nest at most this deep: a slice inside as many others has the parent of the innermost.
inline constexpr std::size_t kMaxNesting = 4096;

struct Nesting {
    std::uint16_t rows = 0;
    std::uint16_t overflowRows = 0;    // of `rows`, those needed only for overlaps
    std::uint64_t overlapping = 0;     // slices that start inside another and end after it
    std::size_t firstOverlapping = 0;  // index of the first of them; meaningless without any
};

// Assigns each slice of one track its row and its parent.
//
// The parent is the slice that contains it most tightly; the row is the first one below the
// parent's that no open slice occupies. So slices of one row never overlap:
//
//   slices by start      a [0,10)  b [1,4)  c [3,6)  d [7,9)
//   row 0                aaaaaaaaaa
//   row 1                 bbb   dd           parents: b, c, d -> a
//   row 2                   ccc              c overlaps b without nesting: an overflow row
//
// A slice that overlaps its neighbor without nesting moves down only as far as necessary and keeps
// its whole duration and its children. If it ends long after the neighbor, the neighbor moves down
// instead (nesting.cpp). No row is left empty.
//
// `starts`, `durations`: the track's slices in order (start, -duration). `parents` are written as
// `firstSlice` + index. `groups`, if not empty, has a number per slice: only slices of one group
// nest (the slices of one async operation). A slice has fewer than kMaxNesting ancestors.
// O(slices), as long as few slices are open at once that
// do not nest.
Nesting nestTrack(std::span<const Time> starts, const Durations& durations,
                  std::span<const std::uint64_t> groups, SliceId firstSlice,
                  std::span<std::uint16_t> rows, std::span<SliceId> parents);

}  // namespace gaplight
