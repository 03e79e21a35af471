// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/rank_record.h"

namespace gaplight {
namespace {

constexpr std::int64_t kFirstEpochNs = 946'684'800'000'000'000;  // the year 2000

RecordedClock recordedClock(const Trace& trace) {
    RecordedClock clock;
    clock.range = trace.range();
    const Duration base(trace.facts().baseTimeNs);
    if (ns(trace.range().begin + base) >= kFirstEpochNs) {
        clock.epoch = base;
    }
    return clock;
}

std::vector<TimeRange> kernelRanges(const CommCalls& calls, const Trace& trace) {
    std::vector<TimeRange> ranges;
    for (const CommCall& call : calls.calls) {
        ranges.push_back(call.kernel.isValid()
                             ? TimeRange{trace.slices().start(call.kernel), call.kernelEnd}
                             : TimeRange{});
    }
    return ranges;
}

}  // namespace

RankRecord recordOf(const RankTrace& rank) {
    RankRecord record;
    record.rank = rank.rank;
    record.clock = recordedClock(*rank.trace);
    record.calls = findCommCalls(*rank.trace, *rank.launches, *rank.analysis, CommGpus::Main);
    record.kernels = kernelRanges(record.calls, *rank.trace);
    record.timeline = rankTimeline(*rank.trace, *rank.analysis, record.calls);
    return record;
}

}  // namespace gaplight
