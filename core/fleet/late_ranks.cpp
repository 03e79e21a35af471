// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/late_ranks.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "core/analysis/ranks/joint_measures.h"
#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// What is summed of a rank.
struct Sums {
    LateRank late;
    Duration gpu{};  // lateness of known cause
    Duration host{};
    std::map<std::string_view, Duration> in;
    std::vector<const RankPart*> awaiting;  // of collectives that it was the last in
};

class LateRankSearch {
public:
    explicit LateRankSearch(const RankSetAnalysis& set) : m_set(set), m_sums(set.ranks.size()) {}

    std::vector<LateRank> take() {
        for (const JointCollective& joint : m_set.collectives) {
            if (!joint.isSendReceive) {
                add(joint);
            }
        }
        std::vector<LateRank> ranks;
        for (std::size_t rank = 0; rank < m_sums.size(); ++rank) {
            if (m_sums[rank].late.lateIn > 0) {
                ranks.push_back(finished(m_sums[rank], rank));
            }
        }
        std::sort(ranks.begin(), ranks.end(), [](const LateRank& a, const LateRank& b) {
            return std::make_tuple(b.othersWaited, b.lateness, a.rank) <
                   std::make_tuple(a.othersWaited, a.lateness, b.rank);
        });
        return ranks;
    }

private:
    Duration enoughLead(const JointCollective& joint) const {
        Duration uncertainty{};
        for (const RankPart& part : joint.parts) {
            uncertainty = std::max(uncertainty, m_set.clocks[part.rank].uncertainty);
        }
        return std::max(kMinLead, 2 * uncertainty);
    }

    // The late ones among parts by arrival: from which on; empty: none is late.
    std::optional<std::size_t> firstLate(const JointCollective& joint,
                                         const std::vector<const RankPart*>& byArrival) const {
        const std::size_t count = byArrival.size();
        const Duration enough = enoughLead(joint);
        const std::size_t mostLate = std::max<std::size_t>(1, count / kMinRanksTogether);
        for (std::size_t at = count - mostLate; at < count; ++at) {
            if (at > 0 && byArrival[at]->kernel.begin - byArrival[at - 1]->kernel.begin > enough) {
                return at;
            }
        }
        return std::nullopt;
    }

    void add(const JointCollective& joint) {
        std::vector<const RankPart*> byArrival;
        for (const RankPart& part : joint.parts) {
            ++m_sums[part.rank].late.collectives;
            byArrival.push_back(&part);
        }
        std::stable_sort(
            byArrival.begin(), byArrival.end(),
            [](const RankPart* a, const RankPart* b) { return a->kernel.begin < b->kernel.begin; });
        const auto first = firstLate(joint, byArrival);
        if (!first) {
            return;
        }
        const Time onTime = byArrival[*first - 1]->kernel.begin;
        for (std::size_t at = *first; at < byArrival.size(); ++at) {
            addLate(joint, *byArrival[at], byArrival[at]->kernel.begin - onTime,
                    byArrival.size() - *first > 1);
        }
        auto& awaiting = m_sums[byArrival.back()->rank].awaiting;
        awaiting.insert(awaiting.end(), byArrival.begin(), byArrival.end());
    }

    void addLate(const JointCollective& joint, const RankPart& part, Duration lateness,
                 bool isTogether) {
        Sums& sums = m_sums[part.rank];
        ++sums.late.lateIn;
        sums.late.lateTogether += isTogether ? 1 : 0;
        addClamped(sums.late.lateness, lateness);
        const LateCause cause = causeOf(joint, part);
        addClamped(sums.in[cause.in], lateness);
        if (cause.isSure) {
            addClamped(cause.kind == LateCause::Kind::Gpu ? sums.gpu : sums.host, lateness);
        }
    }

    // Of the last one as the joint measures have it; of others that are late with it, by the same
    // comparison where the summaries have what it needs.
    LateCause causeOf(const JointCollective& joint, const RankPart& part) const {
        if (joint.isLate && joint.last == part.rank) {
            return joint.cause;
        }
        LateCause cause;
        const auto& own = m_set.timelines[part.rank].approaches;
        if (own.empty()) {
            return cause;
        }
        std::vector<Duration> compute;
        std::vector<Duration> idle;
        cause.isSure = true;
        for (const RankPart& other : joint.parts) {
            const Approach& approach = m_set.timelines[other.rank].approaches[other.call];
            compute.push_back(approach.compute);
            idle.push_back(approach.idle);
            cause.isSure &= approach.isKnown;
        }
        cause.computeMore = own[part.call].compute - lowerMedian(compute);
        cause.idleMore = own[part.call].idle - lowerMedian(idle);
        cause.kind =
            cause.computeMore > cause.idleMore ? LateCause::Kind::Gpu : LateCause::Kind::Host;
        cause.in = own[part.call].idleIn;
        return cause;
    }

    LateRank finished(Sums& sums, std::size_t rank) const {
        LateRank late = sums.late;
        late.rank = rank;
        late.othersWaited = sumWaits(m_set, std::move(sums.awaiting)).wait;
        late.isCauseKnown = std::max(sums.gpu, sums.host) > Duration{};
        late.kind = sums.gpu > sums.host ? LateCause::Kind::Gpu : LateCause::Kind::Host;
        const auto most =
            std::max_element(sums.in.begin(), sums.in.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        late.in = most == sums.in.end() ? std::string_view{} : most->first;
        return late;
    }

    const RankSetAnalysis& m_set;
    std::vector<Sums> m_sums;
};

}  // namespace

std::vector<LateRank> lateRanks(const RankSetAnalysis& set) {
    return LateRankSearch(set).take();
}

namespace {

struct StepSums {
    std::vector<Duration> lengths;  // of ranks
    std::optional<std::size_t> late;
    Duration lead{};
};

}  // namespace

StepLengths stepLengths(const RankSetAnalysis& set) {
    std::map<int, StepSums> steps;
    for (std::size_t rank = 0; rank < set.totals.size(); ++rank) {
        const std::vector<RankStep>& rows = set.totals[rank].steps;
        for (std::size_t at = 1; at < rows.size(); ++at) {
            StepSums& step = steps[rows[at].step];
            step.lengths.push_back(rows[at].range.length());
            if (rows[at].lead > step.lead) {
                step.late = rank;
                step.lead = rows[at].lead;
            }
        }
    }
    StepLengths lengths;
    std::vector<Duration> medians;
    for (auto& [number, step] : steps) {
        medians.push_back(lowerMedian(step.lengths));
        lengths.outliers.push_back({number, medians.back(), step.late, step.lead});
    }
    lengths.steps = medians.size();
    if (medians.empty()) {
        return lengths;
    }
    lengths.typical = lowerMedian(medians);
    std::vector<Duration> deviations;
    for (const Duration median : medians) {
        deviations.push_back(std::chrono::abs(median - lengths.typical));
    }
    const Duration byShare(
        static_cast<std::int64_t>(static_cast<double>(ns(lengths.typical)) * kMinOutlierShare));
    const Duration enough = std::max(byShare, kMinDeviations * lowerMedian(deviations));
    std::erase_if(lengths.outliers,
                  [&](const OutlierStep& step) { return step.length - lengths.typical <= enough; });
    std::sort(lengths.outliers.begin(), lengths.outliers.end(),
              [](const OutlierStep& a, const OutlierStep& b) {
                  return std::make_tuple(b.length, a.step) < std::make_tuple(a.length, b.step);
              });
    return lengths;
}

}  // namespace gaplight
