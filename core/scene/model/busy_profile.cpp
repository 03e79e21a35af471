// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/busy_profile.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gaplight {
namespace {

constexpr std::size_t kMaxSearchedGaps = 16;  // in one column

}  // namespace

BusyProfile BusyProfile::build(GpuTime time) {
    BusyProfile profile;
    profile.m_gpu = time.gpu;
    profile.m_window = time.window;
    profile.m_gaps = RangeSums(time.gaps);
    profile.m_gapColors = std::move(time.gapColors);
    profile.m_gapColors.resize(time.gaps.size(), Role::IdleOther);
    profile.m_communicationAlone = RangeSums(time.communicationAlone);
    profile.m_copiesAlone = RangeSums(time.copiesAlone);
    profile.m_waiting = RangeSums(time.waiting);
    profile.m_earlier = RangeSums(time.earlier);
    profile.m_recordings = RangeSums(time.recordings);
    return profile;
}

GpuTimeParts BusyProfile::partsWithin(TimeRange range) const {
    range.begin = std::clamp(range.begin, m_window.begin, m_window.end);
    range.end = std::clamp(range.end, range.begin, m_window.end);
    GpuTimeParts parts;
    parts.idle = m_gaps.within(range);
    if (!m_communicationAlone.empty()) {
        parts.communicationAlone = m_communicationAlone.within(range);
    }
    if (!m_copiesAlone.empty()) {
        parts.copiesAlone = m_copiesAlone.within(range);
    }
    if (!m_waiting.empty()) {
        parts.waiting = m_waiting.within(range);
    }
    parts.compute = range.length() - parts.idle - parts.communicationAlone - parts.copiesAlone -
                    parts.waiting - earlierWithin(range);
    return parts;
}

TimeRange BusyProfile::earlierSpan() const {
    return m_earlier.empty()
               ? TimeRange{m_window.begin, m_window.begin}
               : TimeRange{m_earlier.range(0).begin, m_earlier.range(m_earlier.size() - 1).end};
}

BusyWalk::BusyWalk(const BusyProfile& profile, Time begin)
    : m_profile(&profile),
      m_gaps(profile.m_gaps),
      m_communicationAlone(profile.m_communicationAlone),
      m_copiesAlone(profile.m_copiesAlone),
      m_waiting(profile.m_waiting),
      m_begin(begin) {
    const Time inside = std::clamp(begin, profile.m_window.begin, profile.m_window.end);
    m_before.idle = m_gaps.before(inside);
    m_before.communicationAlone = m_communicationAlone.before(inside);
    m_before.copiesAlone = m_copiesAlone.before(inside);
    m_before.waiting = m_waiting.before(inside);
}

BusyWalk::Column BusyWalk::next(Time end) {
    const TimeRange window = m_profile->m_window;
    const Time from = std::clamp(m_begin, window.begin, window.end);
    const Time to = std::clamp(end, from, window.end);
    RangeSumsWalk toMiddle = m_gaps;
    const std::size_t passed = m_gaps.passed();
    GpuTimeParts sums;
    sums.idle = m_gaps.before(to);
    sums.communicationAlone = m_communicationAlone.before(to);
    sums.copiesAlone = m_copiesAlone.before(to);
    sums.waiting = m_waiting.before(to);
    Column column;
    column.parts.idle = sums.idle - m_before.idle;
    column.parts.communicationAlone = sums.communicationAlone - m_before.communicationAlone;
    column.parts.copiesAlone = sums.copiesAlone - m_before.copiesAlone;
    column.parts.waiting = sums.waiting - m_before.waiting;
    column.parts.compute = (to - from) - column.parts.idle - column.parts.communicationAlone -
                           column.parts.copiesAlone - column.parts.waiting -
                           m_profile->earlierWithin({from, to});
    if (column.parts.idle > Duration::zero()) {
        // Of many gaps the middle one by number: it costs no search.
        std::size_t number = passed + (m_gaps.passed() - passed) / 2;
        if (m_gaps.passed() - passed <= kMaxSearchedGaps) {
            static_cast<void>(toMiddle.before(std::max(from, m_begin + (end - m_begin) / 2)));
            number = toMiddle.passed();
        }
        column.idleColor = m_profile->m_gapColors[std::max<std::size_t>(1, number) - 1];
    }
    column.recording = m_profile->recordingWithin({from, to});
    if (column.parts.waiting > column.parts.idle) {
        column.idleColor = Role::IdleRank;
        column.recording = Duration::zero();
    }
    m_before = sums;
    m_begin = end;
    return column;
}

std::optional<TimeRange> BusyProfile::gapIn(TimeRange range) const {
    constexpr std::size_t kSamples = 256;
    const auto last = m_gaps.lastFrom(range.end);
    if (!last) {
        return std::nullopt;
    }
    const std::size_t first = m_gaps.lastFrom(range.begin).value_or(0);
    const std::size_t stride = std::max<std::size_t>(1, (*last - first) / kSamples);
    std::optional<TimeRange> longest;
    for (std::size_t at = first; at <= *last; at += stride) {
        const TimeRange gap = m_gaps.range(at);
        if (gap.overlaps(range) && (!longest || gap.length() > longest->length())) {
            longest = gap;
        }
    }
    return longest;
}

ColorRef BusyProfile::idleColor(TimeRange range) const {
    const auto gap = m_gaps.lastFrom(range.begin + range.length() / 2);
    return gap ? m_gapColors[*gap] : m_gapColors.empty() ? Role::IdleOther : m_gapColors.front();
}

double QueueCurve::scaled(Duration lead) {
    constexpr double kNsPerUs = 1000;
    return std::log10(std::max(1.0, static_cast<double>(ns(lead)) / kNsPerUs));
}

QueueCurve QueueCurve::build(GpuId gpu, std::vector<Time> times,
                             const std::vector<Duration>& lead) {
    QueueCurve queue;
    queue.gpu = gpu;
    std::vector<double> values;
    values.reserve(lead.size());
    for (const Duration one : lead) {
        values.push_back(scaled(one));
        queue.longest = std::max(queue.longest, one);
    }
    queue.curve =
        CounterCurve::build("host ahead", CounterUnit::Number, std::move(times), std::move(values));
    return queue;
}

}  // namespace gaplight
