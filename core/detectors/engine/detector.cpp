// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/detector.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/base/parallel.h"

namespace gaplight {
namespace {

// Computes when the threads that launch are recorded, which most rules read.
void measureRecording(const Trace& trace, const LaunchIndex& launches,
                      const ProfilerOverhead& overhead) {
    const std::span<const SliceId> calls = launches.launches();
    parallelFor(std::size_t{0}, trace.tracks().size(), [&](std::size_t track) {
        const SliceId first = trace.tracks()[track].firstSlice;
        const SliceId end(first.index() + trace.tracks()[track].sliceCount);
        const auto call = std::lower_bound(calls.begin(), calls.end(), first);
        if (call != calls.end() && *call < end) {
            static_cast<void>(overhead.recordingTime(TrackId(track)));
        }
    });
}

}  // namespace

SharedAnalysis measureShared(const Trace& trace, const LaunchIndex& launches,
                             const Analysis& analysis, const PlaceFinder& places) {
    SharedAnalysis shared{ProfilerOverhead(trace, launches), {}, {}, {}};
    parallelInvoke(
        [&] {
            shared.heldUp = HeldUpCalls::find(trace, launches, analysis, places);
            measureRecording(trace, launches, shared.overhead);
            shared.launchBound = launchBoundPlaces(trace, launches, analysis, places,
                                                   shared.overhead, shared.heldUp);
        },
        [&] {
            if (!analysis.devices.empty() && trace.shapeKeys().size() > 0) {
                shared.operatorClasses = groupOperatorCalls(trace, launches, analysis.range);
            }
        });
    return shared;
}

}  // namespace gaplight
