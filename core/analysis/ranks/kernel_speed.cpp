// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/kernel_speed.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

using Shape = std::array<std::uint32_t, 6>;  // grid and block
using KernelKind = std::tuple<std::string_view, Shape>;

// Durations of the runs of each kind that nothing disturbs, and the number of all runs.
struct KernelRuns {
    std::vector<Duration> undisturbed;
    std::size_t all = 0;
};

Shape shapeOf(const Trace& trace, SliceId kernel) {
    const KernelConfig* config = trace.kernelConfigs().find(kernel);
    return config == nullptr ? Shape{}
                             : Shape{config->grid[0],  config->grid[1],  config->grid[2],
                                     config->block[0], config->block[1], config->block[2]};
}

std::map<KernelKind, KernelRuns> runsOf(const RankTrace& rank, const RankTimeline& timeline,
                                        const AxisClock& clock) {
    std::map<KernelKind, KernelRuns> runs;
    const Trace& trace = *rank.trace;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        const SliceId slice = activity.slice;
        const TimeRange range =
            clock.toAxis(TimeRange{trace.slices().start(slice),
                                   trace.slices().start(slice) + trace.slices().duration(slice)});
        KernelRuns& kind = runs[{trace.name(slice), shapeOf(trace, slice)}];
        ++kind.all;
        if (timeline.communication.within(range) == Duration{}) {
            kind.undisturbed.push_back(trace.slices().duration(slice));
        }
    }
    return runs;
}

}  // namespace

double KernelSpeed::factor() const {
    return typical <= Duration{}
               ? 1
               : static_cast<double>(time.count()) / static_cast<double>(typical.count());
}

std::vector<KernelSpeed> kernelSpeeds(std::span<const RankTrace> ranks,
                                      const RankSetAnalysis& set) {
    std::vector<std::map<KernelKind, KernelRuns>> runs;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        runs.push_back(runsOf(ranks[rank], set.timelines[rank], set.clocks[rank].axis));
    }
    std::vector<KernelSpeed> speeds(ranks.size());
    for (const auto& [kind, first] : runs.front()) {
        std::vector<Duration> medians;
        std::size_t runsOfAll = first.all;
        for (const auto& ofRank : runs) {
            const auto found = ofRank.find(kind);
            if (found == ofRank.end() || found->second.undisturbed.size() < kMinKernelRuns) {
                break;
            }
            runsOfAll = std::min(runsOfAll, found->second.all);
            std::vector<Duration> own = found->second.undisturbed;
            medians.push_back(lowerMedian(own));
        }
        if (medians.size() < ranks.size()) {
            continue;
        }
        const Duration typical = lowerMedian(medians);
        const auto count = static_cast<std::int64_t>(runsOfAll);
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            speeds[rank].time += medians[rank] * count;
            speeds[rank].typical += typical * count;
            speeds[rank].kernels += runsOfAll;
        }
    }
    return speeds;
}

}  // namespace gaplight
