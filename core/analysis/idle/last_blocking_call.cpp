// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/last_blocking_call.h"

#include <algorithm>

namespace gaplight {

SliceId lastBlockingCallBefore(const Trace& trace, std::span<const BlockingCall> calls,
                               SliceId launch) {
    const auto after = std::lower_bound(
        calls.begin(), calls.end(), launch,
        [](const BlockingCall& call, SliceId slice) { return call.slice < slice; });
    if (after == calls.begin()) {
        return {};
    }
    const BlockingCall& call = *(after - 1);
    const Track& track = trace.tracks()[call.track.index()];
    const bool sameThread = launch.index() < track.firstSlice.index() + track.sliceCount;
    return sameThread ? call.slice : SliceId{};
}

}  // namespace gaplight
