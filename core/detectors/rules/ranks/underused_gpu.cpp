// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// stretch     = the GPU's window from the first step's start on; all of it where there are no steps
// utilisation = time with an activity on any stream / stretch
// fires where utilisation < limit, on a GPU that had at least kSideSharePercent of the kernels of
// the GPU that had most; the trigger and filler with most of its idle time are named
// no edits: other rules say what to change, and price it
#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/host/profiler_overhead.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/texts/host_finding.h"
#include "core/detectors/texts/kernel_finding.h"

namespace gaplight {
namespace {

constexpr std::array kUnderusedGpuThresholds{
    Threshold{"limit", ThresholdUnit::Share, percent(50),
              "share of the time that a GPU is busy below which it is underused",
              "PyTorch's TensorBoard plugin (tb_plugin, GPU summary)"},
};

// A GPU with fewer kernels is used on the side: a copy, a reduction, a context.
constexpr std::uint64_t kSideSharePercent = 5;
// Gaps that are shown; all of them would cover the picture.
constexpr std::size_t kShownGaps = 16;

struct Use {
    TimeRange stretch{};
    Duration idle{};
    IdleByTrigger byTrigger{};
    IdleByFiller byFiller{};  // each gap counted for what most of it went to
};

Use measure(const DeviceAnalysis& device, const StepIndex& steps) {
    Use use;
    use.stretch = device.totals.window;
    if (steps.count() > 0) {
        use.stretch.begin = std::clamp(steps.host(0).begin, use.stretch.begin, use.stretch.end);
    }
    for (std::size_t at = 0; at < device.gaps.size(); ++at) {
        const Gap& gap = device.gaps[at];
        const Duration inside = gap.end - std::max(gap.begin, use.stretch.begin);
        if (inside > Duration::zero()) {
            use.idle += inside;
            use.byTrigger[static_cast<std::size_t>(gap.trigger)] += inside;
            use.byFiller[static_cast<std::size_t>(device.gapFiller[at])] += inside;
        }
    }
    return use;
}

std::string_view triggerWords(GapTrigger trigger) {
    switch (trigger) {
        case GapTrigger::GpuSide:
            return "the work was launched but waited on the GPU's side";
        case GapTrigger::AfterSync:
            return "the host launched late after a blocking call";
        case GapTrigger::HostLate:
            return "the host launched too late";
        default:
            return "the launches were not recorded";
    }
}

struct FillerTexts {
    std::string_view words;
    std::string_view fix;
};

FillerTexts textsOf(Filler filler) {
    constexpr std::string_view kLaunches =
        "The host cannot launch as fast as the GPU works: larger batches, `torch.compile`, or a "
        "CUDA graph (`mode=\"reduce-overhead\"`). See `launch-bound`.";
    constexpr std::string_view kCode =
        "Take host work out of the loop: `host-hotspot` and `gpu-idle` name the code.";
    switch (filler) {
        case Filler::DataLoader:
            return {"the data loader",
                    "Load in the background with `num_workers` and `pin_memory=True`; see "
                    "`dataloader-stall`."};
        case Filler::Compile:
            return {"compiling",
                    "Compile before the steps that count, or capture later ones: what is seen here "
                    "is the warm-up."};
        case Filler::Sync:
            return {"blocking calls", "Remove the waits: `host-sync` names them."};
        case Filler::Alloc:
            return {"memory allocation", "Allocate before the loop: see `alloc-in-loop`."};
        case Filler::Copy:
            return {"copy calls",
                    "Copy from pinned memory with `non_blocking=True`: see `pageable-copy`."};
        case Filler::Launch:
        case Filler::Op:
        case Filler::GpuSide:
            return {filler == Filler::Op ? "operators" : "launch calls", kLaunches};
        case Filler::Untraced:
            return {"code that was not recorded",
                    "Capture with `with_stack=True` to see what the host does."};
        default:
            return {filler == Filler::Python ? "Python code" : "code of the program", kCode};
    }
}

template <class Times>
std::size_t largest(const Times& times) {
    return static_cast<std::size_t>(std::max_element(times.begin(), times.end()) - times.begin());
}

Finding findingOf(const DetectorInput& input, const DeviceAnalysis& device, const Use& use,
                  bool hasSteps) {
    const Duration busy = use.stretch.length() - use.idle;
    const std::size_t trigger = largest(use.byTrigger);
    const std::size_t filler = largest(use.byFiller);
    const FillerTexts texts = textsOf(static_cast<Filler>(filler));
    Finding found;
    found.detector = "underused-gpu";
    found.where.gpu = device.totals.gpu;
    found.cost.gpuIdle = use.idle;
    found.count = 1;
    found.notes = {"GPU underused"};
    found.title =
        fmt::format("{} is busy {} of {}", input.trace.gpuLabel(device.totals.gpu),
                    percentText(busy, use.stretch.length()), hasSteps ? "the steps" : "its window");
    found.why = fmt::format(
        "It works {} of {}. Most of its idle time, {}, comes because {}; in the gaps that make up "
        "{} the host is mostly in {}.",
        durationText(busy), durationText(use.stretch.length()),
        percentText(use.byTrigger[trigger], use.idle),
        triggerWords(static_cast<GapTrigger>(trigger)), percentText(use.byFiller[filler], use.idle),
        texts.words);
    found.fix = texts.fix;
    if (hasPythonStacks(input.trace)) {
        found.confidence = "Stacks were recorded, so host times and this idle time are inflated.";
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
    return found;
}

DetectorResult detectUnderusedGpu(const DetectorInput& input) {
    const auto& devices = input.analysis.devices;
    if (devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    std::uint64_t mostKernels = 0;
    for (const DeviceAnalysis& device : devices) {
        mostKernels = std::max(mostKernels, device.totals.kernels);
    }
    const StepIndex steps(input.analysis.steps);
    DetectorResult result;
    bool isJudged = false;
    for (const DeviceAnalysis& device : devices) {
        if (device.graphsUnderRecorded) {
            continue;
        }
        isJudged = true;
        const Use use = measure(device, steps);
        const bool isUsed = device.totals.kernels * 100 >= mostKernels * kSideSharePercent;
        const Duration busy = use.stretch.length() - use.idle;
        const bool hasTime = use.stretch.length() > Duration::zero();
        if (isUsed && hasTime && !input.settings.reaches("limit", busy, use.stretch.length())) {
            result.findings.push_back(findingOf(input, device, use, steps.count() > 0));
        }
    }
    if (!isJudged) {
        result.notApplicable =
            "most CUDA graph launches show no kernels, so idle time cannot be judged";
    }
    return result;
}

}  // namespace

const Detector& underusedGpuRule() {
    static const Detector kRule{"underused-gpu", "Underused GPU",
                                "Is a GPU busy for less than half of the time?",
                                kUnderusedGpuThresholds, detectUnderusedGpu};
    return kRule;
}

}  // namespace gaplight
