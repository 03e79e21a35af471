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

// Builds a RowIndex in chunks of slices, one task each, and joins what the chunks give to a row.
class RowIndexBuilder {
public:
    RowIndexBuilder(const Trace& trace, const ChosenSlices& chosen)
        : m_trace(trace), m_chosen(chosen) {}

    // To be called once.
    [[nodiscard]] RowIndex build();

private:
    // Slices of one track: the positions [first, last) of those that are chosen.
    struct Chunk {
        std::size_t track = 0;
        std::size_t number = 0;  // within the track
        std::size_t first = 0;
        std::size_t last = 0;
        // By row: its number of slices, then the position of the first of them in the row.
        std::vector<std::uint32_t> rows;
    };
    // A row of which more is built than the list of its slices.
    struct BuiltRow {
        std::size_t entry = 0;
        std::size_t firstPart = 0;
        std::size_t partCount = 0;  // one for each chunk of the track
        RunBounds bounds{};
    };

    // Calls `visit(until)` for one window of a chunk after the other, which ends before a slice.
    template <class Visit>
    void forEachWindow(const Chunk& chunk, const Visit& visit) const;
    // Calls `visit(row, built, part)` for each row of a chunk of which more is built.
    template <class Visit>
    void forEachPart(const Chunk& chunk, const Visit& visit);

    void fetch(std::size_t first, std::size_t last) const;
    void addEntries();
    void addChunks();
    void countRows();
    void placeRows();
    void addParts();
    void fillAndMeasure(const Chunk& chunk);
    void collect(const Chunk& chunk);
    void planLevels(BuiltRow& built);
    void makeRoomForSamples();
    void join(const BuiltRow& built);
    [[nodiscard]] std::span<RowPart> partsOf(const BuiltRow& built) {
        return std::span(m_parts).subspan(built.firstPart, built.partCount);
    }

    const Trace& m_trace;
    ChosenSlices m_chosen;
    RowIndex m_index;
    std::vector<Chunk> m_chunks;
    std::vector<std::size_t> m_firstChunk;  // per track; last: their number
    std::vector<BuiltRow> m_built;          // by entry
    std::vector<std::size_t> m_firstBuilt;  // per track, into m_built; last: their number
    std::vector<RowPart> m_parts;
    std::size_t m_slicesPerSample = 0;
};

}  // namespace gaplight
