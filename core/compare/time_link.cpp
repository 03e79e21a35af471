// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/time_link.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

namespace gaplight {
namespace {

using Point = std::pair<Time, Time>;

// Adds a point where it keeps the order of those that are there already.
void insertOrdered(std::vector<Point>& points, Point point) {
    const auto at = std::lower_bound(points.begin(), points.end(), point);
    const bool fitsAfter = at == points.begin() || (std::prev(at)->first < point.first &&
                                                    std::prev(at)->second < point.second);
    const bool fitsBefore =
        at == points.end() || (point.first < at->first && point.second < at->second);
    if (fitsAfter && fitsBefore) {
        points.insert(at, point);
    }
}

// Adds points, most of which come in order, to those that have precedence.
void addPoints(std::vector<Point>& points, std::vector<Point> more) {
    std::sort(more.begin(), more.end());
    std::vector<Point> merged;
    merged.reserve(points.size() + more.size());
    auto next = points.begin();
    for (const Point& point : more) {
        while (next != points.end() && next->first <= point.first) {
            merged.push_back(*next++);
        }
        const bool fitsAfter = merged.empty() || (merged.back().first < point.first &&
                                                  merged.back().second < point.second);
        const bool fitsBefore =
            next == points.end() || (point.first < next->first && point.second < next->second);
        if (fitsAfter && fitsBefore) {
            merged.push_back(point);
        }
    }
    merged.insert(merged.end(), next, points.end());
    points = std::move(merged);
}

Time mapped(Time time, Point from, Point to, bool toB) {
    __extension__ using Wide = __int128;
    const Time begin = toB ? from.first : from.second;
    const Time end = toB ? to.first : to.second;
    const Time otherBegin = toB ? from.second : from.first;
    const Time otherEnd = toB ? to.second : to.first;
    const Wide scaled = static_cast<Wide>((time - begin).count()) *
                        (otherEnd - otherBegin).count() / (end - begin).count();
    return otherBegin + Duration(static_cast<std::int64_t>(scaled));
}

// `time`, moved as `from` is to `to`. Two clocks may differ by more than a Duration holds, so
// that this is computed in 128 bits. The result is limited to three quarters of the range of int64:
// callers add durations to it.
Time shifted(Time time, Time from, Time to) {
    __extension__ using Wide = __int128;
    constexpr Wide kLast = std::numeric_limits<std::int64_t>::max() / 4 * 3;
    const Wide moved = static_cast<Wide>(ns(time)) - ns(from) + ns(to);
    return timeFromNs(static_cast<std::int64_t>(std::clamp(moved, -kLast, kLast)));
}

template <class Key>
Time mapThrough(const std::vector<Point>& points, Time time, bool toB, const Key& key) {
    if (points.empty()) {
        return time;
    }
    const auto after =
        std::upper_bound(points.begin(), points.end(), time,
                         [&](Time wanted, const Point& point) { return wanted < key(point); });
    if (after == points.begin() || after == points.end()) {
        const Point& edge = after == points.begin() ? points.front() : points.back();
        return shifted(time, toB ? edge.first : edge.second, toB ? edge.second : edge.first);
    }
    return mapped(time, *std::prev(after), *after, toB);
}

std::vector<Point> endsOf(std::span<const std::pair<TimeRange, TimeRange>> ranges) {
    std::vector<Point> points;
    for (const auto& [a, b] : ranges) {
        points.emplace_back(a.begin, b.begin);
        points.emplace_back(a.end, b.end);
    }
    return points;
}

Time beginOf(const ComparedTrace& run) {
    Time begin = Time::max();
    for (const DeviceAnalysis& device : run.analysis.devices) {
        begin = std::min(begin, device.totals.window.begin);
    }
    return begin == Time::max() ? run.trace.range().begin : begin;
}

}  // namespace

TimeLink TimeLink::build(const ComparedTrace& a, const ComparedTrace& b,
                         const Alignment& alignment) {
    TimeLink link;
    const auto addRanges = [&](std::vector<Point> more) {
        addPoints(link.m_points, std::move(more));
    };
    for (const RangePin& pin : alignment.pins) {
        insertOrdered(link.m_points, {pin.a.begin, pin.b.begin});
        insertOrdered(link.m_points, {pin.a.end, pin.b.end});
    }
    std::vector<std::pair<TimeRange, TimeRange>> steps;
    for (const StepPair& pair : alignment.steps) {
        steps.emplace_back(a.steps().markers.host[pair.a], b.steps().markers.host[pair.b]);
    }
    addRanges(endsOf(steps));
    std::vector<Point> annotations;
    for (const AnnotationPair& pair : alignment.annotations) {
        const TimeRange rangeA = a.trace.slices().range(pair.a);
        const TimeRange rangeB = b.trace.slices().range(pair.b);
        annotations.emplace_back(rangeA.begin, rangeB.begin);
        annotations.emplace_back(rangeA.end, rangeB.end);
    }
    addRanges(std::move(annotations));
    if (link.m_points.empty() && alignment.level == AlignmentLevel::Kernels) {
        std::vector<Point> anchors;
        for (const AnchorPair& pair : alignment.anchors.pairs) {
            anchors.emplace_back(
                a.trace.slices().start(a.trace.gpuActivities()[pair.a.index()].slice),
                b.trace.slices().start(b.trace.gpuActivities()[pair.b.index()].slice));
        }
        addRanges(std::move(anchors));
    }
    if (link.m_points.empty()) {
        link.m_points.emplace_back(beginOf(a), beginOf(b));
    }
    return link;
}

TimeLink TimeLink::through(std::span<const std::pair<TimeRange, TimeRange>> ranges) {
    TimeLink link;
    addPoints(link.m_points, endsOf(ranges));
    return link;
}

Time TimeLink::toB(Time a) const {
    return mapThrough(m_points, a, true, [](const Point& point) { return point.first; });
}

Time TimeLink::toA(Time b) const {
    return mapThrough(m_points, b, false, [](const Point& point) { return point.second; });
}

}  // namespace gaplight
