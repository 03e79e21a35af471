// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

inline constexpr std::size_t kNoSlice = static_cast<std::size_t>(-1);

// The slices of one track, by (start, -duration); parents as far as they are known.
struct TrackSlices {
    std::span<const Time> starts;
    std::span<const Duration> durations;
    std::span<const SliceId> parents;
    SliceId firstSlice;

    [[nodiscard]] Time end(std::size_t index) const { return starts[index] + durations[index]; }
    [[nodiscard]] std::size_t parent(std::size_t index) const {
        return parents[index].isValid() ? parents[index].index() - firstSlice.index() : kNoSlice;
    }
};

// How many rows a slice leaves free between its parent and itself.
struct SpacerRows {
    std::size_t slice = 0;
    std::size_t rows = 0;
};

// Which slices make room above themselves for one that begins inside them and outlives them by far.
// The frame of `__enter__`, in which an annotation begins, is gone at once: were the annotation put
// below it and all that it calls, their rows would be empty over the annotation's whole length.
class RowDisplacements {
public:
    explicit RowDisplacements(const TrackSlices& slices) : m_slices(slices) {}

    // To be called in order of slices, whose parents must be known. `overlapped`: the open slices
    // that `slice` begins in and outlives, from the innermost on. O(1) where there are none, and
    // none overlaps the parent.
    void collect(std::size_t slice, std::size_t depth, std::span<const std::size_t> overlapped);

    [[nodiscard]] bool any() const { return !m_yields.empty(); }
    // By slice; at most `most` rows each. O(n log n) in the slices that yield.
    [[nodiscard]] std::vector<SpacerRows> spacerRows(std::size_t most) const;

private:
    // `slice` goes below `to`, which lies `depth` rows below their common parent.
    struct Yield {
        std::size_t slice = 0;
        std::size_t to = 0;
        std::size_t depth = 0;
    };
    // What made room for a slice that is open.
    struct Beside {
        std::size_t slice = 0;    // for which
        std::size_t yielded = 0;  // what did
        std::size_t depth = 0;    // of the latter
    };

    bool offer(std::size_t slice, std::size_t yielding, std::size_t depth);

    const TrackSlices& m_slices;
    std::vector<Yield> m_yields;
    std::vector<Beside> m_beside;  // the last ones may have ended
};

}  // namespace gaplight
