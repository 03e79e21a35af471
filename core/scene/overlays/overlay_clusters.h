// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/time.h"
#include "core/scene/model/overlay_table.h"

namespace gaplight {

// Overlays [first, last) of a sequence that are drawn as one shape: a single wide overlay, or
// several narrow ones too close to separate.
struct OverlayCluster {
    std::size_t first = 0;
    std::size_t last = 0;
    TimeRange extent;  // first begin to last end
    bool wide = false;

    std::size_t count() const { return last - first; }
};

// Level of detail of overlays: joins the overlays of one sequence that are too close to be
// separated on screen into clusters.
//
// The problem: 10,000 gaps in view cannot be 10,000 labels. Joining neighbors by their distance in
// pixels would regroup them with every pixel of panning. Instead, all narrow overlays that start in
// one bucket of time form a cluster; buckets are at multiples of their width (the largest power of
// two within 14 px) in absolute time, so that panning changes no cluster. An overlay of a bucket's
// width or more is a cluster of its own.
//
//   buckets   |       |       |       |
//   overlays   a b  c   d   eeeeeeeeee
//   clusters  {a b c} {d}   {e}
//
// Overlays are sorted by start and do not overlap, so only the last one of a bucket can be wide.
// O(clusters × log n).
class OverlayClusterWalk {
public:
    static constexpr double kMergePixels = 14;

    // Walks the overlays that touch `range`; `nsPerPixel`: scale of the view.
    OverlayClusterWalk(const OverlaySpan& overlays, TimeRange range, double nsPerPixel,
                       double mergePixels = kMergePixels);

    [[nodiscard]] bool next(OverlayCluster& cluster);

private:
    bool isWide(std::size_t position) const {
        return (ns(m_overlays.range(position).length()) >> m_shift) != 0;
    }

    OverlaySpan m_overlays;
    Time m_end;
    int m_shift;
    std::size_t m_next = 0;
};

// Calls `paint(cluster)` after joining clusters less than 14 px apart, except those that are at
// least 14 px wide themselves.
template <class Paint>
void forEachMergedCluster(const OverlaySpan& overlays, TimeRange range, double nsPerPixel,
                          const Paint& paint) {
    const double merge = OverlayClusterWalk::kMergePixels * nsPerPixel;
    const auto isWide = [&](const OverlayCluster& overlay) {
        return overlay.wide && static_cast<double>(ns(overlay.extent.length())) >= merge;
    };
    OverlayClusterWalk walk(overlays, range, nsPerPixel);
    OverlayCluster overlay;
    OverlayCluster merged;
    bool open = false;
    while (walk.next(overlay)) {
        overlay.wide = isWide(overlay);
        const auto apart = static_cast<double>(ns(overlay.extent.begin - merged.extent.end));
        if (open && !overlay.wide && apart < merge) {
            merged.last = overlay.last;
            merged.extent.end = overlay.extent.end;
            continue;
        }
        if (open) {
            paint(merged);
        }
        open = !overlay.wide;
        merged = overlay;
        if (overlay.wide) {
            paint(overlay);
        }
    }
    if (open) {
        paint(merged);
    }
}

}  // namespace gaplight
