// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/index/row_index.h"
#include "core/scene/slices/pixel_grid.h"

namespace gaplight {

// Result of skipping the slices that begin in one pixel: the last, and the longest of the others.
struct SkippedInPixel {
    std::size_t last = 0;
    std::size_t longest = 0;
};

// The slices of a row that overlap a grid's range: a source for PixelWalk.
// `index` is a position in the row.
class VisibleSlices {
public:
    // Pixels beyond its first one that a slice shorter than a pixel can touch.
    static constexpr int kMaxOverhangPixels = 1;

    // O(log n).
    VisibleSlices(const Row& row, const PixelGrid& grid)
        : m_row(row), m_wideNs(grid.pixelNs()), m_keyFactor(factorFor(m_wideNs)) {
        const TimeRange range = grid.range();
        m_first = row.firstFrom(range.begin);
        if (m_first > 0 && row.end(m_first - 1) > range.begin) {
            --m_first;
        }
        m_last = row.firstFrom(range.end, m_first);
    }

    std::size_t first() const { return m_first; }
    std::size_t last() const { return m_last; }

    std::int64_t beginNs(std::size_t index) const { return ns(m_row.start(index)); }
    std::int64_t endNs(std::size_t index) const { return ns(m_row.end(index)); }
    // At least a pixel long.
    bool isWide(std::size_t index) const { return ns(m_row.duration(index)) >= m_wideNs; }
    // Sort key of a narrow slice: its duration in the upper 32 bits (exact to the ns up to 4 s per
    // pixel, coarser beyond), the lower 32 bits are 0.
    std::uint64_t key(std::size_t index) const {
        return static_cast<std::uint64_t>(ns(m_row.duration(index))) * m_keyFactor & ~0xffffffffULL;
    }
    StringId name(std::size_t index) const { return m_row.name(index); }
    SliceId slice(std::size_t index) const { return m_row.slice(index); }

    // Skips from `index` to the last slice that begins before `edgeNs`; at least two must. O(log
    // n).
    SkippedInPixel skip(std::size_t index, std::int64_t edgeNs) const {
        const std::size_t last = m_row.firstFrom(timeFromNs(edgeNs), index) - 1;
        return {last, m_row.longest(index, last)};
    }

private:
    // A factor instead of a shift: a shift by a variable costs three times as much.
    [[nodiscard]] static std::uint64_t factorFor(std::int64_t wideNs) {
        const int bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(wideNs)));
        return std::uint64_t{1} << (32 - std::clamp(bits - 32, 0, 32));
    }

    Row m_row;
    std::size_t m_first = 0;
    std::size_t m_last = 0;
    std::int64_t m_wideNs;
    std::uint64_t m_keyFactor;
};

}  // namespace gaplight
