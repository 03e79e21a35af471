// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/slices/self_time.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace gaplight {

HostSelfTimes hostSelfTimes(const Trace& trace, std::size_t count) {
    const SliceTable& slices = trace.slices();
    std::vector<Duration> ofName(trace.strings().size());
    HostSelfTimes times;
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::Thread || track.gpu) {
            continue;
        }
        const std::size_t first = track.firstSlice.index();
        for (std::size_t at = first; at < first + track.sliceCount; ++at) {
            const SliceId slice(at);
            const SliceKind kind = trace.kind(slice);
            if (kind == SliceKind::TraceSpan || kind == SliceKind::Overhead) {
                continue;  // the profiler's
            }
            const Duration length = slices.duration(slice);
            ofName[slices.name(slice).index()] += length;
            if (const SliceId parent = slices.parent(slice); parent.isValid()) {
                ofName[slices.name(parent).index()] -= length;
            } else {
                times.total += length;
            }
        }
    }
    for (std::size_t name = 0; name < ofName.size(); ++name) {
        if (ofName[name] > Duration::zero()) {
            times.longest.push_back({StringId(name), ofName[name]});
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
