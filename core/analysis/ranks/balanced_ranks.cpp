// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/balanced_ranks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_set>

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

// What a stage works on: activities of its GPU that do not communicate, and the calls for them.
struct StageWork {
    std::vector<SliceId> activities;
    std::map<TrackId, TimeRange> threads;  // that launch them: from the first launch to the last
};

StageWork stageWork(const RankTrace& rank, const CommCalls& calls) {
    const std::unordered_set<SliceId> communication(calls.kernels.begin(), calls.kernels.end());
    StageWork work;
    for (const GpuActivity& activity : rank.trace->gpuActivities()) {
        if ((calls.gpu && activity.gpu != *calls.gpu) || communication.count(activity.slice) > 0) {
            continue;
        }
        work.activities.push_back(activity.slice);
        if (const SliceId launch = rank.launches->launchOf(activity.slice); launch.isValid()) {
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

std::vector<std::vector<ReplayEdit>> balancedStages(std::span<const RankTrace> ranks,
                                                    const RankSetAnalysis& set) {
    std::vector<std::vector<ReplayEdit>> all(ranks.size());
    for (const Pipeline& pipeline : findPipelines(set.collectives)) {
        std::vector<StageWork> works;
        Duration compute{};
        std::int64_t activities = 0;
        for (const std::size_t rank : pipeline) {
            works.push_back(stageWork(ranks[rank], set.calls[rank]));
            compute += set.totals[rank].compute;
            activities += static_cast<std::int64_t>(works.back().activities.size());
        }
        const auto stages = static_cast<std::int64_t>(pipeline.size());
        for (std::size_t stage = 0; stage < pipeline.size(); ++stage) {
            const StageWork& work = works[stage];
            std::vector<ReplayEdit>& edits = all[pipeline[stage]];
            const double gpu =
                ratioOf(ns(compute) / stages, ns(set.totals[pipeline[stage]].compute));
            const double host =
                ratioOf(activities / stages, static_cast<std::int64_t>(work.activities.size()));
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

}  // namespace gaplight
