// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/span_times.h"

#include <algorithm>
#include <cstddef>
#include <functional>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/intervals.h"
#include "core/compare/busy_parts.h"

namespace gaplight {
namespace {

// Calls visit(position, common part) for each span that has a part of the range.
template <class Visit>
void visitSpans(std::span<const TimeRange> spans, TimeRange range, const Visit& visit) {
    auto span = std::partition_point(spans.begin(), spans.end(),
                                     [&](TimeRange one) { return one.end <= range.begin; });
    for (; span != spans.end() && span->begin < range.end; ++span) {
        const TimeRange part = commonPart(*span, range);
        if (part.length() > Duration::zero()) {
            visit(static_cast<std::size_t>(span - spans.begin()), part);
        }
    }
}

void addBusy(const ComparedTrace& run, const DeviceAnalysis& device,
             std::span<const TimeRange> spans, KernelGroups& groups, std::vector<Measures>& rows) {
    std::vector<CoveredParts> covered(spans.size());
    for (const ActivityId id : device.byStart) {
        const SliceId slice = run.trace.gpuActivities()[id.index()].slice;
        const SliceKind kind = run.trace.kind(slice);
        const bool isCollective =
            kind == SliceKind::Kernel && groups.of(slice) == KernelGroup::Collective;
        visitSpans(spans, run.trace.slices().range(slice), [&](std::size_t at, TimeRange part) {
            covered[at].busy.add(part);
            if (kind != SliceKind::Memcpy) {
                covered[at].withCommunication.add(part);
                (isCollective ? covered[at].communication : covered[at].compute).add(part);
            }
        });
    }
    for (std::size_t at = 0; at < rows.size(); ++at) {
        covered[at].addTo(rows[at]);
    }
}

void addGap(const Gap& gap, const IdleByActivity& activities, Measures& row) {
    const auto trigger = static_cast<std::size_t>(gap.trigger);
    row.idle += gap.length();
    row.idleByTrigger[trigger] += gap.length();
    for (IdleByActivity* total : {&row.idleByActivity, &row.activityByTrigger[trigger]}) {
        std::ranges::transform(*total, activities, total->begin(), std::plus<>());
    }
}

void addIdle(const ComparedTrace& run, const DeviceAnalysis& device,
             std::span<const IdleByActivity> ofGaps, std::span<const TimeRange> spans,
             std::vector<Measures>& rows) {
    std::vector<Gap> divided;
    std::vector<std::size_t> spanOf;
    for (std::size_t at = 0; at < device.gaps.size(); ++at) {
        visitSpans(spans, device.gaps[at].range(), [&](std::size_t span, TimeRange part) {
            Gap gap = device.gaps[at];
            gap.begin = part.begin;
            gap.end = part.end;
            if (gap.length() == device.gaps[at].length()) {
                addGap(gap, ofGaps[at], rows[span]);
            } else {
                divided.push_back(gap);
                spanOf.push_back(span);
            }
        });
    }
    const std::vector<IdleByActivity> ofDivided =
        activitiesOfGaps(run.trace, run.analysis.names, divided);
    for (std::size_t at = 0; at < divided.size(); ++at) {
        addGap(divided[at], ofDivided[at], rows[spanOf[at]]);
    }
}

}  // namespace

void setSpanTimes(const ComparedTrace& run, std::span<const std::vector<IdleByActivity>> ofGaps,
                  std::span<const TimeRange> spans, std::vector<Measures>& rows) {
    for (Measures& row : rows) {
        row.gpuBusy = row.compute = row.communicationAlone = row.copiesAlone = Duration::zero();
        row.computeBesideCommunication = row.idle = Duration::zero();
        row.idleByTrigger = {};
        row.idleByActivity = {};
        row.activityByTrigger = {};
    }
    KernelGroups groups(run.trace);
    for (std::size_t at = 0; at < run.analysis.devices.size(); ++at) {
        addBusy(run, run.analysis.devices[at], spans, groups, rows);
        addIdle(run, run.analysis.devices[at], ofGaps[at], spans, rows);
    }
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const auto gpus = static_cast<std::int64_t>(run.analysis.devices.size());
        const Duration outside = spans[at].length() * gpus - rows[at].gpuBusy - rows[at].idle;
        constexpr auto kTrigger = static_cast<std::size_t>(GapTrigger::Unknown);
        constexpr auto kActivity = static_cast<std::size_t>(GapActivity::Untraced);
        rows[at].idle += outside;
        rows[at].idleByTrigger[kTrigger] += outside;
        rows[at].idleByActivity[kActivity] += outside;
        rows[at].activityByTrigger[kTrigger][kActivity] += outside;
    }
}

}  // namespace gaplight
