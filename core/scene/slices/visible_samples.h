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

// What a row shows in a grid's range where its slices are too many to be read one by one: one level
// of its marks, whose buckets are at most a pixel wide. As PixelWalk reads them.
class MarksInSight {
public:
    // What begins in less than a pixel and is shorter than one.
    static constexpr int kMostReach = 2;

    // O(log n).
    MarksInSight(const Row& row, const DetailLevel& level, const PixelGrid& grid)
        : m_row(row),
          m_level(&level),
          m_marks(level.marks.data()),
          m_originNs(level.originNs),
          m_unitShift(level.unitShift),
          m_first(level.firstFrom(ns(grid.range().begin))),
          m_last(level.firstFrom(ns(grid.range().end))),
          m_wideNs(durationRoundedDown(Duration(grid.pixelNs()))) {
        if (m_first > 0 && level.endNs(level.marks[m_first - 1]) > ns(grid.range().begin)) {
            --m_first;
        }
    }

    [[nodiscard]] std::size_t first() const { return m_first; }
    [[nodiscard]] std::size_t last() const { return m_last; }

    [[nodiscard]] std::int64_t beginNs(std::size_t at) const {
        return m_originNs + (static_cast<std::int64_t>(m_marks[at].begin) << m_unitShift);
    }
    [[nodiscard]] std::int64_t endNs(std::size_t at) const {
        return m_originNs + (static_cast<std::int64_t>(m_marks[at].end) << m_unitShift);
    }
    // A single slice of a pixel or more.
    [[nodiscard]] bool isWide(std::size_t at) const { return m_marks[at].duration >= m_wideNs; }
    // Bits of floats that are not negative order as the floats do.
    [[nodiscard]] std::uint64_t key(std::size_t at) const {
        return static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(m_marks[at].duration))
               << 32U;
    }
    [[nodiscard]] StringId name(std::size_t at) const { return m_marks[at].name; }
    // O(log n).
    [[nodiscard]] SliceId slice(std::size_t at) const {
        return m_row.slice(longestOf(m_row, *m_level, m_marks[at]));
    }

    // As of slices. O(marks skipped), which levels are chosen to keep few.
    [[nodiscard]] SkippedInPixel skip(std::size_t at, std::int64_t edgeNs) const {
        SkippedInPixel skipped{at, at};
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
    // Of the level, where no write can be thought to change them.
    const DetailMark* m_marks;
    std::int64_t m_originNs;
    int m_unitShift;
    std::size_t m_first;
    std::size_t m_last;
    float m_wideNs;
};

}  // namespace gaplight
