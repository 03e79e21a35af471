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

// Builds blocks and samples for the positions [first, last) of a row. One task builds the parts of
// all rows of one chunk of slices. It processes the chunk in windows, and within each window row by
// row, because the columns of a window fit in the core's cache: slices of one row are several cache
// lines apart where slices of other rows lie between them.
class RowPart {
public:
    RowPart(std::size_t first, std::size_t last)
        : m_first(first), m_last(last), m_measured(first), m_collected(first) {}

    // Processes those slices before `until` that were not measured yet: finds the longest slice of
    // each block and counts runs.
    void measure(const Row& row, SliceId until);

    // Upper bound of the samples of this part in a level. Call it after the last measure().
    [[nodiscard]] std::size_t maxSamples(const DetailLevel& level) const;
    // Sets where collect() writes samples: at least maxSamples() of them.
    void setBuffer(DetailSample* buffer) { m_buffer = buffer; }
    // Processes those slices before `until` that were not collected yet: adds their runs to the
    // samples of `level`.
    void collect(const Row& row, const DetailLevel& level, SliceId until);

    // Join what all parts of a row, in order, have: run counts, the longest slice of each block,
    // and samples. The buffers of the parts must follow one another in memory; joined samples begin
    // where the first buffer does.
    [[nodiscard]] static RunCounts joinCounts(const Row& row, std::span<const RowPart> parts);
    static void joinLongest(const Row& row, std::span<const RowPart> parts,
                            std::vector<std::uint32_t>& longest);
    static void joinSamples(const Row& row, std::span<const RowPart> parts, DetailLevel& level);

private:
    // A run as in RunWalk. The first and the last run of a part may continue in the part before or
    // after it. A short slice that starts in the same bucket as the wide slice before it is added
    // to the wide slice's run, so that RunBounds holds. That occurs only in the last of kMaxNesting
    // rows, where slices may overlap.
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
    Run m_lastRun;                     // the first one if there is one run
    DetailSample* m_buffer = nullptr;  // by run; the first and the last are not written
};

}  // namespace gaplight
