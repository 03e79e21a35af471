// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/clock_factor.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/analysis/replay/replay.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/statistics.h"
#include "core/compare/equal_work.h"
#include "core/compare/step_scope.h"

namespace gaplight {
namespace {

using KernelKey =
    std::tuple<std::string_view, std::array<std::uint32_t, 3>, std::array<std::uint16_t, 3>>;

struct KernelDurations {
    std::map<KernelKey, std::vector<Duration>> ofKey;
    Duration total{};  // of all kernels but collectives
};

KernelDurations kernelDurations(const ComparedTrace& run, const StepScope& scope) {
    KernelDurations result;
    KernelGroups groups(run.trace);
    for (const DeviceAnalysis& device : run.analysis.devices) {
        for (const ActivityId id : device.byStart) {
            const SliceId slice = run.trace.gpuActivities()[id.index()].slice;
            if (run.trace.kind(slice) != SliceKind::Kernel ||
                groups.of(slice) == KernelGroup::Collective ||
                !scope.contains(run, run.launches.launchOf(id))) {
                continue;
            }
            const Duration duration = run.trace.slices().duration(slice);
            result.total += duration;
            if (const KernelConfig* config = run.trace.kernelConfigs().find(slice)) {
                result.ofKey[{run.trace.name(slice), config->grid, config->block}].push_back(
                    duration);
            }
        }
    }
    return result;
}

Duration medianOf(std::vector<Duration> list) {
    return lowerMedian(list);
}

Duration sumOf(const std::vector<Duration>& list) {
    Duration sum{};
    for (const Duration one : list) {
        sum += one;
    }
    return sum;
}

struct EqualKernel {
    double ratio = 1;
    std::size_t launches = 0;
    Duration timeA{};
    Duration timeB{};
};

std::vector<EqualKernel> equalKernels(const KernelDurations& a, const KernelDurations& b,
                                      double units) {
    const auto isEqual = [&](std::size_t ofA, std::size_t ofB) {
        const double expected = static_cast<double>(ofA) * units;
        return units == 1
                   ? ofA == ofB
                   : std::abs(static_cast<double>(ofB) - expected) <= kUnitsTolerance * expected;
    };
    std::vector<EqualKernel> list;
    for (const auto& [key, durations] : a.ofKey) {
        const auto other = b.ofKey.find(key);
        if (other == b.ofKey.end() || !isEqual(durations.size(), other->second.size())) {
            continue;
        }
        const Duration median = medianOf(durations);
        if (median >= kMinClockKernel) {
            list.push_back({static_cast<double>(medianOf(other->second).count()) /
                                static_cast<double>(median.count()),
                            durations.size(), sumOf(durations), sumOf(other->second)});
        }
    }
    return list;
}

// The lower median of (value, weight).
double weightedMedian(std::vector<std::pair<double, std::size_t>> values) {
    std::sort(values.begin(), values.end());
    std::size_t total = 0;
    for (const auto& [value, weight] : values) {
        total += weight;
    }
    std::size_t sum = 0;
    for (const auto& [value, weight] : values) {
        sum += weight;
        if (2 * sum >= total) {
            return value;
        }
    }
    return 1;
}

double quotient(Duration part, Duration whole) {
    return whole > Duration::zero()
               ? static_cast<double>(part.count()) / static_cast<double>(whole.count())
               : 0.0;
}

std::vector<ReplayEdit> clockEdits(const ComparedTrace& run, double factor) {
    std::vector<ReplayEdit> edits;
    KernelGroups groups(run.trace);
    for (const DeviceAnalysis& device : run.analysis.devices) {
        for (const ActivityId id : device.byStart) {
            const SliceId slice = run.trace.gpuActivities()[id.index()].slice;
            if (run.trace.kind(slice) == SliceKind::Kernel &&
                groups.of(slice) != KernelGroup::Collective) {
                ReplayEdit edit;
                edit.kind = ReplayEdit::Kind::ScaleActivity;
                edit.slice = slice;
                edit.factor = 1 / factor;
                edits.push_back(edit);
            }
        }
    }
    return edits;
}

}  // namespace

std::optional<ClockFactor> findKernelRatio(const ComparedTrace& a, const ComparedTrace& b,
                                           std::span<const StepPair> steps, double units) {
    const KernelDurations ofA =
        kernelDurations(a, StepScope(a.steps(), steps, true, StepScope::With::WarmUp));
    const KernelDurations ofB =
        kernelDurations(b, StepScope(b.steps(), steps, false, StepScope::With::WarmUp));
    const std::vector<EqualKernel> equal = equalKernels(ofA, ofB, units);
    std::vector<std::pair<double, std::size_t>> values;
    Duration equalA{};
    Duration equalB{};
    for (const EqualKernel& kernel : equal) {
        values.emplace_back(kernel.ratio, kernel.launches);
        equalA += kernel.timeA;
        equalB += kernel.timeB;
    }
    ClockFactor clock;
    clock.factor = weightedMedian(values);
    clock.shareA = quotient(equalA, ofA.total);
    clock.shareB = quotient(equalB, ofB.total);
    Duration agreeing{};
    for (std::size_t at = 0; at < equal.size(); ++at) {
        const double deviation = std::abs(equal[at].ratio - clock.factor) / clock.factor;
        values[at].first = deviation;
        if (deviation <= kClockTolerance) {
            ++clock.kernels;
            agreeing += equal[at].timeA;
        }
    }
    clock.spread = values.empty() ? 0 : weightedMedian(values);
    const bool isSure = clock.kernels >= kMinClockKernels &&
                        quotient(agreeing, equalA) >= kMinClockAgreement &&
                        std::min(clock.shareA, clock.shareB) >= kMinClockShare;
    return isSure ? std::optional(clock) : std::nullopt;
}

bool ClockFactor::isOtherClock() const {
    return factor <= kMaxClockFactor && factor * kMaxClockFactor >= 1 &&
           std::abs(factor - 1) >= kMinClockChange;
}

double ClockFactor::variation(bool isTakenOut) const {
    constexpr double kMadFactor = 1.4826;
    return kMadFactor * spread + (isTakenOut ? 0 : std::abs(std::log(factor)));
}

std::optional<double> replayedClockRatio(const ComparedTrace& b, const ClockFactor& clock) {
    const Replay replay = Replay::build(b.trace, b.launches, b.analysis);
    if (!replay.trusted()) {
        return std::nullopt;
    }
    const std::vector<ReplayEdit> edits = clockEdits(b, clock.factor);
    const std::vector<TimeRange>& steps = b.steps().markers.host;
    const ReplayTimeline measured = replay.timeline({}, steps);
    const ReplayTimeline scaled = replay.timeline(edits, steps);
    const Duration before = measured.step.value_or(measured.window.length());
    const Duration after = scaled.step.value_or(scaled.window.length());
    return before > Duration::zero() && after > Duration::zero()
               ? std::optional(quotient(after, before))
               : std::nullopt;
}

}  // namespace gaplight
