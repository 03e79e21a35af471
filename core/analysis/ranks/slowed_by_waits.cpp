// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/slowed_by_waits.h"

#include <algorithm>

#include "core/analysis/gpu/collectives.h"
#include "core/analysis/torch/kernel_group.h"

namespace gaplight {
namespace {

// Waits of a rank for another, on its trace's own clock, by start.
std::vector<TimeRange> waitsFor(const RankSetAnalysis& set, const Trace& trace, std::size_t rank,
                                std::size_t awaited) {
    std::vector<TimeRange> waits;
    for (const JointCollective& joint : set.collectives) {
        const RankPart* part = joint.last == awaited ? joint.partOf(rank) : nullptr;
        if (part != nullptr && part->wait > Duration{}) {
            const Time begin = trace.slices().start(set.calls[rank].calls[part->call].kernel);
            waits.push_back({begin, begin + part->waiting().length()});
        }
    }
    std::sort(waits.begin(), waits.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    return waits;
}

}  // namespace

std::vector<SlowedByWait> kernelsSlowedByWaits(const RankTrace& input, const RankSetAnalysis& set,
                                               std::size_t rank) {
    const Trace& trace = *input.trace;
    const auto& devices = input.analysis->devices;
    const auto device = std::find_if(
        devices.begin(), devices.end(),
        [&](const DeviceAnalysis& one) { return one.totals.gpu == set.calls[rank].gpu; });
    std::vector<SlowedByWait> slowed;
    if (device == devices.end()) {
        return slowed;
    }
    KernelGroups groups(trace);
    std::vector<Collective> collectives;
    for (const SliceId kernel : set.calls[rank].kernels) {
        collectives.push_back({kernel, {}});
    }
    for (std::size_t awaited = 0; awaited < set.ranks.size(); ++awaited) {
        const std::vector<TimeRange> waits = waitsFor(set, trace, rank, awaited);
        if (waits.empty()) {
            continue;
        }
        for (const SlowedKernel& kernel :
             slowedKernels(trace, groups, device->byStart, collectives, waits)) {
            const auto length = static_cast<double>(ns(trace.slices().duration(kernel.slice)));
            slowed.push_back({{ReplayEdit::Kind::ScaleActivity,
                               kernel.slice,
                               {},
                               {},
                               static_cast<double>(ns(kernel.alone)) / length},
                              awaited});
        }
    }
    return slowed;
}

}  // namespace gaplight
