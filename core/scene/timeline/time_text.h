// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/base/time.h"
#include "core/scene/model/timeline_input.h"

namespace gaplight {

// The last step that has begun by then, from 0 on. O(log steps).
[[nodiscard]] std::optional<std::size_t> stepBegunBy(std::span<const TimeRange> steps, Time time);

// ns since 1970 of an instant; nothing if the trace's clock counts from somewhere else.
[[nodiscard]] std::optional<std::int64_t> epochNsOf(const Trace& trace, Time time);
// "2026-11-21 18:20:05".
[[nodiscard]] std::string utcText(std::int64_t epochNs);

// An instant as texts beside a ruler of that format tell it: "12.1 ms" from the trace's begin,
// "18:20:05.012345678 UTC", "step 3 + 1.25 ms"; what the trace does not tell, as the ruler does,
// from its begin. `lengthText` gives the lengths.
[[nodiscard]] std::string timeText(const SceneModel& model, TimeFormat format, Time time,
                                   std::string (*lengthText)(Duration));
// With three digits of each length, as durationText() has them.
[[nodiscard]] std::string timeText(const SceneModel& model, TimeFormat format, Time time);

}  // namespace gaplight
