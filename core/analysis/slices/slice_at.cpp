// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/slices/slice_at.h"

#include <algorithm>

namespace gaplight {

SliceId sliceAt(const Trace& trace, TrackId track, Time time) {
    const SliceTable& slices = trace.slices();
    const auto starts = slices.starts();
    const auto first = starts.begin() + static_cast<std::ptrdiff_t>(trace.firstIndex(track));
    const auto last = first + trace.tracks()[track.index()].sliceCount;
    const auto after = std::upper_bound(first, last, time);
    if (after == first) {
        return {};
    }
    // What began last before the instant either covers it or is a neighbour inside what does.
    SliceId slice(static_cast<std::size_t>(after - starts.begin()) - 1);
    while (slice.isValid() && slices.end(slice) <= time) {
        slice = slices.parent(slice);
    }
    return slice;
}

}  // namespace gaplight
