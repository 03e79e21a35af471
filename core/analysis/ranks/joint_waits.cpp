// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/joint_waits.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/intervals.h"
#include "core/base/parallel.h"

namespace gaplight {
namespace {

// Parts of one kernel become neighbors, the one that waits longest last.
void sortByKernel(std::vector<const RankPart*>& parts) {
    std::ranges::sort(parts, {}, [](const RankPart* part) {
        return std::make_tuple(part->rank, part->kernel.begin, part->kernel.end, part->waitEnd);
    });
}

bool haveOneKernel(const RankPart& a, const RankPart& b) {
    return a.rank == b.rank && a.kernel == b.kernel;
}

// When data moves, per kernel. `parts`: sorted by kernel, of one rank.
std::vector<TimeRange> movingRanges(std::span<const RankPart* const> parts) {
    std::vector<TimeRange> moving;
    for (std::size_t at = 0; at < parts.size(); ++at) {
        if (at + 1 == parts.size() || !haveOneKernel(*parts[at], *parts[at + 1])) {
            moving.push_back(parts[at]->moving());
        }
    }
    return moving;
}

// The part of `wait` in which no other work runs. Between the kernels of one call it does not wait.
WaitSums sumsOf(const RankTimeline& timeline, const CoveredRanges& otherWork, TimeRange wait) {
    WaitSums sums;
    for (const TimeRange& range : timeline.communication.overlapping(wait)) {
        const TimeRange part = commonPart(range, wait);
        sums.wait += part.length();
        sums.exposed += part.length() - timeline.compute.within(part) - otherWork.within(part);
    }
    return sums;
}

class WaitsOfRank {
public:
    WaitsOfRank(const CommCalls& calls, const std::vector<TimeRange>& kernelOfCall,
                const RankTimeline& timeline)
        : m_calls(calls), m_kernelOfCall(kernelOfCall), m_timeline(timeline) {}

    void add(RankPart& part, std::size_t awaited) {
        m_parts.push_back(&part);
        m_waits.push_back({part.waiting(), awaited});
    }

    RankWaiting take() {
        RankWaiting waiting;
        waiting.otherWork = otherWork();
        for (RankPart* part : m_parts) {
            const WaitSums sums = sumsOf(m_timeline, waiting.otherWork, part->waiting());
            part->wait = sums.wait;
            part->exposedWait = sums.exposed;
        }
        for (const JointWait& wait : disjointWaits()) {
            for (const TimeRange& range : m_timeline.communication.overlapping(wait.range)) {
                const TimeRange part = commonPart(range, wait.range);
                if (part.length() > Duration{}) {
                    waiting.waits.push_back({part, wait.awaited});
                }
            }
        }
        return waiting;
    }

private:
    CoveredRanges otherWork() const {
        std::vector<const RankPart*> parts(m_parts.begin(), m_parts.end());
        sortByKernel(parts);
        std::vector<TimeRange> work = movingRanges(parts);
        const auto orderOf = [](const TimeRange& kernel) {
            return std::make_pair(kernel.begin, kernel.end);
        };
        for (std::size_t call = 0; call < m_calls.calls.size(); ++call) {
            const TimeRange& kernel = m_kernelOfCall[call];
            const bool isMatched = std::ranges::binary_search(
                parts, orderOf(kernel), {},
                [&](const RankPart* part) { return orderOf(part->kernel); });
            if (m_calls.calls[call].kernel.isValid() && !isMatched) {
                work.push_back(kernel);
            }
        }
        const auto others = m_timeline.withoutCall.ranges();
        work.insert(work.end(), others.begin(), others.end());
        const auto compute = m_timeline.compute.ranges();
        const CoveredRanges all = unionOfRanges(std::move(work));
        return CoveredRanges(rangesOutside({all.ranges().begin(), all.ranges().end()},
                                           {compute.begin(), compute.end()}));
    }

    std::vector<JointWait> disjointWaits() {
        std::ranges::stable_sort(m_waits, {}, [](const JointWait& wait) {
            return std::make_pair(wait.range.begin, wait.awaited);
        });
        std::vector<JointWait> disjoint;
        for (const JointWait& wait : m_waits) {
            if (!disjoint.empty()) {
                TimeRange& last = disjoint.back().range;
                if (wait.range.end <= last.end) {
                    continue;
                }
                last.end = std::min(last.end, wait.range.begin);
            }
            disjoint.push_back(wait);
        }
        return disjoint;
    }

    const CommCalls& m_calls;
    const std::vector<TimeRange>& m_kernelOfCall;
    const RankTimeline& m_timeline;
    std::vector<RankPart*> m_parts;
    std::vector<JointWait> m_waits;
};

// Calls use(parts) for the parts of each rank. `parts`: sorted by rank.
template <class Use>
void forEachRank(std::span<const RankPart* const> parts, Use use) {
    for (std::size_t first = 0; first < parts.size();) {
        std::size_t end = first;
        while (end < parts.size() && parts[end]->rank == parts[first]->rank) {
            ++end;
        }
        use(parts.subspan(first, end - first));
        first = end;
    }
}

}  // namespace

std::vector<RankWaiting> findWaits(std::vector<JointCollective>& collectives,
                                   std::span<const CommCalls> calls,
                                   std::span<const std::vector<TimeRange>> kernelOfCall,
                                   std::span<const RankTimeline> timelines) {
    std::vector<WaitsOfRank> ofRanks;
    for (std::size_t rank = 0; rank < timelines.size(); ++rank) {
        ofRanks.emplace_back(calls[rank], kernelOfCall[rank], timelines[rank]);
    }
    for (JointCollective& joint : collectives) {
        for (RankPart& part : joint.parts) {
            ofRanks[part.rank].add(part, joint.last);
        }
    }
    std::vector<RankWaiting> waiting(timelines.size());
    parallelFor(std::size_t{0}, waiting.size(),
                [&](std::size_t rank) { waiting[rank] = ofRanks[rank].take(); });
    return waiting;
}

WaitSums sumWaits(const RankSetAnalysis& set, std::vector<const RankPart*> parts,
                  TimeRange within) {
    sortByKernel(parts);
    WaitSums sums;
    forEachRank(parts, [&](std::span<const RankPart* const> ofRank) {
        const std::size_t rank = ofRank.front()->rank;
        MergedRanges waits;
        for (const RankPart* part : ofRank) {
            waits.add(part->waiting());
        }
        for (const TimeRange& wait : waits.ranges()) {
            const WaitSums more =
                sumsOf(set.timelines[rank], set.waiting[rank].otherWork, commonPart(wait, within));
            addClamped(sums.wait, more.wait);
            addClamped(sums.exposed, more.exposed);
        }
    });
    return sums;
}

TransferSums sumTransfers(const RankSetAnalysis& set, std::vector<const RankPart*> parts) {
    sortByKernel(parts);
    TransferSums sums;
    forEachRank(parts, [&](std::span<const RankPart* const> ofRank) {
        const CoveredRanges& compute = set.timelines[ofRank.front()->rank].compute;
        const CoveredRanges moving = unionOfRanges(movingRanges(ofRank));
        for (const TimeRange& range : moving.ranges()) {
            addClamped(sums.transfer, range.length());
            addClamped(sums.exposed, range.length() - compute.within(range));
        }
    });
    return sums;
}

namespace {

// Chains of waits are followed this far, and not back to the rank that waits: two ranks wait for
// each other in different kernels, or where clocks are wrong.
constexpr int kMaxChain = 8;

// An interval of a rank in which it did one thing.
struct Activity {
    enum class Kind : std::uint8_t { Gpu, Wait, Communication };
    TimeRange range;
    Kind kind = Kind::Gpu;
    std::size_t awaited = 0;
};

std::vector<TimeRange> rangesOf(const CoveredRanges& covered) {
    return {covered.ranges().begin(), covered.ranges().end()};
}

// Disjoint activities of one rank in time order: computing, else waiting, else communicating.
std::vector<Activity> flattened(const RankTimeline& timeline, std::span<const JointWait> waits) {
    std::vector<Activity> activities;
    for (const TimeRange& range : timeline.compute.ranges()) {
        activities.push_back({range, Activity::Kind::Gpu, 0});
    }
    const std::vector<TimeRange> compute = rangesOf(timeline.compute);
    std::vector<TimeRange> taken;
    for (const JointWait& wait : waits) {
        taken.push_back(wait.range);
        const auto beside = timeline.compute.overlapping(wait.range);
        for (const TimeRange& range : rangesOutside({wait.range}, {beside.begin(), beside.end()})) {
            activities.push_back({range, Activity::Kind::Wait, wait.awaited});
        }
    }
    for (const TimeRange& range :
         rangesOutside(rangesOutside(rangesOf(timeline.communication), compute), taken)) {
        activities.push_back({range, Activity::Kind::Communication, 0});
    }
    std::sort(activities.begin(), activities.end(),
              [](const Activity& a, const Activity& b) { return a.range.begin < b.range.begin; });
    return activities;
}

class WaitLookup {
public:
    WaitLookup(std::vector<std::vector<Activity>> activities)
        : m_activities(std::move(activities)), m_causes(m_activities.size()) {}

    // What `rank` did in a wait of rank `waiting`.
    void add(std::size_t rank, std::size_t waiting, TimeRange wait, int chain = 0) {
        const std::vector<Activity>& activities = m_activities[rank];
        auto next = std::upper_bound(
            activities.begin(), activities.end(), wait.begin,
            [](Time time, const Activity& activity) { return time < activity.range.end; });
        Time at = wait.begin;
        for (; next != activities.end() && next->range.begin < wait.end; ++next) {
            const TimeRange part = commonPart(next->range, wait);
            m_causes[rank].host += part.begin - at;
            at = part.end;
            if (next->kind == Activity::Kind::Gpu) {
                m_causes[rank].gpu += part.length();
            } else if (next->kind == Activity::Kind::Wait && next->awaited != waiting &&
                       chain < kMaxChain) {
                add(next->awaited, waiting, part, chain + 1);
            } else {
                m_causes[rank].transfer += part.length();
            }
        }
        m_causes[rank].host += wait.end - at;
    }

    std::vector<WaitCauses> take() { return std::move(m_causes); }

private:
    std::vector<std::vector<Activity>> m_activities;
    std::vector<WaitCauses> m_causes;
};

}  // namespace

std::vector<WaitCauses> waitCauses(std::span<const RankWaiting> waiting,
                                   std::span<const RankTimeline> timelines) {
    std::vector<std::vector<Activity>> activities;
    for (std::size_t rank = 0; rank < timelines.size(); ++rank) {
        activities.push_back(flattened(timelines[rank], waiting[rank].waits));
    }
    WaitLookup lookup(std::move(activities));
    for (std::size_t rank = 0; rank < waiting.size(); ++rank) {
        for (const JointWait& wait : waiting[rank].waits) {
            lookup.add(wait.awaited, rank, wait.range);
        }
    }
    return lookup.take();
}

}  // namespace gaplight
