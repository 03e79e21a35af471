// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/recorded_overhead.h"

#include <algorithm>
#include <chrono>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/base/share.h"

namespace gaplight {
namespace {

// Shorter ones are no call's delay.
constexpr Duration kMinOverhead = std::chrono::microseconds(10);
constexpr std::int64_t kCoveredPercent = 90;

// The API call of a thread around a time, else the operator: the record of a call may be lost where
// its buffer was full. Invalid if there is none.
SliceId callAt(const Trace& trace, TrackId thread, Time time) {
    SliceId op;
    for (SliceId up = sliceAt(trace, thread, time); up.isValid(); up = trace.slices().parent(up)) {
        if (isApiCall(trace.kind(up))) {
            return up;
        }
        if (trace.kind(up) == SliceKind::CpuOp && !op.isValid()) {
            op = up;
        }
    }
    return op;
}

TimeRange overlapOf(TimeRange a, TimeRange b) {
    const Time begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

RecordedOverhead findCall(const Trace& trace, SliceId overhead) {
    const TimeRange own = trace.slices().range(overhead);
    RecordedOverhead found;
    for (std::size_t track = 0; track < trace.tracks().size(); ++track) {
        const SliceId call = callAt(trace, TrackId(track), own.begin + own.length() / 2);
        const bool isCall = call.isValid() && trace.sourceOf(call) == trace.sourceOf(overhead) &&
                            !(found.call.isValid() &&
                              trace.slices().duration(found.call) <= trace.slices().duration(call));
        if (!isCall) {
            continue;
        }
        const TimeRange inside = overlapOf(own, trace.slices().range(call));
        if (reachesPercent(inside.length(), own.length(), kCoveredPercent)) {
            found.call = call;
            found.range = inside;
        }
    }
    found.isProfilers = isProfilersWork(trace, overhead);
    return found;
}

}  // namespace

std::vector<RecordedOverhead> recordedOverhead(const Trace& trace) {
    std::vector<RecordedOverhead> all;
    if (std::ranges::none_of(trace.categories(), [](const Category& category) {
            return category.kind == SliceKind::Overhead;
        })) {
        return all;  // as in most traces: no slice is looked at
    }
    for (const SliceId slice : scanSlices(trace, [&](SliceId one) {
             return trace.kind(one) == SliceKind::Overhead &&
                    trace.slices().duration(one) >= kMinOverhead;
         })) {
        const RecordedOverhead found = findCall(trace, slice);
        if (found.call.isValid()) {
            all.push_back(found);
        }
    }
    std::ranges::sort(
        all, {}, [](const RecordedOverhead& one) { return std::pair(one.call, one.range.begin); });
    return all;
}

}  // namespace gaplight
