// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/row_part.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/index/level_of_detail.h"
#include "core/index/without_branch.h"

namespace gaplight {

std::size_t RowPart::endBefore(const Row& row, std::size_t from, SliceId until) const {
    std::size_t count = m_last - from;
    while (count > 0) {
        const std::size_t half = count / 2;
        if (row.slice(from + half) < until) {
            from += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return from;
}

void RowPart::measure(const Row& row, SliceId until) {
    const std::size_t end = endBefore(row, m_measured, until);
    std::size_t at = m_measured;
    Time before = at < end ? row.start(at - (at > m_first ? 1 : 0)) : Time();
    while (at < end) {
        const bool goesOn = at != m_first && at % Row::kBlock != 0;
        std::size_t longest = goesOn ? m_longest.back() : at;
        Duration duration = row.duration(longest);
        const std::size_t blockEnd = std::min(end, (at / Row::kBlock + 1) * Row::kBlock);
        for (; at < blockEnd; ++at) {
            const Time start = row.start(at);
            const Duration own = row.duration(at);
            m_counts.addNeighbors(before, start);
            m_counts.addSlice(own);
            longest = chooseWithoutBranch(own > duration, at, longest);
            duration = std::max(own, duration);
            before = start;
        }
        if (!goesOn) {
            m_longest.emplace_back();
        }
        m_longest.back() = static_cast<std::uint32_t>(longest);
    }
    m_measured = end;
}

std::size_t RowPart::maxSamples(const DetailLevel& level) const {
    return m_counts.bounds()[static_cast<std::size_t>(level.shift)];
}

void RowPart::collect(const Row& row, const DetailLevel& level, SliceId until) {
    const std::size_t end = endBefore(row, m_collected, until);
    const int shift = level.shift;
    Run run = m_lastRun;
    for (std::size_t at = m_collected; at < end; ++at) {
        const Time start = row.start(at);
        const Duration duration = row.duration(at);
        const std::int64_t bucket = bucketOf(ns(start), shift);
        const bool isWide = bucketOf(ns(duration), shift) != 0;
        if (isWide || bucket != run.bucket) {
            if (m_runs == 1) {
                m_firstRun = run;
            } else if (m_runs > 1) {
                m_buffer[m_runs - 1] = sampleOf(row, level, run);
            }
            ++m_runs;
            run = {bucket, isWide, start, start + duration, at, duration};
            continue;
        }
        run.longest = chooseWithoutBranch(duration > run.duration, at, run.longest);
        run.duration = std::max(duration, run.duration);
        run.end = start + duration;
    }
    m_lastRun = run;
    m_collected = end;
}

DetailSample RowPart::sampleOf(const Row& row, const DetailLevel& level, const Run& run) {
    return level.sampleOf(ns(run.begin), ns(run.end), row.name(run.longest),
                          durationRoundedDown(run.duration));
}

RunCounts RowPart::joinCounts(const Row& row, std::span<const RowPart> parts) {
    RunCounts counts;
    for (const RowPart& part : parts) {
        counts.add(part.m_counts);
        if (part.m_first > 0 && part.m_first < part.m_last) {
            counts.addNeighbors(row.start(part.m_first - 1), row.start(part.m_first));
        }
    }
    return counts;
}

void RowPart::joinLongest(const Row& row, std::span<const RowPart> parts,
                          std::vector<std::uint32_t>& longest) {
    for (const RowPart& part : parts) {
        auto next = part.m_longest.begin();
        if (next != part.m_longest.end() && part.m_first % Row::kBlock != 0) {
            longest.back() = static_cast<std::uint32_t>(row.longer(longest.back(), *next++));
        }
        longest.insert(longest.end(), next, part.m_longest.end());
    }
}

void RowPart::joinSamples(const Row& row, std::span<const RowPart> parts, DetailLevel& level) {
    DetailSample* const begin = parts.front().m_buffer;
    DetailSample* next = begin;  // at or before the samples that have not been moved
    std::optional<Run> open;
    for (const RowPart& part : parts) {
        if (part.m_runs == 0) {
            continue;
        }
        Run first = part.m_runs == 1 ? part.m_lastRun : part.m_firstRun;
        if (open && open->bucket == first.bucket && !first.isWide) {
            first.isWide = open->isWide;
            first.begin = open->begin;
            if (open->duration >= first.duration) {
                first.longest = open->longest;
                first.duration = open->duration;
            }
        } else if (open) {
            *next++ = sampleOf(row, level, *open);
        }
        if (part.m_runs > 1) {
            *next++ = sampleOf(row, level, first);
            const std::size_t between = part.m_runs - 2;
            std::memmove(next, part.m_buffer + 1, between * sizeof(DetailSample));
            next += between;
        }
        open = part.m_runs > 1 ? part.m_lastRun : first;
    }
    if (open) {
        *next++ = sampleOf(row, level, *open);
    }
    level.samples = std::span(begin, next);
}

}  // namespace gaplight
