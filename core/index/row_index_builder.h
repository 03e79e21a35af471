// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/index/chosen_slices.h"
#include "core/index/row_index.h"
#include "core/index/row_part.h"

namespace gaplight {

// Builds a RowIndex on all cores. One task builds the parts of rows that lie in one chunk of
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
