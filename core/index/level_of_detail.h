// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/time.h"
#include "core/index/row_index.h"

namespace gaplight {

// What a row shows at some zoom: either one slice at least a bucket long, or all shorter slices
// that start in one bucket, shown by the longest of them.
struct DetailRun {
    std::int64_t beginNs = 0;  // extent of what it stands for; on crowded levels it is rounded
    std::int64_t endNs = 0;    // outwards by up to 1/256 bucket
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

// Walks the runs of a row over `range` with buckets of 2^shift ns.
//
// Contract: every slice is part of exactly one run. A slice at least a bucket long is a run of its
// own; of the shorter slices that start in one bucket the longest stands for all (of those that
// are equal as floats, the first). Buckets lie at multiples of their width in absolute time, so
// runs do not depend on where the view begins; a bucket that the range cuts is given whole.
//
// Why one pass is enough: slices of a row do not overlap, so only the last slice that starts in a
// bucket can reach beyond it.
// Cost: O(runs × log n); at coarse zooms, where the row has samples, O(runs).
class RunWalk {
public:
    RunWalk(const Row& row, TimeRange range, int shift);

    // The next run, in time order; false at the end.
    [[nodiscard]] bool next(DetailRun& run);

    // Position in the row of the longest slice of a run that next() gave. O(log n).
    [[nodiscard]] std::size_t longestOf(const DetailRun& run) const;

private:
    friend std::vector<DetailLevel> buildDetailLevels(const Row& row, std::size_t slicesPerSample);
    // Walks one level of samples from its beginning.
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
    std::size_t m_next = 0;                // position of a slice or of a sample
};

// Position in the row of the longest slice that a sample of one of its levels stands for. O(log n).
[[nodiscard]] std::size_t longestOf(const Row& row, const DetailLevel& level,
                                    const DetailSample& sample);

// The levels worth keeping for a row: the finest has at most one sample for so many slices, each
// coarser one at most 0.3 times as many. None for a row of few slices. O(n).
[[nodiscard]] std::vector<DetailLevel> buildDetailLevels(const Row& row,
                                                         std::size_t slicesPerSample);

}  // namespace gaplight
