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
#include "core/scene/model/frame.h"
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

// Ticks of a ruler: 1-2-5 steps, labeled in a unit with at most four digits. If the visible range
// is too far from the start for that, labels count from an anchor shown at the ruler's left end.
struct RulerScale {
    std::int64_t stepNs = 1;    // between labeled ticks
    std::int64_t minorNs = 1;   // between all ticks; divides stepNs
    std::int64_t unitNs = 1;    // ns, µs, ms or s
    std::int64_t anchorNs = 0;  // from the trace's start; a multiple of 1,000 units
    const char* unit = "ns";
    bool hasDecimal =
        false;  // "0.5 µs" instead of "500 ns", where most others would have four digits
};

// The largest multiple of `step` that is not above `value`: where the ticks of a view begin.
[[nodiscard]] constexpr std::int64_t floorTo(std::int64_t value, std::int64_t step) {
    const std::int64_t rest = value % step;
    return value - rest - (rest < 0 ? step : 0);
}

// Scale of a view that starts `beginNs` after the trace's start and is `lengthNs` long; labeled
// ticks are at least `minLabelPixels` apart.
[[nodiscard]] RulerScale rulerScale(std::int64_t beginNs, std::int64_t lengthNs, double nsPerPixel,
                                    double minLabelPixels);
// "350 µs"; with a plus sign if the scale has an anchor or `counted` (from another origin) is set.
[[nodiscard]] std::string tickText(const RulerScale& scale, std::int64_t timeNs,
                                   bool counted = false);
// "3 s 158 ms 437 µs": the anchor in groups of three digits; empty without one.
[[nodiscard]] std::string anchorText(const RulerScale& scale);

// As durationText(), with decimals down to `resolution` (rounded down to a power of ten): what a
// pixel stands for. "2.123456 s" with 1.5 µs; never less than durationText() has.
[[nodiscard]] std::string resolvedDurationText(Duration length, Duration resolution);

// Zero of a ruler and its name; the name is empty for the start of the trace.
struct RulerOrigin {
    std::int64_t ns = 0;  // on the trace's clock
    std::string name;     // "2026-11-21 18:20:05", "step 12"
};
// O(log steps).
[[nodiscard]] RulerOrigin rulerOrigin(const TimelineInput& input);

// Draws ticks and labels of the ruler, and the grid behind the tracks. Labels avoid the places in
// `taken`.
struct RulerPlace {
    float x0 = 0;
    float x1 = 0;
};
void drawRuler(Frame& frame, std::span<const RulerPlace> taken);

}  // namespace gaplight
