// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/iteration_steps.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

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

}  // namespace gaplight
