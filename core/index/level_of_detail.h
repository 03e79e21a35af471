// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/time.h"
#include "core/index/row_index.h"

namespace gaplight {

// `chosen ? yes : no` without a branch, for loops in which `chosen` is unpredictable: compilers
// often turn the operator into a branch, and a mispredicted one costs some 15 cycles.
template <std::integral Number>
[[nodiscard]] constexpr Number chooseWithoutBranch(bool chosen, Number yes, Number no) {
    return static_cast<Number>(no ^ ((no ^ yes) & -static_cast<Number>(chosen)));
}

inline constexpr int kMaxBucketShift = 62;

// Upper bounds of a row's number of runs (level_of_detail.h). Entry `shift` is for buckets of
// 2^shift ns.
using RunBounds = std::array<std::size_t, kMaxBucketShift + 1>;

// Computes RunBounds. A row has at most one run for each bucket in which a slice starts, and one
// for each slice of at least a bucket; both are counted for all bucket widths at once.
class RunCounts {
public:
    void addSlice(Duration duration) {
        const auto length = static_cast<std::uint64_t>(ns(duration));
        ++m_lengths[static_cast<std::size_t>(std::bit_width(length))];
    }
    // Takes the starts of two consecutive slices. They are in different buckets of every width up
    // to the highest bit in which they differ.
    void addNeighbors(Time start, Time next) {
        const auto differ = static_cast<std::uint64_t>(ns(start) ^ ns(next));
        ++m_splits[static_cast<std::size_t>(std::bit_width(differ))];
    }
    void add(const RunCounts& other) {
        for (std::size_t width = 0; width < kWidths; ++width) {
            m_splits[width] += other.m_splits[width];
            m_lengths[width] += other.m_lengths[width];
        }
    }
    RunBounds bounds() const {
        RunBounds bounds{};
        std::size_t sum = 1;
        std::size_t width = kWidths - 1;
        for (std::size_t shift = bounds.size(); shift-- > 0;) {
            for (; width > shift; --width) {
                sum += std::size_t{m_splits[width]} + m_lengths[width];
            }
            bounds[shift] = sum;
        }
        return bounds;
    }

private:
    static constexpr std::size_t kWidths = 65;  // bits of a difference or a length
    std::array<std::uint32_t, kWidths> m_splits{};
    std::array<std::uint32_t, kWidths> m_lengths{};
};

// One drawn item of a row at some zoom: a slice of at least a bucket's length, or all shorter
// slices that start in one bucket, represented by the longest of them.
struct DetailRun {
    std::int64_t beginNs = 0;  // extent of the slices; on sampled levels rounded outwards
    std::int64_t endNs = 0;    // by up to 1/256 bucket
    StringId name;             // of the longest slice
    float duration = 0;        // of the longest slice, ns, rounded down
    bool wide = false;         // a single slice of at least a bucket
};

[[nodiscard]] constexpr std::int64_t bucketOf(std::int64_t timeNs, int shift) {
    return timeNs >> shift;
}

// `duration` as a float, rounded down, so that comparing it with a power of two gives the same
// result as comparing the integer.
[[nodiscard]] inline float durationRoundedDown(Duration duration) {
    constexpr int kFloatBits = 24;
    const auto exact = static_cast<std::uint64_t>(ns(duration));
    const int beyond = std::max(0, static_cast<int>(std::bit_width(exact)) - kFloatBits);
    return static_cast<float>(static_cast<std::int64_t>(exact >> beyond << beyond));
}

// Iterates over the runs (drawn items) of a row in `range`, with buckets of 2^shift ns.
//
// Example with buckets of 8 ns:
//
//   buckets  |0      |8      |16     |24
//   slices    aa b cc  d  eeeeeeeeeeee  f gg
//   runs     {a b c}  {d}{e}           {f g}     shown as a, d, e, g
//
// Contract: every slice belongs to exactly one run. A slice of at least a bucket is a run of its
// own; the shorter slices that start in one bucket form one run, shown as the longest (among those
// equal as floats, the first). Buckets are at multiples of their width in absolute time, so that
// runs do not depend on where the view begins; a bucket cut by the range is returned whole.
//
// One pass is enough because slices of a row do not overlap: only the last slice that starts in a
// bucket can extend beyond it.
// O(runs × log n); at coarse zooms, where the row has samples, O(runs).
class RunWalk {
public:
    RunWalk(const Row& row, TimeRange range, int shift);

    // The next run, in time order; false at the end.
    [[nodiscard]] bool next(DetailRun& run);

    // Position in the row of the longest slice of a run returned by next(). O(log n).
    std::size_t longestOf(const DetailRun& run) const;

private:
    friend void appendCoarserLevels(const Row& row, const RunBounds& bounds,
                                    std::vector<DetailLevel>& levels,
                                    std::vector<Column<DetailSample>>& samples);
    // Walks one level of samples from its start.
    RunWalk(const Row& row, const DetailLevel& level, int shift);

    [[nodiscard]] bool nextFromSlices(DetailRun& run);
    [[nodiscard]] bool nextFromSamples(DetailRun& run);
    void seekSlices(std::int64_t beginNs);
    void seekSamples(std::int64_t beginNs);

    Row m_row;
    std::int64_t m_endNs;
    int m_shift;
    float m_bucketNs;
    const DetailLevel* m_level = nullptr;  // null: walk the slices themselves
    std::size_t m_next = 0;                // position of the next slice or sample
};

// Position in the row of the slice that a sample represents. O(log n).
[[nodiscard]] std::size_t longestOf(const Row& row, const DetailLevel& level,
                                    const DetailSample& sample);

}  // namespace gaplight
