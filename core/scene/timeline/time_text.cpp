// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/time_text.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "core/analysis/torch/step_number.h"
#include "core/base/duration_text.h"

namespace gaplight {
namespace {

constexpr std::int64_t kSecondOfClockNs = 1'000'000'000;
// Clocks that count from the start of a machine are below it: September 2001.
constexpr std::int64_t kFirstEpochNs = 1'000'000'000 * kSecondOfClockNs;

}  // namespace

std::optional<std::size_t> stepBegunBy(std::span<const TimeRange> steps, Time time) {
    const auto after = std::partition_point(
        steps.begin(), steps.end(), [time](const TimeRange& step) { return step.begin <= time; });
    return after == steps.begin()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(after - steps.begin()) - 1);
}

std::optional<std::int64_t> epochNsOf(const Trace& trace, Time time) {
    const std::int64_t epochNs = ns(time) + trace.facts().baseTimeNs;
    return epochNs >= kFirstEpochNs ? std::optional(epochNs) : std::nullopt;
}

std::string utcText(std::int64_t epochNs) {
    using namespace std::chrono;
    const sys_seconds time{seconds(epochNs / kSecondOfClockNs)};
    const sys_days day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    return fmt::format("{}-{:02}-{:02} {:02}:{:02}:{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                       clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::string timeText(const SceneModel& model, TimeFormat format, Time time,
                     const std::function<std::string(Duration)>& lengthText) {
    if (format == TimeFormat::Step) {
        if (const auto step = stepBegunBy(model.steps, time)) {
            return fmt::format("step {} + {}",
                               stepNumber(*model.trace, model.steps[*step].begin, *step + 1),
                               lengthText(time - model.steps[*step].begin));
        }
    }
    if (format == TimeFormat::Utc) {
        if (const auto epochNs = epochNsOf(*model.trace, time)) {
            constexpr std::size_t kDate = sizeof("2026-11-21 ") - 1;
            return fmt::format("{}.{:09} UTC", utcText(*epochNs).substr(kDate),
                               *epochNs % kSecondOfClockNs);
        }
    }
    return lengthText(time - model.trace->range().begin);
}

std::string timeText(const SceneModel& model, TimeFormat format, Time time) {
    return timeText(model, format, time, durationText);
}

}  // namespace gaplight
