// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/launch/place_launches.h"

#include <algorithm>

#include "core/analysis/torch/compile_id.h"
#include "core/base/statistics.h"

namespace gaplight {

LaunchFix PlaceLaunches::fix() const {
    return 2 * inLoops >= activities    ? LaunchFix::Loops
           : 2 * copies >= activities   ? LaunchFix::Copies
           : 2 * compiled >= activities ? LaunchFix::Compiled
                                        : LaunchFix::Eager;
}

LaunchComposition::LaunchComposition(const Trace& trace, std::span<const TensorLoop> loops)
    : m_trace(trace), m_loops(loops), m_isCompiled(trace.strings().size()) {
    for (std::size_t at = 0; at < m_isCompiled.size(); ++at) {
        m_isCompiled[at] = isCompiledCode(trace.text(StringId(at)));
    }
}

bool LaunchComposition::isInCompiledCode(SliceId launch) const {
    const SliceTable& slices = m_trace.slices();
    SliceId at = slices.parent(launch);
    while (at.isValid() && !m_isCompiled[slices.name(at).index()]) {
        at = slices.parent(at);
    }
    return at.isValid();
}

PlaceLaunches LaunchComposition::of(const LaunchBoundPlace& place) const {
    const SliceTable& slices = m_trace.slices();
    PlaceLaunches result;
    result.activities = place.activities;
    std::vector<Duration> periods;
    std::vector<Duration> kernels;
    std::vector<TrackId> threads;
    for (const LaunchBoundInterval& part : place.parts) {
        threads.push_back(part.thread);
        for (std::size_t at = 0; at < part.launches.size(); ++at) {
            const IntervalLaunch& one = part.launches[at];
            const SliceId slice = m_trace.gpuActivities()[one.activity.index()].slice;
            kernels.push_back(slices.duration(slice));
            result.compiled += isInCompiledCode(one.launch) ? 1 : 0;
            result.copies += m_trace.kind(slice) == SliceKind::Memcpy ? 1 : 0;
            result.inLoops += loopAround(m_loops, one.launch) != nullptr ? 1 : 0;
            if (at > 0) {
                periods.push_back(slices.start(one.launch) -
                                  slices.start(part.launches[at - 1].launch));
            }
        }
    }
    std::sort(threads.begin(), threads.end());
    result.threads =
        static_cast<std::size_t>(std::unique(threads.begin(), threads.end()) - threads.begin());
    result.period = periods.empty() ? Duration::zero() : lowerMedian(periods);
    result.kernel = kernels.empty() ? Duration::zero() : lowerMedian(kernels);
    return result;
}

}  // namespace gaplight
