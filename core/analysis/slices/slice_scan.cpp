// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/slices/slice_scan.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "core/base/intervals.h"
#include "core/index/summary_thread.h"

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
    // The slice that started last either covers the instant or is inside the one that does.
    SliceId slice(static_cast<std::size_t>(after - starts.begin()) - 1);
    while (slice.isValid() && slices.end(slice) <= time) {
        slice = slices.parent(slice);
    }
    return slice;
}

SliceId enclosingSlice(const Trace& trace, std::span<const SliceId> slices, std::uint32_t percent) {
    const std::size_t samples = std::min(slices.size(), kEnclosedSamples);
    std::unordered_map<SliceId, std::size_t> enclosed;  // how many samples each slice holds
    for (std::size_t sample = 0; sample < samples; ++sample) {
        const SliceId slice = slices[sample * slices.size() / samples];
        for (SliceId at = trace.slices().parent(slice); at.isValid();
             at = trace.slices().parent(at)) {
            ++enclosed[at];
        }
    }
    // Slices that hold most samples are on one path: of any two, one encloses the other, and the
    // deeper one comes later in the table.
    SliceId deepest;
    for (const auto& [slice, count] : enclosed) {
        if (count * 100 >= samples * percent && (!deepest.isValid() || slice > deepest)) {
            deepest = slice;
        }
    }
    return deepest;
}

bool launchesInside(const Trace& trace, const LaunchIndex& launches, SliceId slice) {
    const auto all = launches.launches();
    const auto next = std::upper_bound(all.begin(), all.end(), slice);
    return next != all.end() && trace.slices().start(*next) < trace.slices().end(slice) &&
           trace.trackOf(*next) == trace.trackOf(slice);
}

HostSelfTimes hostSelfTimes(const Trace& trace, std::size_t count) {
    const SliceTable& slices = trace.slices();
    std::vector<NameSelfTime> ofName(trace.strings().size());
    HostSelfTimes times;
    for (const TrackId thread : hostThreads(trace)) {
        const Track& track = trace.tracks()[thread.index()];
        const std::size_t first = track.firstSlice.index();
        for (std::size_t at = first; at < first + track.sliceCount; ++at) {
            const SliceId slice(at);
            if (isOfRecorder(trace.kind(slice))) {
                continue;
            }
            const Duration length = slices.duration(slice);
            NameSelfTime& own = ofName[slices.name(slice).index()];
            own.self += length;
            ++own.count;
            if (!own.longest.isValid() || length > slices.duration(own.longest)) {
                own.longest = slice;
            }
            times.total += length;
            const SliceId parent = slices.parent(slice);
            if (parent.isValid() && !isOfRecorder(trace.kind(parent))) {
                const Duration nested = std::max(
                    Duration{}, commonPart(slices.range(parent), slices.range(slice)).length());
                ofName[slices.name(parent).index()].self -= nested;
                times.total -= nested;
            }
        }
    }
    for (std::size_t name = 0; name < ofName.size(); ++name) {
        if (ofName[name].self > Duration::zero()) {
            times.longest.push_back(ofName[name]);
            times.longest.back().name = StringId(name);
        }
    }
    const auto key = [&](const NameSelfTime& one) {
        return std::tuple(-one.self, trace.text(one.name));
    };
    const auto end =
        times.longest.begin() + static_cast<std::ptrdiff_t>(std::min(count, times.longest.size()));
    std::partial_sort(
        times.longest.begin(), end, times.longest.end(),
        [&](const NameSelfTime& a, const NameSelfTime& b) { return key(a) < key(b); });
    times.longest.erase(end, times.longest.end());
    return times;
}

}  // namespace gaplight
