// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/rank_summary.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/intervals.h"

namespace gaplight {
namespace {

bool startsEarlier(const TimeRange& a, const TimeRange& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
}

// Kernels of calls by start; one that serves several calls once.
std::vector<TimeRange> kernelsOfCalls(const RankRecord& record) {
    std::vector<TimeRange> kernels;
    for (std::size_t at = 0; at < record.kernels.size(); ++at) {
        if (record.calls.calls[at].kernel.isValid()) {
            kernels.push_back(record.kernels[at]);
        }
    }
    std::sort(kernels.begin(), kernels.end(), startsEarlier);
    kernels.erase(std::unique(kernels.begin(), kernels.end()), kernels.end());
    return kernels;
}

MergedRanges merged(std::vector<TimeRange> ranges) {
    std::sort(ranges.begin(), ranges.end(), startsEarlier);
    MergedRanges all;
    for (const TimeRange& range : ranges) {
        all.add(range);
    }
    return all;
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

std::vector<TimeRange> communicationsWithoutCall(const RankRecord& record) {
    return rangesOutside(merged(record.timeline.commKernels).ranges(),
                         merged(kernelsOfCalls(record)).ranges());
}

void completeTimeline(RankRecord& record, const std::vector<TimeRange>& others) {
    std::vector<TimeRange> kernels = kernelsOfCalls(record);
    kernels.insert(kernels.end(), others.begin(), others.end());
    const MergedRanges communication = merged(kernels);
    RankTimeline& timeline = record.timeline;
    std::vector<TimeRange> busy{timeline.compute.ranges().begin(), timeline.compute.ranges().end()};
    busy.insert(busy.end(), communication.ranges().begin(), communication.ranges().end());
    timeline.busy = CoveredRanges(merged(std::move(busy)).ranges());
    timeline.communication = CoveredRanges(communication.ranges());
    timeline.setCommKernels(std::move(kernels));
}

}  // namespace gaplight
