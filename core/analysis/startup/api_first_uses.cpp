// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/api_first_uses.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/slices/slice_scan.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// A program that frees this part of what it allocates has no caching allocator that grows.
constexpr std::size_t kCachedDivisor = 4;

// All API calls of one name that are neither waits nor copies.
struct NamedCalls {
    std::vector<SliceId> slices;
    std::vector<Duration> durations;
};

class ApiCallSearch {
public:
    ApiCallSearch(const Trace& trace, const LaunchIndex& launches, const NameClasses& names,
                  const SteadyLoop& loop)
        : m_trace(trace),
          m_launches(launches),
          m_names(names),
          m_slices(trace.slices()),
          m_loop(loop) {}

    std::vector<FirstUseCall> run(TimeRange range) {
        collectCalls(range);
        for (auto& [name, calls] : m_byName) {
            addSlow(name, calls);
        }
        addAllocations();
        return std::move(m_found);
    }

private:
    void collectCalls(TimeRange range) {
        const std::vector<SliceId> calls = scanSlices(m_trace, [&](SliceId slice) {
            if (!isApiCall(m_trace.kind(slice))) {
                return false;
            }
            const ApiCall call = m_names.apiCall(m_slices.name(slice));
            return call != ApiCall::Blocking && call != ApiCall::Copy &&
                   range.contains(m_slices.start(slice));
        });
        for (const SliceId slice : calls) {
            NamedCalls& named = m_byName[m_slices.name(slice)];
            named.slices.push_back(slice);
            named.durations.push_back(m_slices.duration(slice));
        }
    }

    void addSlow(StringId name, NamedCalls& calls) {
        const auto isSlow = [](Duration time) { return time >= FirstUses::kMinSlowCall; };
        if (std::none_of(calls.durations.begin(), calls.durations.end(), isSlow)) {
            return;
        }
        const ApiCall call = m_names.apiCall(name);
        const Duration limit = slowLimit(calls, call);
        std::vector<SliceId> slow;
        std::copy_if(calls.slices.begin(), calls.slices.end(), std::back_inserter(slow),
                     [&](SliceId slice) { return m_slices.duration(slice) >= limit; });
        if (call == ApiCall::Launch && !slow.empty()) {
            keepFirstOfKernel(slow);
        }
        if (!m_loop.recurs(slow)) {
            add(slow, call == ApiCall::Launch  ? FirstUseKind::Loading
                      : call == ApiCall::Alloc ? FirstUseKind::Allocation
                                               : FirstUseKind::Setup);
        }
    }

    // From where on calls of one name are slow.
    [[nodiscard]] Duration slowLimit(NamedCalls& calls, ApiCall call) {
        if (calls.slices.size() < FirstUses::kMedianCalls) {
            return FirstUses::kMinSlowCall;
        }
        // Where nearly every launch is the first of its kernel, the median one loads it, too.
        std::vector<Duration> later =
            call == ApiCall::Launch ? laterLaunches(calls.slices) : std::vector<Duration>();
        const Duration median = later.size() < FirstUses::kMedianCalls
                                    ? lowerMedian(calls.durations)
                                    : lowerMedian(later);
        return std::max(FirstUses::kMinSlowCall, median * FirstUses::kSlowFactor);
    }

    // Durations of those of these launches that are not the first of their kernel. `launches`
    // ascending.
    [[nodiscard]] std::vector<Duration> laterLaunches(std::span<const SliceId> launches) {
        const auto all = m_launches.launches();
        const std::vector<Time>& first = firstLaunches();
        std::vector<Duration> later;
        std::size_t at = 0;
        for (const SliceId launch : launches) {
            while (at < all.size() && all[at] < launch) {
                ++at;
            }
            const bool isFirst = at < all.size() && all[at] == launch &&
                                 first[kernelAt(at).index()] >= m_slices.start(launch);
            if (!isFirst) {
                later.push_back(m_slices.duration(launch));
            }
        }
        return later;
    }

    // The name of what LaunchIndex::launches()[position] launches first.
    [[nodiscard]] StringId kernelAt(std::size_t position) const {
        const ActivityId activity = m_launches.activitiesAt(position).front();
        return m_slices.name(m_trace.gpuActivities()[activity.index()].slice);
    }

    // By the name of a kernel, the start of its first launch.
    [[nodiscard]] const std::vector<Time>& firstLaunches() {
        if (m_firstLaunches.empty()) {
            m_firstLaunches.assign(m_trace.strings().size(), Time::max());
            for (std::size_t at = 0; at < m_launches.launches().size(); ++at) {
                Time& first = m_firstLaunches[kernelAt(at).index()];
                first = std::min(first, m_slices.start(m_launches.launches()[at]));
            }
        }
        return m_firstLaunches;
    }

    // A later launch of a kernel is slow for another reason: the queue is full, or the thread was
    // interrupted. Launches whose work was not recorded stay.
    void keepFirstOfKernel(std::vector<SliceId>& slow) {
        const std::vector<Time>& first = firstLaunches();
        std::erase_if(slow, [&](SliceId launch) {
            const auto activities = m_launches.activitiesOf(launch);
            if (activities.empty()) {
                return false;
            }
            const SliceId kernel = m_trace.gpuActivities()[activities.front().index()].slice;
            return first[m_slices.name(kernel).index()] < m_slices.start(launch);
        });
    }

    void add(const std::vector<SliceId>& slices, FirstUseKind kind) {
        for (const SliceId slice : slices) {
            if (m_loop.isBefore(slice)) {
                m_found.push_back({slice, m_slices.range(slice), kind});
            }
        }
    }

    void addAllocations() {
        std::vector<SliceId> all;
        std::vector<SliceId> frees;
        Time lastAllocation = Time::min();
        for (const auto& [name, calls] : m_byName) {
            if (m_names.apiCall(name) != ApiCall::Alloc) {
                continue;
            }
            all.insert(all.end(), calls.slices.begin(), calls.slices.end());
            if (m_trace.text(name).find("Free") != std::string_view::npos) {
                frees.insert(frees.end(), calls.slices.begin(), calls.slices.end());
                continue;
            }
            for (const SliceId slice : calls.slices) {
                lastAllocation = std::max(lastAllocation, m_slices.start(slice));
            }
        }
        // What is freed after the last allocation is the end of the program.
        const auto isAtEnd = [&](SliceId slice) { return m_slices.start(slice) > lastAllocation; };
        std::erase_if(frees, isAtEnd);
        std::erase_if(all, isAtEnd);
        const bool isCached = frees.size() * (kCachedDivisor + 1) <= all.size();
        if (m_loop.isSteady() ? !m_loop.recurs(all) : isCached) {
            add(all, FirstUseKind::Allocation);
        }
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const NameClasses& m_names;
    const SliceTable& m_slices;
    const SteadyLoop& m_loop;
    std::unordered_map<StringId, NamedCalls> m_byName;
    std::vector<Time> m_firstLaunches;  // of firstLaunches(), once they are needed
    std::vector<FirstUseCall> m_found;
};

}  // namespace

std::vector<FirstUseCall> apiFirstUses(const Trace& trace, const LaunchIndex& launches,
                                       const NameClasses& names, const SteadyLoop& loop,
                                       TimeRange range) {
    return ApiCallSearch(trace, launches, names, loop).run(range);
}

}  // namespace gaplight
