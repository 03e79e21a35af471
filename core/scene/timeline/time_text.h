// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/base/time.h"
#include "core/scene/model/timeline_input.h"

namespace gaplight {

// Index of the last step that started at or before `time`. O(log steps).
[[nodiscard]] std::optional<std::size_t> stepBegunBy(std::span<const TimeRange> steps, Time time);

// An instant in ns since 1970; empty if the trace has no wall clock.
[[nodiscard]] std::optional<std::int64_t> epochNsOf(const Trace& trace, Time time);
// "2026-11-21 18:20:05".
[[nodiscard]] std::string utcText(std::int64_t epochNs);

// Formats an instant as the ruler counts: "12.1 ms" from the trace's start,
// "18:20:05.012345678 UTC", or "step 3 + 1.25 ms"; from the trace's start if it has no wall clock
// or steps. `lengthText` formats durations.
[[nodiscard]] std::string timeText(const SceneModel& model, TimeFormat format, Time time,
                                   const std::function<std::string(Duration)>& lengthText);
// With durations as formatted by durationText().
[[nodiscard]] std::string timeText(const SceneModel& model, TimeFormat format, Time time);

}  // namespace gaplight
