// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/rank_analysis.h"

#include <algorithm>
#include <utility>

#include "core/analysis/ranks/joint_measures.h"
#include "core/analysis/ranks/rank_totals.h"
#include "core/base/parallel.h"

namespace gaplight {
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

}  // namespace gaplight
