// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/explained/steady_loop.h"

#include <algorithm>
#include <vector>

#include "core/base/share.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// What takes this part of its time in a median steady step is the program's.
constexpr std::int64_t kRecurringDivisor = 4;

}  // namespace

SteadyLoop::SteadyLoop(const Trace& trace, const Steps& steps) : m_trace(trace), m_steps(steps) {
    std::vector<Duration> later;
    for (std::size_t at = 1; at < steps.rows.size(); ++at) {
        later.push_back(steps.rows[at].host.length());
    }
    if (later.size() > 1) {
        later.pop_back();  // ends with its last marker, not with the next step
    }
    if (later.empty() || steps.markers.source == StepSource::Kernels) {
        return;
    }
    const Duration median = lowerMedian(later);
    const auto first = std::find_if(steps.rows.begin(), steps.rows.end(), [&](const StepRow& row) {
        return row.host.length() * 100 <= median * kWarmUpPercent;
    });
    Duration all{};
    for (const StepRow& row : steps.rows) {
        all += row.host.length();
    }
    Duration excess{};
    for (auto row = steps.rows.begin(); row != first; ++row) {
        excess += row->host.length() - median;
    }
    if (excess >= kMinWarmUpExcess && reachesPercent(excess, all, kMinWarmUpPercent)) {
        m_warmUpExcess = excess;
        m_warmUpSteps = static_cast<std::size_t>(first - steps.rows.begin());
        m_warmUp = {steps.rows.front().host.begin, first->host.begin};
    }
    m_firstSteady = std::max<std::size_t>(1, m_warmUpSteps);
    m_begin = steps.rows[m_firstSteady].host.begin;
}

bool SteadyLoop::recurs(std::span<const SliceId> calls) const {
    const SliceTable& slices = m_trace.slices();
    Duration before{};
    std::vector<Duration> perStep(m_steps.count());
    for (const SliceId slice : calls) {
        const Duration duration = slices.duration(slice);
        if (const auto step = m_steps.stepAt(slices.start(slice))) {
            perStep[*step] += duration;
        }
        before += isBefore(slice) ? duration : Duration::zero();
    }
    perStep.erase(perStep.begin(), perStep.begin() + static_cast<std::ptrdiff_t>(
                                                         std::min(m_firstSteady, perStep.size())));
    if (perStep.empty()) {
        return false;
    }
    const Duration median = lowerMedian(perStep);
    return isSteady() ? median * kRecurringDivisor >= before : median > Duration::zero();
}

}  // namespace gaplight
