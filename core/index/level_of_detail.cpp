// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/level_of_detail.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/without_branch.h"

namespace gaplight {
namespace {

// Below 2^24 ns a float holds every integer.
constexpr float kExactFloatNs = 16777216.0F;

// Slices that are looked at for each run that is asked for; more by search.
constexpr std::size_t kFewSlices = 8;

float bucketLength(int shift) {
    return std::ldexp(1.0F, shift);
}

inline void show(const DetailLevel& level, const DetailMark& mark, float bucketNs, DetailRun& run) {
    run.beginNs = level.beginNs(mark);
    run.endNs = level.endNs(mark);
    run.longest = mark.longest;
    run.name = mark.name;
    run.duration = mark.duration;
    run.wide = mark.duration >= bucketNs;
}

}  // namespace

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

std::size_t RunWalk::next(std::span<DetailRun> runs) {
    if (runs.empty()) {
        return 0;
    }
    if (m_level == nullptr) {
        return nextFromSlices(runs);
    }
    return m_level->shift == m_shift ? nextFromMarks(runs) : nextFromFinerMarks(runs);
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

// Some slices of a row and the runs that begin among them.
struct RunWalk::SliceBlock {
    static constexpr std::size_t kMost = 128;
    static constexpr int kIndexBits = 7;
    static constexpr int kMostShift = 63 - kIndexBits;  // shorter slices leave room for an index
    std::array<std::int64_t, kMost> startNs;
    std::array<std::int64_t, kMost> durationNs;
    std::array<std::uint32_t, kMost + 1> first;    // slice of each run
    std::array<std::uint64_t, kMost + 1> longest;  // of each run: its duration, then its slice
    std::size_t runs = 0;

    [[nodiscard]] std::size_t longestOf(std::size_t run) const {
        return kMost - 1 - longest[run] % kMost;
    }
};

// Whether a run goes on, and whether a slice is the longest so far, are coin tosses for the
// processor: each slice writes what it would be if it began a run, and counts if it did. The
// longest is the greatest of numbers that hold a duration and, counted down, a place.
void RunWalk::readSlices(SliceBlock& block, std::size_t count) const {
    // Copies: what is written below might alias the originals.
    const Row row = m_row;
    const std::size_t next = m_next;
    const int shift = m_shift;
    std::int64_t lastStartNs = 0;
    std::int64_t lastDurationNs = std::numeric_limits<std::int64_t>::max();  // the first begins one
    std::uint64_t longest = 0;
    std::size_t run = 0;  // of the next slice that begins one
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t startNs = ns(row.start(next + i));
        const std::int64_t durationNs = ns(row.duration(next + i));
        // Not of its predecessor's bucket, or one of both is wide.
        const bool begins =
            bucketOf((startNs ^ lastStartNs) | durationNs | lastDurationNs, shift) != 0;
        const std::uint64_t own = static_cast<std::uint64_t>(durationNs) << SliceBlock::kIndexBits |
                                  (SliceBlock::kMost - 1 - i);
        longest = std::max(longest & (static_cast<std::uint64_t>(begins) - 1), own);
        block.startNs[i] = startNs;
        block.durationNs[i] = durationNs;
        lastStartNs = startNs;
        lastDurationNs = durationNs;
        block.first[run] = static_cast<std::uint32_t>(i);
        run += static_cast<std::size_t>(begins);
        block.longest[run - 1] = longest;
    }
    block.first[run] = static_cast<std::uint32_t>(count);
    block.runs = run;
}

std::size_t RunWalk::nextFromSlices(std::span<DetailRun> runs) {
    std::size_t count = 0;
    SliceBlock block;
    while (count < runs.size() && m_next < m_row.size()) {
        // No more than are likely needed, for those who ask for a single run.
        const std::size_t slices = std::min(
            {m_row.size() - m_next, SliceBlock::kMost, kFewSlices * (runs.size() - count)});
        readSlices(block, slices);
        if (block.startNs[0] >= m_endNs) {
            break;
        }
        const bool isLast = m_next + slices == m_row.size();
        if (m_shift > SliceBlock::kMostShift || (block.runs == 1 && !isLast)) {
            runs[count++] = searchedRun();
            continue;
        }
        // The last run may go on in the next block.
        const std::size_t whole = block.runs - (isLast ? 0 : 1);
        const std::size_t most = std::min(whole, runs.size() - count);
        std::size_t run = 0;
        for (; run < most && block.startNs[block.first[run]] < m_endNs; ++run) {
            showRun(block, run, runs[count + run]);
        }
        count += run;
        m_next += block.first[run];
        if (run < most) {
            break;
        }
    }
    return count;
}

void RunWalk::showRun(const SliceBlock& block, std::size_t at, DetailRun& run) const {
    const std::size_t last = block.first[at + 1] - 1;
    const std::size_t longest = block.longestOf(at);
    run.beginNs = block.startNs[block.first[at]];
    run.endNs = block.startNs[last] + block.durationNs[last];
    run.longest = m_next + longest;
    run.name = m_row.name(run.longest);
    run.duration = durationRoundedDown(Duration(block.durationNs[longest]));
    run.wide = bucketOf(block.durationNs[longest], m_shift) != 0;
}

// The next run, by searching for its end: O(log n), however many slices it is of.
DetailRun RunWalk::searchedRun() {
    const bool wide = bucketOf(ns(m_row.duration(m_next)), m_shift) != 0;
    const std::size_t end =
        wide ? m_next + 1 : endOfBucket(m_next, bucketOf(ns(m_row.start(m_next)), m_shift));
    DetailRun run;
    run.beginNs = ns(m_row.start(m_next));
    run.endNs = ns(m_row.end(end - 1));
    run.longest = m_row.longest(m_next, end);
    run.name = m_row.name(run.longest);
    run.duration = durationRoundedDown(m_row.duration(run.longest));
    run.wide = wide;
    m_next = end;
    return run;
}

std::size_t RunWalk::endOfBucket(std::size_t position, std::int64_t bucket) const {
    const std::size_t end = m_row.firstFrom(timeFromNs((bucket + 1) << m_shift), position);
    // Only the last of a bucket can be wide; it is a run of its own.
    return end - (bucketOf(ns(m_row.duration(end - 1)), m_shift) != 0 ? 1 : 0);
}

std::size_t RunWalk::nextFromMarks(std::span<DetailRun> runs) {
    const DetailLevel& level = *m_level;
    const float bucketNs = m_bucketNs;
    const std::int64_t endNs = m_endNs;
    const std::span<const DetailMark> marks =
        std::span(level.marks).subspan(std::min(m_next, level.marks.size()));
    const std::size_t most = std::min(runs.size(), marks.size());
    std::size_t count = 0;
    for (; count < most && level.beginNs(marks[count]) < endNs; ++count) {
        show(level, marks[count], bucketNs, runs[count]);
    }
    m_next += count;
    return count;
}

// As readSlices(), with marks in place of slices.
std::size_t RunWalk::nextFromFinerMarks(std::span<DetailRun> runs) {
    const std::vector<DetailMark>& marks = m_level->marks;
    if (m_next >= marks.size() || m_level->beginNs(marks[m_next]) >= m_endNs) {
        return 0;
    }
    std::size_t at = 0;
    std::int64_t bucket = 0;
    DetailRun run;
    run.wide = true;
    std::size_t next = m_next;
    for (; next < marks.size(); ++next) {
        DetailRun own;
        show(*m_level, marks[next], m_bucketNs, own);
        const std::int64_t ownBucket = bucketOf(own.beginNs, m_shift);
        const bool begins = run.wide | own.wide | (ownBucket != bucket);
        const std::size_t ownRun = at + (begins & (next != m_next) ? 1 : 0);
        if (ownRun == runs.size() || (own.beginNs >= m_endNs && begins)) {
            break;
        }
        bool isLonger = begins | (own.duration > run.duration);
        if (!begins && own.duration == run.duration && own.duration >= kExactFloatNs) [[unlikely]] {
            isLonger = m_row.duration(own.longest) > m_row.duration(run.longest);
        }
        at = ownRun;
        bucket = ownBucket;
        run.beginNs = chooseWithoutBranch(begins, own.beginNs, run.beginNs);
        run.endNs = own.endNs;
        run.longest = chooseWithoutBranch(isLonger, own.longest, run.longest);
        run.name.value = chooseWithoutBranch(isLonger, own.name.value, run.name.value);
        run.duration = std::bit_cast<float>(
            chooseWithoutBranch(isLonger, std::bit_cast<std::uint32_t>(own.duration),
                                std::bit_cast<std::uint32_t>(run.duration)));
        run.wide = own.wide;
        runs[at] = run;
    }
    m_next = next;
    return at + 1;
}

}  // namespace gaplight
