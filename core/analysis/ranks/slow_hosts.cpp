// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/slow_hosts.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "core/base/share.h"
#include "core/base/statistics.h"

namespace gaplight {

std::vector<SlowHostStep> slowHostSteps(const RankSetAnalysis& set) {
    constexpr std::size_t kMinRanks = 3;  // of two, none is the usual one
    std::size_t count = set.timelines.empty() ? 0 : std::numeric_limits<std::size_t>::max();
    for (const RankTimeline& timeline : set.timelines) {
        count = std::min(count, timeline.steps.size());
    }
    std::set<std::pair<int, std::size_t>> late;
    for (const JointCollective& joint : set.collectives) {
        if (joint.isLate) {
            const RankPart& part = *joint.partOf(joint.last);
            late.emplace(set.calls[part.rank].calls[part.call].step, part.rank);
        }
    }
    std::vector<SlowHostStep> slow;
    for (std::size_t step = 0; set.timelines.size() >= kMinRanks && step < count; ++step) {
        std::vector<std::pair<Duration, std::size_t>> hosts;
        for (std::size_t rank = 0; rank < set.timelines.size(); ++rank) {
            hosts.emplace_back(set.timelines[rank].steps[step].length(), rank);
        }
        std::ranges::sort(hosts);
        const auto [longest, rank] = hosts.back();
        const Duration more = longest - hosts[hosts.size() - 2].first;
        if (reachesPercent(more, lowerMedian(hosts).first, kMinSlowHostPercent) &&
            more > Duration{}) {
            const int number = static_cast<int>(step);
            slow.push_back({number, rank, more, !late.contains({number, rank})});
        }
    }
    return slow;
}

bool isRotating(const std::vector<SlowHostStep>& steps) {
    std::set<std::size_t> ranks;
    for (const SlowHostStep& step : steps) {
        ranks.insert(step.rank);
    }
    return ranks.size() > 1;
}

}  // namespace gaplight
