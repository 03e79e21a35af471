// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/profiler_overhead.h"

#include <algorithm>
#include <cstddef>

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

ProfilerOverhead::ProfilerOverhead(const Trace& trace)
    : m_hasStacks(hasPythonStacks(trace)), m_hasOperators(hasCategoryOf(trace, SliceKind::CpuOp)) {}

Duration ProfilerOverhead::costOf(SliceKind kind, bool isLaunch) const {
    switch (kind) {
        case SliceKind::Runtime:
        case SliceKind::Driver:
            return isLaunch ? kLaunch : kCall;
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

std::vector<TimeRange> ProfilerOverhead::recordingTime(const Trace& trace,
                                                       const LaunchIndex& launches,
                                                       TrackId track) const {
    std::vector<TimeRange> ranges;
    if (!m_hasOperators) {
        return ranges;
    }
    const auto calls = launches.launches();
    const std::size_t first = trace.firstIndex(track);
    const std::size_t end = first + trace.tracks()[track.index()].sliceCount;
    for (std::size_t at = first; at < end; ++at) {
        const SliceId slice(at);
        const SliceKind kind = trace.kind(slice);
        const bool isLaunch = (kind == SliceKind::Runtime || kind == SliceKind::Driver) &&
                              std::binary_search(calls.begin(), calls.end(), slice);
        const Duration cost = costOf(kind, isLaunch);
        const Time start = trace.slices().start(slice);
        if (cost == Duration{}) {
            continue;
        }
        if (!ranges.empty() && start <= ranges.back().end) {
            ranges.back().end += cost;
        } else {
            ranges.push_back({start, start + cost});
        }
    }
    return ranges;
}

}  // namespace gaplight
