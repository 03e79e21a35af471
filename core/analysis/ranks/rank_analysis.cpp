// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/rank_analysis.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/analysis/ranks/joint_measures.h"
#include "core/base/parallel.h"
#include "core/base/statistics.h"

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

namespace {

// Equal groups of two worlds are two groups, of other ranks.
void moveToWorld(int world, int first, CommCalls& calls) {
    const std::string suffix = " of dp " + std::to_string(world);
    for (CommCall& call : calls.calls) {
        const CommGroup& group = calls.groups[call.group];
        call.peer += call.peer >= 0 && !group.members.empty() ? first : 0;
    }
    for (CommGroup& group : calls.groups) {
        const bool isWhole = group.isInferred || (!group.name.empty() && !group.ranks.empty());
        group.name += group.name.empty() ? "" : suffix;
        group.ranks += isWhole ? suffix : "";
        for (int& member : group.members) {
            member += first;
        }
    }
}

}  // namespace

RankRecord recordOf(const RankTrace& rank) {
    RankRecord record;
    record.rank = rank.rank;
    record.clock = recordedClock(*rank.trace);
    record.calls = findCommCalls(*rank.trace, *rank.launches, *rank.analysis, CommGpus::Main);
    if (rank.world) {
        moveToWorld(*rank.world, rank.firstOfWorld, record.calls);
    }
    record.kernels = kernelRanges(record.calls, *rank.trace);
    record.timeline = rankTimeline(*rank.trace, *rank.analysis, record.calls);
    return record;
}

namespace {

class RankSetBuild {
public:
    explicit RankSetBuild(std::vector<RankRecord> records) {
        for (RankRecord& record : records) {
            m_set.ranks.push_back(record.rank);
            m_recorded.push_back(record.clock);
            m_set.calls.push_back(std::move(record.calls));
            m_set.timelines.push_back(std::move(record.timeline));
            m_kernels.push_back(std::move(record.kernels));
        }
    }

    RankSetAnalysis take(const std::stop_token& stop) {
        MatchedCalls matched = matchCalls(m_set.calls, m_set.ranks);
        m_set.clocks = fitClocks(m_recorded, matched, m_kernels);
        if (stop.stop_requested()) {
            return {};
        }
        leaveOutUncalibrated(matched);
        m_set.communicators = std::move(matched.communicators);
        m_set.collectives = std::move(matched.collectives);
        m_set.unmatched = matched.unmatched;
        keepProblems(matched.problems);
        convertTimelines();
        measure();
        summarizeRanks(m_set);
        return std::move(m_set);
    }

private:
    bool isCalibrated(std::size_t rank) const {
        return m_set.clocks[rank].source != ClockSource::Uncalibrated;
    }

    void leaveOutUncalibrated(MatchedCalls& matched) const {
        for (JointCollective& joint : matched.collectives) {
            std::erase_if(joint.parts,
                          [&](const RankPart& part) { return !isCalibrated(part.rank); });
        }
        std::erase_if(matched.collectives,
                      [](const JointCollective& joint) { return joint.parts.size() < 2; });
    }

    // A rank whose trace ends before the call that it lacks may have called for it later.
    void keepProblems(const std::vector<SequenceProblem>& problems) {
        for (const SequenceProblem& problem : problems) {
            const bool isMissing = problem.found.empty();
            if (isCalibrated(problem.rank) && (!isMissing || outlives(problem))) {
                m_set.problems.push_back(problem);
            }
        }
    }

    // Whether the host of the problem's rank was recorded for longer than the calls of the others.
    bool outlives(const SequenceProblem& problem) const {
        const Time end = axisEnd(problem.rank);
        const auto& ranks = m_set.communicators[problem.communicator].ranks;
        return std::all_of(ranks.begin(), ranks.end(), [&](std::size_t rank) {
            return rank == problem.rank || axisEnd(rank) <= end;
        });
    }
    Time axisEnd(std::size_t rank) const {
        return m_set.clocks[rank].axis.toAxis(m_recorded[rank].range.end);
    }

    void convertTimelines() {
        parallelFor(std::size_t{0}, m_recorded.size(), [&](std::size_t rank) {
            const AxisClock& clock = m_set.clocks[rank].axis;
            m_set.timelines[rank].convertTo(clock);
            for (TimeRange& kernel : m_kernels[rank]) {
                kernel = clock.toAxis(kernel);
            }
        });
    }

    void measure() {
        for (JointCollective& joint : m_set.collectives) {
            Duration uncertainty{};
            for (RankPart& part : joint.parts) {
                part.kernel = m_kernels[part.rank][part.call];
                uncertainty = std::max(uncertainty, m_set.clocks[part.rank].uncertainty);
            }
            measureCollective(joint, uncertainty);
        }
        std::stable_sort(m_set.collectives.begin(), m_set.collectives.end(),
                         [](const JointCollective& a, const JointCollective& b) {
                             return firstArrival(a) < firstArrival(b);
                         });
        m_set.waiting = findWaits(m_set.collectives, m_set.calls, m_kernels, m_set.timelines);
        std::vector<std::vector<StepEntry>> entries;
        for (std::size_t rank = 0; rank < m_recorded.size(); ++rank) {
            std::optional<Time> before = m_set.calls[rank].beforeCaptureEnd;
            if (before) {
                before = m_set.clocks[rank].axis.toAxis(*before);
            }
            entries.push_back(
                stepEntries(m_set.calls[rank], m_set.timelines[rank], m_kernels[rank], before));
        }
        explainLateRanks(m_set.collectives, m_set.calls, m_set.timelines, entries);
    }

    static Time firstArrival(const JointCollective& joint) {
        Time first = Time::max();
        for (const RankPart& part : joint.parts) {
            first = std::min(first, part.kernel.begin);
        }
        return first;
    }

    std::vector<RecordedClock> m_recorded;
    RankSetAnalysis m_set;
    std::vector<std::vector<TimeRange>> m_kernels;  // per rank and call
};

}  // namespace

std::int64_t messageBytes(const RankSetAnalysis& set, const JointCollective& joint) {
    std::int64_t elements = -1;
    for (const RankPart& part : joint.parts) {
        const CommCall& call = set.calls[part.rank].calls[part.call];
        elements = std::max({elements, call.inputs, call.outputs});
    }
    const std::int64_t size = bytesOfType(joint.type);
    return elements >= 0 && size > 0 ? elements * size : -1;
}

RankSetAnalysis analyzeRanks(std::span<const RankTrace> ranks, std::stop_token stop) {
    std::vector<RankRecord> records(ranks.size());
    parallelFor(std::size_t{0}, ranks.size(),
                [&](std::size_t rank) { records[rank] = recordOf(ranks[rank]); });
    return analyzeRecords(std::move(records), std::move(stop));
}

RankSetAnalysis analyzeRecords(std::vector<RankRecord> records, std::stop_token stop) {
    return RankSetBuild(std::move(records)).take(stop);
}

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
    addClamped(late.lead, joint.lateness);
    addClamped(late.leadIn[joint.cause.in], joint.lateness);
    if (joint.cause.isSure) {
        const bool isGpu = joint.cause.kind == LateCause::Kind::Gpu;
        addClamped(isGpu ? late.gpuLead : late.hostLead, joint.lateness);
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
        addClamped(step.lead, joint.isLate && joint.last == rank ? joint.lateness : Duration{});
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
