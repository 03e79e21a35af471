// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/checklist.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include <fmt/format.h>

#include "core/analysis/causes/wait_exposure.h"
#include "core/analysis/counted_activities.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/compile_spans.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/settings.h"

namespace gaplight {
namespace {

// Shares in ppm.
struct Limits {
    std::int64_t healthyBelow = 0;
    std::int64_t unhealthyAbove = 0;
};

// Idle shares of a GPU's window. The diffusers profiling guide says "back to back" against
// "frequent gaps"; the figures are ours: below 5 % no finding can be critical.
constexpr Limits kIdleLimits{percent(5), percent(10)};
// The share of scheduler_step in a step (diffusers profiling guide).
constexpr Limits kSchedulerLimits{percent(1), percent(5)};
// Of the window, in copy calls of pageable memory: less cannot be seen.
constexpr std::int64_t kHeldPercent = 1;
// From the end of a launch call to the start of its kernel (diffusers profiling guide).
constexpr Duration kDelayHealthy = std::chrono::microseconds(10);
constexpr Duration kDelayUnhealthy = std::chrono::microseconds(20);
// A kernel may start before its launch call returns, by little; the median of many does so by more
// only where the clocks of host and GPU differ, or where the calls are not what they seem.
constexpr Duration kDelayPlausible = std::chrono::microseconds(-5);
// Launches into an empty queue that a median is taken of; of fewer, one outlier shifts it.
constexpr std::uint64_t kMinDelays = 20;
// What counts as a trend, as for the rule memory-growth.
constexpr std::size_t kStepsForTrend = 3;

ChecklistStatus statusOf(Duration part, Duration whole, const Limits& limits) {
    if (exceedsPpm(part, whole, limits.unhealthyAbove)) {
        return ChecklistStatus::Unhealthy;
    }
    return reachesPpm(part, whole, limits.healthyBelow) ? ChecklistStatus::Unknown
                                                        : ChecklistStatus::Healthy;
}

// "healthy below 1 % of the steps, unhealthy above 5 %"; `of` follows the first share.
std::string limitsText(const Limits& limits, std::string_view of) {
    constexpr std::int64_t kWhole = percent(100);
    return fmt::format("healthy below {}{}, unhealthy above {}",
                       percentText(limits.healthyBelow, kWhole), of,
                       percentText(limits.unhealthyAbove, kWhole));
}

// The data that answers are taken from.
struct ChecklistInput {
    const Trace& trace;
    const LaunchIndex& launches;
    const Analysis& analysis;
    std::span<const Finding> findings;
    StepIndex steps;

    // The first finding of any of these rules.
    std::optional<std::size_t> firstOf(std::initializer_list<std::string_view> rules) const {
        const auto at = std::find_if(findings.begin(), findings.end(), [&](const Finding& one) {
            return std::find(rules.begin(), rules.end(), one.rule) != rules.end();
        });
        return at == findings.end()
                   ? std::nullopt
                   : std::optional(static_cast<std::size_t>(at - findings.begin()));
    }

    // Rows of the steady steps.
    std::span<const StepRow> steadyRows() const {
        return std::span(analysis.steps.rows).last(steps.steadyCount());
    }
};

void answerGpuBusy(const ChecklistInput& from, ChecklistItem& item) {
    item.limits = limitsText(kIdleLimits, " idle");
    item.finding = from.firstOf({"gpu-idle", "launch-bound", "host-hotspot", "dataloader-stall",
                                 "underused-gpu", "comm-exposed"});
    const DeviceAnalysis* worst = nullptr;
    for (const DeviceAnalysis& device : from.analysis.devices) {
        if (device.graphsUnderRecorded) {
            item.value = "cannot judge: the profiler missed most of what the CUDA graphs ran";
            return;
        }
        if (isSideGpu(from.analysis, device)) {
            continue;
        }
        const bool isWorse =
            worst == nullptr || device.totals.utilization() < worst->totals.utilization();
        worst = isWorse && device.totals.window.length() > Duration::zero() ? &device : worst;
    }
    if (worst == nullptr) {
        item.value = "no GPU activity was recorded";
        return;
    }
    const Duration earlier = earlierWork(*worst);
    const Duration window = worst->totals.window.length() - earlier;
    const Duration idle = worst->totals.idle - earlier;
    item.status = statusOf(idle, window, kIdleLimits);
    item.value = percentText(idle, window) + " of " + durationText(window) + " idle";
    if (from.analysis.devices.size() > 1) {
        item.value += " on " + from.trace.gpuLabel(worst->totals.gpu);
    }
    if (worst->gapsOverThreshold > 0) {
        item.value +=
            fmt::format(", {} in {} of at least {}", durationText(worst->gapsOverThresholdTotal),
                        countText(worst->gapsOverThreshold, "gap", "gaps"),
                        durationText(from.analysis.gapThreshold));
    }
}

bool recordsCalls(const Trace& trace) {
    return std::ranges::any_of(trace.categories(), [](const Category& category) {
        return isApiCall(category.kind) || category.kind == SliceKind::Sync;
    });
}

// Calls that copy pageable memory hold the host as a wait does.
void addHeldByCopies(const ChecklistInput& from, ChecklistItem& item) {
    Duration held{};
    std::uint64_t copies = 0;
    for (const Finding& finding : from.findings) {
        if (finding.rule == "pageable-copy") {
            held += finding.cost.host;
            copies += finding.count;
        }
    }
    if (held > Duration::zero() &&
        reachesPercent(held, measuredWindow(from.analysis).length(), kHeldPercent)) {
        item.status = ChecklistStatus::Unhealthy;
        item.value += fmt::format(", {} of pageable memory {} the host for {}",
                                  countText(copies, "copy", "copies"),
                                  copies == 1 ? "holds" : "hold", durationText(held));
    }
}

void answerBlockingCalls(const ChecklistInput& from, ChecklistItem& item) {
    item.limits = "healthy without blocking calls in a step, unhealthy with one in every step";
    item.finding = from.firstOf({"host-sync", "pageable-copy"});
    if (from.trace.gpuActivities().empty()) {
        item.value = "no GPU activity was recorded";
        return;
    }
    if (!recordsCalls(from.trace)) {
        item.value = "not recorded: no CUDA or HIP calls of the host";
        return;
    }
    const auto rows = from.steadyRows();
    if (rows.empty()) {
        const auto ours = static_cast<std::uint64_t>(
            std::count_if(from.analysis.blockingCalls.begin(), from.analysis.blockingCalls.end(),
                          [](const BlockingCall& call) { return !call.byProfiler; }));
        item.value =
            countText(ours, "blocking call", "blocking calls") + "; no steps were recognized";
        item.status = ours == 0 ? ChecklistStatus::Healthy : ChecklistStatus::Unknown;
        return;
    }
    const auto calls = lowerMedianOf(rows, [](const StepRow& row) { return row.blockingCalls; });
    const bool everyStep = std::all_of(rows.begin(), rows.end(),
                                       [](const StepRow& row) { return row.blockingCalls > 0; });
    item.status = calls == 0  ? ChecklistStatus::Healthy
                  : everyStep ? ChecklistStatus::Unhealthy
                              : ChecklistStatus::Unknown;
    item.value = countText(calls, "blocking call", "blocking calls") + " in a median step";
}

void answerHostBlocking(const ChecklistInput& from, ChecklistItem& item) {
    answerBlockingCalls(from, item);
    addHeldByCopies(from, item);
}

// Idle time of all GPUs while the host is in annotations of a name.
Duration idleBeside(const ChecklistInput& from, StringId name) {
    std::vector<TimeRange> ranges;
    for (const SliceId slice : from.analysis.annotationSlices) {
        if (from.trace.slices().name(slice) == name) {
            ranges.push_back(from.trace.slices().range(slice));
        }
    }
    return idleInside(from.analysis, unionOf(std::move(ranges)));
}

void answerSchedulerShare(const ChecklistInput& from, ChecklistItem& item) {
    item.limits = limitsText(kSchedulerLimits, " of the steps") +
                  ", between them healthy if a GPU is idle in less than " +
                  percentText(kSchedulerLimits.healthyBelow, percent(100)) + " meanwhile";
    const auto& rows = from.analysis.annotations;
    const auto at = std::find_if(rows.begin(), rows.end(), [&](const AnnotationTotals& row) {
        return from.trace.text(row.name) == "scheduler_step";
    });
    Duration stepTime{};
    for (const StepRow& row : from.analysis.steps.rows) {
        stepTime += row.span.length();
    }
    if (at == rows.end() || stepTime <= Duration::zero()) {
        item.value = "no scheduler_step annotation inside steps";
        item.applies = false;
        return;
    }
    const auto isScheduler = [](const Finding& finding) {
        return finding.rule == "annotation-share" && finding.where.annotation == "scheduler_step";
    };
    const auto found = std::find_if(from.findings.begin(), from.findings.end(), isScheduler);
    if (found != from.findings.end()) {
        item.finding = static_cast<std::size_t>(found - from.findings.begin());
    }
    item.status = statusOf(at->total, stepTime, kSchedulerLimits);
    item.value = percentText(at->total, stepTime) + " of the steps";
    if (item.status == ChecklistStatus::Unknown) {
        const Duration idle = idleBeside(from, at->name);
        if (!reachesPpm(idle, stepTime, kSchedulerLimits.healthyBelow)) {
            item.status = ChecklistStatus::Healthy;
        }
        item.value += fmt::format(", a GPU is idle in {} meanwhile", percentText(idle, stepTime));
    }
    if (at->blocking > Duration::zero()) {
        item.value +=
            fmt::format(", {} of that waiting for the GPU", percentText(at->blocking, at->total));
    }
}

bool isCompiled(const Trace& trace) {
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        if (isCompiledCode(trace.text(StringId(at)))) {
            return true;
        }
    }
    return false;
}

void answerCompileEffective(const ChecklistInput& from, ChecklistItem& item) {
    item.limits =
        "healthy compiled without breaks and recompilation; kernels a step are judged "
        "against an eager run";
    item.finding = from.firstOf({"graph-break", "recompile"});
    const auto rows = from.steadyRows();
    const std::string kernels =
        rows.empty()
            ? std::string("no steps were recognized")
            : countText(lowerMedianOf(rows, [](const StepRow& row) { return row.kernels; }),
                        "kernel", "kernels") +
                  " in a median step";
    if (!isCompiled(from.trace)) {
        item.value = "not compiled, " + kernels;
        item.applies = false;
        return;
    }
    item.status = item.finding ? ChecklistStatus::Unhealthy : ChecklistStatus::Healthy;
    item.value =
        (item.finding ? "compiled with breaks or recompilation, " : "compiled, ") + kernels;
}

void answerLaunchLatency(const ChecklistInput& from, ChecklistItem& item) {
    item.limits = fmt::format("healthy below {} (median into an empty queue), unhealthy above {}",
                              durationText(kDelayHealthy), durationText(kDelayUnhealthy));
    item.finding = from.firstOf({"launch-latency"});
    std::optional<Duration> worst;
    Duration least{};
    bool clocksDiffer = false;
    for (const DeviceAnalysis& device : from.analysis.devices) {
        std::vector<KernelLaunchDelay> delays =
            kernelLaunchDelays(from.trace, from.launches, device.byStart);
        if (delays.size() >= kMinDelays) {
            const KernelLaunchDelay& median = lowerMedian(delays, &KernelLaunchDelay::delay);
            worst = std::max(worst.value_or(Duration::min()), median.delay);
            least = std::min(least, median.delay);
            clocksDiffer |= -median.delay > from.trace.slices().duration(median.launch);
        }
    }
    if (!worst) {
        item.value = fmt::format("fewer than {} launches on an idle GPU", kMinDelays);
        return;
    }
    if (clocksDiffer) {
        item.value = "kernels start before their launch calls: the clocks of host and GPU differ";
        return;
    }
    if (least < kDelayPlausible) {
        item.value = fmt::format(
            "cannot judge: kernels start {} before their launch calls return, as where the clocks "
            "of host and GPU differ",
            durationText(-least));
        return;
    }
    item.value = durationText(*worst) + " from launch to start";
    item.status = *worst < kDelayHealthy     ? ChecklistStatus::Healthy
                  : *worst > kDelayUnhealthy ? ChecklistStatus::Unhealthy
                                             : ChecklistStatus::Unknown;
}

void answerMemoryStable(const ChecklistInput& from, ChecklistItem& item) {
    item.limits = fmt::format("healthy when flat over at least {} steady steps", kStepsForTrend);
    item.finding = from.firstOf({"memory-growth"});
    if (from.trace.memoryEvents().empty()) {
        item.value = "no memory events were recorded";
        item.applies = false;
        return;
    }
    if (item.finding) {
        item.status = ChecklistStatus::Unhealthy;
        item.value = "grows every step";
        return;
    }
    if (from.steps.steadyCount() < kStepsForTrend) {
        item.value = "only " + countText(from.steps.steadyCount(), "steady step", "steady steps");
        return;
    }
    item.status = ChecklistStatus::Healthy;
    item.value =
        "no growth over " + countText(from.steps.steadyCount(), "steady step", "steady steps");
}

// Why calls and idle time of this capture say nothing about the program; empty where they do.
std::string_view reasonNotToJudge(const Trace& trace, const Analysis& analysis) {
    if (isSampledCapture(analysis)) {
        return "cannot judge: only a sample of the calls was recorded";
    }
    if (std::ranges::any_of(analysis.lostKernels, &LostKernels::isUnjudged)) {
        return "cannot judge: the capture lost the GPU's side";
    }
    if (trace.issues().count(IssueKind::ClocksDiffer) > 0) {
        return "cannot judge: host and GPU are on clocks that differ";
    }
    const bool isCapturing = std::ranges::any_of(analysis.devices, [&](const auto& device) {
        return isMostlyGraphCapture(trace, analysis, device);
    });
    return isCapturing ? "cannot judge: it is mostly CUDA graph capture" : std::string_view();
}

// What was not even recorded stays so.
bool isMeasured(const ChecklistItem& item) {
    return item.status != ChecklistStatus::Unknown || item.question == ChecklistQuestion::GpuBusy ||
           item.question == ChecklistQuestion::HostBlocking ||
           item.question == ChecklistQuestion::LaunchLatency;
}

}  // namespace

std::string_view checklistName(ChecklistQuestion question) {
    constexpr std::array<std::string_view, 6> kNames{"gpu_busy",        "host_blocking",
                                                     "scheduler_share", "compile_effective",
                                                     "launch_latency",  "memory_stable"};
    return kNames[static_cast<std::size_t>(question)];
}

std::string_view checklistText(ChecklistQuestion question) {
    constexpr std::array<std::string_view, 6> kTexts{
        "Does the GPU stay busy?", "Does the host wait for the GPU?",
        "Is the scheduler cheap?", "Does compilation pay?",
        "Are launches quick?",     "Is memory stable?"};
    return kTexts[static_cast<std::size_t>(question)];
}

std::string_view checklistStatusName(ChecklistStatus status) {
    constexpr std::array<std::string_view, 3> kNames{"healthy", "unhealthy", "unknown"};
    return kNames[static_cast<std::size_t>(status)];
}

std::vector<ChecklistItem> checklist(const Trace& trace, const LaunchIndex& launches,
                                     const Analysis& analysis, std::span<const Finding> findings) {
    using Answer = void (*)(const ChecklistInput&, ChecklistItem&);
    constexpr std::array<Answer, static_cast<std::size_t>(ChecklistQuestion::Count_)> kAnswers{
        answerGpuBusy,          answerHostBlocking,  answerSchedulerShare,
        answerCompileEffective, answerLaunchLatency, answerMemoryStable};
    const ChecklistInput from{trace, launches, analysis, findings, StepIndex(analysis.steps)};
    const std::string_view reason = reasonNotToJudge(trace, analysis);
    std::vector<ChecklistItem> items;
    for (std::size_t at = 0; at < kAnswers.size(); ++at) {
        ChecklistItem& item = items.emplace_back();
        item.question = static_cast<ChecklistQuestion>(at);
        kAnswers[at](from, item);
        item.applies &= !analysis.devices.empty();
        if (!reason.empty() && isMeasured(item)) {
            item.status = ChecklistStatus::Unknown;
            item.value = reason;
            item.finding = from.firstOf({"capture-quality"});
        }
    }
    return items;
}

}  // namespace gaplight
