// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/kernel_changes.h"

#include <algorithm>
#include <iterator>
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

// Both without what they share, each sorted.
std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> exchanged(
    AnchorDifference difference) {
    std::sort(difference.a.begin(), difference.a.end());
    std::sort(difference.b.begin(), difference.b.end());
    std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> only;
    std::set_difference(difference.a.begin(), difference.a.end(), difference.b.begin(),
                        difference.b.end(), std::back_inserter(only.first));
    std::set_difference(difference.b.begin(), difference.b.end(), difference.a.begin(),
                        difference.a.end(), std::back_inserter(only.second));
    return only;
}

std::vector<std::string> namesOf(const Anchors& anchors, const std::vector<std::uint32_t>& list) {
    std::vector<std::string> names;
    for (const std::uint32_t name : list) {
        names.push_back(anchors.names[name]);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<KernelExchange> exchangesOf(const Anchors& anchors) {
    std::map<std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>, KernelExchange>
        found;
    for (const AnchorDifference& difference : anchors.differences) {
        const auto only = exchanged(difference);
        if (difference.warmsUp || only.first.empty() || only.second.empty() ||
            only.first.size() == only.second.size()) {
            continue;
        }
        KernelExchange& exchange = found[only];
        ++exchange.times;
        exchange.timeA += difference.timeA;
        exchange.timeB += difference.timeB;
    }
    std::vector<KernelExchange> list;
    for (auto& [names, exchange] : found) {
        exchange.a = namesOf(anchors, names.first);
        exchange.b = namesOf(anchors, names.second);
        list.push_back(std::move(exchange));
    }
    std::sort(list.begin(), list.end(), [](const KernelExchange& x, const KernelExchange& y) {
        const Duration gainX = std::chrono::abs(x.timeA - x.timeB);
        const Duration gainY = std::chrono::abs(y.timeA - y.timeB);
        return gainX != gainY ? gainX > gainY : x.a != y.a ? x.a < y.a : x.b < y.b;
    });
    return list;
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
        case KernelChangeKind::Same:
            break;
    }
    return "same";
}

KernelChangeKind KernelChange::kind(double noiseFloor) const {
    if (a.count == 0 || b.count == 0) {
        return a.count == 0 ? KernelChangeKind::Appeared : KernelChangeKind::Vanished;
    }
    const auto timeA = static_cast<double>(a.time.count());
    const auto timeB = static_cast<double>(b.time.count());
    return timeB > timeA * (1 + noiseFloor)   ? KernelChangeKind::Slower
           : timeB < timeA * (1 - noiseFloor) ? KernelChangeKind::Faster
                                              : KernelChangeKind::Same;
}

KernelChanges kernelChanges(const ComparedTrace& a, const ComparedTrace& b,
                            const Alignment& alignment) {
    constexpr auto kSteady = StepScope::With::SteadySteps;
    KernelChanges result;
    Changes changes;
    addSums(a.trace, sumsOf(a, StepScope(a.analysis.steps, alignment.steps, true, kSteady)),
            &KernelChange::a, result.groupsA, changes);
    addSums(b.trace, sumsOf(b, StepScope(b.analysis.steps, alignment.steps, false, kSteady)),
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
    result.exchanges = exchangesOf(alignment.anchors);
    return result;
}

}  // namespace gaplight
