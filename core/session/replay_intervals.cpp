// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/replay_intervals.h"

#include <utility>
#include <vector>

namespace gaplight {
namespace {

RowInterval on(const Trace& trace, SliceId slice, TimeRange range) {
    return {trace.trackOf(slice), trace.slices().row(slice), range};
}

}  // namespace

ReplayIntervals replayIntervals(const Trace& trace, const ReplayTimeline& timeline, bool withGhosts,
                                bool withPath) {
    ReplayIntervals intervals;
    if (withGhosts) {
        std::vector<RowInterval> ghosts;
        ghosts.reserve(timeline.slices.size());
        for (const ReplayedSlice& replayed : timeline.slices) {
            ghosts.push_back(on(trace, replayed.slice, replayed.range));
        }
        intervals.ghosts = RowIntervals::build(std::move(ghosts));
    }
    if (withPath) {
        std::vector<RowInterval> path;
        path.reserve(timeline.path.segments.size());
        for (const PathSegment& segment : timeline.path.segments) {
            if (segment.slice.isValid()) {
                path.push_back(on(trace, segment.slice, segment.range));
            }
        }
        intervals.path = RowIntervals::build(std::move(path));
    }
    return intervals;
}

}  // namespace gaplight
