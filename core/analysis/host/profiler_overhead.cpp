// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/profiler_overhead.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

bool hasCategoryOf(const Trace& trace, SliceKind kind) {
    const auto categories = trace.categories();
    return std::any_of(categories.begin(), categories.end(),
                       [&](const Category& category) { return category.kind == kind; });
}

}  // namespace

bool hasPythonStacks(const Trace& trace) {
    return hasCategoryOf(trace, SliceKind::PythonFunction);
}

ProfilerOverhead::ProfilerOverhead(const Trace& trace, const LaunchIndex& launches)
    : m_trace(trace),
      m_launches(launches),
      m_hasStacks(hasPythonStacks(trace)),
      m_hasOperators(hasCategoryOf(trace, SliceKind::CpuOp)),
      m_threads(trace.tracks().size()) {
    if (m_hasStacks && m_hasOperators) {
        findLongFunctions();
    }
}

void ProfilerOverhead::findLongFunctions() {
    const SliceTable& slices = m_trace.slices();
    std::unordered_map<StringId, std::vector<Duration>> distances;  // by calling function
    for (std::size_t at = 0; at + 1 < slices.size(); ++at) {
        const SliceId call(at);
        const SliceId next(at + 1);
        if (slices.name(call) != slices.name(next)) {
            continue;  // nearly all: nothing else is read of them
        }
        const SliceId caller = slices.parent(call);
        if (caller.isValid() && slices.parent(next) == caller &&
            m_trace.kind(call) == SliceKind::PythonFunction &&
            slices.duration(call) <= kShortCall) {
            distances[slices.name(caller)].push_back(slices.start(next) - slices.start(call));
        }
    }
    for (auto& [caller, all] : distances) {
        if (all.size() >= kMinPairs && lowerMedian(all) > kSlowPair) {
            m_longFunctions.insert(caller);
        }
    }
}

bool ProfilerOverhead::isCalledByLongFunction(SliceId slice) const {
    if (m_longFunctions.empty() || m_trace.kind(slice) != SliceKind::PythonFunction) {
        return false;
    }
    const SliceId caller = m_trace.slices().parent(slice);
    return caller.isValid() && m_longFunctions.contains(m_trace.slices().name(caller));
}

Duration ProfilerOverhead::costOf(SliceId slice) const {
    switch (m_trace.kind(slice)) {
        case SliceKind::Runtime:
        case SliceKind::Driver: {
            const auto launches = m_launches.launches();
            return std::binary_search(launches.begin(), launches.end(), slice) ? kLaunch : kCall;
        }
        case SliceKind::CpuOp:
            return m_hasStacks ? kStackedOperator : kOperator;
        case SliceKind::UserAnnotation:
            return kAnnotation;
        case SliceKind::PythonFunction:
            return kFrame;
        default:
            return {};
    }
}

void ProfilerOverhead::measure(TrackId thread, ThreadTime& time) const {
    const SliceTable& slices = m_trace.slices();
    const std::size_t first = m_trace.firstIndex(thread);
    const std::size_t end = first + m_trace.tracks()[thread.index()].sliceCount;
    std::unordered_map<SliceId, Time> lastCallEnd;  // of long functions, by the function's slice
    const auto add = [&](Time begin, Duration cost) {
        if (!time.ranges.empty() && begin <= time.ranges.back().end) {
            time.ranges.back().end += cost;
        } else if (cost > Duration::zero()) {
            time.ranges.push_back({begin, begin + cost});
        }
    };
    for (std::size_t at = first; m_hasOperators && at < end; ++at) {
        const SliceId slice(at);
        const Time start = slices.start(slice);
        if (isCalledByLongFunction(slice)) {
            const SliceId caller = slices.parent(slice);
            Time& last = lastCallEnd.try_emplace(caller, slices.start(caller)).first->second;
            const Time begin =
                std::max({last, start - kMaxLookUp,
                          time.ranges.empty() ? Time::min() : time.ranges.back().end});
            add(begin, std::max(Duration::zero(), start - begin));
            last = std::max(last, slices.end(slice));
        } else {
            add(start, costOf(slice));
        }
    }
    Duration sum{};
    for (const TimeRange& range : time.ranges) {
        time.before.push_back(sum);
        sum += range.length();
    }
}

const ProfilerOverhead::ThreadTime& ProfilerOverhead::timeOf(TrackId thread) const {
    ThreadTime& time = m_threads[thread.index()];
    std::call_once(time.measured, [&] { measure(thread, time); });
    return time;
}

std::span<const TimeRange> ProfilerOverhead::recordingTime(TrackId thread) const {
    return timeOf(thread).ranges;
}

Duration ProfilerOverhead::timeUntil(const ThreadTime& time, Time until) {
    const auto after =
        std::partition_point(time.ranges.begin(), time.ranges.end(),
                             [&](const TimeRange& range) { return range.begin < until; });
    if (after == time.ranges.begin()) {
        return {};
    }
    const TimeRange& last = *(after - 1);
    return time.before[static_cast<std::size_t>(after - time.ranges.begin()) - 1] +
           (std::min(last.end, until) - last.begin);
}

Duration ProfilerOverhead::recordingTime(TrackId thread, TimeRange range) const {
    const ThreadTime& time = timeOf(thread);
    return timeUntil(time, range.end) - timeUntil(time, range.begin);
}

}  // namespace gaplight
