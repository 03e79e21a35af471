// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/time.h"

namespace gaplight {

// Device pixels of a row as time intervals, numbered from the origin. Their edges are kept in
// integer ns, so that a walk over millions of slices decides with one comparison whether a slice
// ends beyond a pixel. A view of PixelEdges: cheap to copy, valid while they live.
class PixelGrid {
public:
    // From the start of pixel 0 to the end of the last.
    TimeRange range() const { return {timeFromNs(m_originNs), timeFromNs(edgeNs(m_end))}; }
    std::int32_t pixels() const { return m_end; }
    // Length of a pixel, rounded up to whole ns.
    std::int64_t pixelNs() const { return m_pixelNs; }
    // The first ns in or right of a pixel, from pixel 0 to two after the last.
    std::int64_t edgeNs(std::int64_t pixel) const { return m_edgesNs[pixel]; }

    // The pixel that contains a time in range. A cast instead of std::floor, which is a function
    // call on plain x86-64.
    std::int64_t pixelOf(std::int64_t timeNs) const {
        return static_cast<std::int64_t>(position(timeNs));
    }
    // The pixel edge nearest to a time, clamped to kBeyond pixels outside the range: coordinates
    // stay small for painters, and a slice that continues outside the view shows no edge inside.
    static constexpr std::int32_t kBeyond = 8;
    std::int32_t nearestEdge(std::int64_t timeNs) const {
        const double inside = std::clamp(position(timeNs) + kBeyond, 0.0, m_end + 2.0 * kBeyond);
        return static_cast<std::int32_t>(inside + 0.5) - kBeyond;
    }

private:
    friend class PixelEdges;

    double position(std::int64_t timeNs) const {
        return static_cast<double>(timeNs - m_originNs) * m_pixelsPerNs;
    }

    std::int64_t m_originNs = 0;
    double m_pixelsPerNs = 1;
    std::int64_t m_pixelNs = 1;
    std::int32_t m_end = 0;  // one after the last pixel
    const std::int64_t* m_edgesNs = nullptr;
};

// Owns the edges of a PixelGrid.
class PixelEdges {
public:
    // For pixels 0 to end - 1. O(pixels).
    PixelEdges(std::int64_t originNs, double pixelsPerNs, std::int32_t end);

    PixelGrid grid() const;

private:
    PixelGrid m_grid;
    std::vector<std::int64_t> m_edgesNs;
};

}  // namespace gaplight
