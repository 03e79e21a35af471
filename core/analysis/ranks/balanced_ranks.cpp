// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/balanced_ranks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_set>

#include "core/analysis/ranks/collective_rates.h"
#include "core/analysis/ranks/kernel_speed.h"
#include "core/analysis/ranks/pipeline_times.h"

namespace gaplight {
namespace {

struct KernelSum {
    std::int64_t ns = 0;
    std::int64_t count = 0;
};

// Calls `use` with each activity of a rank that does not communicate.
template <class Use>
void forEachKernel(const RankTrace& rank, const CommCalls& calls, const Use& use) {
    const std::unordered_set<SliceId> communication(calls.kernels.begin(), calls.kernels.end());
    for (const GpuActivity& activity : rank.trace->gpuActivities()) {
        if (communication.count(activity.slice) == 0 &&
            rank.trace->slices().duration(activity.slice) > Duration{}) {
            use(activity.slice);
        }
    }
}

}  // namespace

std::vector<std::vector<ReplayEdit>> balancedKernels(std::span<const RankTrace> ranks,
                                                     const RankSetAnalysis& set) {
    std::map<KernelKind, KernelSum> sums;
    for (std::size_t at = 0; at < ranks.size(); ++at) {
        forEachKernel(ranks[at], set.calls[at], [&](SliceId kernel) {
            KernelSum& sum = sums[kernelKind(*ranks[at].trace, kernel)];
            sum.ns += ns(ranks[at].trace->slices().duration(kernel));
            ++sum.count;
        });
    }
    std::vector<std::vector<ReplayEdit>> edits(ranks.size());
    for (std::size_t at = 0; at < ranks.size(); ++at) {
        forEachKernel(ranks[at], set.calls[at], [&](SliceId kernel) {
            const KernelSum& sum = sums.at(kernelKind(*ranks[at].trace, kernel));
            const double mean = static_cast<double>(sum.ns) / static_cast<double>(sum.count);
            const auto own = static_cast<double>(ns(ranks[at].trace->slices().duration(kernel)));
            edits[at].push_back({ReplayEdit::Kind::ScaleActivity, kernel, {}, {}, mean / own});
        });
    }
    return edits;
}

namespace {

// What a rank works on: activities of its GPU that do not communicate, and the calls for them. What
// was launched before the capture is none: its collectives are not matched.
struct WorkOfRank {
    std::vector<SliceId> activities;
    std::map<TrackId, TimeRange> threads;  // that launch them: from the first launch to the last
};

WorkOfRank workOf(const RankTrace& rank, const CommCalls& calls) {
    const std::unordered_set<SliceId> communication(calls.kernels.begin(), calls.kernels.end());
    WorkOfRank work;
    for (const GpuActivity& activity : rank.trace->gpuActivities()) {
        if ((calls.gpu && activity.gpu != *calls.gpu) || communication.count(activity.slice) > 0) {
            continue;
        }
        if (const SliceId launch = rank.launches->launchOf(activity.slice); launch.isValid()) {
            work.activities.push_back(activity.slice);
            const TimeRange range = rank.trace->slices().range(launch);
            TimeRange& whole =
                work.threads.try_emplace(rank.trace->trackOf(launch), range).first->second;
            whole = {std::min(whole.begin, range.begin), std::max(whole.end, range.end)};
        }
    }
    return work;
}

// `wanted` / `own`; 1 for nothing.
double ratioOf(std::int64_t wanted, std::int64_t own) {
    return own <= 0 ? 1 : static_cast<double>(wanted) / static_cast<double>(own);
}

}  // namespace

std::vector<std::vector<ReplayEdit>> balancedWork(
    std::span<const RankTrace> ranks, const RankSetAnalysis& set,
    std::span<const std::vector<std::size_t>> groups) {
    std::vector<std::vector<ReplayEdit>> all(ranks.size());
    for (const std::vector<std::size_t>& group : groups) {
        std::vector<WorkOfRank> works;
        Duration compute{};
        std::int64_t activities = 0;
        for (const std::size_t rank : group) {
            works.push_back(workOf(ranks[rank], set.calls[rank]));
            compute += set.totals[rank].compute;
            activities += static_cast<std::int64_t>(works.back().activities.size());
        }
        const auto members = static_cast<std::int64_t>(group.size());
        for (std::size_t at = 0; at < group.size(); ++at) {
            const WorkOfRank& work = works[at];
            std::vector<ReplayEdit>& edits = all[group[at]];
            const double gpu = ratioOf(ns(compute) / members, ns(set.totals[group[at]].compute));
            const double host =
                ratioOf(activities / members, static_cast<std::int64_t>(work.activities.size()));
            for (const SliceId activity : work.activities) {
                edits.push_back({ReplayEdit::Kind::ScaleActivity, activity, {}, {}, gpu});
            }
            for (const auto& [track, range] : work.threads) {
                edits.push_back({ReplayEdit::Kind::ScaleHost, {}, track, range, host});
            }
        }
    }
    return all;
}

std::vector<std::vector<ReplayEdit>> balancedStages(std::span<const RankTrace> ranks,
                                                    const RankSetAnalysis& set) {
    return balancedWork(ranks, set, findPipelines(set.collectives));
}

std::vector<std::vector<ReplayEdit>> balancedTokens(std::span<const RankTrace> ranks,
                                                    const RankSetAnalysis& set) {
    std::vector<std::vector<std::size_t>> groups;
    std::vector<bool> isTaken(ranks.size());
    for (const AllToAllSizes& sizes : allToAllSizes(set)) {
        const std::vector<std::size_t>& group = set.communicators[sizes.communicator].ranks;
        if (std::ranges::none_of(group, [&](std::size_t rank) { return isTaken[rank]; })) {
            groups.push_back(group);
            for (const std::size_t rank : group) {
                isTaken[rank] = true;
            }
        }
    }
    return balancedWork(ranks, set, groups);
}

}  // namespace gaplight
