// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/time_ruler.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>

#include <fmt/format.h>

#include "core/analysis/torch/annotation_name.h"
#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"

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

namespace {

constexpr double kMinLabelPixels = 90;
constexpr float kTimeRulerBaseline = 15;
constexpr float kMajorTick = 8;
constexpr float kMinorTick = 4;
constexpr float kBetweenLabels = 8;
constexpr std::int64_t kSecondNs = 1'000'000'000;

constexpr std::int64_t kMinuteNs = 60 * kSecondNs;
constexpr std::int64_t kHourNs = 60 * kMinuteNs;

struct Unit {
    std::int64_t ns;
    const char* name;
};
constexpr std::array kUnits{Unit{1'000'000'000, "s"}, Unit{1'000'000, "ms"}, Unit{1'000, "µs"},
                            Unit{1, "ns"}};

void addTick(Frame& frame, float x, bool major) {
    const float height = major ? kMajorTick : kMinorTick;
    frame.list.rects.push_back({{x, Viewport::kRulerHeight - height, frame.hair(), height},
                                Role::SecondaryText,
                                static_cast<std::uint8_t>(major ? 200 : 110),
                                Layer::Chrome});
    if (major) {
        constexpr float kTop = Viewport::kRulerHeight;
        frame.list.rects.push_back({{x, kTop, frame.hair(), frame.bottom - kTop},
                                    Role::Grid,
                                    255,
                                    Layer::Background,
                                    frame.bodyClip});
    }
}

TextItem labelItem(float x) {
    TextItem item;
    item.x = x;
    item.baselineY = kTimeRulerBaseline;
    item.color = Role::SecondaryText;
    item.style = TextStyle::Small;
    item.layer = Layer::Chrome;
    return item;
}

}  // namespace

namespace {

// Steps of minutes and hours, which are no powers of ten of a second.
RulerScale longScale(double wanted) {
    struct Step {
        std::int64_t ns;
        std::int64_t divisions;
    };
    constexpr std::array kSteps{Step{kMinuteNs, 4},      Step{2 * kMinuteNs, 4},
                                Step{5 * kMinuteNs, 5},  Step{10 * kMinuteNs, 5},
                                Step{20 * kMinuteNs, 4}, Step{30 * kMinuteNs, 3}};
    RulerScale scale;
    scale.unitNs = kMinuteNs;
    scale.unit = "min";
    const auto step = std::find_if(kSteps.begin(), kSteps.end(), [wanted](const Step& each) {
        return static_cast<double>(each.ns) >= wanted;
    });
    if (step != kSteps.end()) {
        scale.stepNs = step->ns;
        scale.minorNs = step->ns / step->divisions;
        return scale;
    }
    scale.unitNs = kHourNs;
    scale.unit = "h";
    scale.stepNs = kHourNs;
    constexpr std::array<std::int64_t, 3> kFactors{2, 5, 10};
    for (std::int64_t power = kHourNs; static_cast<double>(scale.stepNs) < wanted; power *= 10) {
        for (const std::int64_t factor : kFactors) {
            scale.stepNs =
                static_cast<double>(scale.stepNs) < wanted ? power * factor : scale.stepNs;
        }
    }
    scale.minorNs = scale.stepNs / 4;
    return scale;
}

}  // namespace

RulerScale rulerScale(std::int64_t beginNs, std::int64_t lengthNs, double nsPerPixel,
                      double minLabelPixels) {
    RulerScale scale;
    const double wanted = std::max(1.0, nsPerPixel * minLabelPixels);
    if (wanted > static_cast<double>(50 * kSecondNs)) {
        return longScale(wanted);
    }
    std::int64_t power = 1;
    while (static_cast<double>(power) * 10 <= wanted) {
        power *= 10;
    }
    scale.stepNs = power;
    scale.minorNs = std::max<std::int64_t>(1, power / 5);
    for (const auto& [factor, divisions] : {std::pair{1, 5}, {2, 4}, {5, 5}, {10, 5}}) {
        scale.stepNs = power * factor;
        scale.minorNs = std::max<std::int64_t>(1, scale.stepNs / divisions);
        if (static_cast<double>(scale.stepNs) >= wanted) {
            break;
        }
    }
    if (scale.stepNs % scale.minorNs != 0) {
        scale.minorNs = scale.stepNs;
    }
    for (const Unit& unit : kUnits) {
        if (unit.ns <= scale.stepNs) {
            scale.unitNs = unit.ns;
            scale.unit = unit.name;
            break;
        }
    }
    const std::int64_t most = 9'999 * scale.unitNs;
    const bool isSecond = scale.unitNs == kUnits[0].ns;
    if (!isSecond && (beginNs + lengthNs > most || beginNs < -most)) {
        scale.anchorNs = floorTo(beginNs, scale.unitNs * 1'000);
    }
    const std::int64_t above = scale.unitNs * 1'000;  // the next unit
    if (!isSecond && beginNs + lengthNs - scale.anchorNs >= 2 * above &&
        scale.stepNs * 10 >= above) {
        const auto next = std::find_if(kUnits.begin(), kUnits.end(),
                                       [above](const Unit& unit) { return unit.ns == above; });
        scale.unitNs = above;
        scale.unit = next->name;
        scale.hasDecimal = true;
    }
    return scale;
}

std::string tickText(const RulerScale& scale, std::int64_t timeNs, bool counted) {
    const std::int64_t size = std::abs(timeNs - scale.anchorNs);
    std::string text = scale.anchorNs != 0 || counted ? "+" : "";
    text += timeNs < scale.anchorNs ? "\u2212" : "";
    // As durationText() has it: "1.07 s" between "990 ms" and "1.08 s".
    const auto own = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& unit) {
        return unit.ns <= scale.unitNs * 1'000 && unit.ns > scale.unitNs && size >= unit.ns;
    });
    const Unit unit = own == kUnits.end() ? Unit{scale.unitNs, scale.unit} : *own;
    int decimals = scale.hasDecimal ? 1 : 0;
    std::int64_t last = scale.hasDecimal ? unit.ns / 10 : unit.ns;  // ns of the last decimal
    while (own != kUnits.end() && scale.stepNs % last != 0) {
        last /= 10;
        ++decimals;
    }
    const std::int64_t count = size / last;
    const std::int64_t whole = unit.ns / last;
    text += std::to_string(count / whole);
    if (decimals > 0) {
        text += fmt::format(".{:0{}}", count % whole, decimals);
    }
    return text.append("\u2009").append(unit.name);
}

std::string anchorText(const RulerScale& scale) {
    if (scale.anchorNs == 0) {
        return {};
    }
    std::int64_t rest = scale.anchorNs < 0 ? -scale.anchorNs : scale.anchorNs;
    std::string text;
    const auto append = [&](const Unit& unit) {
        const std::int64_t count = rest / unit.ns;
        rest %= unit.ns;
        if (count > 0) {
            text += text.empty() ? "" : " ";
            text.append(std::to_string(count)).append("\u2009").append(unit.name);
        }
    };
    if (rest >= kHourNs) {
        append({kHourNs, "h"});
        append({kMinuteNs, "min"});
    }
    std::ranges::for_each(kUnits, append);
    return (scale.anchorNs < 0 ? "\u2212" : "") + text;
}

std::string resolvedDurationText(Duration length, Duration resolution) {
    const std::int64_t size = std::abs(ns(length));
    const auto unit = std::find_if(kUnits.begin(), kUnits.end(),
                                   [size](const Unit& each) { return size >= each.ns; });
    std::int64_t last = unit == kUnits.end() ? 1 : unit->ns;  // ns of the last decimal
    int decimals = 0;
    while (last > 1 && last > ns(resolution)) {
        last /= 10;
        ++decimals;
    }
    if (size / last < 1'000) {  // no more than three digits
        return durationText(length);
    }
    std::int64_t rounded = (size + last / 2) / last;
    std::string longer;
    if (size >= kHourNs) {
        longer = fmt::format("{}\u2009h {}\u2009min ", rounded / (kHourNs / last),
                             rounded / (kMinuteNs / last) % 60);
        rounded %= kMinuteNs / last;
    }
    const std::int64_t whole = unit->ns / last;
    const std::string rest =
        decimals > 0 ? fmt::format(".{:0{}}", rounded % whole, decimals) : std::string();
    return fmt::format("{}{}{}{}\u2009{}", ns(length) < 0 ? "\u2212" : "", longer, rounded / whole,
                       rest, unit->name);
}

RulerOrigin rulerOrigin(const TimelineInput& input) {
    const Trace& trace = *input.model.trace;
    if (input.state.timeFormat == TimeFormat::Step) {
        if (const auto step = stepBegunBy(input.model.steps, input.viewport.begin)) {
            return {ns(input.model.steps[*step].begin),
                    "step " + std::to_string(
                                  stepNumber(trace, input.model.steps[*step].begin, *step + 1))};
        }
    }
    const auto beginNs = epochNsOf(trace, input.viewport.begin);
    if (input.state.timeFormat == TimeFormat::Utc && beginNs) {
        const bool isLong = ns(input.viewport.range().length()) >= 10 * kSecondNs;
        // Seconds are enough: ticks count from there.
        const std::int64_t epochNs = floorTo(*beginNs, (isLong ? 60 : 1) * kSecondNs);
        return {epochNs - trace.facts().baseTimeNs, utcText(epochNs)};
    }
    return {ns(trace.range().begin), {}};
}

namespace {

// x of the label of a tick: right of it, or left of it at the view's edge; empty where something is
// there, up to `before` other labels.
std::optional<float> labelX(const Frame& frame, std::span<const RulerPlace> taken, float tick,
                            float width, float before) {
    constexpr float kBeside = 4;
    const bool fits = tick + kBeside + width <= frame.right;
    const float x = fits ? tick + kBeside : tick - kBeside - width;
    const bool isFree = x >= before && std::none_of(taken.begin(), taken.end(), [&](auto& place) {
                            return x + width >= place.x0 - kBeside && x <= place.x1 + kBeside;
                        });
    return isFree ? std::optional(x) : std::nullopt;
}

}  // namespace

void drawRuler(Frame& frame, std::span<const RulerPlace> taken) {
    const Viewport& view = frame.input.viewport;
    frame.list.rects.push_back({{0, 0, frame.list.width, Viewport::kRulerHeight},
                                Role::HeaderBackground,
                                255,
                                Layer::Chrome});
    const RulerOrigin origin = rulerOrigin(frame.input);
    const std::int64_t originNs = origin.ns;
    const std::int64_t beginNs = ns(view.begin) - originNs;
    const std::int64_t lengthNs = ns(view.range().length());
    const RulerScale scale = rulerScale(beginNs, lengthNs, view.nsPerPixel, kMinLabelPixels);
    float labeledTo = frame.left;
    for (std::int64_t time = floorTo(beginNs, scale.minorNs); time <= beginNs + lengthNs;
         time += scale.minorNs) {
        const double devicePixel = std::round(frame.device(originNs + time));
        const float x = frame.viewX(devicePixel);
        const bool major = time % scale.stepNs == 0;
        if (x < frame.left || x > frame.right) {
            continue;
        }
        addTick(frame, x, major);
        if (!major) {
            continue;
        }
        const std::string text = tickText(scale, time, !origin.name.empty());
        TextItem item = labelItem(0);
        item.width = frame.measure.width(text, item.style);
        if (const auto place = labelX(frame, taken, x, item.width, labeledTo)) {
            item.x = *place;
            labeledTo = item.x + item.width + kBetweenLabels;
            frame.list.addText(text, item);
        }
    }
    std::string anchor = anchorText(scale);
    if (!origin.name.empty()) {
        anchor = origin.name + (anchor.empty() ? "" : " + " + anchor);
    }
    const float width = frame.measure.width(anchor, TextStyle::Small);
    TextItem item = labelItem(std::max(8.0F, frame.left - width - 8));
    addElidedText(frame.list, frame.measure, anchor, frame.left - 16, item);
}

}  // namespace gaplight
