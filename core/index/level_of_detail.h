// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/index/row_index.h"

namespace gaplight {

// One mark of a row at some zoom: either one slice at least a bucket long, or all shorter slices
// that start in one bucket, shown by the longest of them.
struct DetailRun {
    std::int64_t beginNs = 0;  // extent of what it stands for; on crowded levels it is rounded
    std::int64_t endNs = 0;    // outwards by up to 1/256 bucket
    std::size_t longest = 0;   // position in the row
    StringId name;             // of the longest
    float duration = 0;        // of the longest, ns, rounded down
    bool wide = false;         // a single slice, at least a bucket long
};

[[nodiscard]] constexpr std::int64_t bucketOf(std::int64_t timeNs, int shift) {
    return timeNs >> shift;
}

// `duration` as a float that is never larger, so that comparing it with a power of two gives the
// same answer as comparing the integer.
[[nodiscard]] inline float durationRoundedDown(Duration duration) {
    constexpr int kFloatBits = 24;
    const auto exact = static_cast<std::uint64_t>(ns(duration));
    const int beyond = std::max(0, static_cast<int>(std::bit_width(exact)) - kFloatBits);
    return static_cast<float>(static_cast<std::int64_t>(exact >> beyond << beyond));
}

// Walks the runs of a row over `range` with buckets of 2^shift ns: the one level of detail of
// everything that is drawn.
//
// Contract: every slice is part of exactly one run. A slice at least a bucket long is a run of its
// own; of the shorter slices that start in one bucket the longest stands for all. Buckets lie at
// multiples of their width in absolute time, so runs do not depend on where the view begins; a
// bucket that the range cuts is given whole. With a bucket of at most one pixel this means: every
// occupied pixel is painted, anything of a pixel or more keeps its own rectangle, a crowded pixel
// shows its longest slice.
//
// Why one pass is enough: slices of a row do not overlap, so only the last slice that starts in a
// bucket can reach beyond it.
// Cost: O(runs × log n); at coarse zooms, where the row has marks, O(runs).
class RunWalk {
public:
    RunWalk(const Row& row, TimeRange range, int shift);

    // The next run, in time order; false at the end.
    [[nodiscard]] bool next(DetailRun& run) { return next(std::span(&run, 1)) == 1; }
    // The next runs, as many as fit; none at the end. The fastest way to see many.
    [[nodiscard]] std::size_t next(std::span<DetailRun> runs);

private:
    friend std::vector<DetailLevel> buildDetailLevels(const Row& row, std::size_t slicesPerMark);
    // Walks one level of marks from its beginning.
    RunWalk(const Row& row, const DetailLevel& level, int shift);

    struct SliceBlock;

    [[nodiscard]] std::size_t nextFromSlices(std::span<DetailRun> runs);
    void readSlices(SliceBlock& block, std::size_t count) const;
    void showRun(const SliceBlock& block, std::size_t at, DetailRun& run) const;
    [[nodiscard]] DetailRun searchedRun();
    [[nodiscard]] std::size_t nextFromMarks(std::span<DetailRun> runs);
    [[nodiscard]] std::size_t nextFromFinerMarks(std::span<DetailRun> runs);
    // Where the slices end that start in `bucket` and are shorter, from `position` in it on.
    [[nodiscard]] std::size_t endOfBucket(std::size_t position, std::int64_t bucket) const;
    void seekSlices(std::int64_t beginNs);
    void seekMarks(std::int64_t beginNs);

    Row m_row;
    std::int64_t m_endNs;
    int m_shift;
    float m_bucketNs;
    const DetailLevel* m_level = nullptr;  // null: walk the slices themselves
    std::size_t m_next = 0;                // position of a slice or of a mark
};

// The levels worth keeping for a row: the finest has at most one mark for so many slices, each
// coarser one at most 0.6 times as many. None for a row of few slices. O(n).
[[nodiscard]] std::vector<DetailLevel> buildDetailLevels(const Row& row, std::size_t slicesPerMark);

}  // namespace gaplight
