// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/hit_track.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace gaplight {

HitTrack HitTrack::build(const Trace& trace, std::string title,
                         std::shared_ptr<const SearchHits> hits) {
    std::vector<TimeRange> covered;
    for (const SliceId slice : hits->byTime()) {
        TimeRange range = trace.slices().range(slice);
        range.end = std::max(range.end, range.begin + Duration(1));
        if (!covered.empty() && range.begin <= covered.back().end) {
            covered.back().end = std::max(covered.back().end, range.end);
        } else {
            covered.push_back(range);
        }
    }
    return {std::move(title), std::move(hits), RangeSums(covered)};
}

HitTrack HitTrack::buildSpans(std::string title, std::vector<HitSpan> spans) {
    std::vector<TimeRange> covered;
    covered.reserve(spans.size());
    for (const HitSpan& span : spans) {
        covered.push_back(span.range);
    }
    return {std::move(title), nullptr, RangeSums(covered), std::move(spans)};
}

std::size_t HitTrack::count() const {
    return hits ? hits->count() : isCurve() ? curve.times().size() : spans.size();
}

std::optional<std::size_t> HitTrack::spanAt(Time time, Duration reach) const {
    const auto next = std::ranges::upper_bound(
        spans, time, {}, [](const HitSpan& span) { return span.range.begin; });
    const auto number = static_cast<std::size_t>(next - spans.begin());
    if (number > 0 && time < spans[number - 1].range.end + reach) {
        return number - 1;
    }
    return next != spans.end() && next->range.begin - time <= reach ? std::optional(number)
                                                                    : std::nullopt;
}

SliceId HitTrack::at(const Trace& trace, Time time, Duration reach) const {
    constexpr std::size_t kMaxOverlapping = 256;
    const auto byTime = hits->byTime();
    const std::size_t after = hits->rankFrom(trace, time + Duration(1));
    SliceId best;
    Duration nearest = reach + Duration(1);
    const auto consider = [&](SliceId slice) {
        const TimeRange range = trace.slices().range(slice);
        const Duration distance = std::max({Duration{}, range.begin - time, time - range.end});
        if (distance < nearest) {
            nearest = distance;
            best = slice;
        }
    };
    const std::size_t first = after > kMaxOverlapping ? after - kMaxOverlapping : 0;
    for (std::size_t rank = after; rank > first && nearest > Duration::zero(); --rank) {
        consider(byTime[rank - 1]);
    }
    if (after < byTime.size()) {
        consider(byTime[after]);
    }
    return best;
}

}  // namespace gaplight
