// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/iteration_steps.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/statistics.h"

namespace gaplight {

StepMarkers iterationSteps(const ServingIterations& iterations) {
    StepMarkers markers{StepSource::Iterations, {}, {}, {}};
    std::map<std::string, std::size_t> counts;
    for (const ServingIteration& row : iterations.rows) {
        if (!markers.host.empty()) {
            markers.host.back().end = row.host.begin;
        }
        markers.host.push_back(row.host);
        ++counts[iterationKind(row)];
    }
    std::vector<std::pair<std::string, std::size_t>> byCount(counts.begin(), counts.end());
    std::ranges::stable_sort(byCount, std::ranges::greater{},
                             &std::pair<std::string, std::size_t>::second);
    for (const auto& [kind, count] : byCount) {
        markers.unit.push_back(kind);
        markers.stepsOfKind.push_back(count);
    }
    return markers;
}

ServingIterations iterationsWithin(ServingIterations iterations, TimeRange range) {
    std::erase_if(iterations.rows,
                  [&](const ServingIteration& row) { return !range.contains(row.host.begin); });
    return iterations;
}

std::optional<std::size_t> medianStepLike(const Steps& steps, const ServingIterations* iterations,
                                          std::size_t step) {
    const auto kindOf = [iterations](std::size_t at) {
        return iterations == nullptr ? std::string() : iterationKind(iterations->rows[at]);
    };
    const auto spanOf = [&steps](std::size_t at) { return steps.rows[at].span.length(); };
    const StepIndex index(steps);
    const std::string kind = kindOf(step);
    std::vector<std::size_t> alike;
    for (std::size_t at = 0; at < steps.rows.size(); ++at) {
        if (index.isSteady(at) && kindOf(at) == kind) {
            alike.push_back(at);
        }
    }
    constexpr std::size_t kMinSteps = 3;
    if (alike.size() < kMinSteps) {
        return std::nullopt;
    }
    return lowerMedian(alike, spanOf);
}

}  // namespace gaplight
