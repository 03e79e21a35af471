// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/host/blocking_calls.h"
#include "core/analysis/steps/steps.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Where a program's loop is steady, and what recurs in it.
//
//   steady   from the first step on that is no warm-up and not the first one; without a loop of
//            known steps, or with steps found by kernels (which may be the layers of one pass),
//            never
//   warm-up  the steps before the first one of at most kWarmUpPercent of the median of all but
//            the first and the last, if they exceed as many median steps by >= kMinWarmUpPercent of
//            all steps and by >= kMinWarmUpExcess (a profiler's start costs up to 2.8 ms). Waits
//             for the GPU do not count: a first step may wait for work from before the loop.
//             A step after the first one in which something is compiled again is no warm-up
class SteadyLoop {
public:
    static constexpr std::int64_t kWarmUpPercent = 150;
    static constexpr std::int64_t kMinWarmUpPercent = 10;
    static constexpr Duration kMinWarmUpExcess = std::chrono::milliseconds(3);

    // Refers to the trace. `blockingCalls` in time order of each thread. `compilations`: starts of
    // what is compiled, but for the first compilation of a frame.
    SteadyLoop(const Trace& trace, const Steps& steps, std::span<const BlockingCall> blockingCalls,
               std::span<const Time> compilations = {});

    std::size_t warmUpSteps() const { return m_warmUpSteps; }
    TimeRange warmUp() const { return m_warmUp; }  // on the host
    // Host time of the warm-up steps without waits for the GPU, and what of it is beyond as many
    // median steady steps.
    Duration warmUpWork() const { return m_warmUpWork; }
    Duration warmUpExcess() const { return m_warmUpExcess; }
    // Time::max() where the program is never steady.
    Time begin() const { return m_begin; }
    bool isSteady() const { return m_begin != Time::max(); }
    bool isBefore(SliceId slice) const { return m_trace.slices().start(slice) < m_begin; }

    // Whether calls are part of the loop: in a median steady step they take at least a quarter of
    // their time before it. O(calls × log steps).
    bool recurs(std::span<const SliceId> calls) const;

private:
    const Trace& m_trace;
    StepIndex m_steps;
    std::size_t m_warmUpSteps = 0;
    std::size_t m_firstSteady = 1;
    Time m_begin = Time::max();
    Duration m_warmUpWork{};
    Duration m_warmUpExcess{};
    TimeRange m_warmUp{};
};

// Whether the name of a range says that it warms up: one of its words is "warmup", or two that
// follow one another are "warm" and "up". Words are parted by what is no letter; case is ignored.
[[nodiscard]] bool isWarmUpName(std::string_view name);

// The annotations by which a program says that it warms up: those of such a name that begin before
// the first steady step, and after whose end their source launches more work. In the order of
// `annotations`. O(annotations), and O(launches) where there is one.
[[nodiscard]] std::vector<SliceId> warmUpRanges(const Trace& trace, const LaunchIndex& launches,
                                                const SteadyLoop& loop,
                                                std::span<const SliceId> annotations);

}  // namespace gaplight
