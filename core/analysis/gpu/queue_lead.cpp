// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/queue_lead.h"

#include <algorithm>
#include <cstdint>

#include <tbb/parallel_sort.h>

namespace gaplight {
namespace {

struct Submission {
    Time launched;
    Time begun;
};

// Keeps the extremes of each of `intervals` equal parts of the time.
QueueLead thinnedOut(const QueueLead& all, std::size_t intervals) {
    const std::int64_t begin = ns(all.times.front());
    const std::int64_t length =
        (ns(all.times.back()) - begin) / static_cast<std::int64_t>(intervals) + 1;
    QueueLead few;
    for (std::size_t at = 0; at < all.times.size();) {
        const std::int64_t interval = (ns(all.times[at]) - begin) / length;
        std::size_t lowest = at;
        std::size_t highest = at;
        for (; at < all.times.size() && (ns(all.times[at]) - begin) / length == interval; ++at) {
            lowest = all.lead[at] < all.lead[lowest] ? at : lowest;
            highest = all.lead[at] > all.lead[highest] ? at : highest;
        }
        for (const std::size_t kept : {std::min(lowest, highest), std::max(lowest, highest)}) {
            few.times.push_back(all.times[kept]);
            few.lead.push_back(all.lead[kept]);
            if (lowest == highest) {
                break;
            }
        }
    }
    return few;
}

}  // namespace

QueueLead queueLead(const Trace& trace, const LaunchIndex& launches,
                    std::span<const ActivityId> byStart, std::size_t maxPoints) {
    const SliceTable& slices = trace.slices();
    std::vector<Submission> submissions;
    for (const ActivityId id : byStart) {
        if (const SliceId launch = launches.launchOf(id); launch.isValid()) {
            submissions.push_back(
                {slices.start(launch), slices.start(trace.gpuActivities()[id.index()].slice)});
        }
    }
    tbb::parallel_sort(
        submissions.begin(), submissions.end(), [](const Submission& a, const Submission& b) {
            return a.launched != b.launched ? a.launched < b.launched : a.begun < b.begun;
        });
    QueueLead lead;
    Time horizon = Time::min();  // the start of the last work submitted so far
    for (std::size_t at = 0; at < submissions.size(); ++at) {
        const Time launched = submissions[at].launched;
        horizon = std::max(horizon, submissions[at].begun);
        if (at + 1 < submissions.size() && submissions[at + 1].launched == launched) {
            continue;  // nodes of one graph
        }
        lead.times.push_back(launched);
        lead.lead.push_back(std::max(Duration::zero(), horizon - launched));
        const bool isLast = at + 1 == submissions.size();
        if (horizon > launched && (isLast || horizon < submissions[at + 1].launched)) {
            lead.times.push_back(horizon);
            lead.lead.push_back(Duration::zero());
        }
    }
    return lead.times.size() > maxPoints ? thinnedOut(lead, std::max<std::size_t>(1, maxPoints / 2))
                                         : lead;
}

}  // namespace gaplight
