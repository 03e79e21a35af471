// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/row_index_builder.h"

#include <bit>
#include <cstring>

#include "core/base/parallel.h"

namespace gaplight {
namespace {

// Marks of the next level for one of this: a little more than a quarter, so that crowded rows, of
// which twice the bucket has half the samples, have a level for every second power of two, and no
// pixel more than 4 samples. Twice the levels would halve that, and cost half as much memory again.
constexpr double kCoarser = 0.3;
constexpr std::size_t kMinSamples = 256;  // less than a view has pixels: no coarser level helps
constexpr int kUnitBits = 8;              // a unit is 1/256 bucket

// The narrowest bucket at or above `shift` with at most `limit` runs; kMaxBucketShift + 1 if none.
int narrowestWithin(const RunBounds& bounds, int shift, std::size_t limit) {
    while (shift <= kMaxBucketShift && bounds[static_cast<std::size_t>(shift)] > limit) {
        ++shift;
    }
    return shift;
}

DetailLevel emptyLevel(const Row& row, int shift) {
    DetailLevel level;
    level.shift = shift;
    level.unitShift = std::max(0, shift - kUnitBits);
    level.originNs = bucketOf(ns(row.start(0)), shift) << shift;
    return level;
}

}  // namespace

std::optional<DetailLevel> planFinestLevel(const Row& row, const RunBounds& bounds,
                                           std::size_t slicesPerSample) {
    if (row.size() < kMinSlicesForLevels) {
        return std::nullopt;
    }
    const auto length = static_cast<std::uint64_t>(ns(row.end(row.size() - 1) - row.start(0)));
    // Units must count in 32 bits; the origin may be a bucket before the first start.
    const int countable = static_cast<int>(std::bit_width(length)) + 1 - (32 - kUnitBits);
    const int shift = narrowestWithin(bounds, std::max(0, countable), row.size() / slicesPerSample);
    return shift <= kMaxBucketShift ? std::optional(emptyLevel(row, shift)) : std::nullopt;
}

void appendCoarserLevels(const Row& row, const RunBounds& bounds, std::vector<DetailLevel>& levels,
                         std::vector<Column<DetailSample>>& samples) {
    while (!levels.empty()) {
        const DetailLevel& finer = levels.back();
        const auto limit =
            static_cast<std::size_t>(kCoarser * static_cast<double>(finer.samples.size()));
        const int shift = narrowestWithin(bounds, finer.shift + 1, limit);
        if (limit < kMinSamples || shift > kMaxBucketShift) {
            return;
        }
        DetailLevel level = emptyLevel(row, shift);
        Column<DetailSample>& own = samples.emplace_back();
        own.reserve(bounds[static_cast<std::size_t>(shift)]);
        RunWalk walk(row, finer, shift);
        DetailRun run;
        while (walk.next(run)) {
            own.push_back(level.sampleOf(run.beginNs, run.endNs, run.name, run.duration));
        }
        own.shrink_to_fit();
        level.samples = own;
        levels.push_back(level);
    }
}

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

namespace {

// Slices that one task reads: so many that the overhead of a task does not matter.
constexpr std::size_t kChunk = std::size_t{1} << 18U;
// Slices of a chunk whose start, duration and name (16 bytes) stay in a core's own cache.
constexpr std::size_t kWindow = std::size_t{1} << 15U;
constexpr std::size_t kCacheLine = 64;  // bytes
// Shorter rows need no blocks: Row::longest() never leaves the slices.
constexpr std::size_t kMinSlicesForBlocks = 2 * Row::kBlock + 1;

// A trace of few slices can be looked at slice by slice, in 3 ms if all are in sight; there samples
// serve only where rows are very crowded.
constexpr std::size_t kSmallTraceSlices = 1'000'000;
constexpr std::size_t kSlicesPerSample = 32;
// So that no more than 4 slices begin in a pixel for which there are no samples (levels are at
// powers of two), or 8 where all crowded rows together are not more than a window shows: a frame
// looks at that many slices for each pixel of each row in sight.
constexpr std::size_t kSlicesPerFineSample = 2;
constexpr std::size_t kSlicesPerCoarseSample = 4;
constexpr std::size_t kMaxRowsInSight = 50;

}  // namespace

template <class Visit>
void RowIndexBuilder::forEachWindow(const Chunk& chunk, const Visit& visit) const {
    for (std::size_t first = chunk.first; first < chunk.last; first += kWindow) {
        const std::size_t last = std::min(first + kWindow, chunk.last);
        if (m_chosen.areAll()) {
            prefetch(first, last);
        }
        visit(SliceId(m_chosen.at(last - 1).index() + 1));
    }
}

template <class Visit>
void RowIndexBuilder::forEachPart(const Chunk& chunk, const Visit& visit) {
    for (std::size_t at = m_firstLongRow[chunk.track]; at < m_firstLongRow[chunk.track + 1]; ++at) {
        const LongRow& longRow = m_longRows[at];
        visit(m_index.view(m_trace, m_index.m_entries[longRow.entry]), longRow,
              m_parts[longRow.firstPart + chunk.number]);
    }
}

// Prefetches the columns of consecutive slices. They are then read row by row, in an order that the
// hardware prefetcher does not recognize.
void RowIndexBuilder::prefetch(std::size_t first, std::size_t last) const {
    const SliceTable& slices = m_trace.slices();
    const Durations durations = slices.durations();
    for (std::size_t slice = first; slice < last; slice += kCacheLine / sizeof(Time)) {
        __builtin_prefetch(&slices.starts()[slice]);
    }
    for (std::size_t slice = first; slice < last; slice += kCacheLine / sizeof(std::uint32_t)) {
        durations.prefetch(slice);
        __builtin_prefetch(&slices.names()[slice]);
    }
}

void RowIndexBuilder::addEntries() {
    for (const Track& track : m_trace.tracks()) {
        m_index.m_firstEntry.push_back(static_cast<std::uint32_t>(m_index.m_entries.size()));
        for (std::uint16_t row = 0; row < track.rows; ++row) {
            RowIndex::Entry entry;
            // A track of one row is its own list, if it is all there.
            entry.consecutive = m_chosen.areAll() && track.rows == 1;
            entry.first = entry.consecutive ? track.firstSlice.index() : 0;
            m_index.m_entries.push_back(std::move(entry));
        }
    }
}

void RowIndexBuilder::addChunks() {
    for (std::size_t at = 0; at < m_trace.tracks().size(); ++at) {
        m_firstChunk.push_back(m_chunks.size());
        const Track& track = m_trace.tracks()[at];
        const auto [begin, end] = m_chosen.of(track);
        for (std::size_t first = begin; first < end; first += kChunk) {
            m_chunks.push_back({at, m_chunks.size() - m_firstChunk.back(), first,
                                std::min(first + kChunk, end),
                                std::vector<std::uint32_t>(track.rows)});
        }
    }
    m_firstChunk.push_back(m_chunks.size());
}

void RowIndexBuilder::countRows() {
    const auto rows = m_trace.slices().rows();
    parallelFor(std::size_t{0}, m_chunks.size(), [&](std::size_t at) {
        Chunk& chunk = m_chunks[at];
        if (chunk.rows.size() == 1) {
            chunk.rows[0] = static_cast<std::uint32_t>(chunk.last - chunk.first);
            return;
        }
        m_chosen.forEach(chunk.first, chunk.last,
                         [&](std::size_t slice) { ++chunk.rows[rows[slice]]; });
    });
}

void RowIndexBuilder::placeRows() {
    for (Chunk& chunk : m_chunks) {
        for (std::size_t row = 0; row < chunk.rows.size(); ++row) {
            std::uint32_t& size = m_index.m_entries[m_index.m_firstEntry[chunk.track] + row].size;
            size += std::exchange(chunk.rows[row], size);
        }
    }
    std::size_t total = 0;
    for (RowIndex::Entry& entry : m_index.m_entries) {
        if (!entry.consecutive) {
            entry.first = total;
            total += entry.size;
        }
    }
    m_index.m_slices.resize(total);
}

void RowIndexBuilder::addParts() {
    for (std::size_t track = 0; track < m_trace.tracks().size(); ++track) {
        m_firstLongRow.push_back(m_longRows.size());
        const std::size_t firstEntry = m_index.m_firstEntry[track];
        for (std::size_t row = 0; row < m_trace.tracks()[track].rows; ++row) {
            const std::uint32_t size = m_index.m_entries[firstEntry + row].size;
            if (size < kMinSlicesForBlocks) {
                continue;
            }
            m_longRows.push_back({firstEntry + row,
                                  m_parts.size(),
                                  m_firstChunk[track + 1] - m_firstChunk[track],
                                  {}});
            for (std::size_t at = m_firstChunk[track]; at < m_firstChunk[track + 1]; ++at) {
                const bool isLast = at + 1 == m_firstChunk[track + 1];
                m_parts.emplace_back(m_chunks[at].rows[row],
                                     isLast ? size : m_chunks[at + 1].rows[row]);
            }
        }
    }
    m_firstLongRow.push_back(m_longRows.size());
}

void RowIndexBuilder::fillAndMeasure(const Chunk& chunk) {
    const std::size_t firstEntry = m_index.m_firstEntry[chunk.track];
    if (!m_index.m_entries[firstEntry].consecutive) {
        const auto rows = m_trace.slices().rows();
        std::vector<SliceId*> next;
        for (std::size_t row = 0; row < chunk.rows.size(); ++row) {
            next.push_back(m_index.m_slices.data() + m_index.m_entries[firstEntry + row].first +
                           chunk.rows[row]);
        }
        m_chosen.forEach(chunk.first, chunk.last,
                         [&](std::size_t slice) { *next[rows[slice]]++ = SliceId(slice); });
    }
    forEachWindow(chunk, [&](SliceId until) {
        forEachPart(chunk, [&](const Row& row, const LongRow& /*longRow*/, RowPart& part) {
            part.measure(row, until);
        });
    });
}

void RowIndexBuilder::collect(const Chunk& chunk) {
    forEachWindow(chunk, [&](SliceId until) {
        forEachPart(chunk, [&](const Row& row, const LongRow& longRow, RowPart& part) {
            const auto& levels = m_index.m_entries[longRow.entry].levels;
            if (!levels.empty()) {
                part.collect(row, levels.front(), until);
            }
        });
    });
}

void RowIndexBuilder::planLevels(LongRow& longRow) {
    RowIndex::Entry& entry = m_index.m_entries[longRow.entry];
    const Row row = m_index.view(m_trace, entry);
    longRow.bounds = RowPart::joinCounts(row, partsOf(longRow)).bounds();
    if (const auto finest = planFinestLevel(row, longRow.bounds, m_slicesPerSample)) {
        entry.levels.push_back(*finest);
    }
}

// Allocates one column for the finest samples of all rows, because only large columns get huge
// pages.
void RowIndexBuilder::allocateSamples() {
    std::vector<std::size_t> firsts;  // by part
    std::size_t total = 0;
    for (const LongRow& longRow : m_longRows) {
        const std::vector<DetailLevel>& levels = m_index.m_entries[longRow.entry].levels;
        for (const RowPart& part : partsOf(longRow)) {
            firsts.push_back(total);
            total += levels.empty() ? 0 : part.maxSamples(levels.front());
        }
    }
    m_index.m_samples.resize(total);
    for (std::size_t at = 0; at < m_parts.size(); ++at) {
        m_parts[at].setBuffer(m_index.m_samples.data() + firsts[at]);
    }
}

void RowIndexBuilder::join(const LongRow& longRow) {
    RowIndex::Entry& entry = m_index.m_entries[longRow.entry];
    const Row row = m_index.view(m_trace, entry);
    const std::span<RowPart> parts = partsOf(longRow);
    std::size_t blocks = 0;
    for (std::size_t count = row.size(); count > 1;) {
        count = Row::blocksFor(count);
        blocks += count;
    }
    entry.longest.reserve(blocks);
    RowPart::joinLongest(row, parts, entry.longest);
    RowIndex::appendBlocks(row, entry.longest);
    if (!entry.levels.empty()) {
        RowPart::joinSamples(row, parts, entry.levels.front());
        appendCoarserLevels(row, longRow.bounds, entry.levels, entry.coarserSamples);
    }
}

RowIndex RowIndexBuilder::build() {
    addEntries();
    addChunks();
    countRows();
    placeRows();
    addParts();
    const auto crowded = static_cast<std::size_t>(
        std::count_if(m_longRows.begin(), m_longRows.end(), [&](const LongRow& longRow) {
            return m_index.m_entries[longRow.entry].size >= kMinSlicesForLevels;
        }));
    m_slicesPerSample = m_trace.slices().size() < kSmallTraceSlices ? kSlicesPerSample
                        : crowded > kMaxRowsInSight                 ? kSlicesPerFineSample
                                                                    : kSlicesPerCoarseSample;
    const auto forAll = [](auto& items, const auto& work) {
        parallelFor(std::size_t{0}, items.size(), [&](std::size_t at) { work(items[at]); });
    };
    forAll(m_chunks, [&](const Chunk& chunk) { fillAndMeasure(chunk); });
    forAll(m_longRows, [&](LongRow& longRow) { planLevels(longRow); });
    allocateSamples();
    forAll(m_chunks, [&](const Chunk& chunk) { collect(chunk); });
    forAll(m_longRows, [&](const LongRow& longRow) { join(longRow); });
    return std::move(m_index);
}

}  // namespace gaplight
