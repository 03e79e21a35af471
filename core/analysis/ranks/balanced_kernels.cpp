// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/balanced_kernels.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_set>

#include "core/analysis/ranks/kernel_speed.h"

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

}  // namespace gaplight
