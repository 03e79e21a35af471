// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/main_range.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gaplight {
namespace {

TimeRange rangeOfGpuWork(const Trace& trace) {
    const auto activities = trace.gpuActivities();
    TimeRange range = trace.slices().range(activities.front().slice);
    for (const GpuActivity& activity : activities) {
        const TimeRange own = trace.slices().range(activity.slice);
        range.begin = std::min(range.begin, own.begin);
        range.end = std::max(range.end, own.end);
    }
    return range;
}

// Slices are in order of their tracks, so that evenly taken ones stand for all.
std::optional<TimeRange> rangeOfMostSlices(const Trace& trace) {
    constexpr std::size_t kSamples = 20'000;
    constexpr std::size_t kMinSlices = 100;
    constexpr std::size_t kOutside = 100;  // one of so many is outside
    const SliceTable& slices = trace.slices();
    if (slices.size() < kMinSlices) {
        return std::nullopt;
    }
    const std::size_t stride = std::max<std::size_t>(1, slices.size() / kSamples);
    std::vector<Time> starts;
    std::vector<Time> ends;
    for (std::size_t at = 0; at < slices.size(); at += stride) {
        starts.push_back(slices.start(SliceId(at)));
        ends.push_back(slices.end(SliceId(at)));
    }
    std::sort(starts.begin(), starts.end());
    std::sort(ends.begin(), ends.end());
    // The shortest of those that hold so many.
    const std::size_t outside = std::max<std::size_t>(1, starts.size() / kOutside);
    std::size_t first = 0;
    for (std::size_t at = 0; at <= outside; ++at) {
        const std::size_t last = starts.size() - 1 - outside;
        first = starts[last + at] - starts[at] < starts[last + first] - starts[first] ? at : first;
    }
    const TimeRange most{starts[first], ends[ends.size() - 1 - outside + first]};
    return most.end > most.begin ? std::optional(most) : std::nullopt;
}

}  // namespace

std::optional<TimeRange> mainRange(const Trace& trace) {
    constexpr std::int64_t kParts = 4;  // of the trace, of which the range has less than one
    const std::optional<TimeRange> main = trace.gpuActivities().empty()
                                              ? rangeOfMostSlices(trace)
                                              : std::optional(rangeOfGpuWork(trace));
    const bool isPart = main && main->length() > Duration::zero() &&
                        main->length().count() < trace.range().length().count() / kParts;
    return isPart ? main : std::nullopt;
}

}  // namespace gaplight
