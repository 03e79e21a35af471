// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/host/blocking_calls.h"
#include "core/analysis/idle/gaps.h"
#include "core/analysis/startup/first_uploads.h"
#include "core/analysis/startup/steady_loop.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Why a host call is slow the first time.
enum class FirstUseKind : std::uint8_t {
    Loading,     // a launch call: loads or compiles the module of its kernel
    Allocation,  // fills the cache of an allocator
    Setup,       // any other API call: context, streams, events, library handles
    Autotuning,  // an operator that tries algorithms and times them with events
    Planning,    // an operator in which a library chooses an algorithm or loads its kernels
    Operator,    // the first call of an operator, without one of these inside
    Capturing,   // a CUDA graph is captured and instantiated: nothing is meant to run
    Upload,      // a copy to a GPU before its first kernel, or a wait for such copies
    Compiling,   // a compiler works on something for the first time
    Count_,
};
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view firstUseKindName(FirstUseKind kind);

struct FirstUseCall {
    SliceId slice;    // Capturing: the call that begins the capture
    TimeRange range;  // of the slice; Capturing, Compiling: see GraphCapture, CompileSpan
    FirstUseKind kind = FirstUseKind::Setup;
};

// Host time of a process that starts up: calls that are slow once, and steps before the loop is
// steady. It says nothing about the program's steady state, so findings and savings leave it out.
//
//   slow        an API call, no wait and no copy, that takes >= kSlowFactor × the median of its
//               name and >= kMinSlowCall; of a name with fewer than kMedianCalls calls, one that
//               takes >= kMinSlowCall; of launches kMinSlowLaunch, where there are enough of them
//               for a median. Of launches only those that are the first of their kernel;
//               the median is over the others; fewer than kMedianCalls of them count as none. Of
//               calls that neither launch nor allocate none after kEarlyCalls others of its name
//               on its thread, unless the thread launches a kernel for the first time next
//   first use   a slow call before the first steady step, if slow calls of its name take less
//               than a quarter of that time in a median steady step (what recurs is the program's)
//   allocation  also every allocation before the first steady step under the same condition;
//               without such steps, every one if the trace makes at most a quarter as many calls
//               that free memory until the last one that allocates some
//   first copy  the first copy call of a process, if the GPU is idle in it for >= kMinSlowCall and
//               >= kSlowFactor × the median of the other calls of its name, of which there are
//               some; and the copies of its thread until it launches a kernel
//   autotuning  an operator for convolutions with >= kTuningWaits event waits inside
//   planning    an operator for convolutions in which cuDNN or MIOpen takes >= kMinSlowCall and >=
//   kSlowFactor × the median of all
//               operators to choose an algorithm, under the same condition
//   operator    the first call of an operator that no other one contains, and each that launches
//               a kernel for the first time, if it takes >= kMinSlowCall and >= kSlowFactor × the
//               median of its others, of which there are at least two; waits, copies and first
//               uses inside do not count. Later calls only where fewer are slow without a new
//               kernel: else the thread is interrupted
//   new size    at any time, a later call of an operator that is the first in its step to launch a
//               kernel with its grid, for which a library chooses an algorithm: if it takes >=
//               kMinNewSize and >= kNewSizeFactor × the median of its others, where at most a third
//               as many other calls of that operator do so, and a quarter of the steps has none
//   overhead    the loading of a module that was recorded inside an API call (recorded_overhead.h)
//   capturing   graphCaptures(), unless some of them are in steady steps and graphs are replayed
//   compiling   firstCompilations()
//   upload      copies to a GPU before its first kernel, and waits for them (first_uploads.h)
//   warm-up     the steps before the loop is steady (steady_loop.h), and annotations of that name
class FirstUses {
public:
    static constexpr std::int64_t kSlowFactor = 8;
    static constexpr Duration kMinSlowCall = std::chrono::milliseconds(1);
    static constexpr Duration kMinSlowLaunch = std::chrono::microseconds(100);
    static constexpr Duration kMinNewSize = std::chrono::microseconds(100);
    static constexpr std::int64_t kNewSizeFactor = 4;
    static constexpr std::size_t kMedianCalls = 4;
    static constexpr std::ptrdiff_t kEarlyCalls = 16;
    static constexpr std::size_t kTuningWaits = 4;

    FirstUses() = default;
    // Of the calls that start in `range`. `annotations`: result of annotationSlices().
    // O(slices), two parallel passes; O(API calls) after them.
    [[nodiscard]] static FirstUses find(const Trace& trace, const LaunchIndex& launches,
                                        const NameClasses& names, const Steps& steps,
                                        std::span<const BlockingCall> blockingCalls,
                                        std::span<const SliceId> annotations, TimeRange range);

    // By thread and start; none is inside another.
    std::span<const FirstUseCall> calls() const { return m_calls; }
    // Slow API calls inside those of the kind Operator, by thread and start: parts of their ranges.
    std::span<const FirstUseCall> callsInOperators() const { return m_callsInOperators; }
    // The copies among calls(), of the kind Upload, by call.
    std::span<const FirstUpload> uploads() const { return m_uploads; }
    // Number of warm-up steps at the start; 0 without steps.
    std::size_t warmUpSteps() const { return m_warmUpSteps; }
    // Start of the first steady step, which is the second step or a later one; the latest time if
    // no annotations mark at least two steps.
    Time steadyFrom() const { return m_steadyFrom; }
    // What the warm-up steps take beyond as many median steady ones.
    Duration warmUpExcess() const { return m_warmUpExcess; }
    // The warm-up steps on the host, and the threads that launch in them.
    TimeRange warmUpOnHost() const { return m_warmUp; }
    std::span<const TrackId> warmUpThreads() const { return m_warmUpThreads; }
    // What part of the host time in the warm-up steps steady steps would take, after the calls are
    // gone: 0 to 1. O(log calls + overlapping).
    double steadyPart(SourceId source) const;
    // Number of annotations that are warm-up by their name.
    std::size_t warmUpRanges() const { return m_warmUpRanges; }

    // Whether a slice is inside one of the calls. O(log calls).
    bool contains(const Trace& trace, SliceId slice) const;
    // Whether a call makes one of uploads(). O(log uploads).
    bool isUpload(SliceId call) const;
    // How long at least one of the calls runs in a range. O(log calls + overlapping).
    Duration timeIn(SourceId source, TimeRange range) const;
    // Whether a gap is explained by first use: its launch starts in a warm-up step or range, or is
    // one of uploads(), or these calls cover at least half of the gap until the launch call
    // returns. O(log calls + overlapping).
    bool explains(const Trace& trace, const Gap& gap) const;

private:
    std::vector<FirstUseCall> m_calls;
    std::vector<FirstUseCall> m_callsInOperators;
    std::vector<FirstUpload> m_uploads;
    std::vector<MergedRanges> m_ranges;  // of the calls, by source
    std::size_t m_warmUpSteps = 0;
    std::size_t m_warmUpRanges = 0;
    Time m_steadyFrom = Time::max();
    Duration m_warmUpWork{};
    Duration m_warmUpExcess{};
    TimeRange m_warmUp{};
    std::vector<TrackId> m_warmUpThreads;
    std::vector<MergedRanges> m_warmUps;  // of the warm-up ranges, by source
};

// First uses of the kinds Autotuning, Planning and Operator, as defined in first_uses.h, of
// operators that start in `range`. `known`: the first uses among API calls. O(slices + operators ×
// known).
[[nodiscard]] std::vector<FirstUseCall> operatorFirstUses(
    const Trace& trace, const LaunchIndex& launches, const NameClasses& names,
    const SteadyLoop& loop, const Steps& steps, std::span<const BlockingCall> blockingCalls,
    std::span<const FirstUseCall> known, TimeRange range);

}  // namespace gaplight
