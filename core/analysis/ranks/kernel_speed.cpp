// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/kernel_speed.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/analysis/gpu/collectives.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/parallel.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// When a rank has left the first communication that the trace shows.
Time firstMeeting(const RankSetAnalysis& set, std::size_t rank) {
    std::optional<TimeRange> first;
    for (const JointCollective& joint : set.collectives) {
        const RankPart* part = joint.partOf(rank);
        if (part != nullptr && (!first || part->kernel.begin < first->begin)) {
            first = {part->kernel.begin, part->waitEnd};
        }
    }
    return first ? first->end : Time::min();
}

KernelsOfRank runsOf(const RankTrace& rank, const RankSetAnalysis& set, std::size_t at) {
    KernelsOfRank runs;
    std::map<const KernelRuns*, std::map<int, std::vector<Duration>>> undisturbed;
    const Trace& trace = *rank.trace;
    const std::span<const TimeRange> steps = hostSteps(*rank.analysis);
    const Time begin = firstMeeting(set, at);
    for (const GpuActivity& activity : trace.gpuActivities()) {
        const SliceId slice = activity.slice;
        const TimeRange range = set.clocks[at].axis.toAxis(trace.slices().range(slice));
        KernelRuns& kind = runs[kernelKind(trace, slice)];
        ++kind.all;
        if (range.begin >= begin && set.timelines[at].communication.within(range) == Duration{}) {
            const SliceId launch = rank.launches->launchOf(slice);
            const int step = launch.isValid() ? stepAt(steps, trace.slices().start(launch)) : -1;
            undisturbed[&kind][step].push_back(trace.slices().duration(slice));
        }
    }
    for (auto& [kind, kindRuns] : runs) {
        std::vector<Duration> all;
        for (auto& [step, ofStep] : undisturbed[&kindRuns]) {
            all.insert(all.end(), ofStep.begin(), ofStep.end());
            if (step >= 0 || steps.empty()) {
                kindRuns.steps[step] = lowerMedian(ofStep);
            }
        }
        kindRuns.undisturbed = all.size();
        kindRuns.median = all.empty() ? Duration{} : lowerMedian(all);
    }
    return runs;
}

}  // namespace

KernelKind kernelKind(const Trace& trace, SliceId kernel) {
    const KernelConfig* config = trace.kernelConfigs().find(kernel);
    const KernelShape shape =
        config == nullptr ? KernelShape{}
                          : KernelShape{config->grid[0],  config->grid[1],  config->grid[2],
                                        config->block[0], config->block[1], config->block[2]};
    return {trace.name(kernel), shape};
}

double KernelSpeed::factor() const {
    return typical <= Duration{}
               ? 1
               : static_cast<double>(time.count()) / static_cast<double>(typical.count());
}

std::size_t EqualKernel::slowest() const {
    return static_cast<std::size_t>(std::max_element(medians.begin(), medians.end()) -
                                    medians.begin());
}

Duration EqualKernel::excess() const {
    return (medians[slowest()] - typical) * static_cast<std::int64_t>(count);
}

std::vector<KernelsOfRank> kernelRuns(std::span<const RankTrace> ranks,
                                      const RankSetAnalysis& set) {
    std::vector<KernelsOfRank> runs(ranks.size());
    parallelFor(std::size_t{0}, ranks.size(),
                [&](std::size_t rank) { runs[rank] = runsOf(ranks[rank], set, rank); });
    return runs;
}

namespace {

// Those of the steps that each rank has.
void setSteps(std::span<const KernelsOfRank> ranks, const KernelKind& kind, EqualKernel& kernel) {
    for (const KernelsOfRank& ofRank : ranks) {
        for (const auto& [step, median] : ofRank.at(kind).steps) {
            kernel.steps[step].push_back(median);
        }
    }
    std::erase_if(kernel.steps,
                  [&](const auto& step) { return step.second.size() < ranks.size(); });
}

}  // namespace

std::vector<EqualKernel> equalKernels(std::span<const KernelsOfRank> ranks) {
    std::vector<EqualKernel> kernels;
    for (const auto& [kind, first] : ranks.front()) {
        EqualKernel kernel;
        kernel.name = kind.first;
        kernel.hasShape = hasShape(kind);
        std::size_t runsOfAll = first.all;
        for (const KernelsOfRank& ofRank : ranks) {
            const auto found = ofRank.find(kind);
            if (found == ofRank.end() || !found->second.isComparable()) {
                break;
            }
            runsOfAll = std::min(runsOfAll, found->second.all);
            kernel.medians.push_back(found->second.median);
        }
        if (kernel.medians.size() == ranks.size()) {
            std::vector<Duration> medians = kernel.medians;
            kernel.typical = lowerMedian(medians);
            kernel.count = runsOfAll;
            setSteps(ranks, kind, kernel);
            kernels.push_back(std::move(kernel));
        }
    }
    std::stable_sort(
        kernels.begin(), kernels.end(),
        [](const EqualKernel& a, const EqualKernel& b) { return a.excess() > b.excess(); });
    return kernels;
}

std::vector<KernelSpeed> kernelSpeeds(std::span<const EqualKernel> kernels, std::size_t ranks) {
    std::vector<KernelSpeed> speeds(ranks);
    for (const EqualKernel& kernel : kernels) {
        const auto count = static_cast<std::int64_t>(kernel.count);
        for (std::size_t rank = 0; kernel.hasShape && rank < ranks; ++rank) {
            speeds[rank].time += kernel.medians[rank] * count;
            speeds[rank].typical += kernel.typical * count;
            speeds[rank].kernels += kernel.count;
            for (const auto& [step, ofRanks] : kernel.steps) {
                std::vector<Duration> medians = ofRanks;
                speeds[rank].steps[step].typical += lowerMedian(medians);
                speeds[rank].steps[step].time += ofRanks[rank];
            }
        }
    }
    return speeds;
}

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
