// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/rank_summary.h"

#include <array>
#include <utility>

#include "core/base/intervals.h"

namespace gaplight {
namespace {

// Kernels of calls; those of one call as one range, in which it may pause.
std::vector<TimeRange> kernelsOfCalls(const RankRecord& record) {
    std::vector<TimeRange> kernels;
    for (std::size_t at = 0; at < record.kernels.size(); ++at) {
        if (record.calls.calls[at].kernel.isValid()) {
            kernels.push_back(record.kernels[at]);
        }
    }
    return kernels;
}

std::vector<TimeRange> rangesOf(const CoveredRanges& covered) {
    return {covered.ranges().begin(), covered.ranges().end()};
}

// What `more` and the ranges cover.
CoveredRanges withRanges(std::vector<TimeRange> more, const CoveredRanges& covered) {
    more.insert(more.end(), covered.ranges().begin(), covered.ranges().end());
    return unionOfRanges(std::move(more));
}

}  // namespace

std::string_view costKindName(SummarizedCost::Kind kind) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(SummarizedCost::Kind::Count_)>
        kNames{"kernel_group", "kernel", "host_function", "blocking_call"};
    return kNames.at(static_cast<std::size_t>(kind));
}

std::string_view RankSummary::keep(std::string_view text) {
    const auto known = texts->find(text);
    return known != texts->end() ? *known : *texts->emplace(text).first;
}

std::vector<TimeRange> pausesOfCalls(const RankRecord& record) {
    return rangesOutside(rangesOf(unionOfRanges(kernelsOfCalls(record))),
                         rangesOf(record.timeline.communication));
}

void completeTimeline(RankRecord& record, const std::vector<TimeRange>& pauses) {
    RankTimeline& timeline = record.timeline;
    const CoveredRanges calls = withRanges(kernelsOfCalls(record), timeline.withoutCall);
    timeline.communication = CoveredRanges(rangesOutside(rangesOf(calls), pauses));
    timeline.busy = withRanges(rangesOf(timeline.compute), timeline.communication);
}

}  // namespace gaplight
