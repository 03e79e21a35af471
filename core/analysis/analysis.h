// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/analysis/gpu/graph_records.h"
#include "core/analysis/gpu/launch_delay.h"
#include "core/analysis/host/blocking_calls.h"
#include "core/analysis/idle/gap_activity.h"
#include "core/analysis/idle/gap_reason.h"
#include "core/analysis/idle/gaps.h"
#include "core/analysis/startup/first_uses.h"
#include "core/analysis/steps/annotations.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/import_issue.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

struct ServingIterations;  // core/analysis/serving/iterations.h

struct AnalysisOptions {
    // Gaps at least this long are counted apart and shown first.
    Duration gapThreshold = std::chrono::microseconds(100);
    // Measure this part of the trace only (and see Analysis::range).
    std::optional<TimeRange> range;
    // Once requested, `analyze` returns soon with an incomplete analysis.
    std::stop_token stop;
};

// One GPU.
struct DeviceAnalysis {
    GpuActivityTotals totals;
    const DeviceProperties* properties = nullptr;  // of the trace; null: not recorded
    std::vector<ActivityId> byStart;               // its activities in the range, by (start, slice)
    TimeRange busyAtStart{};                       // as in DeviceActivities
    std::vector<Gap> gaps;                         // in time order; lengths sum to totals.idle
    std::vector<GapActivity> gapActivity;          // per gap: the class with most of its time
    std::vector<GapReasonKind> gapReason;          // per gap: what explains it without a finding
    IdleByTrigger idleByTrigger{};                 // sums to totals.idle
    IdleByActivity idleByActivity{};               // sums to totals.idle
    std::uint64_t gapsOverThreshold = 0;
    Duration gapsOverThresholdTotal{};
    LaunchDelayTotals launchDelays;
    // Fewer than half of the cudaGraphLaunch calls have any activity: the profiler missed what
    // the graphs ran, so the idle figures say nothing about this GPU. Or, with kernelsLost, more
    // than half of the kernels that a process launched on it were lost (LostKernels).
    bool graphsUnderRecorded = false;
    bool kernelsLost = false;
};

// Everything measured on a trace, without opinions (metrics.md).
// With a range: windows, busy and idle time and gaps are cut to it, a cut gap keeps its trigger;
// calls, annotations and steps count if they start inside.
struct Analysis {
    Duration gapThreshold{};
    TimeRange range{};                      // measured range: the whole trace, or a part
    NameClasses names;                      // of every text of the trace
    std::vector<SliceId> annotationSlices;  // in the range, ascending
    std::vector<DeviceAnalysis> devices;    // by device number; only GPUs with activities
    std::vector<BlockingCall> blockingCalls;
    std::vector<BlockingCallTotals> blockingCallTotals;
    std::vector<AnnotationTotals> annotations;
    Steps steps;
    // The iterations of an LLM server, one for each of steps.rows; null: the steps are none.
    std::shared_ptr<const ServingIterations> serving;
    FirstUses firstUse;
    RankWaits rankWaits;
    std::vector<LostKernels> lostKernels;
    ImportIssues issues;  // what only the launches show: GpuBeforeLaunch, LaunchMissing
};

[[nodiscard]] Analysis analyze(const Trace& trace, const LaunchIndex& launches,
                               const AnalysisOptions& options = {});

// The properties that the trace has of a GPU, as propertiesOf(trace, gpu) gives them, in O(log
// GPUs). Null if the GPU has no activities in the range, or the trace no properties of it.
[[nodiscard]] const DeviceProperties* propertiesOf(const Analysis& analysis, GpuId gpu);

// The windows of all GPUs (metrics.md) together, from the start of the first to the end of the
// last.
[[nodiscard]] TimeRange measuredWindow(const Analysis& analysis);

// The time in a GPU's window in which it ran work that was launched before the capture
// (GapReasonKind::EarlierWork). It is neither busy nor idle time. O(gaps).
[[nodiscard]] Duration earlierWork(const DeviceAnalysis& device);

// Whether only some events of the capture were recorded (isSampled, gap_reason.h).
[[nodiscard]] bool isSampledCapture(const Analysis& analysis);

// How long CUDA or HIP graphs are captured in the window of a GPU, by any thread of its source.
// O(first uses).
[[nodiscard]] Duration graphCaptureTime(const Trace& trace, const Analysis& analysis,
                                        const DeviceAnalysis& device);
// Whether that is at least half of the window: nothing is meant to run then, so that neither idle
// time nor what the host does says anything about the program.
[[nodiscard]] bool isMostlyGraphCapture(const Trace& trace, const Analysis& analysis,
                                        const DeviceAnalysis& device);

}  // namespace gaplight
