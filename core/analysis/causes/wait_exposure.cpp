// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/wait_exposure.h"

#include <algorithm>
#include <span>

namespace gaplight {
namespace {

// How many earlier waits are asked. A step with more waits than this spends its time in their
// sum, and the nearest of them stand for all.
constexpr std::size_t kEarlierWaits = 64;

class Exposures {
public:
    Exposures(const Trace& trace, const Analysis& analysis, const StepIndex& steps)
        : m_trace(trace), m_steps(steps), m_calls(analysis.blockingCalls) {
        m_exposures.resize(m_calls.size());
        m_left.reserve(m_calls.size());
        for (const BlockingCall& call : m_calls) {
            m_left.push_back(trace.slices().duration(call.slice));
        }
    }

    void add(const Gap& gap, GapRef ref) {
        if (gap.trigger == GapTrigger::AfterSync) {
            addAfterSync(gap, ref);
        } else if (gap.trigger == GapTrigger::HostLate) {
            addCallsInside(gap);
        }
    }

    std::vector<WaitExposure> take() { return std::move(m_exposures); }

private:
    // Position of the first call of this or a later slice.
    [[nodiscard]] std::size_t positionOf(SliceId slice) const {
        const auto at = std::lower_bound(
            m_calls.begin(), m_calls.end(), slice,
            [](const BlockingCall& call, SliceId wanted) { return call.slice < wanted; });
        return static_cast<std::size_t>(at - m_calls.begin());
    }

    void charge(std::size_t call, Duration idle) {
        m_exposures[call].idle += idle;
        m_left[call] -= idle;
    }

    void addAfterSync(const Gap& gap, GapRef ref) {
        const std::size_t own = positionOf(gap.blockingCall);
        if (own == m_calls.size() || m_calls[own].slice != gap.blockingCall) {
            return;  // it began before the analyzed range
        }
        const auto step = m_steps.stepAt(m_trace.slices().start(gap.blockingCall));
        for (std::size_t back = 0; back <= std::min(own, kEarlierWaits); ++back) {
            const std::size_t at = own - back;
            const bool isRelated =
                m_calls[at].track == m_calls[own].track &&
                m_steps.stepAt(m_trace.slices().start(m_calls[at].slice)) == step;
            if (!isRelated) {
                break;
            }
            if (m_left[at] >= gap.length()) {
                charge(at, gap.length());
                m_exposures[at].gaps.push_back(ref);
                return;
            }
        }
        charge(own, std::min(gap.length(), m_left[own]));
    }

    void addCallsInside(const Gap& gap) {
        const SliceTable& slices = m_trace.slices();
        // Calls of the launching thread lie before its launch in the order of slices.
        for (std::size_t at = positionOf(gap.launch); at > 0; --at) {
            const SliceId call = m_calls[at - 1].slice;
            const bool isInside = call < gap.launch && slices.end(call) > gap.begin &&
                                  m_calls[at - 1].track == m_trace.trackOf(gap.launch);
            if (!isInside) {
                break;
            }
            const Time begin = std::max(gap.begin, slices.start(call));
            const Time end = std::min(gap.end, slices.end(call));
            charge(at - 1, std::clamp(end - begin, Duration::zero(), m_left[at - 1]));
        }
    }

    const Trace& m_trace;
    const StepIndex& m_steps;
    std::span<const BlockingCall> m_calls;
    std::vector<Duration> m_left;  // per call: of its wait, what explains no gap yet
    std::vector<WaitExposure> m_exposures;
};

}  // namespace

std::vector<WaitExposure> waitExposures(const Trace& trace, const Analysis& analysis,
                                        const StepIndex& steps) {
    Exposures exposures(trace, analysis, steps);
    for (std::size_t device = 0; device < analysis.devices.size(); ++device) {
        const DeviceAnalysis& one = analysis.devices[device];
        if (one.graphsUnderRecorded) {
            continue;
        }
        for (std::size_t gap = 0; gap < one.gaps.size(); ++gap) {
            if (isTakenOut(one.gapExplanation[gap])) {
                continue;
            }
            exposures.add(one.gaps[gap],
                          {static_cast<std::uint32_t>(device), static_cast<std::uint32_t>(gap)});
        }
    }
    return exposures.take();
}

}  // namespace gaplight
