// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/shared_analysis.h"

namespace gaplight {

SharedAnalysis::SharedAnalysis(const Trace& trace, const LaunchIndex& launches,
                               const Analysis& analysis, const PlaceFinder& places)
    : m_trace(trace), m_launches(launches), m_analysis(analysis), m_places(places) {}

const ProfilerOverhead& SharedAnalysis::overhead() const {
    std::call_once(m_overheadMade, [&] { m_overhead.emplace(m_trace, m_launches); });
    return *m_overhead;
}

const std::vector<LaunchBoundPlace>& SharedAnalysis::launchBound() const {
    std::call_once(m_launchBoundMade, [&] {
        m_launchBound = launchBoundPlaces(m_trace, m_launches, m_analysis, m_places, overhead());
    });
    return m_launchBound;
}

const OperatorClasses& SharedAnalysis::operatorClasses() const {
    std::call_once(m_operatorClassesMade, [&] {
        m_operatorClasses = groupOperatorCalls(m_trace, m_launches, m_analysis.range);
    });
    return m_operatorClasses;
}

}  // namespace gaplight
