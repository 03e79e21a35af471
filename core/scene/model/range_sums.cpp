// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/range_sums.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gaplight {
namespace {

constexpr std::size_t kMinSampled = 4096;    // ranges
constexpr std::uint64_t kMaxSamples = 8192;  // and one or two for what the ends cut

// Where a sample is among those of `first` to `last`: multiples of a large power of two before
// those of a smaller one, each in order of time. Columns that are many samples wide so read a few
// short runs, not every n-th of all samples.
std::size_t sampleIndex(std::int64_t number, std::int64_t first, std::int64_t last) {
    if (number == 0) {
        return 0;  // a multiple of all of them
    }
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(number));
    const int next = zeros + 1;
    const std::int64_t larger = (last >> next) - ((first - 1) >> next);
    const std::int64_t before = (first + (std::int64_t{1} << zeros) - 1) >> next;
    return static_cast<std::size_t>(larger + (number >> next) - before);
}

}  // namespace

RangeSums::RangeSums(std::span<const TimeRange> ranges) {
    m_begin.reserve(ranges.size());
    m_end.reserve(ranges.size());
    m_before.reserve(ranges.size());
    Duration sum{};
    for (const TimeRange& range : ranges) {
        m_begin.push_back(range.begin);
        m_end.push_back(range.end);
        m_before.push_back(sum);
        sum += range.length();
    }
    if (ranges.size() >= kMinSampled) {
        addSamples({ranges.front().begin, ranges.back().end});
    }
}

void RangeSums::addSamples(TimeRange span) {
    const auto length = static_cast<std::uint64_t>(ns(span.length()));
    m_sampleShift = static_cast<int>(std::bit_width(length / kMaxSamples));
    m_firstSample = ns(span.begin) >> m_sampleShift;
    const std::int64_t last = ns(span.end) >> m_sampleShift;
    RangeSumsWalk walk(*this);
    std::vector<Sample> samples(static_cast<std::size_t>(last - m_firstSample + 1));
    for (std::int64_t at = m_firstSample; at <= last; ++at) {
        const Duration before = walk.before(timeFromNs(at << m_sampleShift));
        samples[sampleIndex(at, m_firstSample, last)] = {before, walk.passed()};
    }
    m_samples = std::move(samples);
}

const RangeSums::Sample* RangeSums::sampleAt(Time time) const {
    const std::int64_t number = ns(time) >> m_sampleShift;
    const std::int64_t last = m_firstSample + static_cast<std::int64_t>(m_samples.size()) - 1;
    return number >= m_firstSample && number <= last && (number << m_sampleShift) == ns(time)
               ? &m_samples[sampleIndex(number, m_firstSample, last)]
               : nullptr;
}

Duration RangeSums::within(TimeRange range) const {
    return before(range.end) - before(range.begin);
}

std::optional<std::size_t> RangeSums::lastFrom(Time time) const {
    const auto next = std::upper_bound(m_begin.begin(), m_begin.end(), time);
    if (next == m_begin.begin()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(next - m_begin.begin()) - 1;
}

// Steps that double, then a binary search in the last one.
Duration RangeSumsWalk::before(Time time) {
    if (const RangeSums::Sample* sample = m_sums->sampleAt(time)) {
        m_passed = sample->passed;
        return sample->before;
    }
    const std::vector<Time>& begins = m_sums->m_begin;
    std::size_t low = m_passed;
    std::size_t high = m_passed;
    for (std::size_t step = 1; high < begins.size() && begins[high] <= time; step *= 2) {
        low = high + 1;
        high += step;
    }
    const auto first = begins.begin() + static_cast<std::ptrdiff_t>(low);
    const auto last = begins.begin() + static_cast<std::ptrdiff_t>(std::min(high, begins.size()));
    m_passed = static_cast<std::size_t>(std::upper_bound(first, last, time) - begins.begin());
    if (m_passed == 0) {
        return Duration{};
    }
    const std::size_t at = m_passed - 1;
    return m_sums->m_before[at] + (std::min(time, m_sums->m_end[at]) - m_sums->m_begin[at]);
}

Duration RangeSums::before(Time time) const {
    const auto last = lastFrom(time);
    return last ? m_before[*last] + (std::min(time, m_end[*last]) - m_begin[*last]) : Duration{};
}

}  // namespace gaplight
