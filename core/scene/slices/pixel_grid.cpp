// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/slices/pixel_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gaplight {
namespace {

// Beyond it a pixel's edge could not be moved by its error.
constexpr std::int64_t kLatestNs = std::numeric_limits<std::int64_t>::max() - (1 << 20);

}  // namespace

PixelEdges::PixelEdges(std::int64_t originNs, double pixelsPerNs, std::int32_t end) {
    m_grid.m_originNs = originNs;
    m_grid.m_pixelsPerNs = pixelsPerNs;
    m_grid.m_pixelNs = static_cast<std::int64_t>(std::ceil(1 / pixelsPerNs));
    m_grid.m_end = end;
    m_edgesNs.reserve(static_cast<std::size_t>(end) + 3);
    for (std::int32_t pixel = 0; pixel <= end + 2; ++pixel) {
        const double length = std::ceil(pixel / pixelsPerNs);
        if (length > static_cast<double>(kLatestNs - std::max<std::int64_t>(originNs, 0))) {
            m_edgesNs.push_back(kLatestNs);
            continue;
        }
        // The quotient's last bit may say otherwise than the product's, by which times are placed.
        std::int64_t edge = originNs + static_cast<std::int64_t>(length);
        while (m_grid.position(edge) < pixel) {
            ++edge;
        }
        while (m_grid.position(edge - 1) >= pixel) {
            --edge;
        }
        m_edgesNs.push_back(edge);
    }
}

PixelGrid PixelEdges::grid() const {
    PixelGrid grid = m_grid;
    grid.m_edgesNs = m_edgesNs.data();
    return grid;
}

}  // namespace gaplight
