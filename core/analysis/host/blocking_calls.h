// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/analysis/torch/name_classes.h"
#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// An API call in which the host waits for the GPU (metrics.md lists the names).
struct BlockingCall {
    SliceId slice;
    TrackId track;
    // Made by the profiler: inside a torch/profiler frame, or the device-wide wait at the end of
    // the capture after every annotation ended. Never a finding.
    bool byProfiler = false;
};

struct BlockingCallTotals {
    StringId name;
    std::uint64_t count = 0;
    Duration total{};
    std::uint64_t byProfiler = 0;  // of `count`
};

// By slice id, hence per track in time order. One parallel pass over all slices.
// `annotations`: result of annotationSlices().
[[nodiscard]] std::vector<BlockingCall> blockingCalls(const Trace& trace, const NameClasses& names,
                                                      std::span<const SliceId> annotations);

// Per name, longest total first.
[[nodiscard]] std::vector<BlockingCallTotals> blockingCallTotals(
    const Trace& trace, std::span<const BlockingCall> calls);

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
