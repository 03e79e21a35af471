// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/column.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// One sample of a row's level of detail: a run (see level_of_detail.h) precomputed for a bucket
// width of 2^shift ns, so that drawing a crowded row reads one entry per drawn item instead of
// thousands of slices. 16 bytes; on the finest level at most one per 2 slices, per 4 where few rows
// are crowded, per 32 in small traces. The id of the longest slice is not stored: drawing needs its
// name only, and it can be searched.
struct DetailSample {
    std::uint32_t begin;  // units after the origin of the level, rounded down
    std::uint32_t end;    // end of its last slice, rounded up
    StringId name;        // of the longest slice
    float duration;       // of the longest slice, ns, rounded down: exact against powers of two
};

// All samples of one bucket width, in time order. Units are 1/256 bucket, or 1 ns if that is more.
struct DetailLevel {
    int shift = 0;                          // bucket width 2^shift ns
    int unitShift = 0;                      // unit 2^unitShift ns
    std::int64_t originNs = 0;              // a multiple of the bucket width
    std::span<const DetailSample> samples;  // stored in the RowIndex

    std::int64_t beginNs(const DetailSample& sample) const {
        return originNs + (static_cast<std::int64_t>(sample.begin) << unitShift);
    }
    std::int64_t endNs(const DetailSample& sample) const {
        return originNs + (static_cast<std::int64_t>(sample.end) << unitShift);
    }
    // Returns the sample of a run, with its begin and end rounded to units.
    DetailSample sampleOf(std::int64_t begin, std::int64_t end, StringId name,
                          float duration) const {
        const std::int64_t unit = std::int64_t{1} << unitShift;
        return {static_cast<std::uint32_t>((begin - originNs) >> unitShift),
                static_cast<std::uint32_t>((end - originNs + unit - 1) >> unitShift), name,
                duration};
    }
    // Position of the first sample that begins at or after a time. O(log samples).
    std::size_t firstFrom(std::int64_t timeNs) const;
};

// The slices of one row of one track, by start; they do not overlap, so ends ascend too. A position
// is an index into this order. A view into a Trace and its RowIndex: cheap to copy, valid while
// both live.
class Row {
public:
    // Blocks hold the longest of kBlock slices; blocks of the next level that of kBlock blocks.
    static constexpr std::size_t kBlock = 32;
    // Number of blocks that `count` slices, or blocks of the level below, need.
    [[nodiscard]] static constexpr std::size_t blocksFor(std::size_t count) {
        return (count + kBlock - 1) / kBlock;
    }

    Row() = default;

    std::size_t size() const { return m_size; }
    SliceId slice(std::size_t position) const {
        return m_slices == nullptr ? SliceId(m_first + position) : m_slices[position];
    }
    Time start(std::size_t position) const { return m_starts[slice(position).index()]; }
    Duration duration(std::size_t position) const { return m_durations[slice(position).index()]; }
    Time end(std::size_t position) const {
        const std::size_t index = slice(position).index();
        return m_starts[index] + m_durations[index];
    }
    StringId name(std::size_t position) const { return m_names[slice(position).index()]; }

    // First position that starts at or after `time`; size() if there is none. O(log n).
    std::size_t firstFrom(Time time) const;
    // The same, searched from `position` in growing steps: O(log distance).
    std::size_t firstFrom(Time time, std::size_t position) const;
    // Position of a slice of this row. O(log n).
    std::size_t positionOf(SliceId slice) const;
    // Position of the longest slice in [first, last), the first among equals; first < last.
    // O(log n).
    std::size_t longest(std::size_t first, std::size_t last) const;
    // Returns the position whose slice is longer; `a` if both are equally long.
    std::size_t longer(std::size_t a, std::size_t b) const {
        return duration(b) > duration(a) ? b : a;
    }

    // Finest first; empty for short rows.
    std::span<const DetailLevel> detailLevels() const { return m_levels; }
    // The coarsest level with buckets of at most 2^shift ns; null if only the slices themselves are
    // fine enough.
    const DetailLevel* detailLevel(int shift) const;

private:
    friend class RowIndex;

    // First of the `count` positions from `low` that starts at or after `time`; low + count if
    // none.
    std::size_t firstWithin(Time time, std::size_t low, std::size_t count) const;

    const Time* m_starts = nullptr;
    Durations m_durations;
    const StringId* m_names = nullptr;
    const SliceId* m_slices = nullptr;  // null if the row's slices are consecutive
    std::size_t m_first = 0;
    std::size_t m_size = 0;
    const std::uint32_t* m_longest = nullptr;  // per block, then per block of blocks, ...
    std::span<const DetailLevel> m_levels;
};

// Per (track, row): its slices by start, a range-maximum pyramid of their durations, and samples
// for coarse zooms. 4 bytes per slice (0 if the track has one row), plus for samples 6 to 10 in
// crowded rows, half of that where these are few, 1 in traces of less than a million slices.
class RowIndex {
public:
    RowIndex() = default;
    RowIndex(RowIndex&&) noexcept = default;
    RowIndex& operator=(RowIndex&&) noexcept = default;
    // O(slices), on all cores.
    [[nodiscard]] static RowIndex build(const Trace& trace);
    // Index of a subset of slices, given in ascending order. O(subset + tracks), on all cores.
    [[nodiscard]] static RowIndex build(const Trace& trace, std::span<const SliceId> some);

    // `row` < the track's number of rows. O(1).
    Row row(const Trace& trace, TrackId track, std::uint16_t row) const;

    std::size_t memoryBytes() const;

private:
    struct Entry {
        std::uint32_t size = 0;
        bool consecutive = false;
        std::size_t first = 0;               // into m_slices; if consecutive, id of the first slice
        std::vector<std::uint32_t> longest;  // per block of slices, per block of blocks, ...
        std::vector<DetailLevel> levels;
        std::vector<Column<DetailSample>> coarserSamples;  // by level, without the finest
    };

    friend class RowIndexBuilder;

    Row view(const Trace& trace, const Entry& entry) const;
    static void appendBlocks(const Row& row, std::vector<std::uint32_t>& longest);

    std::vector<std::uint32_t> m_firstEntry;  // per track
    std::vector<Entry> m_entries;             // per track and row
    Column<SliceId> m_slices;
    Column<DetailSample> m_samples;  // of the finest levels
};

}  // namespace gaplight
