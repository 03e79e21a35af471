// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/annotation_name.h"

#include <algorithm>

#include "core/base/digit_run.h"

namespace gaplight {

std::size_t stepNumber(const Trace& trace, Time begin, std::size_t ordinal) {
    const auto starts = trace.slices().starts();
    for (const Track& track : trace.tracks()) {
        if (track.sliceCount == 0 || track.kind != TrackKind::Thread) {
            continue;
        }
        const auto first = starts.begin() + static_cast<std::ptrdiff_t>(track.firstSlice.index());
        const auto last = first + track.sliceCount;
        for (auto at = std::lower_bound(first, last, begin); at != last && *at == begin; ++at) {
            const SliceId slice(static_cast<std::size_t>(at - starts.begin()));
            if (trace.kind(slice) != SliceKind::UserAnnotation) {
                continue;
            }
            if (const auto number = profilerStepNumber(trace.name(slice))) {
                return *number;
            }
        }
    }
    return ordinal;
}

namespace {

constexpr std::string_view kNumberedStep = "ProfilerStep#";
constexpr std::string_view kStepWithoutNumber = "ProfilerStep*";
constexpr std::string_view kOptimizerStep = "Optimizer.step#";

}  // namespace

bool isProfilerStep(std::string_view name) {
    return name.starts_with(kNumberedStep) || name == kStepWithoutNumber;
}

std::optional<std::size_t> profilerStepNumber(std::string_view name) {
    return name.starts_with(kNumberedStep)
               ? parseNumber<std::size_t>(name.substr(kNumberedStep.size()))
               : std::nullopt;
}

bool isOptimizerCall(std::string_view name) {
    return name.starts_with("Optimizer.");
}

std::string_view steppedOptimizer(std::string_view name) {
    if (!name.starts_with(kOptimizerStep)) {
        return {};
    }
    name.remove_prefix(kOptimizerStep.size());
    return name.substr(0, name.rfind('.'));
}

bool isZeroGrad(std::string_view name) {
    return name.starts_with("Optimizer.zero_grad#");
}

std::string_view compiledGraphKey(std::string_view name) {
    constexpr std::string_view kBegin = "## Call CompiledFxGraph ";
    constexpr std::string_view kEnd = " ##";
    if (!name.starts_with(kBegin)) {
        return {};
    }
    name.remove_prefix(kBegin.size());
    return name.ends_with(kEnd) ? name.substr(0, name.size() - kEnd.size()) : name;
}

std::string compiledGraphGroup(std::string_view name) {
    constexpr std::size_t kShownDigits = 8;
    const std::string_view key = compiledGraphKey(name);
    const std::string_view digits = key.substr(0, key.find(' ')).substr(0, kShownDigits);
    return digits.empty() ? std::string{}
                          : std::string(kCompiledGraphGroup).append(" ").append(digits);
}

std::string annotationGroup(std::string_view name) {
    if (isProfilerStep(name)) {
        return std::string(kProfilerStepGroup);
    }
    std::string graph = compiledGraphGroup(name);
    return graph.empty() ? std::string(name) : graph;
}

}  // namespace gaplight
