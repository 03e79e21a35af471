// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/index/row_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Positions [first, second) of a row whose slices overlap a range; a slice of length 0 counts at
// its start. O(log n).
[[nodiscard]] inline std::pair<std::size_t, std::size_t> positionsWithin(const Row& row,
                                                                         TimeRange range) {
    std::size_t first = row.firstFrom(range.begin);
    const std::size_t last = row.firstFrom(range.end, first);
    if (first > 0 && row.end(first - 1) > range.begin) {
        --first;
    }
    return {first, last};
}

// Calls `visit(SliceId)` for every slice of a track that overlaps a range: row by row, each in time
// order. O(slices visited + rows × log n).
template <class Visit>
void forEachSliceWithin(const Trace& trace, const RowIndex& rows, TrackId track, TimeRange range,
                        Visit&& visit) {
    for (std::uint16_t number = 0; number < trace.tracks()[track.index()].rows; ++number) {
        const Row row = rows.row(trace, track, number);
        const auto [first, last] = positionsWithin(row, range);
        for (std::size_t position = first; position < last; ++position) {
            visit(row.slice(position));
        }
    }
}

}  // namespace gaplight
