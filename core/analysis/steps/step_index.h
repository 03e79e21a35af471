// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/steps/steps.h"
#include "core/base/time.h"

namespace gaplight {

// Finds the step that an instant of the host lies in. The first of a trace's several steps is
// warm-up; the others are the steady ones. Without a recognized loop there are no steps.
class StepIndex {
public:
    explicit StepIndex(const Steps& steps);

    std::size_t count() const { return m_steps.size(); }
    std::size_t steadyCount() const { return m_steps.size() - m_firstSteady; }
    TimeRange host(std::size_t step) const { return m_steps[step]; }
    bool isSteady(std::size_t step) const { return step >= m_firstSteady; }

    // O(log steps).
    std::optional<std::size_t> stepAt(Time time) const;
    bool isInSteadyStep(Time time) const;

    // The median over steady steps of how many of these instants lie in each (the lower of two
    // middles); 0 without steady steps.
    double medianPerStep(std::span<const Time> times) const;

private:
    std::vector<TimeRange> m_steps;
    std::size_t m_firstSteady = 0;  // 1 where there are at least two steps
};

}  // namespace gaplight
