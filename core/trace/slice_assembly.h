// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/column.h"
#include "core/base/import_issue.h"
#include "core/base/string_pool.h"
#include "core/trace/slice_table.h"
#include "core/trace/source_events.h"
#include "core/trace/trace.h"

namespace gaplight {

class LongDurations;
struct SliceSortKey;

// The columns of a SliceTable, of one length.
struct SliceColumns {
    Column<Time> start;
    DurationColumn duration;
    Column<StringId> name;
    Column<std::uint16_t> category;  // CategoryId in 2 bytes
    Column<std::uint16_t> row;
    Column<SliceId> parent;
    Column<std::uint32_t> eventLow;  // EventId in 5 bytes
    Column<std::uint8_t> eventHigh;  // empty where all are 0
};

// Builds the final slice table from slices in file order: groups by track, sorts by
// (start, -duration, file order), nests.
class SliceAssembly {
public:
    // Sets the slice range and the rows of every track. Uses all cores; frees each source column
    // after it is gathered. Slices of async tracks must all be in the last chunk, with groups. O(n
    // log runs).
    static SliceAssembly assemble(std::vector<SliceChunk> chunks, std::span<Track> tracks);

    // The table of columns that are finished.
    [[nodiscard]] static SliceTable tableOf(SliceColumns columns);

    // Moves all slices of a track, whose order and nesting stay.
    static void shift(SliceTable& slices, const Track& track, Duration by);

    [[nodiscard]] SliceTable takeSlices() { return std::move(m_slices); }
    // Reports slices that overlap without nesting as issues, with place and name of the first.
    // Async operations are expected to overlap and are not counted.
    void reportOverlaps(std::span<const Track> tracks, const SliceTable& slices,
                        const StringPool<struct StringTag>& strings, ImportIssues& issues) const;
    // Final slice of each source index; invalid if rejected.
    std::span<const SliceId> finalOfSource() const { return m_finalOfSource; }

private:
    struct KeyPart;

    [[nodiscard]] static std::vector<KeyPart> partsOf(std::span<const SliceChunk> chunks,
                                                      std::size_t tracks);

    Column<SliceSortKey> keysByTrack(const std::vector<SliceChunk>& chunks, std::span<Track> tracks,
                                     LongDurations& longOnes);
    void sort(std::span<SliceSortKey> keys, const LongDurations& longOnes,
              std::span<const Track> tracks);
    void nest(std::span<const SliceSortKey> keys, std::span<Track> tracks, const SliceChunk* asyncs,
              std::size_t firstAsync);
    void gather(std::vector<SliceChunk>& chunks);
    template <class Column, class Value>
    void scatter(const std::vector<SliceChunk>& chunks, const std::vector<std::size_t>& bases,
                 Column& column, Value&& valueOf);

    SliceTable m_slices;
    Column<SliceId> m_finalOfSource;
    std::vector<SliceId> m_firstOverlapping;  // per track; unset if none overlap
};

}  // namespace gaplight
