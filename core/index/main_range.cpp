// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/main_range.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/intervals.h"

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

// Whether a range of GPU work is next to nothing: a few kernels, as beside the capture of a graph.
bool isTiny(const Trace& trace, const TimeRange& range) {
    constexpr std::size_t kMinActivities = 10;
    constexpr std::int64_t kParts = 1'000;  // of the trace
    return trace.gpuActivities().size() < kMinActivities &&
           range.length().count() < trace.range().length().count() / kParts;
}

// Start and end of an even sample of the GPU work, without any of all slices, which are in order of
// their tracks.
std::vector<TimeRange> sample(const Trace& trace) {
    constexpr std::size_t kSamples = 20'000;
    const auto activities = trace.gpuActivities();
    const std::size_t count = activities.empty() ? trace.slices().size() : activities.size();
    const std::size_t stride = std::max<std::size_t>(1, count / kSamples);
    std::vector<TimeRange> ranges;
    for (std::size_t at = 0; at < count; at += stride) {
        const SliceId slice = activities.empty() ? SliceId(at) : activities[at].slice;
        ranges.push_back(trace.slices().range(slice));
    }
    return ranges;
}

// Whether a range has nearly all of the time of others.
bool holdsTheirTime(const TimeRange& range, std::span<const TimeRange> ranges) {
    constexpr std::int64_t kOutside = 100;  // one part of so many is outside
    Duration all{};
    Duration inside{};
    for (const TimeRange& one : ranges) {
        all += one.length();
        inside += std::max(Duration{}, commonPart(range, one).length());
    }
    return all - inside <= all / kOutside;
}

// The shortest range that holds 99 % of others.
std::optional<TimeRange> rangeOfMost(std::span<const TimeRange> ranges) {
    constexpr std::size_t kMinRanges = 100;
    constexpr std::size_t kOutside = 100;  // one of so many is outside
    if (ranges.size() < kMinRanges) {
        return std::nullopt;
    }
    std::vector<Time> starts;
    std::vector<Time> ends;
    for (const TimeRange& range : ranges) {
        starts.push_back(range.begin);
        ends.push_back(range.end);
    }
    std::sort(starts.begin(), starts.end());
    std::sort(ends.begin(), ends.end());
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
    const auto isPart = [&](const TimeRange& range) {
        return range.length() > Duration::zero() &&
               range.length().count() < trace.range().length().count() / kParts;
    };
    const bool hasGpuWork = !trace.gpuActivities().empty();
    if (hasGpuWork && isPart(rangeOfGpuWork(trace))) {
        return isTiny(trace, rangeOfGpuWork(trace)) ? std::nullopt
                                                    : std::optional(rangeOfGpuWork(trace));
    }
    const std::vector<TimeRange> ranges = sample(trace);
    const std::optional<TimeRange> most = rangeOfMost(ranges);
    return most && isPart(*most) && (!hasGpuWork || holdsTheirTime(*most, ranges)) ? most
                                                                                   : std::nullopt;
}

}  // namespace gaplight
