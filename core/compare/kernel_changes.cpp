// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/kernel_changes.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/analysis/torch/kernel_name.h"
#include "core/compare/step_scope.h"

namespace gaplight {
namespace {

using Sums = std::unordered_map<std::uint32_t, KernelSum>;  // by StringId

Sums sumsOf(const ComparedTrace& run, const StepScope& scope) {
    Sums sums;
    for (const DeviceAnalysis& device : run.analysis.devices) {
        for (const ActivityId id : device.byStart) {
            const SliceId slice = run.trace.gpuActivities()[id.index()].slice;
            if (run.trace.kind(slice) != SliceKind::Kernel) {
                continue;
            }
            if (scope.contains(run, run.launches.launchOf(id))) {
                KernelSum& sum = sums[run.trace.slices().name(slice).value];
                ++sum.count;
                sum.time += run.trace.slices().duration(slice);
            }
        }
    }
    return sums;
}

using Changes = std::map<std::string, KernelChange>;

void addSums(const Trace& trace, const Sums& sums, KernelSum KernelChange::*side,
             std::array<KernelSum, kKernelGroups>& groups, Changes& changes) {
    for (const auto& [name, sum] : sums) {
        const std::string_view text = trace.text(StringId(name));
        KernelChange& change = changes[shortKernelName(text)];
        change.group = kernelGroupOf(text);
        (change.*side).count += sum.count;
        (change.*side).time += sum.time;
        KernelSum& group = groups[static_cast<std::size_t>(change.group)];
        group.count += sum.count;
        group.time += sum.time;
    }
}

bool isBeyond(double ratio, double noiseFloor) {
    return ratio > 1 + noiseFloor || ratio < 1 - noiseFloor;
}

}  // namespace

std::string_view kernelChangeName(KernelChangeKind kind) {
    switch (kind) {
        case KernelChangeKind::Appeared:
            return "appeared";
        case KernelChangeKind::Vanished:
            return "vanished";
        case KernelChangeKind::Slower:
            return "slower";
        case KernelChangeKind::Faster:
            return "faster";
        case KernelChangeKind::FewerCalls:
            return "fewer_calls";
        case KernelChangeKind::MoreCalls:
            return "more_calls";
        case KernelChangeKind::Longer:
            return "longer";
        case KernelChangeKind::Shorter:
            return "shorter";
        case KernelChangeKind::Same:
            break;
    }
    return "same";
}

double KernelChange::callRatio(double clock) const {
    if (a.count == 0 || b.count == 0 || a.time == Duration::zero() || b.time == Duration::zero()) {
        return 1;
    }
    const double meanA = static_cast<double>(a.time.count()) / static_cast<double>(a.count);
    const double meanB = static_cast<double>(b.time.count()) / static_cast<double>(b.count);
    return meanB / meanA / (group == KernelGroup::Collective ? 1 : clock);
}

KernelChangeKind KernelChange::kind(double noiseFloor, double clock) const {
    if (a.count == 0 || b.count == 0) {
        return a.count == 0 ? KernelChangeKind::Appeared : KernelChangeKind::Vanished;
    }
    const double calls = static_cast<double>(b.count) / static_cast<double>(a.count);
    const double time = callRatio(clock);
    if (isBeyond(calls, noiseFloor)) {
        return calls < 1 ? KernelChangeKind::FewerCalls : KernelChangeKind::MoreCalls;
    }
    if (!isBeyond(time, noiseFloor)) {
        return KernelChangeKind::Same;
    }
    if (group == KernelGroup::Collective) {
        return time > 1 ? KernelChangeKind::Longer : KernelChangeKind::Shorter;
    }
    return time > 1 ? KernelChangeKind::Slower : KernelChangeKind::Faster;
}

KernelChanges kernelChanges(const ComparedTrace& a, const ComparedTrace& b,
                            const Alignment& alignment) {
    constexpr auto kSteady = StepScope::With::SteadySteps;
    KernelChanges result;
    Changes changes;
    addSums(a.trace, sumsOf(a, StepScope(a.steps(), alignment.steps, true, kSteady)),
            &KernelChange::a, result.groupsA, changes);
    addSums(b.trace, sumsOf(b, StepScope(b.steps(), alignment.steps, false, kSteady)),
            &KernelChange::b, result.groupsB, changes);
    for (auto& [name, change] : changes) {
        change.name = name;
        result.kernels.push_back(std::move(change));
    }
    std::stable_sort(result.kernels.begin(), result.kernels.end(),
                     [](const KernelChange& x, const KernelChange& y) {
                         return std::chrono::abs(x.a.time - x.b.time) >
                                std::chrono::abs(y.a.time - y.b.time);
                     });
    result.exchanges = kernelExchanges(a.trace, b.trace, alignment.anchors);
    return result;
}

}  // namespace gaplight
