// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/steps/steps.h"
#include "core/compare/compared_trace.h"
#include "core/compare/step_pairs.h"

namespace gaplight {

// The work of one run that a comparison sums over: what the host does or launches in steps that
// have a partner, or all of it where there are no step pairs.
class StepScope {
public:
    enum class With : std::uint8_t { SteadySteps, WarmUp };  // WarmUp: and the warm-up step

    StepScope(const Steps& steps, std::span<const StepPair> pairs, bool isA, With with) {
        for (const StepPair& pair : pairs) {
            if (!pair.warmsUp || with == With::WarmUp) {
                m_ranges.push_back(steps.markers.host[isA ? pair.a : pair.b]);
            }
        }
    }

    // Whether work that the call `launch` launched belongs to it (invalid: not recorded).
    // O(log steps).
    bool contains(const ComparedTrace& run, SliceId launch) const {
        return m_ranges.empty() || (launch.isValid() && contains(run.trace.slices().start(launch)));
    }
    // Whether work of the host at `time` belongs to it.
    bool contains(Time time) const {
        if (m_ranges.empty()) {
            return true;
        }
        const auto after = std::upper_bound(
            m_ranges.begin(), m_ranges.end(), time,
            [](Time instant, const TimeRange& step) { return instant < step.begin; });
        return after != m_ranges.begin() && time < (after - 1)->end;
    }

private:
    std::vector<TimeRange> m_ranges;  // in time order
};

}  // namespace gaplight
