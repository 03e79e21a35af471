// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/trace/durations.h"
#include "core/trace/ids.h"

namespace gaplight {

inline constexpr std::size_t kNoSlice = static_cast<std::size_t>(-1);

// The slices of one track, by (start, -duration), with the parents assigned so far.
struct TrackSlices {
    std::span<const Time> starts;
    Durations durations;
    std::span<const SliceId> parents;
    SliceId firstSlice;

    [[nodiscard]] Time end(std::size_t index) const { return starts[index] + durations[index]; }
    [[nodiscard]] std::size_t parent(std::size_t index) const {
        return parents[index].isValid() ? parents[index].index() - firstSlice.index() : kNoSlice;
    }
};

// Number of rows left free between a slice and its parent.
struct SpacerRows {
    std::size_t slice = 0;
    std::size_t rows = 0;
};

// Chooses the slices of a track that are moved to lower rows so that a longer slice, which starts
// inside them and ends after them, can take their row.
//
// The problem: record_function opens inside the Python frame of its own __enter__, which returns at
// once. Placing the annotation below that frame leaves the frame's row empty above the annotation
// and everything it calls:
//
//   by start only          with displacement (spacer rows above __enter__)
//   frame  -----------     frame       -----------
//          __enter__       annotation    =========
//            =========     __enter__   ---
//
// A slice is displaced if the later one extends beyond its end at least 4 times as long as the
// slice ran alone before the later one started; otherwise the order of starts is kept, so that
// chains of overlapping kernels stay a few rows deep.
class RowDisplacements {
public:
    explicit RowDisplacements(const TrackSlices& slices) : m_slices(slices) {}

    // Call it for each slice in order, after its parent is assigned. `overlapped`: the open slices
    // in which `slice` starts and after which it ends, innermost first. O(1) if there are none and
    // none overlaps the parent.
    void collect(std::size_t slice, std::size_t depth, std::span<const std::size_t> overlapped) {
        if (!m_active.empty() || !overlapped.empty()) {
            collectOverlaps(slice, depth, overlapped);
        }
    }

    // Whether collect() also has to be called for the next slice if it overlaps no open slice.
    [[nodiscard]] bool areOpen() const { return !m_active.empty(); }
    [[nodiscard]] bool any() const { return !m_displacements.empty(); }
    // Spacer rows by slice, at most `maxRows` each. O(n log n), n: displaced slices.
    [[nodiscard]] std::vector<SpacerRows> spacerRows(std::size_t maxRows) const;

private:
    // `slice` moves below `above`, which is `depth` rows below their common parent.
    struct Displacement {
        std::size_t slice = 0;
        std::size_t above = 0;
        std::size_t depth = 0;
    };
    // A displacement whose longer slice is still open at the current slice.
    struct ActiveDisplacement {
        std::size_t slice = 0;      // the longer slice
        std::size_t displaced = 0;  // the slice moved down for it
        std::size_t depth = 0;      // rows of `displaced` below the common parent
    };

    void collectOverlaps(std::size_t slice, std::size_t depth,
                         std::span<const std::size_t> overlapped);
    bool displaceIfShorter(std::size_t slice, std::size_t other, std::size_t depth);

    const TrackSlices& m_slices;
    std::vector<Displacement> m_displacements;
    std::vector<ActiveDisplacement> m_active;  // the last ones may have ended
};

}  // namespace gaplight
