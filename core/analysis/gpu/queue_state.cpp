// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/queue_state.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/analysis/gpu/stream_keys.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/base/parallel.h"

namespace gaplight {
namespace {

struct Submission {
    Time launched;
    Time begun;
};

// Collects points in time order; of more than `maxPoints`, only the extremes of equal intervals, so
// that no more than those are ever stored.
class LeadPoints {
public:
    LeadPoints(TimeRange range, std::size_t points, std::size_t maxPoints) {
        if (points > maxPoints) {
            m_begin = ns(range.begin);
            const auto intervals =
                static_cast<std::int64_t>(std::max<std::size_t>(1, maxPoints / 2));
            m_interval = (ns(range.end) - m_begin) / intervals + 1;
        }
    }

    void add(Time time, Duration lead) {
        const Point point{time, lead};
        const std::int64_t interval = m_interval == 0 ? 0 : (ns(time) - m_begin) / m_interval;
        if (m_interval != 0 && m_isOpen && interval == m_open) {
            m_lowest = lead < m_lowest.lead ? point : m_lowest;
            m_highest = lead > m_highest.lead ? point : m_highest;
            return;
        }
        close();
        m_lowest = m_highest = point;
        m_open = interval;
        m_isOpen = true;
    }

    [[nodiscard]] QueueLead take() {
        close();
        return std::move(m_points);
    }

private:
    struct Point {
        Time time;
        Duration lead{};
    };

    void close() {
        if (!m_isOpen) {
            return;
        }
        const bool lowestFirst = m_lowest.time <= m_highest.time;
        append(lowestFirst ? m_lowest : m_highest);
        if (m_lowest.lead != m_highest.lead) {
            append(lowestFirst ? m_highest : m_lowest);
        }
        m_isOpen = false;
    }
    void append(const Point& point) {
        m_points.times.push_back(point.time);
        m_points.lead.push_back(point.lead);
    }

    QueueLead m_points;
    std::int64_t m_begin = 0;
    std::int64_t m_interval = 0;  // ns; 0: every point is kept
    std::int64_t m_open = 0;      // the interval of the extremes below
    bool m_isOpen = false;
    Point m_lowest;
    Point m_highest;
};

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
    parallelSort(submissions.begin(), submissions.end(),
                 [](const Submission& a, const Submission& b) {
                     return a.launched != b.launched ? a.launched < b.launched : a.begun < b.begun;
                 });
    if (submissions.empty()) {
        return {};
    }
    // All begin no later than the last of these times.
    Time last = submissions.back().launched;
    for (const Submission& submission : submissions) {
        last = std::max(last, submission.begun);
    }
    LeadPoints points({submissions.front().launched, last}, 2 * submissions.size(), maxPoints);
    Time horizon = Time::min();  // the start of the last work submitted so far
    for (std::size_t at = 0; at < submissions.size(); ++at) {
        const Time launched = submissions[at].launched;
        horizon = std::max(horizon, submissions[at].begun);
        if (at + 1 < submissions.size() && submissions[at + 1].launched == launched) {
            continue;  // nodes of one graph
        }
        points.add(launched, std::max(Duration::zero(), horizon - launched));
        const bool isLast = at + 1 == submissions.size();
        if (horizon > launched && (isLast || horizon < submissions[at + 1].launched)) {
            points.add(horizon, Duration::zero());
        }
    }
    return points.take();
}

std::vector<bool> queueEmptyLaunches(const Trace& trace, const LaunchIndex& launches,
                                     std::span<const ActivityId> byStart) {
    const SliceTable& slices = trace.slices();
    StreamKeys streams(trace);
    std::vector<Time> streamDone;  // per stream: last end so far
    std::vector<bool> isEmpty(byStart.size());
    for (std::size_t at = 0; at < byStart.size(); ++at) {
        const GpuActivity& activity = trace.gpuActivities()[byStart[at].index()];
        const std::size_t stream = streams.indexOf(activity);
        if (stream == streamDone.size()) {
            streamDone.push_back(Time::min());
        }
        const SliceId launch = launches.launchOf(byStart[at]);
        isEmpty[at] = launch.isValid() && streamDone[stream] <= slices.start(launch);
        streamDone[stream] = std::max(streamDone[stream], slices.end(activity.slice));
    }
    return isEmpty;
}

std::vector<TimeRange> fullQueueRanges(const Trace& trace) {
    // CUPTI_ACTIVITY_OVERHEAD_COMMAND_BUFFER_FULL, as Kineto names it (cupti_strings.cpp).
    const std::optional<StringId> name = trace.findText("Command Buffer Full");
    if (!name) {
        return {};
    }
    const std::vector<SliceId> found = scanSlices(trace, [&](SliceId slice) {
        return trace.slices().name(slice) == *name && trace.kind(slice) == SliceKind::Overhead;
    });
    std::vector<TimeRange> ranges;
    ranges.reserve(found.size());
    for (const SliceId slice : found) {
        ranges.push_back(trace.slices().range(slice));
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    std::vector<TimeRange> disjoint;
    for (const TimeRange& range : ranges) {
        if (!disjoint.empty() && range.begin <= disjoint.back().end) {
            disjoint.back().end = std::max(disjoint.back().end, range.end);
        } else {
            disjoint.push_back(range);
        }
    }
    return disjoint;
}

bool overlapsAny(std::span<const TimeRange> ranges, const TimeRange& range) {
    const auto after = std::partition_point(
        ranges.begin(), ranges.end(), [&](const TimeRange& one) { return one.end <= range.begin; });
    return after != ranges.end() && after->begin < range.end;
}

}  // namespace gaplight
