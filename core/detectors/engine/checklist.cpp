// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/checklist.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include <fmt/format.h>

#include "core/analysis/steps/step_index.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Idle shares of a GPU's window. The diffusers profiling guide says "back to back" against
// "frequent gaps"; the figures are ours: below 5 % no rule has a critical finding to make.
constexpr double kIdleHealthy = 0.05;
constexpr double kIdleUnhealthy = 0.10;
// diffusers profiling guide: scheduler_step's share of a step.
constexpr double kSchedulerHealthy = 0.01;
constexpr double kSchedulerUnhealthy = 0.05;
// diffusers profiling guide: from the launch call's end to the kernel's start.
constexpr Duration kDelayHealthy = std::chrono::microseconds(10);
constexpr Duration kDelayUnhealthy = std::chrono::microseconds(20);
// Fewer launches into an empty queue than this have no median worth the name.
constexpr std::uint64_t kDelaysNeeded = 20;
// detectors.md, "memory-growth": what counts as a trend.
constexpr std::size_t kStepsForTrend = 3;

double shareOf(Duration part, Duration whole) {
    return whole <= Duration::zero()
               ? 0
               : static_cast<double>(part.count()) / static_cast<double>(whole.count());
}

ChecklistStatus between(double value, double healthyBelow, double unhealthyFrom) {
    return value < healthyBelow    ? ChecklistStatus::Healthy
           : value > unhealthyFrom ? ChecklistStatus::Unhealthy
                                   : ChecklistStatus::Unknown;
}

// Everything that an answer is drawn from.
struct Evidences {
    const Trace& trace;
    const Analysis& analysis;
    std::span<const Finding> findings;
    StepIndex steps;

    // The first finding of any of these rules.
    [[nodiscard]] std::optional<std::size_t> firstOf(
        std::initializer_list<std::string_view> rules) const {
        const auto at = std::find_if(findings.begin(), findings.end(), [&](const Finding& one) {
            return std::find(rules.begin(), rules.end(), one.detector) != rules.end();
        });
        return at == findings.end()
                   ? std::nullopt
                   : std::optional(static_cast<std::size_t>(at - findings.begin()));
    }

    // Rows of the steady steps.
    [[nodiscard]] std::span<const StepRow> steadyRows() const {
        return std::span(analysis.steps.rows).last(steps.steadyCount());
    }
};

template <class Value>
auto median(std::span<const StepRow> rows, const Value& valueOf) {
    std::vector<decltype(valueOf(rows.front()))> values;
    for (const StepRow& row : rows) {
        values.push_back(valueOf(row));
    }
    return lowerMedian(values);
}

void answerGpuBusy(const Evidences& from, ChecklistItem& item) {
    item.limits = fmt::format("healthy below {} idle, unhealthy above {}",
                              percentText(kIdleHealthy), percentText(kIdleUnhealthy));
    item.finding = from.firstOf({"gpu-idle", "launch-bound", "host-hotspot", "dataloader-stall",
                                 "underused-gpu", "comm-exposed"});
    const DeviceAnalysis* worst = nullptr;
    for (const DeviceAnalysis& device : from.analysis.devices) {
        if (device.graphsUnderRecorded) {
            item.value = "cannot judge: the profiler missed most of what the CUDA graphs ran";
            return;
        }
        const bool isWorse =
            worst == nullptr || device.totals.utilisation() < worst->totals.utilisation();
        worst = isWorse && device.totals.window.length() > Duration::zero() ? &device : worst;
    }
    if (worst == nullptr) {
        item.value = "no GPU activity was recorded";
        return;
    }
    const double idle = shareOf(worst->totals.idle, worst->totals.window.length());
    item.status = between(idle, kIdleHealthy, kIdleUnhealthy);
    item.value = fmt::format("{} idle", percentText(idle));
    if (from.analysis.devices.size() > 1) {
        item.value += " on " + from.trace.gpuLabel(worst->totals.gpu);
    }
    if (worst->gapsOverThreshold > 0) {
        item.value += fmt::format(
            ", {} in {} gap{} of at least {}", durationText(worst->gapsOverThresholdTotal),
            worst->gapsOverThreshold, worst->gapsOverThreshold == 1 ? "" : "s",
            durationText(from.analysis.gapThreshold));
    }
}

void answerHostBlocking(const Evidences& from, ChecklistItem& item) {
    item.limits = "healthy without blocking calls in a step, unhealthy with one in every step";
    item.finding = from.firstOf({"host-sync"});
    const auto rows = from.steadyRows();
    if (rows.empty()) {
        const auto ours = static_cast<std::size_t>(
            std::count_if(from.analysis.blockingCalls.begin(), from.analysis.blockingCalls.end(),
                          [](const BlockingCall& call) { return !call.byProfiler; }));
        item.value =
            fmt::format("{} blocking call{}; no steps were recognised", ours, ours == 1 ? "" : "s");
        item.status = ours == 0 ? ChecklistStatus::Healthy : ChecklistStatus::Unknown;
        return;
    }
    const auto calls = median(rows, [](const StepRow& row) { return row.blockingCalls; });
    const bool everyStep = std::all_of(rows.begin(), rows.end(),
                                       [](const StepRow& row) { return row.blockingCalls > 0; });
    item.status = calls == 0  ? ChecklistStatus::Healthy
                  : everyStep ? ChecklistStatus::Unhealthy
                              : ChecklistStatus::Unknown;
    item.value = fmt::format("{} blocking call{} in a median step", calls, calls == 1 ? "" : "s");
}

void answerSchedulerShare(const Evidences& from, ChecklistItem& item) {
    item.limits = fmt::format("healthy below {} of the steps, unhealthy above {}",
                              percentText(kSchedulerHealthy), percentText(kSchedulerUnhealthy));
    const auto& rows = from.analysis.annotations;
    const auto at = std::find_if(rows.begin(), rows.end(), [&](const AnnotationTotals& row) {
        return from.trace.text(row.name) == "scheduler_step";
    });
    Duration stepTime{};
    for (const StepRow& row : from.analysis.steps.rows) {
        stepTime += row.host.length();
    }
    if (at == rows.end() || from.steps.count() == 0) {
        item.value = "no scheduler_step annotation inside steps";
        return;
    }
    const auto isScheduler = [](const Finding& finding) {
        return finding.detector == "annotation-share" &&
               finding.where.annotation == "scheduler_step";
    };
    const auto found = std::find_if(from.findings.begin(), from.findings.end(), isScheduler);
    if (found != from.findings.end()) {
        item.finding = static_cast<std::size_t>(found - from.findings.begin());
    }
    const double share = shareOf(at->total, stepTime);
    item.status = between(share, kSchedulerHealthy, kSchedulerUnhealthy);
    item.value = fmt::format("{} of the steps", percentText(share));
    if (at->blocking > Duration::zero()) {
        item.value += fmt::format(", {} of that waiting for the GPU",
                                  percentText(shareOf(at->blocking, at->total)));
    }
}

bool isCompiled(const Trace& trace) {
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        const std::string_view name = trace.text(StringId(at));
        if (name.starts_with("Torch-Compiled Region") ||
            name.starts_with("## Call CompiledFxGraph")) {
            return true;
        }
    }
    return false;
}

void answerCompileEffective(const Evidences& from, ChecklistItem& item) {
    item.limits =
        "healthy compiled without breaks and recompilation; kernels a step are judged "
        "against an eager run";
    item.finding = from.firstOf({"graph-break", "recompile"});
    const auto rows = from.steadyRows();
    const std::string kernels =
        rows.empty() ? std::string("no steps were recognised")
                     : fmt::format("{} kernels in a median step",
                                   median(rows, [](const StepRow& row) { return row.kernels; }));
    if (!isCompiled(from.trace)) {
        item.value = "not compiled, " + kernels;
        return;
    }
    item.status = item.finding ? ChecklistStatus::Unhealthy : ChecklistStatus::Healthy;
    item.value =
        (item.finding ? "compiled with breaks or recompilation, " : "compiled, ") + kernels;
}

void answerLaunchLatency(const Evidences& from, ChecklistItem& item) {
    item.limits = fmt::format("healthy below {} (median into an empty queue), unhealthy above {}",
                              durationText(kDelayHealthy), durationText(kDelayUnhealthy));
    item.finding = from.firstOf({"launch-latency"});
    std::optional<Duration> worst;
    for (const DeviceAnalysis& device : from.analysis.devices) {
        const LaunchDelays& delays = device.launchDelays.queueEmpty;
        if (delays.count >= kDelaysNeeded && delays.p50) {
            worst = std::max(worst.value_or(Duration::min()), *delays.p50);
        }
    }
    if (!worst) {
        item.value = fmt::format("fewer than {} launches into an empty queue", kDelaysNeeded);
        return;
    }
    item.value = durationText(*worst) + " from launch to start";
    item.status = *worst < kDelayHealthy     ? ChecklistStatus::Healthy
                  : *worst > kDelayUnhealthy ? ChecklistStatus::Unhealthy
                                             : ChecklistStatus::Unknown;
}

void answerMemoryStable(const Evidences& from, ChecklistItem& item) {
    item.limits = fmt::format("healthy when flat over at least {} steady steps", kStepsForTrend);
    item.finding = from.firstOf({"memory-growth"});
    if (from.trace.memoryEvents().empty()) {
        item.value = "no memory events were recorded";
        return;
    }
    if (item.finding) {
        item.status = ChecklistStatus::Unhealthy;
        item.value = "grows every step";
        return;
    }
    if (from.steps.steadyCount() < kStepsForTrend) {
        item.value = fmt::format("only {} steady step{}", from.steps.steadyCount(),
                                 from.steps.steadyCount() == 1 ? "" : "s");
        return;
    }
    item.status = ChecklistStatus::Healthy;
    item.value = fmt::format("no growth over {} steady steps", from.steps.steadyCount());
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

std::vector<ChecklistItem> checklist(const Trace& trace, const Analysis& analysis,
                                     std::span<const Finding> findings) {
    using Answer = void (*)(const Evidences&, ChecklistItem&);
    constexpr std::array<Answer, static_cast<std::size_t>(ChecklistQuestion::Count_)> kAnswers{
        answerGpuBusy,          answerHostBlocking,  answerSchedulerShare,
        answerCompileEffective, answerLaunchLatency, answerMemoryStable};
    const Evidences from{trace, analysis, findings, StepIndex(analysis.steps)};
    std::vector<ChecklistItem> items;
    for (std::size_t at = 0; at < kAnswers.size(); ++at) {
        ChecklistItem& item = items.emplace_back();
        item.question = static_cast<ChecklistQuestion>(at);
        kAnswers[at](from, item);
    }
    return items;
}

}  // namespace gaplight
