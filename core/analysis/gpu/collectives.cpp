// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/collectives.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/analysis/gpu/kernel_totals.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

constexpr std::int64_t kAlikePercent = 90;  // messages of this much of the size count as alike

SliceId sliceOf(const Trace& trace, ActivityId id) {
    return trace.gpuActivities()[id.index()].slice;
}

bool isCollective(const Trace& trace, KernelGroups& groups, SliceId slice) {
    return trace.kind(slice) == SliceKind::Kernel && groups.of(slice) == KernelGroup::Collective;
}

Duration medianOf(std::vector<Duration> durations) {
    return lowerMedian(durations);
}

// Samples of one kind, the largest message first; those of unknown size at the end.
void floorsOfKind(std::span<const CollectiveSample> samples, std::span<const std::size_t> largest,
                  std::vector<std::optional<Duration>>& floors) {
    std::size_t known = 0;
    while (known < largest.size() && samples[largest[known]].size > 0) {
        ++known;
    }
    if (known == 0) {
        return;
    }
    std::size_t next = 0;
    std::optional<Duration> shortest;
    for (std::size_t at = 0; at < known; ++at) {
        const std::int64_t enough = samples[largest[at]].size * kAlikePercent;
        for (; next < known && samples[largest[next]].size * 100 >= enough; ++next) {
            const Duration duration = samples[largest[next]].duration;
            shortest = std::min(shortest.value_or(duration), duration);
        }
        floors[largest[at]] = shortest;
    }
    const bool allAlike =
        samples[largest[known - 1]].size * 100 >= samples[largest.front()].size * kAlikePercent;
    for (std::size_t at = known; allAlike && at < largest.size(); ++at) {
        if (samples[largest[at]].size == 0) {
            floors[largest[at]] = std::min(*shortest, samples[largest[at]].duration);
        }
    }
}

}  // namespace

CollectiveTime collectiveTime(const Trace& trace, KernelGroups& groups,
                              std::span<const ActivityId> activities, TimeRange range) {
    CollectiveTime time;
    MergedRanges all;
    for (const ActivityId id : activities) {
        const SliceId slice = sliceOf(trace, id);
        const TimeRange inside = commonPart(trace.slices().range(slice), range);
        if (isCollective(trace, groups, slice)) {
            time.collectives.push_back({slice, {}});
            all.add(inside);
        } else {
            time.others.add(inside);
        }
    }
    time.total = all.length();
    Time given = range.begin;  // up to here, collectives have had their exposed time
    for (Collective& collective : time.collectives) {
        TimeRange inside = commonPart(trace.slices().range(collective.slice), range);
        inside.begin = std::clamp(given, inside.begin, inside.end);
        collective.exposed = time.others.uncovered(inside);
        time.exposed += collective.exposed;
        given = std::max(given, inside.end);
    }
    return time;
}

std::vector<std::optional<Duration>> transferFloors(std::span<const CollectiveSample> samples) {
    std::vector<std::size_t> order(samples.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return samples[a].kind != samples[b].kind ? samples[a].kind < samples[b].kind
                                                  : samples[a].size > samples[b].size;
    });
    std::vector<std::optional<Duration>> floors(samples.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t last = first;
        while (last < order.size() && samples[order[last]].kind == samples[order[first]].kind) {
            ++last;
        }
        floorsOfKind(samples, std::span(order).subspan(first, last - first), floors);
        first = last;
    }
    return floors;
}

std::vector<SlowedKernel> slowedKernels(const Trace& trace, KernelGroups& groups,
                                        std::span<const ActivityId> activities,
                                        std::span<const Collective> collectives,
                                        std::span<const TimeRange> waits) {
    MergedRanges communicating;
    for (const Collective& collective : collectives) {
        communicating.add(trace.slices().range(collective.slice));
    }
    MergedRanges waiting;
    for (const TimeRange wait : waits) {
        waiting.add(wait);
    }
    const auto variants = kernelVariants(trace, activities, trace.range(), [&](StringId name) {
        return groups.of(name) != KernelGroup::Collective;
    });
    std::vector<SlowedKernel> slowed;
    for (const KernelVariant& variant : variants) {
        std::vector<Duration> alone;
        std::vector<SliceId> beside;
        for (const SliceId slice : variant.slices) {
            const TimeRange range = trace.slices().range(slice);
            if (!communicating.overlaps(range)) {
                alone.push_back(range.length());
            } else if (waiting.overlaps(range)) {
                beside.push_back(slice);
            }
        }
        if (alone.size() < kAloneNeeded) {
            continue;
        }
        const Duration median = medianOf(std::move(alone));
        for (const SliceId slice : beside) {
            if (trace.slices().duration(slice) > median) {
                slowed.push_back({slice, median});
            }
        }
    }
    std::sort(slowed.begin(), slowed.end(), [&](const SlowedKernel& a, const SlowedKernel& b) {
        return std::pair(trace.slices().start(a.slice), a.slice) <
               std::pair(trace.slices().start(b.slice), b.slice);
    });
    return slowed;
}

}  // namespace gaplight
