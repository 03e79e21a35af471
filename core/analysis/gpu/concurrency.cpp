// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/concurrency.h"

#include <algorithm>

namespace gaplight {

Concurrency::Concurrency(const Trace& trace, std::span<const ActivityId> activities)
    : m_trace(trace) {
    Time latestEnd = Time::min();  // of the kernels so far
    for (const ActivityId id : activities) {
        const SliceId slice = trace.gpuActivities()[id.index()].slice;
        if (trace.kind(slice) != SliceKind::Kernel) {
            continue;
        }
        const TimeRange range = trace.slices().range(slice);
        if (range.begin < latestEnd) {
            m_shared.add({range.begin, std::min(range.end, latestEnd)});
        }
        latestEnd = std::max(latestEnd, range.end);
    }
}

Duration Concurrency::besideOthers(SliceId kernel) const {
    const TimeRange range = m_trace.slices().range(kernel);
    return range.length() - m_shared.uncovered(range);
}

}  // namespace gaplight
