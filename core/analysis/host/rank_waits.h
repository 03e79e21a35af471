// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "core/analysis/torch/name_classes.h"
#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// When host threads are in calls that return only once other ranks have done their part
// (HostWork::RankWait).
class RankWaits {
public:
    RankWaits() = default;
    // O(texts); where there are such calls, one parallel pass over all slices.
    [[nodiscard]] static RankWaits find(const Trace& trace, const NameClasses& names);

    // The part of `range` that a thread spends in such calls. O(log calls + overlapping).
    Duration timeIn(TrackId thread, TimeRange range) const;
    // The rest of `range`, as disjoint ranges in time order. O(calls of the thread).
    std::vector<TimeRange> outside(TrackId thread, TimeRange range) const;

private:
    std::map<TrackId, MergedRanges> m_ofThread;
};

}  // namespace gaplight
