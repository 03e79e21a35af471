// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <vector>

#include "core/analysis/replay/graph_edit.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// What PyTorch's profiler adds to the host's time for each thing that it records. Measured on an
// H200 (PyTorch 2.11): loops of 300 over one operator, copy, wait, module or annotation, with the
// profiler and without it, the quickest of three medians, thirteen to fifteen loops in two
// processes; then least squares over how much of each kind the loops recorded. 0.64 and 0.84 µs an
// operator, 1.79 and 2.07 a launch or copy, 0.35 any other call, 1.37 an annotation; with stacks
// 1.21 an operator, 0.31 a Python frame.
inline constexpr Duration kOperatorCost = std::chrono::nanoseconds(700);
inline constexpr Duration kStackedOperatorCost = std::chrono::nanoseconds(1'200);
inline constexpr Duration kLaunchCost = std::chrono::nanoseconds(2'000);
inline constexpr Duration kCallCost = std::chrono::nanoseconds(400);
inline constexpr Duration kAnnotationCost = std::chrono::nanoseconds(1'400);
inline constexpr Duration kFrameCost = std::chrono::nanoseconds(300);

// The host's time without the profiler's, to be replayed: where something recorded begins on a
// thread, what recording it costs is gone. Empty where no operators were recorded: then it is not
// PyTorch's profiler, and its costs are not known.
// O(slices + calls log launches).
[[nodiscard]] std::vector<ReplayEdit> withoutRecordingCost(const Trace& trace,
                                                           const LaunchIndex& launches);

}  // namespace gaplight
