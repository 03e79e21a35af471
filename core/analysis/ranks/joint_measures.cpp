// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/joint_measures.h"

#include <algorithm>

#include "core/base/intervals.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

// The part of `wait` in which neither other work nor another communication of this GPU runs.
// `own`: the kernel that waits.
Duration exposedPart(const RankTimeline& timeline, TimeRange own, TimeRange wait) {
    if (wait.end <= wait.begin) {
        return {};
    }
    std::vector<TimeRange> others;
    for (const TimeRange& range : timeline.compute.overlapping(wait)) {
        others.push_back(commonPart(range, wait));
    }
    const auto& kernels = timeline.commKernels;
    auto at = static_cast<std::size_t>(
        std::lower_bound(kernels.begin(), kernels.end(), wait.end,
                         [](const TimeRange& range, Time time) { return range.begin < time; }) -
        kernels.begin());
    for (bool isOwnSeen = false; at > 0 && timeline.commKernelsEnd[at - 1] > wait.begin; --at) {
        const TimeRange& kernel = kernels[at - 1];
        const bool isOwn = !isOwnSeen && kernel == own;
        isOwnSeen |= isOwn;
        if (!isOwn && kernel.overlaps(wait)) {
            others.push_back(commonPart(kernel, wait));
        }
    }
    std::sort(others.begin(), others.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    RunningUnion covered;
    for (const TimeRange& range : others) {
        covered.add(range);
    }
    return wait.length() - covered.length();
}

struct Interval {
    Duration compute{};
    Duration idle{};
    bool isKnown = false;
};

class LateRanks {
public:
    LateRanks(std::span<const CommCalls> calls, std::span<const RankTimeline> timelines,
              std::span<const std::vector<StepEntry>> entries)
        : m_calls(calls), m_timelines(timelines), m_entries(entries) {
        for (const RankTimeline& timeline : timelines) {
            m_idle.emplace_back(timeline);
        }
    }

    void explain(JointCollective& joint) {
        Interval late;
        std::vector<Duration> compute;
        std::vector<Duration> idle;
        bool isKnown = true;
        for (const RankPart& part : joint.parts) {
            const Interval interval = intervalOf(part);
            isKnown &= interval.isKnown;
            if (part.rank == joint.last) {
                late = interval;
            } else {
                compute.push_back(interval.compute);
                idle.push_back(interval.idle);
            }
        }
        LateCause& cause = joint.cause;
        cause.computeMore = late.compute - lowerMedian(compute);
        cause.idleMore = late.idle - lowerMedian(idle);
        cause.kind =
            cause.computeMore > cause.idleMore ? LateCause::Kind::Gpu : LateCause::Kind::Host;
        cause.isSure = isKnown;
        const RankPart& part = *joint.partOf(joint.last);
        cause.in = m_idle[part.rank].of({entryOf(part).time, part.kernel.begin});
    }

private:
    [[nodiscard]] const StepEntry& entryOf(const RankPart& part) const {
        const int step = m_calls[part.rank].calls[part.call].step;
        return m_entries[part.rank][static_cast<std::size_t>(step + 1)];
    }

    [[nodiscard]] Interval intervalOf(const RankPart& part) const {
        const StepEntry& entry = entryOf(part);
        const TimeRange range{entry.time, std::max(entry.time, part.kernel.begin)};
        const Duration compute = m_timelines[part.rank].compute.within(range);
        return {compute, range.length() - compute, entry.isKnown};
    }

    std::span<const CommCalls> m_calls;
    std::span<const RankTimeline> m_timelines;
    std::span<const std::vector<StepEntry>> m_entries;
    std::vector<IdleAnnotations> m_idle;
};

}  // namespace

void measureCollective(JointCollective& joint, std::span<const RankTimeline> timelines,
                       Duration uncertainty) {
    Time lastArrival = Time::min();
    Time secondArrival = Time::min();
    Time firstArrival = Time::max();
    Time lastEnd = Time::min();
    for (const RankPart& part : joint.parts) {
        firstArrival = std::min(firstArrival, part.kernel.begin);
        lastEnd = std::max(lastEnd, part.kernel.end);
        if (part.kernel.begin > lastArrival) {
            secondArrival = lastArrival;
            lastArrival = part.kernel.begin;
            joint.last = part.rank;
        } else {
            secondArrival = std::max(secondArrival, part.kernel.begin);
        }
    }
    for (RankPart& part : joint.parts) {
        const TimeRange wait{part.kernel.begin,
                             std::max(part.kernel.begin, std::min(lastArrival, part.kernel.end))};
        part.wait = wait.length();
        part.exposedWait = exposedPart(timelines[part.rank], part.kernel, wait);
    }
    joint.skew = lastArrival - firstArrival;
    joint.lead = lastArrival - secondArrival;
    joint.transfer = std::max(Duration{}, lastEnd - lastArrival);
    joint.isLate = !joint.isSendReceive && joint.lead > std::max(kMinLead, 2 * uncertainty);
}

std::vector<StepEntry> stepEntries(const CommCalls& calls, const RankTimeline& timeline,
                                   std::span<const TimeRange> kernelOfCall,
                                   std::optional<Time> beforeCapture) {
    const std::size_t steps = timeline.steps.size();
    std::vector<std::optional<Time>> lastEnd(steps + 2);  // by step, from -1 on
    for (std::size_t at = 0; at < calls.calls.size(); ++at) {
        if (calls.calls[at].kernel.isValid()) {
            auto& end = lastEnd[static_cast<std::size_t>(calls.calls[at].step + 1)];
            end = std::max(end.value_or(Time::min()), kernelOfCall[at].end);
        }
    }
    const Time begin = steps == 0 ? timeline.recorded.begin : timeline.steps.front().begin;
    std::vector<StepEntry> entries;
    std::optional<Time> latest = beforeCapture;
    for (const std::optional<Time>& end : lastEnd) {
        entries.push_back({latest.value_or(begin), latest.has_value()});
        latest = end ? std::max(latest.value_or(*end), *end) : latest;
    }
    return entries;
}

void explainLateRanks(std::vector<JointCollective>& collectives, std::span<const CommCalls> calls,
                      std::span<const RankTimeline> timelines,
                      std::span<const std::vector<StepEntry>> entries) {
    LateRanks late(calls, timelines, entries);
    for (JointCollective& joint : collectives) {
        if (joint.isLate) {
            late.explain(joint);
        }
    }
}

}  // namespace gaplight
