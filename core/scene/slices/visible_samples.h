// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/index/level_of_detail.h"
#include "core/scene/slices/pixel_grid.h"
#include "core/scene/slices/visible_slices.h"

namespace gaplight {

// The samples of one level of detail that overlap a grid's range: a source for PixelWalk where a
// row's slices are too many to be read one by one. Buckets of `level` are at most a pixel wide.
// `index` is a position in the level.
class VisibleSamples {
public:
    // A sample begins within a pixel's length and its last slice is shorter than a pixel, so that
    // it can touch two pixels beyond the first.
    static constexpr int kMaxOverhangPixels = 2;

    // O(log n).
    VisibleSamples(const Row& row, const DetailLevel& level, const PixelGrid& grid)
        : m_row(row),
          m_level(&level),
          m_samples(level.samples.data()),
          m_originNs(level.originNs),
          m_unitShift(level.unitShift),
          m_first(level.firstFrom(ns(grid.range().begin))),
          m_last(level.firstFrom(ns(grid.range().end))),
          m_wideNs(durationRoundedDown(Duration(grid.pixelNs()))) {
        if (m_first > 0 && level.endNs(level.samples[m_first - 1]) > ns(grid.range().begin)) {
            --m_first;
        }
    }

    std::size_t first() const { return m_first; }
    std::size_t last() const { return m_last; }

    std::int64_t beginNs(std::size_t index) const {
        return m_originNs + (static_cast<std::int64_t>(m_samples[index].begin) << m_unitShift);
    }
    std::int64_t endNs(std::size_t index) const {
        return m_originNs + (static_cast<std::int64_t>(m_samples[index].end) << m_unitShift);
    }
    // A single slice of at least a pixel.
    bool isWide(std::size_t index) const { return m_samples[index].duration >= m_wideNs; }
    // The bits of non-negative floats sort like the floats themselves.
    std::uint64_t key(std::size_t index) const {
        return static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(m_samples[index].duration))
               << 32U;
    }
    StringId name(std::size_t index) const { return m_samples[index].name; }
    // O(log n).
    SliceId slice(std::size_t index) const {
        return m_row.slice(longestOf(m_row, *m_level, m_samples[index]));
    }

    // As VisibleSlices::skip. O(samples skipped): few, by the choice of levels.
    SkippedInPixel skip(std::size_t index, std::int64_t edgeNs) const {
        SkippedInPixel skipped{index, index};
        for (; skipped.last + 1 < m_last && beginNs(skipped.last + 1) < edgeNs; ++skipped.last) {
            if (key(skipped.last) > key(skipped.longest)) {
                skipped.longest = skipped.last;
            }
        }
        return skipped;
    }

private:
    Row m_row;
    const DetailLevel* m_level;
    // The samples of `m_level`, as a plain pointer so that the compiler need not reload it after
    // each write.
    const DetailSample* m_samples;
    std::int64_t m_originNs;
    int m_unitShift;
    std::size_t m_first;
    std::size_t m_last;
    float m_wideNs;
};

}  // namespace gaplight
