// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

struct Nesting {
    std::uint16_t rows = 0;
    std::vector<std::uint16_t> laneFirstRow;
    std::uint64_t overlapping = 0;  // slices on lanes after the first
};

// Gives each slice of one track its row and its parent.
// `starts` and `durations` are the track's slices in order (start, -duration); parents are written
// as `firstSlice` + index. A slice goes to the lane whose innermost open slice contains it most
// tightly; if none contains it, to the first lane that is free at its start; else to a new lane.
// So a slice that overlaps its neighbour without nesting keeps its whole duration and its own
// children. Cost: O(slices × lanes); files have one lane, rarely more than a few.
// Rows beyond 65,535 share the last row.
// `groups`, if not empty, has a number per slice: only slices of one group nest (the slices of one
// async operation); others share a lane only one after the other.
Nesting nestTrack(std::span<const Time> starts, std::span<const Duration> durations,
                  std::span<const std::uint64_t> groups, SliceId firstSlice,
                  std::span<std::uint16_t> rows, std::span<SliceId> parents);

}  // namespace gaplight
