// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/step_index.h"

#include <algorithm>

#include "core/base/statistics.h"

namespace gaplight {

StepIndex::StepIndex(const Steps& steps) {
    if (steps.markers.source == StepSource::None) {
        return;
    }
    m_steps = steps.markers.host;
    const bool hasWarmUp = m_steps.size() > 1 && steps.markers.firstNumber == 0;
    m_firstSteady = hasWarmUp ? 1 : 0;
}

std::optional<std::size_t> StepIndex::stepAt(Time time) const {
    const auto after =
        std::upper_bound(m_steps.begin(), m_steps.end(), time,
                         [](Time value, const TimeRange& step) { return value < step.begin; });
    if (after == m_steps.begin() || !std::prev(after)->contains(time)) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(std::prev(after) - m_steps.begin());
}

bool StepIndex::isInSteadyStep(Time time) const {
    const auto step = stepAt(time);
    return step && isSteady(*step);
}

double StepIndex::medianPerStep(std::span<const Time> times) const {
    if (steadyCount() == 0) {
        return 0;
    }
    std::vector<std::size_t> perStep(steadyCount());
    for (const Time time : times) {
        const auto step = stepAt(time);
        if (step && isSteady(*step)) {
            ++perStep[*step - m_firstSteady];
        }
    }
    return static_cast<double>(lowerMedian(perStep));
}

}  // namespace gaplight
