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

// Of what begins in one pixel: the last, and the longest of the others.
struct SkippedInPixel {
    std::size_t last = 0;
    std::size_t longest = 0;
};

// The slices of a row in a grid's range, as PixelWalk reads them.
class SlicesInSight {
public:
    // How many pixels one that is shorter than a pixel may reach beyond that in which it begins.
    static constexpr int kMostReach = 1;

    // O(log n).
    SlicesInSight(const Row& row, const PixelGrid& grid)
        : m_row(row), m_wideNs(grid.pixelNs()), m_keyFactor(factorFor(m_wideNs)) {
        const TimeRange range = grid.range();
        m_first = row.firstFrom(range.begin);
        if (m_first > 0 && row.end(m_first - 1) > range.begin) {
            --m_first;
        }
        m_last = row.firstFrom(range.end, m_first);
    }

    [[nodiscard]] std::size_t first() const { return m_first; }
    [[nodiscard]] std::size_t last() const { return m_last; }

    [[nodiscard]] std::int64_t beginNs(std::size_t at) const { return ns(m_row.start(at)); }
    [[nodiscard]] std::int64_t endNs(std::size_t at) const { return ns(m_row.end(at)); }
    // A pixel or more.
    [[nodiscard]] bool isWide(std::size_t at) const { return ns(m_row.duration(at)) >= m_wideNs; }
    // Of one that is not wide: its duration in the upper 32 bits, to the ns up to 4 s. Nothing in
    // the lower ones.
    [[nodiscard]] std::uint64_t key(std::size_t at) const {
        return static_cast<std::uint64_t>(ns(m_row.duration(at))) * m_keyFactor & ~0xffffffffULL;
    }
    [[nodiscard]] StringId name(std::size_t at) const { return m_row.name(at); }
    [[nodiscard]] SliceId slice(std::size_t at) const { return m_row.slice(at); }

    // From `at` on, of two at least that begin before `edgeNs`. O(log n).
    [[nodiscard]] SkippedInPixel skip(std::size_t at, std::int64_t edgeNs) const {
        const std::size_t last = m_row.firstFrom(timeFromNs(edgeNs), at) - 1;
        return {last, m_row.longest(at, last)};
    }

private:
    // A product, as shifting by a number that is not a constant costs three times as much.
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
