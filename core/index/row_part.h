// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/index/row_index.h"
#include "core/index/run_counts.h"

namespace gaplight {

// What is built of the slices at the positions [first, last) of a row, which one task reads. The
// task goes through its slices window by window and through all rows within each, because the
// columns of a window stay in the core's cache: the slices of a row that has neighbors lie cache
// lines apart.
class RowPart {
public:
    RowPart(std::size_t first, std::size_t last)
        : m_first(first), m_last(last), m_measured(first), m_collected(first) {}

    // Goes on with the slices before `until`: finds the longest of each block, and counts runs.
    void measure(const Row& row, SliceId until);

    // The most samples that a level can have of this part, when all of it is measured.
    [[nodiscard]] std::size_t maxSamples(const DetailLevel& level) const;
    // Where to write that many samples; before the first collect().
    void setRoom(DetailSample* room) { m_room = room; }
    // Goes on with the slices before `until`: collects the runs of a level.
    void collect(const Row& row, const DetailLevel& level, SliceId until);

    // Join the parts of a row, in order: its counts, the positions of the longest slices of its
    // blocks, and the samples of the level that was collected. The rooms for these lie one after
    // the other, and the samples move to their begin.
    [[nodiscard]] static RunCounts joinCounts(const Row& row, std::span<const RowPart> parts);
    static void joinLongest(const Row& row, std::span<const RowPart> parts,
                            std::vector<std::uint32_t>& longest);
    static void joinSamples(const Row& row, std::span<const RowPart> parts, DetailLevel& level);

private:
    // See RunWalk. The first and the last run of a part may go on in the parts beside it. A short
    // slice that starts in the bucket of a wide one before it belongs to its run, so that there are
    // never more runs than RunBounds says; only slices of the last of kMaxNesting rows overlap so.
    struct Run {
        static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
        std::int64_t bucket = kNone;
        bool isWide = false;
        Time begin;
        Time end;
        std::size_t longest = 0;  // position
        Duration duration{};      // of the longest
    };

    [[nodiscard]] std::size_t endBefore(const Row& row, std::size_t from, SliceId until) const;
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
    Run m_lastRun;                   // the first one if there is one run
    DetailSample* m_room = nullptr;  // by run; those between the first and the last are written
};

}  // namespace gaplight
