// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlays/overlay_clusters.h"

#include <algorithm>

namespace gaplight {

OverlayClusterWalk::OverlayClusterWalk(const OverlaySpan& overlays, TimeRange range,
                                       double nsPerPixel, double mergePixels)
    : m_overlays(overlays), m_end(range.end) {
    const auto widest = static_cast<std::uint64_t>(std::max(1.0, nsPerPixel * mergePixels));
    m_shift = static_cast<int>(std::bit_width(widest)) - 1;
    // Start at the bucket of the first overlay that extends into the range.
    std::size_t at = m_overlays.firstFrom(range.begin, 0);
    while (at > 0 && m_overlays.range(at - 1).end > range.begin) {
        --at;
    }
    if (at < m_overlays.size()) {
        const std::int64_t bucket = ns(m_overlays.range(at).begin) >> m_shift;
        m_next = m_overlays.firstFrom(timeFromNs(bucket << m_shift), 0);
    } else {
        m_next = at;
    }
}

bool OverlayClusterWalk::next(OverlayCluster& cluster) {
    if (m_next >= m_overlays.size() || m_overlays.range(m_next).begin >= m_end) {
        return false;
    }
    cluster.first = m_next;
    cluster.wide = isWide(m_next);
    cluster.last = m_next + 1;
    if (!cluster.wide) {
        const std::int64_t bucket = ns(m_overlays.range(m_next).begin) >> m_shift;
        cluster.last = m_overlays.firstFrom(timeFromNs((bucket + 1) << m_shift), m_next);
        cluster.last -= isWide(cluster.last - 1) ? 1 : 0;
    }
    cluster.extent = {m_overlays.range(cluster.first).begin,
                      m_overlays.range(cluster.last - 1).end};
    m_next = cluster.last;
    return true;
}

}  // namespace gaplight
