// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// delay = start of a kernel - end of its launch call, over queue-empty launches (metrics.md) that
//         return while no stream of the GPU is running anything: all others are queued
// fires = for each GPU with >= min_launches of them: their median > limit
// edits = none: what the launch path itself costs is no cause that the program could remove
#include <algorithm>
#include <array>
#include <vector>

#include "core/analysis/gpu/launch_delay.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

constexpr std::array kLaunchLatencyThresholds{
    Threshold{"limit", ThresholdUnit::Nanoseconds, microseconds(20),
              "the median delay of launches into an empty queue is not healthy above this",
              "diffusers profiling guide: below 10 \u00b5s is healthy, above 20 \u00b5s is not"},
    Threshold{"min_launches", ThresholdUnit::Count, 32,
              "launches into an empty queue that a median is taken over",
              "of fewer a median says little"},
};

constexpr std::array kLaunchLatencyValues{
    DeclaredValue{"note", QuantityKind::Rows, false, "launch activity"},
    DeclaredValue{"median", QuantityKind::Nanoseconds},
    DeclaredValue{"p95", QuantityKind::Nanoseconds},
    DeclaredValue{"launches", QuantityKind::Count},
    DeclaredValue{"limit", QuantityKind::Nanoseconds},
};

void outline(const Trace& trace, SliceId slice, std::uint32_t note, Finding& finding) {
    Evidence one;
    one.shape = EvidenceShape::Outline;
    one.track = trace.trackOf(slice);
    one.slice = slice;
    one.range = trace.slices().range(slice);
    one.note = note;
    finding.evidence.push_back(one);
}

Finding findingOf(const DetectorInput& input, const DeviceAnalysis& device,
                  std::vector<KernelLaunchDelay>& delays, Duration limit) {
    const Duration median = lowerMedian(delays, &KernelLaunchDelay::delay).delay;
    const Duration p95 = percentile(delays, 95, &KernelLaunchDelay::delay).delay;
    Finding finding;
    finding.rule = "launch-latency";
    finding.where.gpu = device.totals.gpu;
    std::vector<Time> launched;
    for (const KernelLaunchDelay& one : delays) {
        if (one.delay > limit) {
            finding.cost.gpuIdle += one.delay;
            launched.push_back(input.trace.slices().start(one.launch));
            outline(input.trace, one.launch, 0, finding);
            outline(input.trace, one.activity, 1, finding);
        }
    }
    std::stable_sort(
        finding.evidence.begin(), finding.evidence.end(),
        [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
    finding.count = launched.size();
    finding.perStep = StepIndex(input.analysis.steps).medianPerStep(launched);
    finding.values.set("note", caseRows({"launch", "activity"}));
    finding.values.set("median", median);
    finding.values.set("p95", p95);
    finding.values.setCount("launches", delays.size());
    finding.values.set("limit", limit);
    return finding;
}

DetectorResult detectLaunchLatency(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    if (input.launches.launches().empty()) {
        return {{}, "no GPU activity has a recorded launch"};
    }
    const Duration limit = input.settings.time("limit");
    DetectorResult result;
    for (const DeviceAnalysis& device : input.analysis.devices) {
        if (device.graphsUnderRecorded) {
            continue;
        }
        std::vector<KernelLaunchDelay> delays =
            kernelLaunchDelays(input.trace, input.launches, device.byStart);
        const auto slow = static_cast<std::size_t>(
            std::count_if(delays.begin(), delays.end(),
                          [&](const KernelLaunchDelay& one) { return one.delay > limit; }));
        const auto enough = static_cast<std::size_t>(input.settings.value("min_launches"));
        // The median is above the limit if more than half of them are.
        if (delays.size() >= std::max<std::size_t>(enough, 1) && 2 * slow > delays.size()) {
            result.findings.push_back(findingOf(input, device, delays, limit));
        }
    }
    return result;
}

}  // namespace

const Detector& launchLatencyRule() {
    static const Detector kRule{
        {.id = "launch-latency",
         .name = "Launch latency",
         .question = "Does a kernel start soon after its launch when its queue is empty?",
         .thresholds = kLaunchLatencyThresholds,
         .values = kLaunchLatencyValues,
         .idleClass = IdleClass::Launch,
         .idlePhrase = "because launches start late"},
        detectLaunchLatency};
    return kRule;
}

}  // namespace gaplight
