// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/range_text.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/torch/step_number.h"
#include "core/base/digit_run.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

tl::unexpected<Error> wrong(std::string_view text, std::string_view why) {
    return fail(ErrorCode::BadArgument, fmt::format("range '{}': {}", text, why));
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
    const auto wanted = parseNumber<std::size_t>(number);
    const auto step = wanted ? std::find(numbers.begin(), numbers.end(), *wanted) : numbers.end();
    if (step == numbers.end()) {
        return wrong(text,
                     fmt::format("expected step:{} to step:{}", numbers.front(), numbers.back()));
    }
    return steps[static_cast<std::size_t>(step - numbers.begin())];
}

Result<TimeRange> annotationRange(std::string_view text, std::string_view name, const Trace& trace,
                                  const Analysis& analysis) {
    const auto found = [&](std::string_view wanted) {
        std::vector<SliceId> slices;
        for (const SliceId slice : analysis.annotationSlices) {
            if (trace.name(slice) == wanted) {
                slices.push_back(slice);
            }
        }
        return slices;
    };
    // A name may end in #12 itself (ProfilerStep#12).
    std::vector<SliceId> slices = found(name);
    std::size_t wanted = 1;
    const std::size_t hash = name.rfind('#');
    if (slices.empty() && hash != std::string_view::npos) {
        const auto number = parseNumber<std::size_t>(name.substr(hash + 1));
        if (!number || *number == 0) {
            return wrong(text, "expected a number from 1 on behind #");
        }
        slices = found(name.substr(0, hash));
        wanted = *number;
    }
    if (slices.empty()) {
        return wrong(text, "there is no annotation of that name");
    }
    if (wanted > slices.size()) {
        return wrong(text,
                     "there are only " + countText(slices.size()) + " annotations of that name");
    }
    return trace.slices().range(slices[wanted - 1]);
}

}  // namespace

Result<TimeRange> rangeFromText(std::string_view text, const Trace& trace,
                                const Analysis& analysis) {
    constexpr std::string_view kStep = "step:";
    constexpr std::string_view kAnnotation = "annotation:";
    if (text.starts_with(kStep)) {
        return stepRange(text, text.substr(kStep.size()), trace, analysis);
    }
    if (text.starts_with(kAnnotation)) {
        return annotationRange(text, text.substr(kAnnotation.size()), trace, analysis);
    }
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) {
        return wrong(text, "expected T0..T1, as in 12.5ms..80ms, step:3, or annotation:NAME#2");
    }
    const Result<Duration> begin = parseDuration(text.substr(0, dots));
    const Result<Duration> end = parseDuration(text.substr(dots + 2));
    if (!begin || !end || *begin >= *end) {
        return wrong(text, "expected T0..T1 with T0 before T1, as in 12.5ms..80ms");
    }
    const Time origin = trace.range().begin;
    if (*begin >= trace.range().length()) {
        return wrong(text, "it begins after the trace's end, which is at " +
                               durationText(trace.range().length()));
    }
    return TimeRange{origin + *begin, origin + *end};
}

}  // namespace gaplight
