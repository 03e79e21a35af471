// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/time.h"

namespace gaplight {

// Device pixels as stretches of time, counted from the origin on. Where they begin is kept in
// integer ns, so that a walk over millions of slices asks with one comparison whether something
// goes beyond a pixel.
// A view of PixelEdges: cheap to copy, valid while they live.
class PixelGrid {
public:
    // From pixel 0 to the end of the last.
    [[nodiscard]] TimeRange range() const {
        return {timeFromNs(m_originNs), timeFromNs(edgeNs(m_end))};
    }
    [[nodiscard]] std::int32_t pixels() const { return m_end; }
    // Shortest whole time that is a pixel or more.
    [[nodiscard]] std::int64_t pixelNs() const { return m_pixelNs; }
    // The first ns in or right of a pixel, from pixel 0 to two after the last.
    [[nodiscard]] std::int64_t edgeNs(std::int64_t pixel) const { return m_edgesNs[pixel]; }

    // The pixel that a time in range lies in. A cast, not std::floor, which is a call on plain
    // x86-64.
    [[nodiscard]] std::int64_t pixelOf(std::int64_t timeNs) const {
        return static_cast<std::int64_t>(position(timeNs));
    }
    // The edge nearest to a time; at most kBeyond pixels out of range, so that no coordinate is too
    // large for a painter, and what goes on out of sight has no edge in sight.
    static constexpr std::int32_t kBeyond = 8;
    [[nodiscard]] std::int32_t nearestEdge(std::int64_t timeNs) const {
        const double inside = std::clamp(position(timeNs) + kBeyond, 0.0, m_end + 2.0 * kBeyond);
        return static_cast<std::int32_t>(inside + 0.5) - kBeyond;
    }

private:
    friend class PixelEdges;

    [[nodiscard]] double position(std::int64_t timeNs) const {
        return static_cast<double>(timeNs - m_originNs) * m_pixelsPerNs;
    }

    std::int64_t m_originNs = 0;
    double m_pixelsPerNs = 1;
    std::int64_t m_pixelNs = 1;
    std::int32_t m_end = 0;  // one after the last pixel
    const std::int64_t* m_edgesNs = nullptr;
};

// Where the pixels of a grid begin.
class PixelEdges {
public:
    // Of pixels 0 to end - 1. O(pixels).
    PixelEdges(std::int64_t originNs, double pixelsPerNs, std::int32_t end);

    [[nodiscard]] PixelGrid grid() const;

private:
    PixelGrid m_grid;
    std::vector<std::int64_t> m_edgesNs;
};

}  // namespace gaplight
