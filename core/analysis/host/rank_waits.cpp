// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/rank_waits.h"

#include <algorithm>
#include <cstddef>

#include "core/analysis/slices/slice_scan.h"

namespace gaplight {

RankWaits RankWaits::find(const Trace& trace, const NameClasses& names) {
    RankWaits waits;
    bool areThere = false;
    for (std::size_t at = 0; at < trace.strings().size() && !areThere; ++at) {
        areThere = names.hostWork(StringId(at)) == HostWork::RankWait;
    }
    if (!areThere) {
        return waits;
    }
    // Ascending, hence on each thread by start.
    for (const SliceId slice : scanSlices(trace, [&](SliceId one) {
             const SliceKind kind = trace.kind(one);
             return names.hostWork(trace.slices().name(one)) == HostWork::RankWait &&
                    kind != SliceKind::GpuUserAnnotation && !isGpuActivity(kind);
         })) {
        waits.m_ofThread[trace.trackOf(slice)].add(trace.slices().range(slice));
    }
    return waits;
}

Duration RankWaits::timeIn(TrackId thread, TimeRange range) const {
    const auto at = m_ofThread.find(thread);
    return at == m_ofThread.end() || range.length() <= Duration::zero()
               ? Duration::zero()
               : range.length() - at->second.uncovered(range);
}

std::vector<TimeRange> RankWaits::outside(TrackId thread, TimeRange range) const {
    const auto at = m_ofThread.find(thread);
    return at == m_ofThread.end() ? std::vector<TimeRange>{range}
                                  : rangesOutside({range}, at->second.ranges());
}

}  // namespace gaplight
