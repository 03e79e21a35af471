// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/host_hotspots.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

#include <tbb/blocked_range.h>

#include "core/analysis/causes/idle_call_paths.h"
#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/parallel.h"
#include "core/base/share.h"

namespace gaplight {
namespace {

constexpr std::uint32_t kRoot = IdleCallPaths::kRoot;
constexpr std::uint32_t kNoPath = IdleCallPaths::kNoPath;

// Host time of some functions over the whole trace, direct recursion counted once.
std::vector<Duration> totalTimes(const Trace& trace, const PlaceFinder& places, TimeRange range,
                                 const std::vector<std::uint32_t>& indexOfFunction,
                                 std::size_t functions) {
    const SliceTable& slices = trace.slices();
    const auto functionAt = [&](SliceId slice) {
        return slice.isValid() ? places.functionOf(slices.name(slice)) : StringId{};
    };
    using Times = std::vector<Duration>;
    constexpr std::size_t kGrain = 262144;
    return parallelReduce(
        tbb::blocked_range<std::size_t>(0, slices.size(), kGrain), Times(functions),
        [&](const auto& block, Times times) {
            for (std::size_t at = block.begin(); at != block.end(); ++at) {
                const SliceId slice(at);
                const StringId function = functionAt(slice);
                const std::uint32_t index = indexOfFunction[function.index()];
                if (index == kNoPath || !range.contains(slices.start(slice))) {
                    continue;
                }
                const SliceId parent = slices.parent(slice);
                const bool isRecursion =
                    functionAt(parent) == function ||
                    (parent.isValid() && functionAt(slices.parent(parent)) == function);
                times[index] += isRecursion ? Duration::zero() : slices.duration(slice);
            }
            return times;
        },
        [](Times a, const Times& b) {
            std::transform(a.begin(), a.end(), b.begin(), a.begin(), std::plus<>());
            return a;
        });
}

// Picks from the call paths what is worth naming.
class Selection {
public:
    Selection(const Trace& trace, const Analysis& analysis, const PlaceFinder& places,
              const std::vector<IdleCallPath>& paths, const HotspotLimits& limits)
        : m_trace(trace),
          m_places(places),
          m_paths(paths),
          m_limits(limits),
          m_window(measuredWindow(analysis)) {
        findEverywhereHot(trace, analysis);
        visit(kRoot);
    }

    struct Picked {
        std::uint32_t caller = kRoot;  // position in IdleCallPaths::paths
        StringId function;
        Duration covered{};
    };
    const std::vector<Picked>& picked() const { return m_picked; }

private:
    // Code that launches must keep the GPU idle wherever it runs, not only where it is looked at.
    void findEverywhereHot(const Trace& trace, const Analysis& analysis) {
        std::vector<std::uint32_t> indexOfFunction(trace.strings().size(), kNoPath);
        std::vector<Duration> inGaps;
        const auto isAsked = [&](const IdleCallPath& path) {
            return path.function.isValid() && path.launches && !path.isOperator &&
                   path.inGaps >= m_limits.minTime;
        };
        for (const IdleCallPath& path : m_paths) {
            if (isAsked(path) && indexOfFunction[path.function.index()] == kNoPath) {
                indexOfFunction[path.function.index()] = static_cast<std::uint32_t>(inGaps.size());
                inGaps.emplace_back();
            }
        }
        for (const IdleCallPath& path : m_paths) {
            if (path.function.isValid() && indexOfFunction[path.function.index()] != kNoPath) {
                inGaps[indexOfFunction[path.function.index()]] += path.inGaps;
            }
        }
        const auto totals =
            totalTimes(trace, m_places, analysis.range, indexOfFunction, inGaps.size());
        m_isHot.resize(indexOfFunction.size());
        for (std::size_t at = 0; at < indexOfFunction.size(); ++at) {
            const std::uint32_t index = indexOfFunction[at];
            m_isHot[at] = index != kNoPath && totals[index] > Duration::zero() &&
                          reachesPercent(inGaps[index], totals[index], kMajorityPercent);
        }
    }

    bool isHot(const IdleCallPath& path) const {
        const auto calls = static_cast<std::int64_t>(path.calls);
        if (path.isOperator && path.inGaps < calls * m_limits.minGap) {
            return false;  // what any operator costs, many times
        }
        if (calls == 1 && reachesPercent(path.touched, m_window.length(), kMajorityPercent)) {
            return false;  // the program itself
        }
        return reachesPercent(path.inGaps, path.touched, kMajorityPercent) &&
               (!path.launches || m_isHot[path.function.index()]);
    }

    bool isRankWait(StringId function) const {
        return hostWorkOf(m_trace.text(function)) == HostWork::RankWait;
    }

    // What record_function() costs when it ends is the profiler's doing, and waits are no code.
    bool isElsewhere(const IdleCallPath& path) const {
        const FunctionKey key = functionKey(m_trace.text(path.function));
        return isRankWait(path.function) ||
               (key.path.ends_with("torch/autograd/profiler.py") && key.function == "__exit__") ||
               (key.path.find("torch/cuda/") != std::string_view::npos &&
                key.function == "synchronize");
    }

    void visit(std::uint32_t at) {
        const IdleCallPath& path = m_paths[at];
        if (at != kRoot && (path.inGaps < m_limits.minTime || isElsewhere(path))) {
            return;
        }
        if (at != kRoot && isHot(path)) {
            pick(at);
            return;
        }
        for (const std::uint32_t child : path.children) {
            visit(child);
        }
    }

    void pick(std::uint32_t at) {
        std::uint32_t caller = at;
        std::uint32_t usersCaller = m_paths[at].isUserCode ? at : kNoPath;
        for (std::uint32_t next = at; next != kNoPath; next = sameWorkBelow(next)) {
            caller = next;
            usersCaller = m_paths[next].isUserCode ? next : usersCaller;
        }
        Picked picked;
        picked.caller = usersCaller == kNoPath ? at : usersCaller;
        picked.function = m_paths[caller].function;
        picked.covered = m_paths[caller].inGaps;
        findMainPart(caller, picked);
        if (!isRankWait(picked.function)) {
            m_picked.push_back(picked);
        }
    }

    std::uint32_t sameWorkBelow(std::uint32_t at) const {
        for (const std::uint32_t child : m_paths[at].children) {
            if (reachesPercent(m_paths[child].inGaps, m_paths[at].inGaps, kSameWorkPercent)) {
                return child;
            }
        }
        return kNoPath;
    }

    // The deepest function below with most of the time, by all its calls.
    void findMainPart(std::uint32_t top, Picked& picked) const {
        struct Part {
            Duration time{};
            std::uint32_t depth = 0;
        };
        std::map<StringId, Part> parts;
        std::vector<std::uint32_t> open = m_paths[top].children;
        while (!open.empty()) {
            const IdleCallPath& path = m_paths[open.back()];
            open.pop_back();
            Part& part = parts[path.function];
            part.time += path.inGaps;
            part.depth = std::max(part.depth, path.depth);
            open.insert(open.end(), path.children.begin(), path.children.end());
        }
        std::uint32_t deepest = 0;
        for (const auto& [function, part] : parts) {
            const bool isPart = reachesPercent(part.time, m_paths[top].inGaps, kMainPartPercent) &&
                                part.time <= m_paths[top].inGaps &&
                                !m_places.onlyForwardsCall(function);
            if (isPart && part.depth > deepest) {
                deepest = part.depth;
                picked.function = function;
                picked.covered = part.time;
            }
        }
    }

    const Trace& m_trace;
    const PlaceFinder& m_places;
    const std::vector<IdleCallPath>& m_paths;
    HotspotLimits m_limits;
    TimeRange m_window;
    std::vector<bool> m_isHot;  // per text
    std::vector<Picked> m_picked;
};

// Hotspots by function, callers by their own function.
class Gathered {
public:
    void add(const Selection::Picked& picked, const IdleCallPath& path) {
        const auto [at, isNew] = m_positionOf.try_emplace(picked.function, m_hotspots.size());
        if (isNew) {
            m_hotspots.emplace_back().function = picked.function;
            m_times.emplace_back();
        }
        HostHotspot& hotspot = m_hotspots[at->second];
        hotspot.covered += picked.covered;
        auto caller = std::find_if(
            hotspot.callers.begin(), hotspot.callers.end(),
            [&](const HostHotspot::Caller& one) { return one.function == path.function; });
        if (caller == hotspot.callers.end()) {
            hotspot.callers.emplace_back().function = path.function;
            caller = hotspot.callers.end() - 1;
            m_times[at->second].callers.emplace_back();
        }
        m_callerOf[picked.caller] = {at->second,
                                     static_cast<std::size_t>(caller - hotspot.callers.begin())};
    }

    void addCall(const IdleCallPaths::Call& call) {
        const auto at = m_callerOf.find(call.path);
        if (at == m_callerOf.end()) {
            return;
        }
        const auto [position, callerPosition] = at->second;
        HostHotspot::Caller& caller = m_hotspots[position].callers[callerPosition];
        caller.slices.push_back(call.slice);
        caller.ranges.push_back(call.inGap);
        m_times[position].all.add(call.gap, call.inGap);
        m_times[position].callers[callerPosition].add(call.gap, call.inGap);
    }

    std::vector<HostHotspot> take() {
        const auto byTime = [](const auto& a, const auto& b) { return a.inGaps > b.inGaps; };
        setTimes();
        for (HostHotspot& hotspot : m_hotspots) {
            for (HostHotspot::Caller& caller : hotspot.callers) {
                std::sort(caller.slices.begin(), caller.slices.end());
                caller.slices.erase(std::unique(caller.slices.begin(), caller.slices.end()),
                                    caller.slices.end());
            }
            std::stable_sort(hotspot.callers.begin(), hotspot.callers.end(), byTime);
        }
        std::stable_sort(m_hotspots.begin(), m_hotspots.end(), byTime);
        return std::move(m_hotspots);
    }

private:
    // Of one hotspot and its callers, whose calls may overlap.
    struct Times {
        TimeInGaps all;
        std::vector<TimeInGaps> callers;
    };

    void setTimes() {
        for (std::size_t at = 0; at < m_hotspots.size(); ++at) {
            HostHotspot& hotspot = m_hotspots[at];
            hotspot.inGaps = m_times[at].all.total();
            hotspot.covered = std::min(hotspot.covered, hotspot.inGaps);
            for (std::size_t caller = 0; caller < hotspot.callers.size(); ++caller) {
                hotspot.callers[caller].inGaps = m_times[at].callers[caller].total();
            }
        }
    }

    std::vector<HostHotspot> m_hotspots;
    std::vector<Times> m_times;
    std::map<StringId, std::size_t> m_positionOf;
    std::unordered_map<std::uint32_t, std::pair<std::size_t, std::size_t>> m_callerOf;  // by path
};

}  // namespace

std::vector<HostHotspot> hostHotspots(const Trace& trace, const LaunchIndex& launches,
                                      const Analysis& analysis, const PlaceFinder& places,
                                      const HeldUpCalls& heldUp, const HotspotLimits& limits) {
    const HostCodeGaps gaps{trace, analysis, places, GapPart::UntilLaunch, limits.minGap, &heldUp};
    const IdleCallPaths merged = idleCallPaths(gaps, launches, limits.minTime);
    const Selection selection(trace, analysis, places, merged.paths, limits);
    Gathered gathered;
    std::vector<std::uint32_t> callers;
    for (const Selection::Picked& picked : selection.picked()) {
        gathered.add(picked, merged.paths[picked.caller]);
        callers.push_back(picked.caller);
    }
    for (const IdleCallPaths::Call& call : callsOfPaths(gaps, callers)) {
        gathered.addCall(call);
    }
    return gathered.take();
}

}  // namespace gaplight
