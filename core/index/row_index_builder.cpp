// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/row_index_builder.h"

#include <algorithm>
#include <utility>

#include <tbb/parallel_for.h>

#include "core/index/detail_levels.h"

namespace gaplight {
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
// So that no more than 4 slices begin in a pixel for which there are no samples (levels lie at
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
    tbb::parallel_for(std::size_t{0}, m_chunks.size(), [&](std::size_t at) {
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
        tbb::parallel_for(std::size_t{0}, items.size(), [&](std::size_t at) { work(items[at]); });
    };
    forAll(m_chunks, [&](const Chunk& chunk) { fillAndMeasure(chunk); });
    forAll(m_longRows, [&](LongRow& longRow) { planLevels(longRow); });
    allocateSamples();
    forAll(m_chunks, [&](const Chunk& chunk) { collect(chunk); });
    forAll(m_longRows, [&](const LongRow& longRow) { join(longRow); });
    return std::move(m_index);
}

}  // namespace gaplight
