// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/index/level_of_detail.h"
#include "core/index/row_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The slices that an index covers: all of a trace, or a subset in ascending order of ids. A
// position counts the slices of this list.
class ChosenSlices {
public:
    // `some`: the subset; no value for all slices.
    explicit ChosenSlices(std::optional<std::span<const SliceId>> some) : m_some(some) {}

    bool areAll() const { return !m_some; }
    SliceId at(std::size_t position) const {
        return m_some ? (*m_some)[position] : SliceId(position);
    }
    // Calls `visit` with the index of each slice at the positions [first, last).
    template <class Visit>
    void forEach(std::size_t first, std::size_t last, const Visit& visit) const {
        if (areAll()) {
            for (std::size_t slice = first; slice < last; ++slice) {
                visit(slice);
            }
            return;
        }
        for (const SliceId slice : m_some->subspan(first, last - first)) {
            visit(slice.index());
        }
    }
    // The positions [first, second) of a track's slices. O(log slices).
    std::pair<std::size_t, std::size_t> of(const Track& track) const {
        const std::size_t first = track.firstSlice.index();
        const std::size_t last = first + track.sliceCount;
        return areAll() ? std::pair(first, last) : std::pair(positionOf(first), positionOf(last));
    }

private:
    std::size_t positionOf(std::size_t slice) const {
        return static_cast<std::size_t>(
            std::lower_bound(m_some->begin(), m_some->end(), SliceId(slice)) - m_some->begin());
    }

    std::optional<std::span<const SliceId>> m_some;
};

// Rows with fewer slices have no levels: they are walked slice by slice at any zoom.
inline constexpr std::size_t kMinSlicesForLevels = 1024;

// Chooses the bucket width of a row's finest level: the smallest for which `bounds` allows at most
// one run per `slicesPerSample` slices. The level has no samples yet. No value for a row of fewer
// than kMinSlicesForLevels slices, or if there is no such width.
[[nodiscard]] std::optional<DetailLevel> planFinestLevel(const Row& row, const RunBounds& bounds,
                                                         std::size_t slicesPerSample);

// Appends coarser levels to `levels`, which has the finest one with its samples, or nothing. Each
// level has at most 0.3 times the samples of the one before it. `samples` stores the samples of
// each appended level. O(samples).
void appendCoarserLevels(const Row& row, const RunBounds& bounds, std::vector<DetailLevel>& levels,
                         std::vector<Column<DetailSample>>& samples);

// Builds blocks and samples for the positions [first, last) of a row. One task builds the parts of
// all rows of one chunk of slices. It processes the chunk in windows, and within each window row by
// row, because the columns of a window fit in the core's cache: slices of one row are several cache
// lines apart where slices of other rows are between them.
class RowPart {
public:
    RowPart(std::size_t first, std::size_t last)
        : m_first(first), m_last(last), m_measured(first), m_collected(first) {}

    // Processes those slices before `until` that were not measured yet: finds the longest slice of
    // each block and counts runs.
    void measure(const Row& row, SliceId until);

    // Upper bound of the samples of this part in a level. Call it after the last measure().
    std::size_t maxSamples(const DetailLevel& level) const;
    // Sets where collect() writes samples: at least maxSamples() of them.
    void setBuffer(DetailSample* buffer) { m_buffer = buffer; }
    // Processes those slices before `until` that were not collected yet: adds their runs to the
    // samples of `level`.
    void collect(const Row& row, const DetailLevel& level, SliceId until);

    // Join what all parts of a row, in order, have: run counts, the longest slice of each block,
    // and samples. The buffers of the parts must follow one another in memory; joined samples begin
    // where the first buffer does.
    [[nodiscard]] static RunCounts joinCounts(const Row& row, std::span<const RowPart> parts);
    static void joinLongest(const Row& row, std::span<const RowPart> parts,
                            std::vector<std::uint32_t>& longest);
    static void joinSamples(const Row& row, std::span<const RowPart> parts, DetailLevel& level);

private:
    // A run as in RunWalk. The first and the last run of a part may continue in the part before or
    // after it. A short slice that starts in the same bucket as the wide slice before it is added
    // to the wide slice's run, so that RunBounds holds. That occurs only in the last of kMaxNesting
    // rows, where slices may overlap.
    struct Run {
        static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
        std::int64_t bucket = kNone;
        bool isWide = false;
        Time begin;
        Time end;
        std::size_t longest = 0;  // position
        Duration duration{};      // of the longest
    };

    std::size_t endBefore(const Row& row, std::size_t from, SliceId until) const;
    [[nodiscard]] static DetailSample sampleOf(const Row& row, const DetailLevel& level,
                                               const Run& run);

    std::size_t m_first;
    std::size_t m_last;
    std::size_t m_measured;                // position of the next slice to measure
    std::size_t m_collected;               // likewise
    std::vector<std::uint32_t> m_longest;  // per block that the part touches
    RunCounts m_counts;
    std::size_t m_runs = 0;
    Run m_firstRun;
    Run m_lastRun;                     // the first one if there is one run
    DetailSample* m_buffer = nullptr;  // by run; the first and the last are not written
};

// Builds a RowIndex on all cores. One task builds the parts of rows that are in one chunk of
// slices; then one task for each row joins its parts.
class RowIndexBuilder {
public:
    RowIndexBuilder(const Trace& trace, const ChosenSlices& chosen)
        : m_trace(trace), m_chosen(chosen) {}

    // Call it once.
    [[nodiscard]] RowIndex build();

private:
    // The slices of one track at the positions [first, last) of the chosen slices.
    struct Chunk {
        std::size_t track = 0;
        std::size_t number = 0;  // within the track
        std::size_t first = 0;
        std::size_t last = 0;
        // By row: the number of its slices in this chunk; from placeRows() on, the position in the
        // row of the first of them.
        std::vector<std::uint32_t> rows;
    };
    // A row that is long enough for blocks, and perhaps for levels of detail.
    struct LongRow {
        std::size_t entry = 0;
        std::size_t firstPart = 0;
        std::size_t partCount = 0;  // one for each chunk of the track
        RunBounds bounds{};
    };

    // Calls `visit(until)` for each window of a chunk in order; `until` is the slice after its
    // last.
    template <class Visit>
    void forEachWindow(const Chunk& chunk, const Visit& visit) const;
    // Calls `visit(row, longRow, part)` for each long row of a chunk's track.
    template <class Visit>
    void forEachPart(const Chunk& chunk, const Visit& visit);

    void prefetch(std::size_t first, std::size_t last) const;
    void addEntries();
    void addChunks();
    void countRows();
    void placeRows();
    void addParts();
    void fillAndMeasure(const Chunk& chunk);
    void collect(const Chunk& chunk);
    void planLevels(LongRow& longRow);
    void allocateSamples();
    void join(const LongRow& longRow);
    [[nodiscard]] std::span<RowPart> partsOf(const LongRow& longRow) {
        return std::span(m_parts).subspan(longRow.firstPart, longRow.partCount);
    }

    const Trace& m_trace;
    ChosenSlices m_chosen;
    RowIndex m_index;
    std::vector<Chunk> m_chunks;
    std::vector<std::size_t> m_firstChunk;    // per track; last: their number
    std::vector<LongRow> m_longRows;          // by entry
    std::vector<std::size_t> m_firstLongRow;  // per track, into m_longRows; last: their number
    std::vector<RowPart> m_parts;
    std::size_t m_slicesPerSample = 0;
};

}  // namespace gaplight
