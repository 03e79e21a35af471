// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/idle_waits.h"

#include <algorithm>

#include "core/base/share.h"
#include "core/index/range_slices.h"
#include "core/index/wait_name.h"
#include "core/scene/layout/track_groups.h"

namespace gaplight {
namespace {

constexpr std::int64_t kWholePercent = 95;

// Where call stacks are recorded, a function of Python that runs calls something in all that time;
// what is built in has no calls that are recorded.
bool isOneEmptyCall(const Trace& trace, const RangeRow& row, TimeRange range) {
    return trace.kind(row.longestSlice) == SliceKind::PythonFunction && row.self == row.lengths &&
           !trace.name(row.longestSlice).starts_with("<built-in ") &&
           reachesPercent(row.longest, range.length(), kWholePercent);
}

}  // namespace

std::vector<RangeNameUse> usesOfNames(const Trace& trace, const RowIndex& rows,
                                      std::span<const TrackId> tracks, const RangeTables& tables,
                                      const std::stop_token& stop) {
    std::vector<RangeNameUse> uses(tables.names.size());
    if (trace.gpuActivities().empty()) {
        return uses;
    }
    std::vector<bool> isWait(trace.strings().size());
    for (std::size_t at = 0; at < uses.size(); ++at) {
        const RangeName& name = tables.names[at];
        if (trace.kind(name.row.longestSlice) == SliceKind::TraceSpan) {
            uses[at] = RangeNameUse::Recording;
        } else if (isNamedAsWait(trace.text(name.name)) ||
                   isOneEmptyCall(trace, name.row, tables.range)) {
            isWait[name.name.index()] = true;
        }
    }
    for (const TrackId id : tracks) {
        const Track& track = trace.tracks()[id.index()];
        if (stop.stop_requested() ||
            (track.kind == TrackKind::Thread && isIdleThread(trace, track))) {
            continue;
        }
        forEachSliceWithin(trace, rows, id, tables.range, [&](SliceId slice) {
            isWait[trace.slices().name(slice).index()] = false;
        });
    }
    for (std::size_t at = 0; at < uses.size(); ++at) {
        if (isWait[tables.names[at].name.index()]) {
            uses[at] = RangeNameUse::IdleWait;
        }
    }
    return uses;
}

}  // namespace gaplight
