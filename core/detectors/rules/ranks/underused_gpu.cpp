// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// window      = the window of the GPU from the first step on; all of it where there are no steps
// utilization = time with an activity on any stream / window
// fires where utilization < limit, on a GPU that is no side GPU (isSideGpu); the trigger and
// activity with most of its idle time are named; not where at least half of that time needs no
// finding (isTakenOut: first use, the profiler's work) no edits: findings of other rules have the
// savings
#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <vector>

#include "core/analysis/counted_activities.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"
#include "core/detectors/shared/kernel_finding.h"

namespace gaplight {
namespace {

constexpr std::array kUnderusedGpuThresholds{
    Threshold{"limit", ThresholdUnit::Share, percent(50),
              "share of the time that a GPU is busy below which it is underused",
              "PyTorch's TensorBoard plugin (tb_plugin, GPU summary)"},
};

constexpr std::array kUnderusedGpuValues{
    DeclaredValue{"busy", QuantityKind::Nanoseconds},
    DeclaredValue{"time", QuantityKind::Nanoseconds},
    DeclaredValue{"busy_share", QuantityKind::Share},
    DeclaredValue{"whole", QuantityKind::Case, false, "steps window"},
    DeclaredValue{"trigger", QuantityKind::Case, false, "gpu-side after-sync host-late unknown"},
    DeclaredValue{"trigger_share", QuantityKind::Share},
    DeclaredValue{"filler", QuantityKind::Case, false,
                  "data-loader compile sync alloc copy launch op untraced python code"},
    DeclaredValue{"filler_share", QuantityKind::Share},
    DeclaredValue{"fix", QuantityKind::Case, false,
                  "data-loader compile sync alloc copy launch gpu-side untraced code"},
    DeclaredValue{"confidence", QuantityKind::Case, true, "stacks"},
};

// The most gaps that are marked; all of them would cover the timeline.
constexpr std::size_t kShownGaps = 16;

struct Use {
    TimeRange window{};
    Duration idle{};
    Duration takenOut{};  // of it, in gaps that belong to no rule
    IdleByTrigger byTrigger{};
    IdleByActivity byActivity{};  // each gap counted for what most of it went to
};

Use measure(const DeviceAnalysis& device, const StepIndex& steps) {
    Use use;
    use.window = device.totals.window;
    if (steps.count() > 0) {
        use.window.begin = std::clamp(steps.host(0).begin, use.window.begin, use.window.end);
    }
    for (std::size_t at = 0; at < device.gaps.size(); ++at) {
        const Gap& gap = device.gaps[at];
        const Duration inside = gap.end - std::max(gap.begin, use.window.begin);
        if (inside > Duration::zero()) {
            use.idle += inside;
            use.takenOut += isTakenOut(device.gapReason[at]) ? inside : Duration::zero();
            use.byTrigger[static_cast<std::size_t>(gap.trigger)] += inside;
            use.byActivity[static_cast<std::size_t>(device.gapActivity[at])] += inside;
        }
    }
    return use;
}

std::string_view triggerCase(GapTrigger trigger) {
    switch (trigger) {
        case GapTrigger::GpuSide:
            return "gpu-side";
        case GapTrigger::AfterSync:
            return "after-sync";
        case GapTrigger::HostLate:
            return "host-late";
        default:
            return "unknown";
    }
}

std::string_view caseOfActivity(GapActivity activity) {
    switch (activity) {
        case GapActivity::DataLoader:
            return "data-loader";
        case GapActivity::Compile:
            return "compile";
        case GapActivity::Sync:
            return "sync";
        case GapActivity::Alloc:
            return "alloc";
        case GapActivity::Copy:
            return "copy";
        case GapActivity::Launch:
        case GapActivity::GpuSide:
            return "launch";
        case GapActivity::Op:
            return "op";
        case GapActivity::Untraced:
            return "untraced";
        case GapActivity::Python:
            return "python";
        default:
            return "code";
    }
}

std::string_view fixOf(std::string_view activity) {
    if (activity == "op") {
        return "launch";
    }
    return activity == "python" ? "code" : activity;
}

template <class Times>
std::size_t largest(const Times& times) {
    return static_cast<std::size_t>(std::max_element(times.begin(), times.end()) - times.begin());
}

Finding findingOf(const DetectorInput& input, const DeviceAnalysis& device, const Use& use,
                  bool hasSteps) {
    const Duration busy = use.window.length() - use.idle;
    const std::size_t trigger = largest(use.byTrigger);
    const std::size_t activity = largest(use.byActivity);
    Finding found;
    found.rule = "underused-gpu";
    found.where.gpu = device.totals.gpu;
    found.cost.gpuIdle = use.idle;
    const std::string_view activityCase = caseOfActivity(static_cast<GapActivity>(activity));
    FindingValues& values = found.values;
    values.set("busy", busy);
    values.set("time", use.window.length());
    values.set("busy_share", shareOf(busy, use.window.length()));
    values.set("whole", CaseName{hasSteps ? "steps" : "window"});
    values.set("trigger", CaseName{triggerCase(static_cast<GapTrigger>(trigger))});
    values.set("trigger_share", shareOf(use.byTrigger[trigger], use.idle));
    values.set("filler", CaseName{activityCase});
    values.set("filler_share", shareOf(use.byActivity[activity], use.idle));
    const bool isGpuSide = static_cast<GapTrigger>(trigger) == GapTrigger::GpuSide;
    values.set("fix", CaseName{isGpuSide ? "gpu-side" : fixOf(activityCase)});
    if (hasPythonStacks(input.trace)) {
        values.set("confidence", CaseName{"stacks"});
    }
    std::vector<std::size_t> order(device.gaps.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto shown =
        order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), kShownGaps));
    std::partial_sort(order.begin(), shown, order.end(), [&](std::size_t a, std::size_t b) {
        return device.gaps[a].length() > device.gaps[b].length();
    });
    std::sort(order.begin(), shown);
    for (auto at = order.begin(); at != shown; ++at) {
        found.evidence.push_back(gapEvidence(input.trace, device, device.gaps[*at], 0));
    }
    found.count = found.evidence.size();
    return found;
}

DetectorResult detectUnderusedGpu(const DetectorInput& input) {
    const auto& devices = input.analysis.devices;
    if (devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    const StepIndex steps(input.analysis.steps);
    DetectorResult result;
    bool isApplicable = false;
    for (const DeviceAnalysis& device : devices) {
        if (device.graphsUnderRecorded) {
            continue;
        }
        isApplicable = true;
        const Use use = measure(device, steps);
        const Duration busy = use.window.length() - use.idle;
        const bool hasTime = use.window.length() > Duration::zero();
        const bool isPrograms = use.takenOut * 2 < use.idle;
        if (!isSideGpu(input.analysis, device) && hasTime && isPrograms &&
            !input.settings.reaches("limit", busy, use.window.length())) {
            result.findings.push_back(findingOf(input, device, use, steps.count() > 0));
        }
    }
    if (!isApplicable) {
        result.notApplicable =
            "most CUDA graph launches show no kernels, so idle time cannot be judged";
    }
    return result;
}

}  // namespace

const Detector& underusedGpuRule() {
    static const Detector kRule{{.id = "underused-gpu",
                                 .name = "Underused GPU",
                                 .question = "Is a GPU busy for less than half of the time?",
                                 .thresholds = kUnderusedGpuThresholds,
                                 .values = kUnderusedGpuValues,
                                 .isSummary = true},
                                detectUnderusedGpu};
    return kRule;
}

}  // namespace gaplight
