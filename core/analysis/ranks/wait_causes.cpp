// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/wait_causes.h"

#include <algorithm>
#include <cstdint>

#include "core/base/intervals.h"

namespace gaplight {
namespace {

// Chains of waits are followed this far, and not back to the rank that waits: two ranks wait for
// each other in different kernels, or where clocks are wrong.
constexpr int kMaxChain = 8;

// An interval of a rank in which it did one thing.
struct Activity {
    enum class Kind : std::uint8_t { Gpu, Wait, Communication };
    TimeRange range;
    Kind kind = Kind::Gpu;
    std::size_t awaited = 0;
};

std::vector<TimeRange> rangesOf(const CoveredRanges& covered) {
    return {covered.ranges().begin(), covered.ranges().end()};
}

// Disjoint activities of one rank in time order: computing, else waiting, else communicating.
std::vector<Activity> flattened(const RankTimeline& timeline, std::span<const JointWait> waits) {
    std::vector<Activity> activities;
    for (const TimeRange& range : timeline.compute.ranges()) {
        activities.push_back({range, Activity::Kind::Gpu, 0});
    }
    const std::vector<TimeRange> compute = rangesOf(timeline.compute);
    std::vector<TimeRange> taken;
    for (const JointWait& wait : waits) {
        taken.push_back(wait.range);
        const auto beside = timeline.compute.overlapping(wait.range);
        for (const TimeRange& range : rangesOutside({wait.range}, {beside.begin(), beside.end()})) {
            activities.push_back({range, Activity::Kind::Wait, wait.awaited});
        }
    }
    for (const TimeRange& range :
         rangesOutside(rangesOutside(rangesOf(timeline.communication), compute), taken)) {
        activities.push_back({range, Activity::Kind::Communication, 0});
    }
    std::sort(activities.begin(), activities.end(),
              [](const Activity& a, const Activity& b) { return a.range.begin < b.range.begin; });
    return activities;
}

class WaitLookup {
public:
    WaitLookup(std::vector<std::vector<Activity>> activities)
        : m_activities(std::move(activities)), m_causes(m_activities.size()) {}

    // What `rank` did in a wait of rank `waiting`.
    void add(std::size_t rank, std::size_t waiting, TimeRange wait, int chain = 0) {
        const std::vector<Activity>& activities = m_activities[rank];
        auto next = std::upper_bound(
            activities.begin(), activities.end(), wait.begin,
            [](Time time, const Activity& activity) { return time < activity.range.end; });
        Time at = wait.begin;
        for (; next != activities.end() && next->range.begin < wait.end; ++next) {
            const TimeRange part = commonPart(next->range, wait);
            m_causes[rank].host += part.begin - at;
            at = part.end;
            if (next->kind == Activity::Kind::Gpu) {
                m_causes[rank].gpu += part.length();
            } else if (next->kind == Activity::Kind::Wait && next->awaited != waiting &&
                       chain < kMaxChain) {
                add(next->awaited, waiting, part, chain + 1);
            } else {
                m_causes[rank].transfer += part.length();
            }
        }
        m_causes[rank].host += wait.end - at;
    }

    std::vector<WaitCauses> take() { return std::move(m_causes); }

private:
    std::vector<std::vector<Activity>> m_activities;
    std::vector<WaitCauses> m_causes;
};

}  // namespace

std::vector<WaitCauses> waitCauses(std::span<const RankWaiting> waiting,
                                   std::span<const RankTimeline> timelines) {
    std::vector<std::vector<Activity>> activities;
    for (std::size_t rank = 0; rank < timelines.size(); ++rank) {
        activities.push_back(flattened(timelines[rank], waiting[rank].waits));
    }
    WaitLookup lookup(std::move(activities));
    for (std::size_t rank = 0; rank < waiting.size(); ++rank) {
        for (const JointWait& wait : waiting[rank].waits) {
            lookup.add(wait.awaited, rank, wait.range);
        }
    }
    return lookup.take();
}

}  // namespace gaplight
