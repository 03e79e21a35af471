// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/level_of_detail.h"

#include <cmath>
#include <limits>

namespace gaplight {
namespace {

// Slices of a run that are looked at one by one; of longer runs end and longest are searched for.
constexpr std::size_t kLinearSearchSlices = 32;

float bucketLength(int shift) {
    return std::ldexp(1.0F, shift);
}

DetailRun runOf(const DetailLevel& level, const DetailSample& sample, float bucketNs) {
    return {level.beginNs(sample), level.endNs(sample), sample.name, sample.duration,
            sample.duration >= bucketNs};
}

// Slices from `position` in `bucket` on that start in it and are shorter than it; O(log n).
std::size_t endOfBucket(const Row& row, std::size_t position, std::int64_t bucket, int shift) {
    const std::size_t end = row.firstFrom(timeFromNs((bucket + 1) << shift), position);
    // Only the last of a bucket can be wide; it is a run of its own.
    return end - (bucketOf(ns(row.duration(end - 1)), shift) != 0 ? 1 : 0);
}

// The longest slice of a run whose begin is rounded down by less than `unitNs`. Rounding crosses
// no bucket's edge, so that no other slice is between the rounded and the true begin.
std::size_t longestOfRun(const Row& row, std::int64_t beginNs, std::int64_t unitNs, bool wide,
                         int shift) {
    if (wide) {
        return row.firstFrom(timeFromNs(beginNs + unitNs)) - 1;
    }
    const std::size_t first = row.firstFrom(timeFromNs(beginNs));
    return row.longest(first, endOfBucket(row, first, bucketOf(beginNs, shift), shift));
}

}  // namespace

RunWalk::RunWalk(const Row& row, TimeRange range, int shift)
    : m_row(row),
      m_endNs(ns(range.end)),
      m_shift(shift),
      m_bucketNs(bucketLength(shift)),
      m_level(row.detailLevel(shift)) {
    const std::int64_t beginNs = bucketOf(ns(range.begin), shift) << shift;
    m_level != nullptr ? seekSamples(beginNs) : seekSlices(beginNs);
}

RunWalk::RunWalk(const Row& row, const DetailLevel& level, int shift)
    : m_row(row),
      m_endNs(std::numeric_limits<std::int64_t>::max()),
      m_shift(shift),
      m_bucketNs(bucketLength(shift)),
      m_level(&level) {}

bool RunWalk::next(DetailRun& run) {
    return m_level == nullptr ? nextFromSlices(run) : nextFromSamples(run);
}

void RunWalk::seekSlices(std::int64_t beginNs) {
    m_next = m_row.firstFrom(timeFromNs(beginNs));
    // A slice that reaches in from before starts the walk, at the start of its own bucket.
    if (m_next > 0 && ns(m_row.end(m_next - 1)) > beginNs) {
        const std::int64_t start = ns(m_row.start(m_next - 1));
        m_next = m_row.firstFrom(timeFromNs(bucketOf(start, m_shift) << m_shift));
    }
}

void RunWalk::seekSamples(std::int64_t beginNs) {
    m_next = m_level->firstFrom(beginNs);
    if (m_next > 0 && m_level->endNs(m_level->samples[m_next - 1]) > beginNs) {
        const std::int64_t start = m_level->beginNs(m_level->samples[m_next - 1]);
        m_next = m_level->firstFrom(bucketOf(start, m_shift) << m_shift);
    }
}

bool RunWalk::nextFromSlices(DetailRun& run) {
    if (m_next == m_row.size() || ns(m_row.start(m_next)) >= m_endNs) {
        return false;
    }
    run.beginNs = ns(m_row.start(m_next));
    std::size_t longest = m_next;
    Duration duration = m_row.duration(m_next);
    run.wide = bucketOf(ns(duration), m_shift) != 0;
    std::size_t end = m_next + 1;
    if (!run.wide) {
        const std::int64_t bucket = bucketOf(run.beginNs, m_shift);
        const std::size_t few = std::min(m_row.size(), m_next + kLinearSearchSlices);
        for (; end < few && bucketOf(ns(m_row.start(end)), m_shift) == bucket; ++end) {
            const Duration own = m_row.duration(end);
            if (bucketOf(ns(own), m_shift) != 0) {
                break;
            }
            longest = chooseWithoutBranch(own > duration, end, longest);
            duration = std::max(own, duration);
        }
        if (end == m_next + kLinearSearchSlices) {
            end = endOfBucket(m_row, m_next, bucket, m_shift);
            longest = m_row.longest(m_next, end);
            duration = m_row.duration(longest);
        }
    }
    run.endNs = ns(m_row.end(end - 1));
    run.name = m_row.name(longest);
    run.duration = durationRoundedDown(duration);
    m_next = end;
    return true;
}

bool RunWalk::nextFromSamples(DetailRun& run) {
    const std::span<const DetailSample> samples = m_level->samples;
    if (m_next == samples.size() || m_level->beginNs(samples[m_next]) >= m_endNs) {
        return false;
    }
    run = runOf(*m_level, samples[m_next], m_bucketNs);
    const std::int64_t bucket = bucketOf(run.beginNs, m_shift);
    for (++m_next; !run.wide && m_next < samples.size(); ++m_next) {
        const DetailRun own = runOf(*m_level, samples[m_next], m_bucketNs);
        if (own.wide || bucketOf(own.beginNs, m_shift) != bucket) {
            break;
        }
        const bool isLonger = own.duration > run.duration;
        run.endNs = own.endNs;
        run.name.value = chooseWithoutBranch(isLonger, own.name.value, run.name.value);
        run.duration = std::max(own.duration, run.duration);
    }
    return true;
}

std::size_t RunWalk::longestOf(const DetailRun& run) const {
    const std::int64_t unitNs = m_level == nullptr ? 1 : std::int64_t{1} << m_level->unitShift;
    return longestOfRun(m_row, run.beginNs, unitNs, run.wide, m_shift);
}

std::size_t longestOf(const Row& row, const DetailLevel& level, const DetailSample& sample) {
    return longestOfRun(row, level.beginNs(sample), std::int64_t{1} << level.unitShift,
                        sample.duration >= bucketLength(level.shift), level.shift);
}

}  // namespace gaplight
