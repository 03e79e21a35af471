// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/equal_work.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/quantity_text.h"
#include "core/compare/compared_steps.h"
#include "core/compare/step_scope.h"

namespace gaplight {
namespace {

struct Launched {
    std::uint64_t count = 0;
    std::uint64_t blocks = 0;  // of those whose grid was recorded
};

struct LaunchedProducts {
    std::map<std::string_view, Launched> byName;
    std::uint64_t count = 0;
};

LaunchedProducts productsOf(const ComparedTrace& run, const StepScope& scope) {
    LaunchedProducts products;
    KernelGroups groups(run.trace);
    for (const DeviceAnalysis& device : run.analysis.devices) {
        for (const ActivityId id : device.byStart) {
            const SliceId slice = run.trace.gpuActivities()[id.index()].slice;
            const bool isKernel = run.trace.kind(slice) == SliceKind::Kernel;
            const KernelGroup group = isKernel ? groups.of(slice) : KernelGroup::Other;
            const bool isProduct = group == KernelGroup::Matmul || group == KernelGroup::Attention;
            if (!isProduct || !scope.contains(run, run.launches.launchOf(id))) {
                continue;
            }
            Launched& launched = products.byName[run.trace.name(slice)];
            ++launched.count;
            ++products.count;
            if (const KernelConfig* config = run.trace.kernelConfigs().find(slice)) {
                launched.blocks += std::uint64_t{1} * config->grid[0] * config->grid[1] *
                                   std::max<std::uint32_t>(1, config->grid[2]);
            }
        }
    }
    return products;
}

double factorOf(std::uint64_t a, std::uint64_t b) {
    return a == 0 || b == 0 ? 1 : static_cast<double>(b) / static_cast<double>(a);
}

bool isOther(double factor, double least = kMinWorkFactor) {
    return factor >= least || factor * least <= 1;
}

// Whether the factor is an integer or 1 / an integer.
bool isUnits(double factor) {
    const double more = std::max(factor, 1 / factor);
    return std::abs(more - std::round(more)) <= kUnitsTolerance * more;
}

// The names of the annotations with which steady steps begin.
struct StepNames {
    std::map<std::string_view, std::size_t> counts;
    std::string_view most;  // the most frequent
    std::size_t steps = 0;

    bool isMostly() const {
        constexpr std::size_t kMinNamePercent = 80;
        return !counts.empty() && counts.at(most) * 100 >= steps * kMinNamePercent;
    }
    // Numbers of iterations would not.
    bool doRepeat() const { return !counts.empty() && counts.size() * 2 <= steps; }
};

StepNames stepNames(const ComparedTrace& run, std::span<const StepPair> steps, bool isA) {
    std::map<Time, std::string_view> nameAt;
    for (const SliceId slice : run.analysis.annotationSlices) {
        nameAt.try_emplace(run.trace.slices().start(slice), run.trace.name(slice));
    }
    StepNames names;
    names.steps = steadyPairs(steps);
    for (const StepPair& pair : steps) {
        const auto at = nameAt.find(run.steps().markers.host[isA ? pair.a : pair.b].begin);
        if (!pair.warmsUp && at != nameAt.end()) {
            ++names.counts[at->second];
        }
    }
    for (const auto& [name, count] : names.counts) {
        names.most = names.most.empty() || count > names.counts.at(names.most) ? name : names.most;
    }
    return names;
}

// The most frequent names of the steps where these differ in values alone (nameTemplate): of
// requests, not of versions. One step each may be numbered.
std::optional<std::pair<std::string, std::string>> otherNumbers(const ComparedTrace& a,
                                                                const ComparedTrace& b,
                                                                std::span<const StepPair> steps) {
    const StepNames ofA = stepNames(a, steps, true);
    const StepNames ofB = stepNames(b, steps, false);
    const bool haveNoneInCommon = std::ranges::none_of(
        ofA.counts, [&](const auto& name) { return ofB.counts.contains(name.first); });
    const bool isOther = (ofA.isMostly() && ofB.isMostly()) ||
                         (ofA.doRepeat() && ofB.doRepeat() && haveNoneInCommon);
    return isOther && ofA.steps > 1 && ofA.most != ofB.most &&
                   nameTemplate(ofA.most) == nameTemplate(ofB.most)
               ? std::optional(std::pair(std::string(ofA.most), std::string(ofB.most)))
               : std::nullopt;
}

}  // namespace

std::optional<WorkChange> findWorkChange(const ComparedTrace& a, const ComparedTrace& b,
                                         std::span<const StepPair> steps) {
    const auto count = std::max<std::size_t>(1, steadyPairs(steps));
    constexpr auto kSteady = StepScope::With::SteadySteps;
    const LaunchedProducts ofA = productsOf(a, StepScope(a.steps(), steps, true, kSteady));
    const LaunchedProducts ofB = productsOf(b, StepScope(b.steps(), steps, false, kSteady));
    Launched sharedA;
    Launched sharedB;
    Launched equalA;
    Launched equalB;
    double least = INFINITY;
    double most = 0;
    std::size_t kernels = 0;  // of one name, that both run
    for (const auto& [name, launched] : ofA.byName) {
        const auto other = ofB.byName.find(name);
        if (other == ofB.byName.end()) {
            continue;
        }
        ++kernels;
        sharedA.count += launched.count;
        sharedB.count += other->second.count;
        const double factor = factorOf(launched.count, other->second.count);
        least = std::min(least, factor);
        most = std::max(most, factor);
        if (launched.count == other->second.count) {
            equalA.blocks += launched.blocks;
            equalB.blocks += other->second.blocks;
        }
    }
    const auto isEnough = [](const Launched& shared, const LaunchedProducts& all) {
        return static_cast<double>(shared.count) >= kMinSharedWork * static_cast<double>(all.count);
    };
    const double factor = factorOf(sharedA.count, sharedB.count);
    const bool isKnown = sharedA.count > 0 && isEnough(sharedA, ofA) && isEnough(sharedB, ofB);
    const bool isOneFactor =
        most <= factor * (1 + kUnitsTolerance) && least * (1 + kUnitsTolerance) >= factor;
    const bool areManyKernels = isOneFactor && kernels >= kMinUnitKernels;
    // Iterations of servers are pairs of equal load; sizes of their graphs are what may change.
    const bool isByLoad = areServers(a, b);
    const double smallest = areManyKernels ? kMinUnitsFactor : kMinWorkFactor;
    const bool isOtherCount =
        isKnown && isOther(factor, smallest) && isOther(factorOf(ofA.count, ofB.count), smallest);
    WorkChange change{sharedA.count / count,
                      sharedB.count / count,
                      isOtherCount ? std::optional(factor) : std::nullopt,
                      isKnown && !isByLoad ? factorOf(equalA.blocks, equalB.blocks) : 1,
                      std::nullopt,
                      steadyPairs(steps) > 0,
                      isByLoad ? std::nullopt : otherNumbers(a, b, steps)};
    if (!isOtherCount && !isOther(change.blocks) && !change.names) {
        return std::nullopt;
    }
    if (isOtherCount && isOneFactor && (isUnits(factor) || areManyKernels)) {
        change.units = factor;
    }
    return change;
}

std::string workChangeText(const WorkChange& change) {
    const std::string names =
        change.names ? "`" + change.names->first + "` and `" + change.names->second + "`" : "";
    if (change.launches) {
        return "B does " + factorText(*change.launches) +
               " A's work: " + countText(change.launchesA) + " → " + countText(change.launchesB) +
               " matrix products and attention kernels" + (change.perStep ? " a step" : "") +
               (names.empty() ? "" : " (" + names + ")");
    }
    return names.empty() ? "B's matrix products and attention kernels have " +
                               factorText(change.blocks) + " as many blocks as A's: other sizes"
                         : "the steps do different amounts of work: " + names;
}

}  // namespace gaplight
