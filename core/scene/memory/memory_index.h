// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/memory/memory_model.h"

namespace gaplight {

// What of a stack of allocations is between two heights, at one moment after the other.
//
// Every allocation that is ever in the stack has its rank in it, so that what is held below a
// height is a sum over ranks. Sums of 64 ranks each let a moment cost what has changed, what is
// in the window, and a 64th of the stack: not the stack.
class StackWindow {
public:
    struct Item {
        std::int64_t size = 0;  // bytes
        Moment begin = 0;
        Moment end = kNoMoment;
    };
    // `items`: from bottom to top. O(items log items).
    explicit StackWindow(std::vector<Item> items);

    // Goes on to a later moment, or the same. True if what is held has changed. O(changes).
    bool advanceTo(Moment moment);

    // Calls `visit(rank, base)` for each item held now that is in part within [bottom, top), from
    // bottom to top; `base`: bytes held below it.
    template <class Visit>
    void visit(std::int64_t bottom, std::int64_t top, Visit&& visit) const {
        std::int64_t base = 0;
        for (std::size_t group = 0; group < m_sums.size() && base < top; ++group) {
            if (m_sums[group] == 0 || base + m_sums[group] <= bottom) {
                base += m_sums[group];
                continue;
            }
            const std::size_t end = std::min(m_items.size(), (group + 1) * kGroup);
            for (std::size_t rank = group * kGroup; rank < end && base < top; ++rank) {
                const std::int64_t held = m_held[rank];
                if (held > 0 && base + held > bottom) {
                    visit(rank, base);
                }
                base += held;
            }
        }
    }

private:
    static constexpr std::size_t kGroup = 64;

    void setHeld(std::uint32_t rank, bool isHeld);

    std::vector<Item> m_items;
    std::vector<std::pair<Moment, std::uint32_t>> m_begins;  // ranks by moment
    std::vector<std::pair<Moment, std::uint32_t>> m_ends;
    std::size_t m_nextBegin = 0;
    std::size_t m_nextEnd = 0;
    std::vector<std::int64_t> m_held;  // bytes by rank; 0: not held
    std::vector<std::int64_t> m_sums;  // of kGroup ranks
};

// Finds the allocations of a range of time that are large enough to be drawn, without a look at the
// others.
//
// A GPU of 80 GB on 800 pixels has 100 MB a pixel: of ten million allocations some hundred can be
// seen. Allocations are in buckets by the power of two of their size and of their lifetime. Within
// a bucket they are sorted by begin, and lifetimes differ by less than a factor of two, so that
// those which overlap a range are one run of the bucket, found by two binary searches.
class MemoryIndex {
public:
    // O(allocations log allocations); 4 bytes for each, and one for 8 events.
    explicit MemoryIndex(const MemoryModel& model);

    // Allocations that overlap [beginUs, endUs), at least `minSize` bytes large and `minUs` long
    // (up to a factor of two), by begin. Of the largest buckets by size times lifetime, as many as
    // have together at most `limit` allocations. O(buckets log n + limit).
    std::vector<std::uint32_t> largestIn(std::int64_t beginUs, std::int64_t endUs,
                                         std::int64_t minSize, std::int64_t minUs,
                                         std::size_t limit) const;
    // As MemoryModel::momentAt(), with a fraction of the cache misses where the model is large.
    Moment momentAt(std::int64_t timeUs) const;
    // The largest `allocated` of the moments first..last (inclusive). O(log moments).
    std::int64_t peakOf(Moment first, Moment last) const;

private:
    static constexpr unsigned kSizes = 51;      // powers of two up to 1 PiB
    static constexpr unsigned kLifetimes = 64;  // powers of two of µs

    struct Run {
        std::size_t begin = 0;
        std::size_t end = 0;
        unsigned rank = 0;  // power of two of size times lifetime
    };
    Run runOf(unsigned size, unsigned lifetime, std::int64_t beginUs, std::int64_t endUs) const;
    std::int64_t beginOf(std::uint32_t allocation) const;

    const MemoryModel& m_model;
    std::vector<std::uint32_t> m_allocations;        // by bucket, then by begin
    std::vector<std::size_t> m_bucketBegins;         // kSizes * kLifetimes + 1
    std::vector<std::int64_t> m_times;               // of every kTimeStep-th event
    std::vector<std::vector<std::int64_t>> m_peaks;  // by level: of 32 values of the level below
};

}  // namespace gaplight
