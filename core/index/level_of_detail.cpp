// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/level_of_detail.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace gaplight {
namespace {

// Below 2^24 ns a float holds every integer.
constexpr float kExactFloatNs = 16777216.0F;

float bucketLength(int shift) {
    return std::ldexp(1.0F, shift);
}

}  // namespace

float durationRoundedDown(Duration duration) {
    const std::int64_t exact = ns(duration);
    const float rounded = static_cast<float>(exact);
    // 2^63 does not come back as an int64; every float from there on is above any duration.
    const bool above =
        rounded >= 9223372036854775808.0F || static_cast<std::int64_t>(rounded) > exact;
    return above ? std::nextafter(rounded, 0.0F) : rounded;
}

RunWalk::RunWalk(const Row& row, TimeRange range, int shift)
    : m_row(row), m_endNs(ns(range.end)), m_shift(shift), m_bucketNs(bucketLength(shift)) {
    for (const DetailLevel& level : row.detailLevels()) {
        if (level.shift > shift) {
            break;
        }
        m_level = &level;
    }
    const std::int64_t beginNs = bucketOf(ns(range.begin), shift) << shift;
    m_level != nullptr ? seekMarks(beginNs) : seekSlices(beginNs);
}

RunWalk::RunWalk(const Row& row, const DetailLevel& level, int shift)
    : m_row(row),
      m_endNs(std::numeric_limits<std::int64_t>::max()),
      m_shift(shift),
      m_bucketNs(bucketLength(shift)),
      m_level(&level) {}

bool RunWalk::next(DetailRun& run) {
    return m_level != nullptr ? nextFromMarks(run) : nextFromSlices(run);
}

void RunWalk::seekSlices(std::int64_t beginNs) {
    m_next = m_row.firstFrom(timeFromNs(beginNs));
    // A slice that reaches in from before starts the walk, at the start of its own bucket.
    if (m_next > 0 && ns(m_row.end(m_next - 1)) > beginNs) {
        const std::int64_t start = ns(m_row.start(m_next - 1));
        m_next = m_row.firstFrom(timeFromNs(bucketOf(start, m_shift) << m_shift));
    }
}

void RunWalk::seekMarks(std::int64_t beginNs) {
    const auto firstFrom = [this](std::int64_t timeNs) {
        const auto& marks = m_level->marks;
        const auto at = std::partition_point(
            marks.begin(), marks.end(),
            [&](const DetailMark& mark) { return m_level->beginNs(mark) < timeNs; });
        return static_cast<std::size_t>(at - marks.begin());
    };
    m_next = firstFrom(beginNs);
    if (m_next > 0 && m_level->endNs(m_level->marks[m_next - 1]) > beginNs) {
        const std::int64_t start = m_level->beginNs(m_level->marks[m_next - 1]);
        m_next = firstFrom(bucketOf(start, m_shift) << m_shift);
    }
}

bool RunWalk::nextFromSlices(DetailRun& run) {
    const std::size_t first = m_next;
    if (first >= m_row.size()) {
        return false;
    }
    const Time start = m_row.start(first);
    if (ns(start) >= m_endNs) {
        return false;
    }
    const std::int64_t bucket = bucketOf(ns(start), m_shift);
    const Time bucketEnd = timeFromNs((bucket + 1) << m_shift);
    std::size_t longest = first;
    Duration longestDuration = m_row.duration(first);
    std::size_t end = first + 1;
    run.wide = bucketOf(ns(longestDuration), m_shift) != 0;
    if (!run.wide) {
        // Few slices are looked at one by one, many by binary search.
        constexpr std::size_t kFew = 16;
        const std::size_t few = std::min(m_row.size(), first + kFew);
        while (end < few && m_row.start(end) < bucketEnd) {
            const Duration duration = m_row.duration(end);
            if (bucketOf(ns(duration), m_shift) != 0) {
                break;
            }
            const bool isLonger = duration > longestDuration;
            longest = isLonger ? end : longest;
            longestDuration = isLonger ? duration : longestDuration;
            ++end;
        }
        if (end == first + kFew && end < m_row.size()) {
            end = m_row.firstFrom(bucketEnd, end);
            // Only the last of a bucket can be wide; it is a run of its own.
            end -= bucketOf(ns(m_row.duration(end - 1)), m_shift) != 0 ? 1 : 0;
            longest = m_row.longest(first, end);
            longestDuration = m_row.duration(longest);
        }
    }
    run.beginNs = ns(start);
    run.endNs = end == first + 1 ? run.beginNs + ns(longestDuration) : ns(m_row.end(end - 1));
    run.longest = longest;
    run.name = m_row.name(longest);
    run.duration = durationRoundedDown(longestDuration);
    m_next = end;
    return true;
}

bool RunWalk::isLonger(const DetailMark& mark, const DetailRun& run) const {
    if (mark.duration != run.duration || mark.duration < kExactFloatNs) {
        return mark.duration > run.duration;
    }
    return m_row.duration(mark.longest) > m_row.duration(run.longest);
}

bool RunWalk::nextFromMarks(DetailRun& run) {
    const std::vector<DetailMark>& marks = m_level->marks;
    if (m_next >= marks.size()) {
        return false;
    }
    const DetailMark* mark = &marks[m_next];
    run.beginNs = m_level->beginNs(*mark);
    if (run.beginNs >= m_endNs) {
        return false;
    }
    std::uint32_t end = mark->end;
    run.longest = mark->longest;
    run.name = mark->name;
    run.duration = mark->duration;
    run.wide = mark->duration >= m_bucketNs;
    ++m_next;
    if (!run.wide && m_level->shift != m_shift) {
        const std::int64_t bucket = bucketOf(run.beginNs, m_shift);
        for (; m_next < marks.size(); ++m_next) {
            mark = &marks[m_next];
            if (mark->duration >= m_bucketNs ||
                bucketOf(m_level->beginNs(*mark), m_shift) != bucket) {
                break;
            }
            end = mark->end;
            if (isLonger(*mark, run)) {
                run.longest = mark->longest;
                run.name = mark->name;
                run.duration = mark->duration;
            }
        }
    }
    run.endNs = m_level->originNs + (static_cast<std::int64_t>(end) << m_level->unitShift);
    return true;
}

}  // namespace gaplight
