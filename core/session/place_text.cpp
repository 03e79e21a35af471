// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/place_text.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/serving/iterations.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/base/close_names.h"
#include "core/base/decimal_time.h"
#include "core/base/digit_run.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"

namespace gaplight {
namespace {

constexpr std::string_view kStep = "step:";
constexpr std::string_view kAnnotation = "annotation:";
constexpr std::string_view kMinus = "\u2212";  // as durations are shown
constexpr int kLastYear = 2200;                // nanoseconds since 1970 fit into 64 bits
constexpr std::int64_t kDayNs = std::int64_t{86'400} * 1'000'000'000;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Takes `prefix` off the front of `text`, and the spaces after it.
bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) {
        return false;
    }
    text = trimmed(text.substr(prefix.size()));
    return true;
}

// A number of at most `digits` digits, taken off the front.
std::optional<int> takeNumber(std::string_view& text, std::size_t digits) {
    std::uint64_t value = 0;
    const char* const end = takeDigits(text.data(), text.data() + text.size(), value);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (length == 0 || length > digits) {
        return std::nullopt;
    }
    text.remove_prefix(length);
    return static_cast<int>(value);
}

bool takeCharacter(std::string_view& text, char character) {
    if (text.empty() || text.front() != character) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

// "16:05", "16:05:07.25" as nanoseconds of the day.
std::optional<std::int64_t> timeOfDay(std::string_view text) {
    const auto hours = takeNumber(text, 2);
    if (!hours || *hours > 23 || !takeCharacter(text, ':')) {
        return std::nullopt;
    }
    const auto minutes = takeNumber(text, 2);
    if (!minutes || *minutes > 59) {
        return std::nullopt;
    }
    std::int64_t seconds = 0;
    if (takeCharacter(text, ':')) {
        const auto parsed = parseDuration(fmt::format("{}s", text));
        if (!parsed || ns(*parsed) < 0 || *parsed >= std::chrono::seconds(60)) {
            return std::nullopt;
        }
        seconds = ns(*parsed);
        text = {};
    }
    const std::int64_t whole = (std::int64_t{*hours} * 60 + *minutes) * 60;
    return text.empty() ? std::optional(whole * 1'000'000'000 + seconds) : std::nullopt;
}

// "2026-11-21" as days since 1970, taken off the front.
std::optional<std::int64_t> takeDate(std::string_view& text) {
    const auto year = takeNumber(text, 4);
    if (!year || *year < 1970 || *year > kLastYear || !takeCharacter(text, '-')) {
        return std::nullopt;
    }
    const auto month = takeNumber(text, 2);
    if (!month || !takeCharacter(text, '-')) {
        return std::nullopt;
    }
    const auto day = takeNumber(text, 2);
    const std::chrono::year_month_day date{
        std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
        std::chrono::day(static_cast<unsigned>(day.value_or(0)))};
    if (!date.ok() || text.empty() || (text.front() != ' ' && text.front() != 'T')) {
        return std::nullopt;
    }
    text = trimmed(text.substr(1));
    return std::chrono::sys_days(date).time_since_epoch().count();
}

// Nothing unless it reads like one.
std::optional<Time> absoluteTime(std::string_view text, const Trace& trace) {
    const std::int64_t base = trace.facts().baseTimeNs;
    if (text.ends_with("UTC")) {
        text = trimmed(text.substr(0, text.size() - 3));
    }
    std::int64_t day = (base + ns(trace.range().begin)) / kDayNs;
    if (text.find('-') != std::string_view::npos) {
        const auto date = takeDate(text);
        if (!date) {
            return std::nullopt;
        }
        day = *date;
    }
    const auto time = timeOfDay(text);
    return time ? std::optional(timeFromNs(day * kDayNs + *time - base)) : std::nullopt;
}

Result<Time> instantFromText(std::string_view text, const Trace& trace, Time from) {
    std::string_view rest = text;
    if (take(rest, "+")) {
        return parseDuration(rest).map([from](Duration ahead) { return from + ahead; });
    }
    if (take(rest, "-") || take(rest, kMinus)) {
        return parseDuration(rest).map([from](Duration back) { return from - back; });
    }
    if (take(rest, "ts")) {
        const auto time = nanosecondsOfMicroseconds(rest);
        if (time) {
            return timeFromNs(*time);
        }
        return fail(ErrorCode::BadArgument,
                    fmt::format("'{}': expected the microseconds of the file behind ts", text));
    }
    if (rest.find(':') != std::string_view::npos) {
        if (trace.facts().baseTimeNs == 0) {
            return fail(ErrorCode::BadArgument,
                        fmt::format("'{}': this file does not say when its clock began; times "
                                    "count from its start, as in 12.5ms",
                                    text));
        }
        if (const auto time = absoluteTime(rest, trace)) {
            return *time;
        }
    } else if (const Result<Duration> sinceStart = parseDuration(rest)) {
        return trace.range().begin + *sinceStart;
    }
    return fail(ErrorCode::BadArgument,
                fmt::format("'{}': expected a time as in 12.5ms, +3 us, 16:05:07.25, ts "
                            "4376580490536.462, 12.5ms..80ms, step:3, annotation:NAME#2 or "
                            "decode:64#3",
                            text));
}

}  // namespace

Result<TimeRange> placeFromText(std::string_view text, const Trace& trace, const Analysis& analysis,
                                Time from) {
    text = trimmed(text);
    if (isRangeText(text)) {
        return rangeFromText(text, trace, analysis);
    }
    const Time instant = TRY(instantFromText(text, trace, from));
    const TimeRange all = trace.range();
    if (instant < all.begin || instant > all.end) {
        return fail(ErrorCode::BadArgument,
                    fmt::format("'{}' is outside the trace, which is {} long", text,
                                durationText(all.length())));
    }
    return TimeRange{instant, instant};
}

namespace {

tl::unexpected<Error> wrong(std::string_view text, std::string_view why) {
    return fail(ErrorCode::BadArgument, fmt::format("range '{}': {}", text, why));
}

// The position of a step's number.
Result<std::size_t> numbered(std::string_view text, std::string_view number,
                             const std::vector<std::size_t>& numbers) {
    if (numbers.empty()) {
        return wrong(text, "no steps are known");
    }
    const auto wanted = parseNumber<std::size_t>(number);
    const auto step = wanted ? std::find(numbers.begin(), numbers.end(), *wanted) : numbers.end();
    if (step == numbers.end()) {
        return wrong(text,
                     fmt::format("expected step:{} to step:{}", numbers.front(), numbers.back()));
    }
    return static_cast<std::size_t>(step - numbers.begin());
}

Result<TimeRange> stepRange(std::string_view text, std::string_view number, const Trace& trace,
                            const Analysis& analysis) {
    const auto& steps = analysis.steps.markers.host;
    if (analysis.steps.markers.source == StepSource::None || steps.empty()) {
        return wrong(text, "no steps were recognized in this trace");
    }
    std::vector<std::size_t> numbers;
    for (const TimeRange& step : steps) {
        numbers.push_back(stepNumber(trace, step.begin, numbers.size() + 1));
    }
    return numbered(text, number, numbers).map([&](std::size_t at) { return steps[at]; });
}

// The annotation that `name` means among those with a name that is asked for: NAME, the first one,
// or NAME#2. A name may end in #12 itself (ProfilerStep#12). `known`: all names, for the message.
template <class FindNamed, class Known>
auto annotationNamed(std::string_view text, std::string_view name, const FindNamed& findNamed,
                     const Known& known) -> Result<typename decltype(findNamed(name))::value_type> {
    auto found = findNamed(name);
    std::size_t wanted = 1;
    const std::size_t hash = name.rfind('#');
    if (found.empty() && hash != std::string_view::npos) {
        const auto number = parseNumber<std::size_t>(name.substr(hash + 1));
        if (!number || *number == 0) {
            return wrong(text, "expected a number from 1 on after #");
        }
        found = findNamed(name.substr(0, hash));
        wanted = *number;
    }
    if (found.empty()) {
        const std::set<std::string> names = known();
        return wrong(text, "there is no annotation of that name; " +
                               closeNamesText(name, std::vector(names.begin(), names.end())));
    }
    if (wanted > found.size()) {
        return wrong(text,
                     "there are only " + countText(found.size()) + " annotations of that name");
    }
    return found[wanted - 1];
}

Result<TimeRange> annotationRange(std::string_view text, std::string_view name, const Trace& trace,
                                  const Analysis& analysis) {
    const auto findNamed = [&](std::string_view wanted) {
        std::vector<SliceId> slices;
        for (const SliceId slice : analysis.annotationSlices) {
            if (trace.name(slice) == wanted) {
                slices.push_back(slice);
            }
        }
        return slices;
    };
    const auto known = [&] {
        std::set<std::string> names;
        for (const SliceId slice : analysis.annotationSlices) {
            names.emplace(trace.name(slice));
        }
        return names;
    };
    return annotationNamed(text, name, findNamed, known).map([&](SliceId slice) {
        return trace.slices().range(slice);
    });
}

// "T0..T1" from the start of something that is `length` long.
Result<std::pair<Duration, Duration>> timesFromText(std::string_view text, Duration length,
                                                    std::string_view what) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) {
        return wrong(text,
                     "expected T0..T1, as in 12.5ms..80ms, step:3, annotation:NAME#2, or, of a "
                     "server, decode:64#3");
    }
    const Result<Duration> begin = parseDuration(text.substr(0, dots));
    const Result<Duration> end = parseDuration(text.substr(dots + 2));
    if (!begin || !end || *begin >= *end) {
        return wrong(text, "expected T0..T1 with T0 before T1, as in 12.5ms..80ms");
    }
    if (*begin >= length) {
        return wrong(text, fmt::format("it begins after the {}'s end, which is at {}", what,
                                       durationText(length)));
    }
    return std::pair(*begin, *end);
}

Result<SnapshotRange> snapshotAnnotation(std::string_view text, std::string_view name,
                                         const MemorySnapshot& snapshot) {
    const auto findNamed = [&](std::string_view wanted) {
        std::vector<SnapshotRange> found;
        for (const SnapshotAnnotation& one : snapshot.annotations) {
            if (one.name == wanted) {
                found.push_back({one.name, one.beginUs, one.endUs});
            }
        }
        return found;
    };
    const auto known = [&] {
        std::set<std::string> names;
        for (const SnapshotAnnotation& one : snapshot.annotations) {
            names.insert(one.name);
        }
        return names;
    };
    return annotationNamed(text, name, findNamed, known);
}

// The phase that "decode:64#3" begins with; empty for any other text.
std::optional<ServingPhase> phaseOf(std::string_view text) {
    const std::string_view name = text.substr(0, text.find_first_of(":#"));
    for (std::size_t at = 0; at < kServingPhases; ++at) {
        const auto phase = static_cast<ServingPhase>(at);
        if (servingPhaseName(phase) == name) {
            return phase;
        }
    }
    return std::nullopt;
}

// "decode:64", "decode": a bucket that is given decides, in each phase.
bool isOfKind(const ServingIteration& row, std::string_view kind) {
    const std::string phase(servingPhaseName(row.name.phase));
    return kind == phase || (row.bucket && kind == phase + ":" + std::to_string(*row.bucket));
}

std::vector<std::string> kindsOf(const ServingIterations& serving) {
    std::set<std::string> kinds;
    for (const ServingIteration& row : serving.rows) {
        kinds.insert(iterationKind(row));
        kinds.emplace(servingPhaseName(row.name.phase));
    }
    return {kinds.begin(), kinds.end()};
}

// From the begin of an iteration to the begin of the next, as a step.
Result<TimeRange> iterationRange(std::string_view text, const Analysis& analysis) {
    if (analysis.serving == nullptr) {
        return wrong(text, "no iterations of a server were recognized in this trace");
    }
    const std::string_view kind = text.substr(0, text.find('#'));
    const bool isNumbered = kind.size() < text.size();
    const auto number = isNumbered ? parseNumber<std::size_t>(text.substr(kind.size() + 1))
                                   : std::optional<std::size_t>(1);
    if (!number || *number == 0) {
        return wrong(text, "expected a number from 1 on after #");
    }
    const std::vector<ServingIteration>& rows = analysis.serving->rows;
    std::size_t count = 0;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (isOfKind(rows[at], kind) && ++count == *number) {
            return analysis.steps.markers.host[at];
        }
    }
    return count > 0 ? wrong(text, "there are only " + countText(count) + " iterations of " +
                                       std::string(kind))
                     : wrong(text, "there is no such iteration; " +
                                       closeNamesText(kind, kindsOf(*analysis.serving)));
}

}  // namespace

bool isRangeText(std::string_view text) {
    return text.starts_with(kStep) || text.starts_with(kAnnotation) || phaseOf(text) ||
           text.find("..") != std::string_view::npos;
}

Result<TimeRange> rangeFromText(std::string_view text, const Trace& trace,
                                const Analysis& analysis) {
    if (text.starts_with(kStep)) {
        return stepRange(text, text.substr(kStep.size()), trace, analysis);
    }
    if (text.starts_with(kAnnotation)) {
        return annotationRange(text, text.substr(kAnnotation.size()), trace, analysis);
    }
    const bool isTimes = text.find("..") != std::string_view::npos;
    if (phaseOf(text) || (analysis.serving != nullptr && !isTimes)) {
        return iterationRange(text, analysis);
    }
    const auto times = TRY(timesFromText(text, trace.range().length(), "trace"));
    return TimeRange{trace.range().begin + times.first, trace.range().begin + times.second};
}

Result<SnapshotRange> rangeFromText(std::string_view text, const MemorySnapshot& snapshot) {
    if (text.starts_with(kStep)) {
        const std::vector<SnapshotRange> steps = stepsOfAnnotations(snapshot);
        std::vector<std::size_t> numbers;
        for (const SnapshotRange& step : steps) {
            const auto own =
                isProfilerStep(step.label)
                    ? parseNumber<std::size_t>(step.label.substr(step.label.rfind('#') + 1))
                    : std::nullopt;
            numbers.push_back(own.value_or(numbers.size() + 1));
        }
        return numbered(text, text.substr(kStep.size()), numbers).map([&](std::size_t at) {
            return steps[at];
        });
    }
    if (text.starts_with(kAnnotation)) {
        return snapshotAnnotation(text, text.substr(kAnnotation.size()), snapshot);
    }
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (const MemoryModel& model : snapshot.devices) {
        if (!model.events.empty()) {
            first = std::min(first, model.timeUs(0));
            last = std::max(last, model.timeUs(model.lastMoment()));
        }
    }
    if (!snapshot.hasTimes || first > last) {
        return wrong(text, "this snapshot has no times");
    }
    const auto times =
        TRY(timesFromText(text, std::chrono::microseconds(last - first), "snapshot"));
    return SnapshotRange{std::string(text), first + ns(times.first) / 1000,
                         first + ns(times.second) / 1000};
}

}  // namespace gaplight
