// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/time.h"
#include "core/scene/model/overlay_table.h"

namespace gaplight {

// Overlays that are drawn as one mark: [first, last) of the walked span. A single wide one, or
// narrow ones too close to tell apart.
struct MarkCluster {
    std::size_t first = 0;
    std::size_t last = 0;
    TimeRange extent;  // first begin to last end
    bool wide = false;

    [[nodiscard]] std::size_t count() const { return last - first; }
};

// Walks the overlays of one lane as marks: the level of detail of marks. Narrow ones that
// begin in one bucket are one mark; an overlay of 14 px or more always stands alone. Overlays come
// by begin and do not overlap, so only the last that begins in a bucket can be wide. Buckets lie at
// multiples of their width (the largest power of two within 14 px) in absolute time: panning
// changes no mark. O(marks × log n).
class MarkWalk {
public:
    static constexpr double kMergePixels = 14;

    // `nsPerPixel` of the view; overlays that touch `range` are walked.
    MarkWalk(std::span<const Overlay> overlays, TimeRange range, double nsPerPixel,
             double mergePixels = kMergePixels);

    [[nodiscard]] bool next(MarkCluster& cluster);

private:
    [[nodiscard]] std::size_t firstFrom(Time time, std::size_t position) const;
    [[nodiscard]] bool isWide(std::size_t position) const {
        return (ns(m_overlays[position].range.length()) >> m_shift) != 0;
    }

    std::span<const Overlay> m_overlays;
    Time m_end;
    int m_shift;
    std::size_t m_next = 0;
};

// Marks less than 14 px apart joined into one, unless one of them is that wide by itself.
template <class Paint>
void forEachChain(std::span<const Overlay> overlays, TimeRange range, double nsPerPixel,
                  const Paint& paint) {
    const double merge = MarkWalk::kMergePixels * nsPerPixel;
    const auto isWide = [&](const MarkCluster& mark) {
        return mark.wide && static_cast<double>(ns(mark.extent.length())) >= merge;
    };
    MarkWalk walk(overlays, range, nsPerPixel);
    MarkCluster mark;
    MarkCluster chain;
    bool open = false;
    while (walk.next(mark)) {
        mark.wide = isWide(mark);
        const auto apart = static_cast<double>(ns(mark.extent.begin - chain.extent.end));
        if (open && !mark.wide && apart < merge) {
            chain.last = mark.last;
            chain.extent.end = mark.extent.end;
            continue;
        }
        if (open) {
            paint(chain);
        }
        open = !mark.wide;
        chain = mark;
        if (mark.wide) {
            paint(mark);
        }
    }
    if (open) {
        paint(chain);
    }
}

}  // namespace gaplight
