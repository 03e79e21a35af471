// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/rank_timeline.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <unordered_set>
#include <utility>

#include "core/analysis/torch/annotation_name.h"
#include "core/base/intervals.h"

namespace gaplight {

CoveredRanges::CoveredRanges(std::vector<TimeRange> ranges) : m_ranges(std::move(ranges)) {
    m_before.reserve((m_ranges.size() + kSumEvery - 1) / kSumEvery);
    Duration sum{};
    for (std::size_t at = 0; at < m_ranges.size(); ++at) {
        if (at % kSumEvery == 0) {
            m_before.push_back(sum);
        }
        sum += m_ranges[at].length();
    }
}

Duration CoveredRanges::before(Time time) const {
    const auto after =
        std::upper_bound(m_ranges.begin(), m_ranges.end(), time,
                         [](Time at, const TimeRange& range) { return at < range.begin; });
    if (after == m_ranges.begin()) {
        return {};
    }
    const auto last = static_cast<std::size_t>(after - m_ranges.begin()) - 1;
    Duration sum = m_before[last / kSumEvery];
    for (std::size_t at = last / kSumEvery * kSumEvery; at < last; ++at) {
        sum += m_ranges[at].length();
    }
    return sum + (std::min(time, m_ranges[last].end) - m_ranges[last].begin);
}

Duration CoveredRanges::within(TimeRange range) const {
    return range.end > range.begin ? before(range.end) - before(range.begin) : Duration{};
}

std::span<const TimeRange> CoveredRanges::overlapping(TimeRange range) const {
    const auto first = std::upper_bound(m_ranges.begin(), m_ranges.end(), range.begin,
                                        [](Time at, const TimeRange& one) { return at < one.end; });
    const auto last =
        std::lower_bound(first, m_ranges.end(), range.end,
                         [](const TimeRange& one, Time at) { return one.begin < at; });
    return {first, last};
}

CoveredRanges unionOfRanges(std::vector<TimeRange> ranges) {
    std::ranges::sort(ranges, {}, &TimeRange::begin);
    MergedRanges merged;
    for (const TimeRange& range : ranges) {
        merged.add(range);
    }
    return CoveredRanges(merged.ranges());
}

namespace {

// Shorter gaps between activities are no one's doing.
constexpr Duration kMinCountedGap = std::chrono::microseconds(10);
constexpr std::string_view kNcclPrefix = "nccl:";

bool isStep(const Trace& trace, SliceId slice) {
    return isProfilerStep(trace.name(slice));
}

}  // namespace

std::span<const TimeRange> hostSteps(const Analysis& analysis) {
    const StepMarkers& markers = analysis.steps.markers;
    return markers.source == StepSource::None ? std::span<const TimeRange>{}
                                              : std::span<const TimeRange>(markers.host);
}

int stepAt(std::span<const TimeRange> steps, Time time) {
    const auto after = std::ranges::upper_bound(steps, time, {}, &TimeRange::begin);
    return after == steps.begin() || time >= std::prev(after)->end
               ? -1
               : static_cast<int>(after - steps.begin()) - 1;
}

std::optional<TrackId> annotatedThread(const Trace& trace, const Analysis& analysis) {
    std::map<TrackId, Duration> annotated;
    for (const SliceId slice : analysis.annotationSlices) {
        const TrackId track = trace.trackOf(slice);
        if (isStep(trace, slice)) {
            return track;
        }
        annotated[track] += trace.slices().duration(slice);
    }
    const auto most =
        std::max_element(annotated.begin(), annotated.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == annotated.end() ? std::nullopt : std::optional(most->first);
}

namespace {

// Flattens nested annotations (by start) into disjoint spans of the innermost.
class InnermostSpans {
public:
    void add(TimeRange range, std::string_view name) {
        closeUntil(range.begin);
        fillUntil(range.begin);
        m_open.push_back({range, name});
        m_at = range.begin;
    }
    std::vector<AnnotatedSpan> take() {
        closeUntil(Time::max());
        return std::move(m_spans);
    }

private:
    void closeUntil(Time time) {
        while (!m_open.empty() && m_open.back().range.end <= time) {
            fillUntil(m_open.back().range.end);
            m_open.pop_back();
        }
    }
    void fillUntil(Time time) {
        if (!m_open.empty() && time > m_at) {
            m_spans.push_back({{m_at, time}, m_open.back().name});
        }
        m_at = std::max(m_at, time);
    }

    std::vector<AnnotatedSpan> m_open;
    std::vector<AnnotatedSpan> m_spans;
    Time m_at = Time::min();
};

std::vector<AnnotatedSpan> innermostAnnotations(const Trace& trace, const Analysis& analysis) {
    const std::optional<TrackId> thread = annotatedThread(trace, analysis);
    InnermostSpans spans;
    for (const SliceId slice : analysis.annotationSlices) {
        if (trace.trackOf(slice) == thread && !isStep(trace, slice) &&
            !trace.name(slice).starts_with(kNcclPrefix)) {
            spans.add(trace.slices().range(slice), trace.name(slice));
        }
    }
    return spans.take();
}

// All activities of a GPU by start, with what was launched before the capture.
std::vector<SliceId> activitiesOf(const Trace& trace, std::optional<GpuId> gpu) {
    std::vector<SliceId> slices;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        if (!gpu || activity.gpu == *gpu) {
            slices.push_back(activity.slice);
        }
    }
    std::sort(slices.begin(), slices.end(), [&](SliceId a, SliceId b) {
        return trace.slices().start(a) < trace.slices().start(b);
    });
    return slices;
}

CoveredRanges convertedRanges(const CoveredRanges& covered, const AxisClock& clock) {
    std::vector<TimeRange> ranges;
    ranges.reserve(covered.ranges().size());
    for (const TimeRange& range : covered.ranges()) {
        ranges.push_back(clock.toAxis(range));
    }
    return CoveredRanges(std::move(ranges));
}

}  // namespace

RankTimeline rankTimeline(const Trace& trace, const Analysis& analysis, const CommCalls& calls) {
    RankTimeline timeline;
    MergedRanges busy;
    MergedRanges compute;
    MergedRanges communication;
    std::unordered_set<std::uint32_t> communicates;
    for (const SliceId kernel : calls.kernels) {
        communicates.insert(kernel.value);
    }
    for (const SliceId slice : activitiesOf(trace, calls.gpu)) {
        const TimeRange range = trace.slices().range(slice);
        busy.add(range);
        (communicates.contains(slice.value) ? communication : compute).add(range);
    }
    timeline.recorded = busy.ranges().empty()
                            ? TimeRange{trace.range().begin, trace.range().begin}
                            : TimeRange{busy.ranges().front().begin, busy.ranges().back().end};
    std::vector<TimeRange> withoutCall;
    for (const SliceId kernel : calls.withoutCall) {
        withoutCall.push_back(trace.slices().range(kernel));
    }
    timeline.busy = CoveredRanges(busy.ranges());
    timeline.compute = CoveredRanges(compute.ranges());
    timeline.communication = CoveredRanges(communication.ranges());
    timeline.withoutCall = unionOfRanges(std::move(withoutCall));
    timeline.annotations = innermostAnnotations(trace, analysis);
    timeline.steps = analysis.steps.markers.host;
    return timeline;
}

void RankTimeline::convertTo(const AxisClock& clock) {
    for (CoveredRanges* covered : {&busy, &compute, &communication, &withoutCall}) {
        *covered = convertedRanges(*covered, clock);
    }
    for (AnnotatedSpan& span : annotations) {
        span.range = clock.toAxis(span.range);
    }
    for (TimeRange& step : steps) {
        step = clock.toAxis(step);
    }
    recorded = clock.toAxis(recorded);
}

std::string_view IdleAnnotations::of(TimeRange range) {
    const bool isExtension = range.begin == m_counted.begin && range.end >= m_counted.end;
    if (!isExtension) {
        m_idle.clear();
        m_counted = {range.begin, range.begin};
    }
    Time at = m_counted.end;
    for (const TimeRange& busy : m_timeline->busy.overlapping({at, range.end})) {
        addGap({at, busy.begin});
        at = std::max(at, busy.end);
        m_counted.end = std::min(at, range.end);
    }
    if (at < range.end) {
        addGap({at, range.end});
        m_counted.end = range.end;
    }
    const auto most =
        std::max_element(m_idle.begin(), m_idle.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == m_idle.end() ? std::string_view{} : most->first;
}

void IdleAnnotations::addGap(TimeRange gap) {
    if (gap.end - gap.begin < kMinCountedGap) {
        return;
    }
    const auto& spans = m_timeline->annotations;
    std::map<std::string_view, Duration> covered;
    Duration annotated{};
    auto span =
        std::upper_bound(spans.begin(), spans.end(), gap.begin,
                         [](Time time, const AnnotatedSpan& one) { return time < one.range.end; });
    for (; span != spans.end() && span->range.begin < gap.end; ++span) {
        const Duration part = commonPart(span->range, gap).length();
        covered[span->name] += part;
        annotated += part;
    }
    covered[{}] += gap.length() - annotated;
    const auto most =
        std::max_element(covered.begin(), covered.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    const auto known = std::find_if(m_idle.begin(), m_idle.end(),
                                    [&](const auto& one) { return one.first == most->first; });
    if (known == m_idle.end()) {
        m_idle.emplace_back(most->first, gap.length());
    } else {
        known->second += gap.length();
    }
}

}  // namespace gaplight
