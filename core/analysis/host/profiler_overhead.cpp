// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/profiler_overhead.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

bool hasCategoryOf(const Trace& trace, SliceKind kind) {
    const auto categories = trace.categories();
    return std::any_of(categories.begin(), categories.end(),
                       [&](const Category& category) { return category.kind == kind; });
}

// Of a call, as Gaplight's recorder wrote it; 0 where it did not, or wrote what cannot be.
Duration stackCostIn(const TraceFacts& facts) {
    std::int64_t ns = 0;
    for (const auto& [key, value] : facts.metadata) {
        if (key == "stack_cost_ns") {
            std::from_chars(value.data(), value.data() + value.size(), ns);
        }
    }
    return Duration(ns) > ProfilerOverhead::kMaxStackCost
               ? Duration::zero()
               : std::max(Duration::zero(), Duration(ns));
}

}  // namespace

bool isProfilersWork(const Trace& trace, SliceId slice) {
    if (trace.kind(slice) != SliceKind::Overhead) {
        return false;
    }
    // "Lazy Function Loading" of Kineto, "Runtime module loading (CUDA)" of Nsight Systems.
    const std::string_view name = trace.name(slice);
    return name.find("oading") == std::string_view::npos &&
           name.find("ompiler") == std::string_view::npos;
}

bool hasPythonStacks(const Trace& trace) {
    return hasCategoryOf(trace, SliceKind::PythonFunction);
}

ProfilerOverhead::ProfilerOverhead(const Trace& trace, const LaunchIndex& launches)
    : m_trace(trace),
      m_launches(launches),
      m_hasStacks(hasPythonStacks(trace)),
      m_hasOperators(hasCategoryOf(trace, SliceKind::CpuOp)),
      m_stackCost(m_hasOperators ? Duration::zero() : stackCostIn(trace.facts())),
      m_threads(trace.tracks().size()) {
    m_costs.reserve(trace.categories().size());
    for (const Category& category : trace.categories()) {
        m_costs.push_back(costOf(category.kind));
    }
    if (m_hasStacks && m_hasOperators) {
        findLongFunctions();
    }
    if (isKnown()) {
        m_overhead = recordedOverhead(trace);
        std::erase_if(m_overhead, [](const RecordedOverhead& one) { return !one.isProfilers; });
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
            m_longFunctions.resize(m_trace.strings().size());
            m_longFunctions[caller.index()] = 1;
        }
    }
}

// Of a Python frame, where there are long functions.
bool ProfilerOverhead::isCalledByLongFunction(SliceId slice) const {
    const SliceId caller = m_trace.slices().parent(slice);
    return caller.isValid() && m_longFunctions[m_trace.slices().name(caller).index()] != 0;
}

ProfilerOverhead::CategoryCost ProfilerOverhead::costOf(SliceKind kind) const {
    if (!m_hasOperators) {
        const bool isCall = kind == SliceKind::Runtime || kind == SliceKind::Driver;
        return {isCall ? m_stackCost : Duration::zero()};
    }
    switch (kind) {
        case SliceKind::Runtime:
        case SliceKind::Driver:
            return {kCall, true, false};
        case SliceKind::CpuOp:
            return {m_hasStacks ? kStackedOperator : kOperator};
        case SliceKind::UserAnnotation:
            return {kAnnotation};
        case SliceKind::PythonFunction:
            return {kFrame, false, true};
        default:
            return {};
    }
}

void ProfilerOverhead::measure(TrackId thread, ThreadTime& time) const {
    const SliceTable& slices = m_trace.slices();
    const std::size_t first = m_trace.firstIndex(thread);
    const std::size_t end = first + m_trace.tracks()[thread.index()].sliceCount;
    if (!isKnown() || first == end) {
        return;
    }
    std::unordered_map<SliceId, Time> lastCallEnd;  // of long functions, by the function's slice
    // At most one range a slice; what stays unwritten of a column takes no memory.
    Column<TimeRange>& ranges = time.ranges;
    ranges.reserve(end - first);
    const auto add = [&](Time begin, Duration cost) {
        if (!ranges.empty() && begin <= ranges.back().end) {
            ranges.back().end += cost;
        } else if (cost > Duration::zero()) {
            ranges.push_back({begin, begin + cost});
        }
    };
    const std::span<const SliceId> launches = m_launches.launches();
    auto launch = std::lower_bound(launches.begin(), launches.end(), SliceId(first));
    auto overhead =
        std::ranges::lower_bound(m_overhead, SliceId(first), {}, &RecordedOverhead::call);
    for (std::size_t at = first; at < end; ++at) {
        const SliceId slice(at);
        const Time start = slices.start(slice);
        const CategoryCost& of = m_costs[slices.category(slice).index()];
        Duration own{};  // of CUPTI in it
        for (; overhead != m_overhead.end() && overhead->call == slice; ++overhead) {
            own += overhead->range.length();
        }
        if (of.isCall) {
            while (launch != launches.end() && *launch < slice) {
                ++launch;
            }
            add(start, own + (launch != launches.end() && *launch == slice ? kLaunch : of.cost));
        } else if (of.isPython && !m_longFunctions.empty() && isCalledByLongFunction(slice)) {
            const SliceId caller = slices.parent(slice);
            Time& last = lastCallEnd.try_emplace(caller, slices.start(caller)).first->second;
            const Time begin = std::max(
                {last, start - kMaxLookUp, ranges.empty() ? Time::min() : ranges.back().end});
            add(begin, std::max(Duration::zero(), start - begin));
            last = std::max(last, slices.end(slice));
        } else {
            add(start, own + of.cost);
        }
    }
    time.before.resize(ranges.size());
    Duration sum{};
    for (std::size_t at = 0; at < ranges.size(); ++at) {
        time.before[at] = sum;
        sum += ranges[at].length();
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
