// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/gap_calls.h"

#include <algorithm>
#include <utility>

#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/slices/slices_during.h"

namespace gaplight {
namespace {

// How many callers are asked whether a call is a recursion. Walks over modules recurse directly.
constexpr std::size_t kRecursionDepth = 8;

// Data loaders and compilers have rules of their own, and the profiler is not the program.
bool isLookedAt(const Gap& gap, Filler filler, Duration minGap) {
    const bool isHost = gap.trigger == GapTrigger::HostLate || gap.trigger == GapTrigger::AfterSync;
    return isHost && gap.length() >= minGap && filler != Filler::Profiler &&
           filler != Filler::DataLoader && filler != Filler::Compile;
}

}  // namespace

GapCalls::GapCalls(const Trace& trace, const Analysis& analysis, const PlaceFinder& places,
                   Duration minGap)
    : m_trace(trace), m_analysis(analysis), m_places(places), m_minGap(minGap) {
    m_nodes.emplace_back();
    forEachCall([&](std::uint32_t at, SliceId slice, TimeRange inGap) {
        Node& node = m_nodes[at];
        node.inGaps += inGap.length();
        if (node.last != slice) {
            node.touched += trace.slices().duration(slice);
            ++node.calls;
            node.last = slice;
        }
    });
}

void GapCalls::findLaunches(const LaunchIndex& launches, Duration minTime) {
    forEachCall([&](std::uint32_t at, SliceId slice, TimeRange /*inGap*/) {
        Node& node = m_nodes[at];
        if (node.inGaps >= minTime && !node.launches) {
            node.launches = launchesInside(m_trace, launches, slice);
        }
    });
}

void GapCalls::forEachCall(const Visit& visit) {
    for (const DeviceAnalysis& device : m_analysis.devices) {
        for (std::size_t at = 0; !device.graphsUnderRecorded && at < device.gaps.size(); ++at) {
            if (isLookedAt(device.gaps[at], device.gapFiller[at], m_minGap)) {
                walk(device.gaps[at], visit);
            }
        }
    }
}

void GapCalls::walk(const Gap& gap, const Visit& visit) {
    const TimeRange range = hostRangeOf(m_trace, gap);
    m_open.clear();
    forEachSliceDuring(m_trace, m_trace.trackOf(gap.launch), range,
                       [&](SliceId slice) { enter(slice, range, visit); });
}

void GapCalls::enter(SliceId slice, TimeRange range, const Visit& visit) {
    const SliceTable& slices = m_trace.slices();
    const TimeRange inside{std::max(slices.start(slice), range.begin),
                           std::min(slices.end(slice), range.end)};
    const SliceKind kind = m_trace.kind(slice);
    const bool isCode = kind == SliceKind::PythonFunction || kind == SliceKind::CpuOp ||
                        kind == SliceKind::UserAnnotation;
    if (!isCode || inside.end <= inside.begin) {
        return;
    }
    while (!m_open.empty() && m_open.back().end <= slices.start(slice)) {
        m_open.pop_back();
    }
    const StringId name = slices.name(slice);
    const StringId function = m_places.functionOf(name);
    const std::size_t around = encloserOf(slices.end(slice));
    const std::uint32_t parent = around == 0 ? kRoot : m_open[around - 1].node;
    if (m_places.onlyPassesOn(name) || m_places.isStepMarker(name)) {
        m_open.push_back({slices.end(slice), parent});
        return;
    }
    const std::uint32_t same = recursionOf(around, function);
    if (same != kNoNode) {
        m_open.push_back({slices.end(slice), same});
        return;
    }
    Node fresh;
    fresh.function = function;
    fresh.isUsers = kind == SliceKind::UserAnnotation || m_places.isUserFrame(name);
    fresh.isOperator = kind == SliceKind::CpuOp;
    const std::uint32_t node = childOf(parent, fresh);
    m_open.push_back({slices.end(slice), node});
    visit(node, slice, inside);
}

// How many of what is open are around a slice that ends then: one that outlives another is not
// inside it, as an annotation that begins in the profiler's __enter__().
std::size_t GapCalls::encloserOf(Time end) const {
    std::size_t count = m_open.size();
    while (count > 0 && m_open[count - 1].end < end) {
        --count;
    }
    return count;
}

std::uint32_t GapCalls::recursionOf(std::size_t around, StringId function) const {
    const std::size_t depth = std::min(around, kRecursionDepth);
    for (std::size_t back = 1; back <= depth; ++back) {
        const std::uint32_t node = m_open[around - back].node;
        if (m_nodes[node].function == function) {
            return node;
        }
    }
    return kNoNode;
}

std::uint32_t GapCalls::childOf(std::uint32_t parent, Node& fresh) {
    const std::uint64_t key = (std::uint64_t{parent} << 32U) | fresh.function.value;
    const auto [at, isNew] = m_childOf.try_emplace(key, static_cast<std::uint32_t>(m_nodes.size()));
    if (isNew) {
        fresh.depth = m_nodes[parent].depth + 1;
        m_nodes[parent].children.push_back(at->second);
        m_nodes.push_back(std::move(fresh));
    }
    return at->second;
}

}  // namespace gaplight
