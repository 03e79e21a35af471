// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/exposed_copies.h"

#include <algorithm>
#include <optional>

#include "core/analysis/gpu/stream_keys.h"
#include "core/base/intervals.h"

namespace gaplight {
namespace {

// What of [begin, end) is in none of the ranges from position `at` on.
Duration outside(const std::vector<TimeRange>& ranges, std::size_t at, TimeRange range) {
    Duration rest = range.length();
    for (; at < ranges.size() && ranges[at].begin < range.end; ++at) {
        const Time begin = std::max(ranges[at].begin, range.begin);
        const Time end = std::min(ranges[at].end, range.end);
        rest -= std::max(Duration::zero(), end - begin);
    }
    return rest;
}

// Where the last of the ranges that begin before `time` ends, looking from position `at` on; the
// beginning of time if there is none.
Time lastEnd(const std::vector<TimeRange>& ranges, std::size_t at, Time time) {
    Time end = at > 0 ? ranges[at - 1].end : Time::min();
    for (; at < ranges.size() && ranges[at].begin < time; ++at) {
        end = ranges[at].end;
    }
    return end;
}

// The kernels of one GPU, and how they are to its copies.
class KernelsOfGpu {
public:
    KernelsOfGpu(const Trace& trace, const LaunchIndex& launches)
        : m_trace(trace), m_launches(launches), m_keys(trace) {}

    void add(ActivityId activity) {
        const GpuActivity& kernel = m_trace.gpuActivities()[activity.index()];
        m_union.add(m_trace.slices().range(kernel.slice));
        m_byStart.push_back(activity);
        const std::size_t stream = m_keys.indexOf(kernel);
        m_hasKernel.resize(std::max(m_hasKernel.size(), stream + 1));
        m_hasKernel[stream] = true;
    }

    const std::vector<TimeRange>& ranges() const { return m_union.ranges(); }

    [[nodiscard]] bool sharesStream(const GpuActivity& copy) {
        const std::size_t stream = m_keys.indexOf(copy);
        return stream < m_hasKernel.size() && m_hasKernel[stream];
    }

    // When the first kernel that starts at or after `time` had been launched; empty where there is
    // no such kernel, the beginning of time where its launch is not known.
    std::optional<Time> nextLaunched(Time time) const {
        const auto next =
            std::partition_point(m_byStart.begin(), m_byStart.end(),
                                 [&](ActivityId activity) { return startOf(activity) < time; });
        if (next == m_byStart.end()) {
            return std::nullopt;
        }
        const SliceId launch = m_launches.launchOf(*next);
        return launch.isValid() ? m_trace.slices().start(launch) : Time::min();
    }

private:
    Time startOf(ActivityId activity) const {
        return m_trace.slices().start(m_trace.gpuActivities()[activity.index()].slice);
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    StreamKeys m_keys;
    MergedRanges m_union;
    std::vector<ActivityId> m_byStart;
    std::vector<bool> m_hasKernel;  // per stream
};

// From the last copy to the first: what the GPU idles after each one for want of launches.
void takeSlack(const Trace& trace, std::span<const Gap> gaps, std::vector<ExposedCopy>& copies) {
    auto gap = gaps.rbegin();
    Duration slack{};
    for (auto copy = copies.rbegin(); copy != copies.rend(); ++copy) {
        if (copy->waited <= Duration::zero()) {
            continue;
        }
        const Time end = trace.slices().end(trace.gpuActivities()[copy->activity.index()].slice);
        for (; gap != gaps.rend() && gap->begin >= end; ++gap) {
            slack += gap->trigger == GapTrigger::GpuSide ? Duration::zero() : gap->length();
        }
        copy->held = std::max(Duration::zero(), copy->waited - slack);
        slack = Duration::zero();
    }
}

}  // namespace

CopyExposure copyExposure(const Trace& trace, const LaunchIndex& launches, const CopyKinds& kinds,
                          std::span<const ActivityId> byStart, std::span<const Gap> gaps) {
    CopyExposure exposure;
    KernelsOfGpu kernels(trace, launches);
    for (const ActivityId activity : byStart) {
        const SliceId slice = trace.gpuActivities()[activity.index()].slice;
        if (trace.kind(slice) == SliceKind::Kernel) {
            kernels.add(activity);
        } else if (trace.kind(slice) == SliceKind::Memcpy) {
            const CopyKind kind = kinds.of(slice);
            if (kind.direction == CopyDirection::HostToDevice ||
                kind.direction == CopyDirection::DeviceToHost) {
                exposure.copies.push_back({activity, kind, {}, {}, {}, false});
            }
        }
    }
    for (const TimeRange& range : kernels.ranges()) {
        exposure.kernels += range.length();
    }
    RunningUnion copied;
    std::size_t at = 0;  // the first kernel range that ends after the current copy's begin
    for (ExposedCopy& copy : exposure.copies) {
        const GpuActivity& activity = trace.gpuActivities()[copy.activity.index()];
        TimeRange range = trace.slices().range(activity.slice);
        const Time covered = exposure.copied > Duration::zero() ? copied.window().end : range.begin;
        copied.add(range);
        exposure.copied = copied.length();
        copy.ownStream = !kernels.sharesStream(activity);
        range.begin = std::max(range.begin, covered);
        if (range.begin >= range.end) {
            continue;
        }
        while (at < kernels.ranges().size() && kernels.ranges()[at].end <= range.begin) {
            ++at;
        }
        copy.exposed = outside(kernels.ranges(), at, range);
        exposure.exposed += copy.exposed;
        const Time alone = std::max(range.begin, lastEnd(kernels.ranges(), at, range.end));
        if (const auto launched = kernels.nextLaunched(range.end)) {
            copy.waited = std::max(Duration::zero(), range.end - std::max(*launched, alone));
        }
    }
    takeSlack(trace, gaps, exposure.copies);
    return exposure;
}

}  // namespace gaplight
