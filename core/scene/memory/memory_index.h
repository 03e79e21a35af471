// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/memory/memory_model.h"

namespace gaplight {

// Finds the allocations of a range of time that are large enough to be drawn, without a look at the
// others.
//
// A GPU of 80 GB on 800 pixels has 100 MB a pixel: of ten million allocations some hundred can be
// seen. Allocations lie in buckets by the power of two of their size and of their lifetime. Within
// a bucket they are sorted by begin, and lifetimes differ by less than a factor of two, so that
// those which overlap a range are one run of the bucket, found by two binary searches.
class MemoryIndex {
public:
    // O(allocations log allocations); 4 bytes for each, and one for 8 events.
    explicit MemoryIndex(const MemoryModel& model);

    // Allocations that overlap [beginUs, endUs), at least `minSize` bytes large and `minUs` long
    // (up to a factor of two), by begin. Of the largest buckets by size times lifetime, as many as
    // have together at most `limit` allocations. O(buckets log n + limit).
    [[nodiscard]] std::vector<std::uint32_t> largestIn(std::int64_t beginUs, std::int64_t endUs,
                                                       std::int64_t minSize, std::int64_t minUs,
                                                       std::size_t limit) const;
    // As MemoryModel::momentAt(), with a fraction of the cache misses where the model is large.
    [[nodiscard]] Moment momentAt(std::int64_t timeUs) const;
    // The largest `allocated` of the moments first..last (inclusive). O(log moments).
    [[nodiscard]] std::int64_t peakOf(Moment first, Moment last) const;

private:
    static constexpr unsigned kSizes = 51;      // powers of two up to 1 PiB
    static constexpr unsigned kLifetimes = 64;  // powers of two of µs

    struct Run {
        std::size_t begin = 0;
        std::size_t end = 0;
        unsigned rank = 0;  // power of two of size times lifetime
    };
    [[nodiscard]] Run runOf(unsigned size, unsigned lifetime, std::int64_t beginUs,
                            std::int64_t endUs) const;
    [[nodiscard]] std::int64_t beginOf(std::uint32_t allocation) const;

    const MemoryModel& m_model;
    std::vector<std::uint32_t> m_allocations;        // by bucket, then by begin
    std::vector<std::size_t> m_bucketBegins;         // kSizes * kLifetimes + 1
    std::vector<std::int64_t> m_times;               // of every kTimeStep-th event
    std::vector<std::vector<std::int64_t>> m_peaks;  // by level: of 32 values of the level below
};

}  // namespace gaplight
