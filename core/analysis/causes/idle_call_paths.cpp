// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/idle_call_paths.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/base/id.h"
#include "core/base/intervals.h"

namespace gaplight {
namespace {

// How many callers are compared to find that a call is a recursion. Walks over modules recurse
// directly.
constexpr std::size_t kRecursionDepth = 8;

// Data loaders and compilers have rules of their own, and the profiler is not the program.
bool isHostCodeGap(const Gap& gap, GapActivity activity, Duration minGap) {
    const bool isHost = gap.trigger == GapTrigger::HostLate || gap.trigger == GapTrigger::AfterSync;
    return isHost && gap.length() >= minGap && activity != GapActivity::Profiler &&
           activity != GapActivity::DataLoader && activity != GapActivity::Compile;
}

TimeRange rangeOf(const Trace& trace, const Gap& gap, GapPart part) {
    return part == GapPart::UntilLaunch
               ? hostRangeOf(trace, gap)
               : TimeRange{gap.begin,
                           std::clamp(trace.slices().end(gap.launch), gap.begin, gap.end)};
}

// Gives each call inside a gap its path.
class PathMerge {
public:
    explicit PathMerge(const HostCodeGaps& gaps)
        : m_trace(gaps.trace), m_places(gaps.places), m_tree(gaps.trace) {
        m_paths.emplace_back();
    }

    // Calls `visit(path, call)` for each call inside that is no recursion, outer ones first.
    template <class Visit>
    void add(TrackId thread, TimeRange range, const Visit& visit) {
        m_tree.jumpTo(thread, range);
        const std::span<IdleCall> calls = m_tree.newCalls();
        std::size_t known = 0;
        while (known < std::min(calls.size(), m_labeled.size()) &&
               m_labeled[known].slice == calls[known].slice) {
            ++known;
        }
        m_labeled.resize(known);
        for (std::size_t at = 0; at < calls.size(); ++at) {
            if (at >= known) {
                m_labeled.push_back(labeled(calls[at]));
            }
            calls[at].label = m_labeled[at].path;
            if (m_labeled[at].isCounted) {
                visit(m_labeled[at].path, calls[at]);
            }
        }
    }

    TimeRange inside(const IdleCall& call) const { return m_tree.inside(call); }
    [[nodiscard]] std::vector<IdleCallPath>& paths() { return m_paths; }

private:
    // A call of the gap before. The next gap mostly begins in the same calls, and a call that has
    // the same calls before it has the same path.
    struct Labeled {
        SliceId slice;
        std::uint32_t path = IdleCallPaths::kRoot;  // the label of the call
        bool isCounted = false;
    };

    static bool isCode(SliceKind kind) {
        return kind == SliceKind::PythonFunction || kind == SliceKind::CpuOp ||
               kind == SliceKind::UserAnnotation;
    }

    Labeled labeled(const IdleCall& call) {
        const bool isRoot = call.parent == IdleCallTree::kNoCall;
        const std::uint32_t parent =
            isRoot ? IdleCallPaths::kRoot : m_tree.calls()[call.parent].label;
        const StringId name = m_trace.slices().name(call.slice);
        const bool isPath = isCode(m_trace.kind(call.slice)) && !m_places.onlyForwardsCall(name) &&
                            !m_places.isStepMarker(name);
        if (!isPath) {
            return {call.slice, parent, false};
        }
        const std::uint32_t same = recursionOf(call, m_places.functionOf(name));
        return same != IdleCallPaths::kNoPath
                   ? Labeled{call.slice, same, false}
                   : Labeled{call.slice, childOf(parent, call.slice), true};
    }

    std::uint32_t recursionOf(const IdleCall& call, StringId function) const {
        std::uint32_t up = call.parent;
        for (std::size_t back = 0; up != IdleCallTree::kNoCall && back < kRecursionDepth; ++back) {
            const IdleCall& around = m_tree.calls()[up];
            if (m_paths[around.label].function == function) {
                return around.label;
            }
            up = around.parent;
        }
        return IdleCallPaths::kNoPath;
    }

    std::uint32_t childOf(std::uint32_t parent, SliceId slice) {
        const StringId name = m_trace.slices().name(slice);
        const StringId function = m_places.functionOf(name);
        const std::uint64_t key = (std::uint64_t{parent} << 32U) | function.value;
        const auto [at, isNew] =
            m_childOf.try_emplace(key, static_cast<std::uint32_t>(m_paths.size()));
        if (isNew) {
            const SliceKind kind = m_trace.kind(slice);
            IdleCallPath fresh;
            fresh.function = function;
            fresh.depth = m_paths[parent].depth + 1;
            fresh.isUserCode = kind == SliceKind::UserAnnotation || m_places.isUserFrame(name);
            fresh.isOperator = kind == SliceKind::CpuOp;
            m_paths[parent].children.push_back(at->second);
            m_paths.push_back(std::move(fresh));
        }
        return at->second;
    }

    const Trace& m_trace;
    const PlaceFinder& m_places;
    IdleCallTree m_tree;
    std::vector<IdleCallPath> m_paths;
    std::vector<Labeled> m_labeled;  // by position in the tree's calls
    std::unordered_map<std::uint64_t, std::uint32_t, IdHash> m_childOf;  // by parent and function
};

// Calls `visit(gap number, path, call)` for all calls inside the gaps.
template <class Visit>
void forEachCall(const HostCodeGaps& gaps, PathMerge& merge, const Visit& visit) {
    std::uint32_t number = 0;
    for (const DeviceAnalysis& device : gaps.analysis.devices) {
        for (std::size_t at = 0; !device.graphsUnderRecorded && at < device.gaps.size(); ++at) {
            const Gap& gap = device.gaps[at];
            if (!isTakenOut(device.gapReason[at]) &&
                isHostCodeGap(gap, device.gapActivity[at], gaps.minGap) &&
                (gaps.heldUp == nullptr || !gaps.heldUp->explains(gaps.trace, gap))) {
                ++number;
                merge.add(
                    gaps.trace.trackOf(gap.launch), rangeOf(gaps.trace, gap, gaps.part),
                    [&](std::uint32_t path, const IdleCall& call) { visit(number, path, call); });
            }
        }
    }
}

// Paths with what their calls take. `visit(path, slice)`: for each gap and path in which the slice
// is another than in the gap before.
template <class Visit>
IdleCallPaths countedPaths(const HostCodeGaps& gaps, const Visit& visit) {
    PathMerge merge(gaps);
    const TimeRange window = measuredWindow(gaps.analysis);
    std::vector<TimeInGaps> times;  // by path
    forEachCall(gaps, merge, [&](std::uint32_t gap, std::uint32_t number, const IdleCall& call) {
        times.resize(std::max<std::size_t>(times.size(), merge.paths().size()));
        IdleCallPath& path = merge.paths()[number];
        times[number].add(gap, merge.inside(call));
        path.inGaps = times[number].total();
        if (path.last != call.slice) {
            path.touched += commonPart(call.whole, window).length();
            ++path.calls;
            path.last = call.slice;
            visit(number, call.slice);
        }
    });
    return {std::move(merge.paths())};
}

}  // namespace

IdleCallPaths idleCallPaths(const HostCodeGaps& gaps) {
    return countedPaths(gaps, [](std::uint32_t /*path*/, SliceId /*slice*/) {});
}

IdleCallPaths idleCallPaths(const HostCodeGaps& gaps, const LaunchIndex& launches,
                            Duration minTime) {
    struct PathSlice {
        std::uint32_t path = 0;
        SliceId slice;
    };
    Column<PathSlice> found;
    std::vector<bool> isFound(gaps.trace.slices().size());  // calls of two threads may alternate
    IdleCallPaths merged = countedPaths(gaps, [&](std::uint32_t path, SliceId slice) {
        if (!isFound[slice.index()]) {
            isFound[slice.index()] = true;
            found.push_back({path, slice});
        }
    });
    for (const PathSlice& one : found) {
        IdleCallPath& path = merged.paths[one.path];
        if (path.inGaps >= minTime && !path.launches) {
            path.launches = launchesInside(gaps.trace, launches, one.slice);
        }
    }
    return merged;
}

Column<IdleCallPaths::Call> callsOfPaths(const HostCodeGaps& gaps,
                                         const std::vector<std::uint32_t>& paths) {
    Column<IdleCallPaths::Call> calls;
    if (paths.empty()) {
        return calls;
    }
    std::vector<bool> isWanted(*std::max_element(paths.begin(), paths.end()) + std::size_t{1});
    for (const std::uint32_t path : paths) {
        isWanted[path] = true;
    }
    PathMerge merge(gaps);
    std::vector<TimeInGaps> times(isWanted.size());  // by path
    forEachCall(gaps, merge, [&](std::uint32_t gap, std::uint32_t path, const IdleCall& call) {
        if (path < isWanted.size() && isWanted[path]) {
            calls.push_back({path, call.slice, gap, times[path].add(gap, merge.inside(call))});
        }
    });
    return calls;
}

}  // namespace gaplight
