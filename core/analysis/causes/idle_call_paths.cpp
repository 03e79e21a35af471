// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/idle_call_paths.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include "core/analysis/idle/idle_call_tree.h"
#include "core/analysis/slices/slice_query.h"
#include "core/base/intervals.h"

namespace gaplight {
namespace {

// How many callers are compared to find that a call is a recursion. Walks over modules recurse
// directly.
constexpr std::size_t kRecursionDepth = 8;

// Data loaders and compilers have rules of their own, and the profiler is not the program.
bool isHostCodeGap(const Gap& gap, Filler filler, Duration minGap) {
    const bool isHost = gap.trigger == GapTrigger::HostLate || gap.trigger == GapTrigger::AfterSync;
    return isHost && gap.length() >= minGap && filler != Filler::Profiler &&
           filler != Filler::DataLoader && filler != Filler::Compile;
}

TimeRange rangeOf(const Trace& trace, const Gap& gap, GapPart part) {
    return part == GapPart::UntilLaunch
               ? hostRangeOf(trace, gap)
               : TimeRange{gap.begin,
                           std::clamp(trace.slices().end(gap.launch), gap.begin, gap.end)};
}

class PathMerge {
public:
    PathMerge(const Trace& trace, const PlaceFinder& places, TimeRange window, ListedCalls listed)
        : m_trace(trace), m_places(places), m_window(window), m_listed(listed), m_tree(trace) {
        m_merged.paths.emplace_back();
        m_times.emplace_back();
    }

    // The label of a call is its path.
    void add(TrackId thread, TimeRange range) {
        ++m_gap;
        m_tree.jumpTo(thread, range);
        for (IdleCall& call : m_tree.newCalls()) {
            const bool isRoot = call.parent == IdleCallTree::kNoCall;
            const std::uint32_t parent =
                isRoot ? IdleCallPaths::kRoot : m_tree.calls()[call.parent].label;
            const StringId name = m_trace.slices().name(call.slice);
            const bool isPath = isCode(m_trace.kind(call.slice)) &&
                                !m_places.onlyForwardsCall(name) && !m_places.isStepMarker(name);
            call.label = parent;
            if (!isPath) {
                continue;
            }
            const std::uint32_t same = recursionOf(call, m_places.functionOf(name));
            call.label = same != IdleCallPaths::kNoPath ? same : childOf(parent, call.slice);
            if (same == IdleCallPaths::kNoPath) {
                count(call);
            }
        }
    }

    IdleCallPaths take() { return std::move(m_merged); }

private:
    static bool isCode(SliceKind kind) {
        return kind == SliceKind::PythonFunction || kind == SliceKind::CpuOp ||
               kind == SliceKind::UserAnnotation;
    }

    [[nodiscard]] std::uint32_t recursionOf(const IdleCall& call, StringId function) const {
        std::uint32_t up = call.parent;
        for (std::size_t back = 0; up != IdleCallTree::kNoCall && back < kRecursionDepth; ++back) {
            const IdleCall& around = m_tree.calls()[up];
            if (m_merged.paths[around.label].function == function) {
                return around.label;
            }
            up = around.parent;
        }
        return IdleCallPaths::kNoPath;
    }

    std::uint32_t childOf(std::uint32_t parent, SliceId slice) {
        const StringId name = m_trace.slices().name(slice);
        const StringId function = m_places.functionOf(name);
        std::vector<IdleCallPath>& paths = m_merged.paths;
        const std::uint64_t key = (std::uint64_t{parent} << 32U) | function.value;
        const auto [at, isNew] =
            m_childOf.try_emplace(key, static_cast<std::uint32_t>(paths.size()));
        if (isNew) {
            const SliceKind kind = m_trace.kind(slice);
            IdleCallPath fresh;
            fresh.function = function;
            fresh.depth = paths[parent].depth + 1;
            fresh.isUserCode = kind == SliceKind::UserAnnotation || m_places.isUserFrame(name);
            fresh.isOperator = kind == SliceKind::CpuOp;
            paths[parent].children.push_back(at->second);
            paths.push_back(std::move(fresh));
            m_times.emplace_back();
        }
        return at->second;
    }

    void count(const IdleCall& call) {
        IdleCallPath& path = m_merged.paths[call.label];
        const TimeRange inGap = m_times[call.label].add(m_gap, m_tree.inside(call));
        path.inGaps = m_times[call.label].total();
        if (path.last != call.slice) {
            path.touched += commonPart(call.whole, m_window).length();
            ++path.calls;
            path.last = call.slice;
        }
        if (m_listed == ListedCalls::All || path.isUserCode) {
            m_merged.calls.push_back({call.label, call.slice, m_gap, inGap});
        }
    }

    const Trace& m_trace;
    const PlaceFinder& m_places;
    TimeRange m_window;
    ListedCalls m_listed;
    IdleCallTree m_tree;
    IdleCallPaths m_merged;
    std::vector<TimeInGaps> m_times;  // by path
    std::uint32_t m_gap = 0;
    std::unordered_map<std::uint64_t, std::uint32_t> m_childOf;  // by parent and function
};

}  // namespace

IdleCallPaths idleCallPaths(const Trace& trace, const LaunchIndex& launches,
                            const Analysis& analysis, const PlaceFinder& places, GapPart part,
                            Duration minGap, Duration minTime, ListedCalls listed) {
    PathMerge merge(trace, places, measuredWindow(analysis), listed);
    for (const DeviceAnalysis& device : analysis.devices) {
        for (std::size_t at = 0; !device.graphsUnderRecorded && at < device.gaps.size(); ++at) {
            const Gap& gap = device.gaps[at];
            if (!isTakenOut(device.gapExplanation[at]) &&
                isHostCodeGap(gap, device.gapFiller[at], minGap)) {
                merge.add(trace.trackOf(gap.launch), rangeOf(trace, gap, part));
            }
        }
    }
    IdleCallPaths merged = merge.take();
    for (const IdleCallPaths::Call& call : merged.calls) {
        IdleCallPath& path = merged.paths[call.path];
        if (path.inGaps >= minTime && !path.launches) {
            path.launches = launchesInside(trace, launches, call.slice);
        }
    }
    return merged;
}

}  // namespace gaplight
