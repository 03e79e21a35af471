// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/slice_kind.h"
#include "core/trace/trace.h"

namespace gaplight {

// Whether Python frames were recorded. O(categories).
[[nodiscard]] bool hasPythonStacks(const Trace& trace);

// Host time that a profiler adds to a program. Recording an event takes time of the thread that
// makes the event, at the event's start; it takes no time of the GPU.
//
// Rules and what-if use this one model; nothing else states what profiling costs. Constants are
// measured with PyTorch 2.11 on an H200; which of them hold depends on what the trace recorded.
class ProfilerOverhead {
public:
    // Per event. Loops of 300 over one operator, copy, wait, module or annotation, with and
    // without the profiler, the quickest of three medians, thirteen to fifteen loops in two
    // processes, then least squares over how many events of each kind the loops recorded:
    // 0.64 and 0.84 µs an operator, 1.79 and 2.07 a launch or copy, 0.35 any other call, 1.37 an
    // annotation; with stacks 1.21 an operator, 0.31 a Python frame.
    static constexpr Duration kOperator = std::chrono::nanoseconds(700);
    static constexpr Duration kStackedOperator = std::chrono::nanoseconds(1'200);
    static constexpr Duration kLaunch = std::chrono::nanoseconds(2'000);
    static constexpr Duration kCall = std::chrono::nanoseconds(400);
    static constexpr Duration kAnnotation = std::chrono::nanoseconds(1'400);
    static constexpr Duration kFrame = std::chrono::nanoseconds(300);
    // All events of a launching thread together: profiled over unprofiled host time in percent.
    // Wall times of five host-bound programs (ResNet-18 training, an AdamW loop, an eager and a
    // compiled encoder, Llama decode): 1.28, 1.43, 1.57, 1.76 and 2.10 without stacks; 1.67, 1.73,
    // 1.96, 2.35 and 4.82 with stacks, shapes and memory. The medians, rounded.
    static constexpr std::int64_t kHostPercent = 150;
    static constexpr std::int64_t kStackedHostPercent = 200;

    // O(categories).
    explicit ProfilerOverhead(const Trace& trace);

    // Whether the costs per event are those of this trace's recorder: it is PyTorch's profiler,
    // which alone records operators.
    [[nodiscard]] bool hasEventCosts() const { return m_hasOperators; }
    // Zero for what the host does not record itself, GPU activities above all.
    [[nodiscard]] Duration costOf(SliceKind kind, bool isLaunch) const;
    // When a thread records: `costOf` from the start of each slice, one after the other where
    // slices start faster than that. Disjoint, in time order; empty without hasEventCosts().
    // O(slices of the track + calls × log launches).
    [[nodiscard]] std::vector<TimeRange> recordingTime(const Trace& trace,
                                                       const LaunchIndex& launches,
                                                       TrackId track) const;

    // Profiled over unprofiled time of a thread that launches, in percent.
    [[nodiscard]] std::int64_t hostPercent() const {
        return m_hasStacks ? kStackedHostPercent : kHostPercent;
    }
    // Time that the host would need without the profiler for what took it `hostTime`.
    [[nodiscard]] Duration unprofiled(Duration hostTime) const {
        return hostTime * 100 / hostPercent();
    }

private:
    bool m_hasStacks;
    bool m_hasOperators;
};

}  // namespace gaplight
