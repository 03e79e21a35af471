// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// An interval of a sequence that repeats without anything between: items [first, first + length)
// come `count` times in a row.
struct RepeatingUnit {
    std::size_t first = 0;
    std::size_t length = 0;
    std::size_t count = 0;
    friend bool operator==(const RepeatingUnit&, const RepeatingUnit&) = default;
};

// The unit whose repetitions have the largest sum of weights, of equal ones the shortest; empty
// where nothing repeats. `weights`: >= 0, per item. `lengths`: unit lengths to try. O(items ×
// lengths).
[[nodiscard]] std::optional<RepeatingUnit> findRepeatingUnit(
    std::span<const std::uint32_t> sequence, std::span<const std::int64_t> weights,
    std::span<const std::size_t> lengths);

// Unit lengths to try on a long sequence: the most frequent distances between two occurrences
// of the same item, at most `maxLengths` of them, ascending. A unit has items that occur once in
// it, and their distance is its length. O(items log items).
[[nodiscard]] std::vector<std::size_t> likelyUnitLengths(std::span<const std::uint32_t> sequence,
                                                         std::size_t maxLengths);

// How the iterations of the traced loop were recognized (metrics.md, "step"), best first.
enum class StepSource : std::uint8_t { Iterations, ProfilerStep, Annotations, Kernels, None };
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view stepSourceName(StepSource source);

// The steps of a trace on the host.
struct StepMarkers {
    StepSource source = StepSource::None;
    // Annotation groups or kernel names of one step, in order. Where a step is one annotation of
    // several kinds (stepKind), these, the most frequent first.
    std::vector<std::string> unit;
    std::vector<std::size_t> stepsOfKind;  // of each of `unit`; empty unless it has kinds
    // From a step's first marker to the next step's, or to its own end where other annotations
    // follow it; in time order.
    std::vector<TimeRange> host;
    std::size_t firstNumber = 0;   // of host[0] in the trace: more than 0 in a later part of it
    std::size_t unitsPerStep = 1;  // how often the unit of kernels repeats in a step
};

// The steps that start in a range, with their numbers in the trace kept.
[[nodiscard]] StepMarkers stepsWithin(StepMarkers markers, TimeRange range);

// The outermost repetition that covers half of the launches; names are compared without the values
// in them (nameFamily). What repeats inside one operator, the layers of one pass, and ranges that
// libraries make are no steps.
// `annotations`: result of annotationSlices(). With neither annotations nor kernels that
// repeat, the whole trace is one step and the source is None.
// O(annotations × unit lengths tried + activities log activities).
[[nodiscard]] StepMarkers findStepMarkers(const Trace& trace, const LaunchIndex& launches,
                                          std::span<const SliceId> annotations,
                                          std::span<const DeviceActivities> devices);

}  // namespace gaplight
