// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/joint_measures.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

const StepEntry& entryOf(const CommCall& call, std::span<const StepEntry> entries) {
    return entries[static_cast<std::size_t>(call.step + 1)];
}

// Without the annotation.
Approach approachFrom(const StepEntry& entry, Time arrival, const RankTimeline& timeline) {
    const TimeRange range{entry.time, std::max(entry.time, arrival)};
    Approach approach;
    approach.compute = timeline.compute.within(range);
    approach.idle = range.length() - approach.compute;
    approach.isKnown = entry.isKnown;
    return approach;
}

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
        Approach late;
        std::vector<Duration> compute;
        std::vector<Duration> idle;
        bool isKnown = true;
        for (const RankPart& part : joint.parts) {
            const Approach approach = approachOf(part);
            isKnown &= approach.isKnown;
            if (part.rank == joint.last) {
                late = approach;
            } else {
                compute.push_back(approach.compute);
                idle.push_back(approach.idle);
            }
        }
        LateCause& cause = joint.cause;
        cause.computeMore = late.compute - lowerMedian(compute);
        cause.idleMore = late.idle - lowerMedian(idle);
        cause.kind =
            cause.computeMore > cause.idleMore ? LateCause::Kind::Gpu : LateCause::Kind::Host;
        cause.isSure = isKnown;
        cause.in = idleInOf(*joint.partOf(joint.last));
    }

private:
    const StepEntry& entryOfPart(const RankPart& part) const {
        return entryOf(m_calls[part.rank].calls[part.call], m_entries[part.rank]);
    }

    Approach approachOf(const RankPart& part) const {
        const RankTimeline& timeline = m_timelines[part.rank];
        return timeline.approaches.empty()
                   ? approachFrom(entryOfPart(part), part.kernel.begin, timeline)
                   : timeline.approaches[part.call];
    }

    [[nodiscard]] std::string_view idleInOf(const RankPart& part) {
        const RankTimeline& timeline = m_timelines[part.rank];
        return timeline.approaches.empty()
                   ? m_idle[part.rank].of({entryOfPart(part).time, part.kernel.begin})
                   : timeline.approaches[part.call].idleIn;
    }

    std::span<const CommCalls> m_calls;
    std::span<const RankTimeline> m_timelines;
    std::span<const std::vector<StepEntry>> m_entries;
    std::vector<IdleAnnotations> m_idle;
};

void setLateness(std::vector<JointCollective>& collectives, std::size_t ranks) {
    std::vector<std::vector<std::pair<TimeRange, JointCollective*>>> leads(ranks);
    for (JointCollective& joint : collectives) {
        if (joint.isLate) {
            const Time arrival = joint.partOf(joint.last)->kernel.begin;
            leads[joint.last].push_back({{arrival - joint.lead, arrival}, &joint});
        }
    }
    for (auto& ofRank : leads) {
        std::ranges::stable_sort(ofRank, {}, [](const auto& one) { return one.first.begin; });
        Time counted = Time::min();
        for (auto& [lead, joint] : ofRank) {
            joint->lateness = std::max(Duration{}, lead.end - std::max(lead.begin, counted));
            counted = std::max(counted, lead.end);
        }
    }
}

}  // namespace

void measureCollective(JointCollective& joint, Duration uncertainty) {
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
        part.waitEnd = std::max(part.kernel.begin, std::min(lastArrival, part.kernel.end));
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

std::vector<Approach> approachesOf(const CommCalls& calls, const RankTimeline& timeline,
                                   std::span<const TimeRange> kernelOfCall,
                                   std::span<const StepEntry> entries) {
    IdleAnnotations idle(timeline);
    std::vector<Approach> approaches;
    for (std::size_t at = 0; at < calls.calls.size(); ++at) {
        Approach& approach = approaches.emplace_back();
        if (calls.calls[at].kernel.isValid()) {
            const StepEntry& entry = entryOf(calls.calls[at], entries);
            const Time arrival = kernelOfCall[at].begin;
            approach = approachFrom(entry, arrival, timeline);
            approach.idleIn = idle.of({entry.time, arrival});
        }
    }
    return approaches;
}

void explainLateRanks(std::vector<JointCollective>& collectives, std::span<const CommCalls> calls,
                      std::span<const RankTimeline> timelines,
                      std::span<const std::vector<StepEntry>> entries) {
    setLateness(collectives, timelines.size());
    LateRanks late(calls, timelines, entries);
    for (JointCollective& joint : collectives) {
        for (RankPart& part : joint.parts) {
            const StepEntry& entry = entryOf(calls[part.rank].calls[part.call], entries[part.rank]);
            part.entry = entry.time;
            part.isEntryKnown = entry.isKnown;
        }
        if (joint.isLate) {
            late.explain(joint);
        }
    }
}

}  // namespace gaplight
