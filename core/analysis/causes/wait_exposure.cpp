// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/causes/wait_exposure.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "core/base/intervals.h"

namespace gaplight {

std::vector<TimeRange> unionOf(std::vector<TimeRange> ranges) {
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    std::vector<TimeRange> merged;
    for (const TimeRange& range : ranges) {
        if (range.end <= range.begin) {
            continue;
        }
        if (!merged.empty() && range.begin <= merged.back().end) {
            merged.back().end = std::max(merged.back().end, range.end);
        } else {
            merged.push_back(range);
        }
    }
    return merged;
}

Duration lengthOf(std::span<const TimeRange> disjoint) {
    return std::accumulate(
        disjoint.begin(), disjoint.end(), Duration::zero(),
        [](Duration total, const TimeRange& range) { return total + range.length(); });
}

Duration idleInside(const Analysis& analysis, std::span<const TimeRange> ranges) {
    Duration idle{};
    for (const DeviceAnalysis& device : analysis.devices) {
        if (device.graphsUnderRecorded) {
            continue;
        }
        for (const TimeRange& range : ranges) {
            auto gap = std::partition_point(device.gaps.begin(), device.gaps.end(),
                                            [&](const Gap& one) { return one.end <= range.begin; });
            for (; gap != device.gaps.end() && gap->begin < range.end; ++gap) {
                idle += std::min(gap->end, range.end) - std::max(gap->begin, range.begin);
            }
        }
    }
    return idle;
}

namespace {

// How many earlier waits are asked. A step with more waits than this spends its time in their
// sum, and the nearest of them stand for all.
constexpr std::size_t kEarlierWaits = 64;

// Position of the first call of this or a later slice.
std::size_t positionOf(std::span<const BlockingCall> calls, SliceId slice) {
    const auto at = std::lower_bound(
        calls.begin(), calls.end(), slice,
        [](const BlockingCall& call, SliceId wanted) { return call.slice < wanted; });
    return static_cast<std::size_t>(at - calls.begin());
}

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
    void charge(std::size_t call, Duration idle) {
        m_exposures[call].idle += idle;
        m_left[call] -= idle;
    }

    void addAfterSync(const Gap& gap, GapRef ref) {
        const std::size_t own = positionOf(m_calls, gap.blockingCall);
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
        const auto inside = callsInside(m_trace, m_calls, gap);
        for (auto call = inside.rbegin(); call != inside.rend(); ++call) {
            const auto at = static_cast<std::size_t>(&*call - m_calls.data());
            const Duration time =
                commonPart(m_trace.slices().range(call->slice), gap.range()).length();
            charge(at, std::min(time, m_left[at]));
        }
    }

    const Trace& m_trace;
    const StepIndex& m_steps;
    std::span<const BlockingCall> m_calls;
    std::vector<Duration> m_left;  // per call: of its wait, what explains no gap yet
    std::vector<WaitExposure> m_exposures;
};

}  // namespace

std::span<const BlockingCall> callsInside(const Trace& trace, std::span<const BlockingCall> calls,
                                          const Gap& gap) {
    const SliceTable& slices = trace.slices();
    const TrackId thread = trace.trackOf(gap.launch);
    // Calls of the launching thread are before its launch in the order of slices.
    const std::size_t end = positionOf(calls, gap.launch);
    std::size_t begin = end;
    while (begin > 0 && slices.end(calls[begin - 1].slice) > gap.begin &&
           calls[begin - 1].track == thread) {
        --begin;
    }
    return calls.subspan(begin, end - begin);
}

std::vector<WaitExposure> waitExposures(const Trace& trace, const Analysis& analysis,
                                        const StepIndex& steps) {
    Exposures exposures(trace, analysis, steps);
    for (std::size_t device = 0; device < analysis.devices.size(); ++device) {
        const DeviceAnalysis& one = analysis.devices[device];
        if (one.graphsUnderRecorded) {
            continue;
        }
        for (std::size_t gap = 0; gap < one.gaps.size(); ++gap) {
            if (isTakenOut(one.gapReason[gap])) {
                continue;
            }
            exposures.add(one.gaps[gap],
                          {static_cast<std::uint32_t>(device), static_cast<std::uint32_t>(gap)});
        }
    }
    return exposures.take();
}

}  // namespace gaplight
