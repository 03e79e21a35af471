// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/rank_totals.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

// A rank is called the straggler if the others waited this share of all ranks' time for it.
constexpr double kMinStragglerShare = 0.02;

// What clocks are compared with: of an even number the mean of the two in the middle, since a rank
// of two or four must not be the reference by itself. No median that is shown.
template <class Value>
Value clockReference(std::vector<Value>& values) {
    const Value low = lowerMedian(values);
    return low + (nthSmallest(values, values.size() / 2) - low) / 2;
}

void measureEnds(RankSetAnalysis& set) {
    std::vector<std::vector<Duration>> offsets(set.ranks.size());
    std::vector<Duration> spreads;
    for (const JointCollective& joint : set.collectives) {
        if (joint.isSendReceive) {
            continue;
        }
        std::vector<Time> ends;
        for (const RankPart& part : joint.parts) {
            ends.push_back(part.kernel.end);
        }
        const auto [first, last] = std::minmax_element(ends.begin(), ends.end());
        spreads.push_back(*last - *first);
        const Time reference = clockReference(ends);
        for (const RankPart& part : joint.parts) {
            offsets[part.rank].push_back(part.kernel.end - reference);
        }
    }
    for (std::size_t rank = 0; rank < offsets.size(); ++rank) {
        set.totals[rank].endOffset =
            offsets[rank].empty() ? Duration{} : clockReference(offsets[rank]);
    }
    set.endSpread = spreads.empty() ? Duration{} : lowerMedian(spreads);
}

void addLate(RankTotals& late, const JointCollective& joint) {
    ++late.lateIn;
    addClamped(late.lead, joint.lead);
    addClamped(late.leadIn[joint.cause.in], joint.lead);
    if (joint.cause.isSure) {
        const bool isGpu = joint.cause.kind == LateCause::Kind::Gpu;
        addClamped(isGpu ? late.gpuLead : late.hostLead, joint.lead);
    }
}

void addCollectives(RankSetAnalysis& set) {
    std::vector<std::vector<const RankPart*>> ofRanks(set.ranks.size());
    std::map<std::size_t, std::vector<const RankPart*>> beforeLate;  // by the late rank
    for (const JointCollective& joint : set.collectives) {
        for (const RankPart& part : joint.parts) {
            ++set.totals[part.rank].kernels;
            ofRanks[part.rank].push_back(&part);
            if (joint.isLate) {
                beforeLate[joint.last].push_back(&part);
            }
        }
        if (!joint.isSendReceive) {
            ++set.totals[joint.last].lastIn;
        }
        if (joint.isLate) {
            addLate(set.totals[joint.last], joint);
        }
    }
    for (auto& [rank, parts] : beforeLate) {
        set.totals[rank].othersWaited = sumWaits(set, std::move(parts)).wait;
    }
    for (std::size_t rank = 0; rank < ofRanks.size(); ++rank) {
        RankTotals& totals = set.totals[rank];
        const WaitSums sums = sumWaits(set, std::move(ofRanks[rank]));
        totals.wait = sums.wait;
        totals.exposedWait = sums.exposed;
        for (const JointWait& wait : set.waiting[rank].waits) {
            totals.waitedFor[wait.awaited] += wait.range.length();
        }
    }
}

CoveredRanges waitsOf(const RankWaiting& waiting) {
    std::vector<TimeRange> ranges;
    for (const JointWait& wait : waiting.waits) {
        ranges.push_back(wait.range);
    }
    return CoveredRanges(std::move(ranges));
}

// Figures of one rank by step: from step to step, as its communications end.
// `collectives`: positions of those that it has a part in.
std::vector<RankStep> stepsOf(const RankSetAnalysis& set, std::size_t rank,
                              const std::vector<std::size_t>& collectives) {
    std::map<int, RankStep> steps;
    for (const std::size_t at : collectives) {
        const JointCollective& joint = set.collectives[at];
        const RankPart& part = *joint.partOf(rank);
        const int number = set.calls[rank].calls[part.call].step;
        RankStep& step = steps.try_emplace(number, RankStep{number, part.kernel}).first->second;
        step.range.begin = std::min(step.range.begin, part.kernel.begin);
        step.range.end = std::max(step.range.end, part.kernel.end);
        addClamped(step.lead, joint.isLate && joint.last == rank ? joint.lead : Duration{});
    }
    const RankTimeline& timeline = set.timelines[rank];
    std::optional<Time> before;
    if (const auto end = set.calls[rank].beforeCaptureEnd) {
        before = set.clocks[rank].axis.toAxis(*end);
    } else if (!timeline.steps.empty()) {
        before = timeline.steps.front().begin;
    }
    const CoveredRanges waits = waitsOf(set.waiting[rank]);
    std::vector<RankStep> rows;
    for (auto& [number, step] : steps) {
        step.range.begin = std::min(before.value_or(step.range.begin), step.range.end);
        before = std::max(before.value_or(step.range.end), step.range.end);
        step.wait = waits.within(step.range);
        step.busy = timeline.busy.within(step.range);
        step.compute = timeline.compute.within(step.range);
        rows.push_back(step);
    }
    return rows;
}

std::string_view mostLeadIn(const RankTotals& totals) {
    const auto most =
        std::max_element(totals.leadIn.begin(), totals.leadIn.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == totals.leadIn.end() ? std::string_view{} : most->first;
}

std::optional<Straggler> stragglerOf(const RankSetAnalysis& set) {
    Duration windows{};
    Straggler most;
    for (std::size_t rank = 0; rank < set.totals.size(); ++rank) {
        const WaitCauses& meanwhile = set.totals[rank].meanwhile;
        Duration waited = meanwhile.gpu;
        addClamped(waited, meanwhile.host);
        addClamped(windows, set.totals[rank].recorded.length());
        if (waited > most.othersWaited) {
            most.rank = rank;
            most.othersWaited = waited;
        }
    }
    if (windows <= Duration{}) {
        return std::nullopt;
    }
    most.shareOfWindows =
        static_cast<double>(ns(most.othersWaited)) / static_cast<double>(ns(windows));
    if (most.shareOfWindows < kMinStragglerShare) {
        return std::nullopt;
    }
    const RankTotals& totals = set.totals[most.rank];
    most.isGpuMeanwhile = totals.meanwhile.gpu > totals.meanwhile.host;
    const bool isCauseKnown = std::max(totals.gpuLead, totals.hostLead) > Duration{};
    const bool isGpu = isCauseKnown ? totals.gpuLead > totals.hostLead : most.isGpuMeanwhile;
    most.kind = isGpu ? LateCause::Kind::Gpu : LateCause::Kind::Host;
    most.in = mostLeadIn(totals);
    return most;
}

}  // namespace

void addClamped(Duration& total, Duration more) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(ns(total), ns(more), &sum)) {
        sum = std::numeric_limits<std::int64_t>::max();
    }
    total = Duration(sum);
}

void summarizeRanks(RankSetAnalysis& set) {
    const std::size_t count = set.ranks.size();
    set.totals.assign(count, RankTotals{});
    const std::vector<WaitCauses> causes = waitCauses(set.waiting, set.timelines);
    for (std::size_t rank = 0; rank < count; ++rank) {
        RankTotals& totals = set.totals[rank];
        const RankTimeline& timeline = set.timelines[rank];
        totals.waitedFor.resize(count);
        totals.recorded = timeline.recorded;
        totals.busy = timeline.busy.within(totals.recorded);
        totals.compute = timeline.compute.within(totals.recorded);
        totals.communication = timeline.communication.within(totals.recorded);
        totals.beforeCapture = set.calls[rank].beforeCapture;
        totals.meanwhile = causes[rank];
    }
    addCollectives(set);
    measureEnds(set);
    const auto ofRanks = collectivesOfRanks(set.collectives, count);
    for (std::size_t rank = 0; rank < count; ++rank) {
        set.totals[rank].steps = stepsOf(set, rank, ofRanks[rank]);
    }
    set.straggler = stragglerOf(set);
}

}  // namespace gaplight
