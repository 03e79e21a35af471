// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "core/analysis/host/recorded_overhead.h"
#include "core/base/column.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Whether Python frames were recorded. O(categories).
[[nodiscard]] bool hasPythonStacks(const Trace& trace);
// Whether a slice is the profiler's own work: one of kind Overhead, other than CUDA's compiling and
// loading of modules and functions, which CUPTI records as overhead, too.
[[nodiscard]] bool isProfilersWork(const Trace& trace, SliceId slice);

// Host time that a recorder adds to a program: PyTorch's profiler, or `gaplight record --stacks`.
// Recording an event takes time of the thread that makes the event, at the event's start; it takes
// no time of the GPU. `gaplight record` measures the mean time for the stack of a call and writes
// it into the trace ("stack_cost_ns"); the rest of its overhead is not known.
//
// Rules and what-if use this one model; nothing else states what profiling costs. The constants are
// measured; what calls in long functions cost is taken from the trace:
//
//   For each call, the profiler looks up the current line of the calling function, which takes
//   longer the further down that line is: 0.2 to 0.6 µs in most functions, but 12 to 80 µs in
//   compiled code of thousands of lines (torch.compile of Stable Diffusion 3).
//   A function is long in this sense if it calls one built-in twice in a row at least kMinPairs
//   times, these calls take <= kShortCall, and the median distance of their starts is > kSlowPair.
//   In it, the time before each call, from the end of the call before, is recording, up to
//   kMaxLookUp.
//
//   CUPTI's own work in a call, which it records on a track of its own (buffers), is added to what
//   recording the call costs (recorded_overhead.h).
//
// Safe from several threads: times are computed when a thread of the trace is first looked at.
class ProfilerOverhead {
public:
    // Measured with loops of 300 over one operator, copy, wait, module or annotation, with and
    // without the profiler, PyTorch 2.11, H200, the quickest of three medians, thirteen to fifteen
    // loops in two processes, then least squares over how many events of each kind the loops
    // recorded: 0.64 and 0.84 µs an operator, 1.79 and 2.07 a launch or copy, 0.35 any other
    // call, 1.37 an annotation; with stacks 1.21 an operator, 0.31 a Python frame. In whole
    // programs an operator costs more than in a loop: 0.8 µs fits the steps of 32 programs best.
    static constexpr Duration kOperator = std::chrono::nanoseconds(800);
    static constexpr Duration kStackedOperator = std::chrono::nanoseconds(1'200);
    static constexpr Duration kLaunch = std::chrono::nanoseconds(2'000);
    static constexpr Duration kCall = std::chrono::nanoseconds(400);
    static constexpr Duration kAnnotation = std::chrono::nanoseconds(1'400);
    static constexpr Duration kFrame = std::chrono::nanoseconds(300);
    static constexpr Duration kShortCall = std::chrono::microseconds(1);
    static constexpr std::size_t kMinPairs = 16;
    static constexpr Duration kSlowPair = std::chrono::microseconds(2);
    static constexpr Duration kMaxLookUp = std::chrono::microseconds(200);
    // A trace that states more is damaged: its value is not used. 5 to 13 µs were measured (H100).
    static constexpr Duration kMaxStackCost = std::chrono::milliseconds(1);

    // Refers to both, which must outlive it. O(categories); with stacks O(Python frames), with
    // recorded overhead O(slices), in parallel.
    ProfilerOverhead(const Trace& trace, const LaunchIndex& launches);

    // Whether the trace was recorded by PyTorch's profiler, which alone records operators, or by
    // `gaplight record --stacks`. If not, the overhead is not known, and all times below are zero.
    bool isKnown() const { return m_hasOperators || hasStackCost(); }
    // Whether the recorder measured what call stacks cost.
    bool hasStackCost() const { return m_stackCost > Duration::zero(); }
    // When a thread records: the cost of each slice from its start, one after the other where
    // slices start faster than that, and before calls in long functions. Disjoint, in time order.
    // O(slices of the thread) when called first.
    std::span<const TimeRange> recordingTime(TrackId thread) const;
    // The part of it inside a range. O(log slices) then.
    Duration recordingTime(TrackId thread, TimeRange range) const;

private:
    struct ThreadTime {
        std::once_flag measured;
        Column<TimeRange> ranges;
        Column<Duration> before;  // per range: sum of the ranges before it
    };
    // What recording a slice of one category costs.
    struct CategoryCost {
        Duration cost{};
        bool isCall = false;    // of a runtime or driver: kLaunch instead if it is a launch
        bool isPython = false;  // may be called by a long function
    };

    void findLongFunctions();
    void measure(TrackId thread, ThreadTime& time) const;
    const ThreadTime& timeOf(TrackId thread) const;
    bool isCalledByLongFunction(SliceId slice) const;
    CategoryCost costOf(SliceKind kind) const;
    [[nodiscard]] static Duration timeUntil(const ThreadTime& time, Time until);

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    bool m_hasStacks;
    bool m_hasOperators;
    Duration m_stackCost;                       // of a call; 0: not recorded
    std::vector<CategoryCost> m_costs;          // by category
    std::vector<RecordedOverhead> m_overhead;   // the profiler's, by call
    std::vector<std::uint8_t> m_longFunctions;  // by text, 1: is one; empty if there are none
    mutable std::vector<ThreadTime> m_threads;  // never resized
};

}  // namespace gaplight
