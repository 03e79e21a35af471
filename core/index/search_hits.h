// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/index/row_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Slices that were found, in the orders in which they are drawn, listed and walked. Immutable.
// 12 bytes a slice, and samples of rows as RowIndex says.
class SearchHits {
public:
    SearchHits() = default;
    // `slices` ascending, each once. O(n log tracks), on all cores.
    [[nodiscard]] static SearchHits build(const Trace& trace, std::vector<SliceId> slices);

    [[nodiscard]] std::size_t count() const { return m_byId.size(); }
    // By (track, start).
    [[nodiscard]] std::span<const SliceId> byId() const { return m_byId; }
    // By (start, id): the order of the list, and of next and previous.
    [[nodiscard]] std::span<const SliceId> byTime() const { return m_byTime; }
    // The level of detail of the hits alone.
    [[nodiscard]] const RowIndex& rows() const { return m_rows; }
    // O(log n).
    [[nodiscard]] bool contains(SliceId slice) const;
    // O(log n).
    [[nodiscard]] std::size_t countOn(const Trace& trace, TrackId track) const;

    // Position in byTime() of a hit, or of the first one after it or after `time`; count() at the
    // end. O(log n).
    [[nodiscard]] std::size_t rankOf(const Trace& trace, SliceId slice) const;
    [[nodiscard]] std::size_t rankFrom(const Trace& trace, Time time) const;

    [[nodiscard]] std::size_t memoryBytes() const;

private:
    std::vector<SliceId> m_byId;
    std::vector<SliceId> m_byTime;
    RowIndex m_rows;
};

// Positions in byTime(), going round at the ends; empty without hits. From a slice that is
// selected, whether it is a hit or not; else from what begins at `from`. O(log n).
[[nodiscard]] std::optional<std::size_t> nextHit(const Trace& trace, const SearchHits& hits,
                                                 SliceId selected, Time from);
[[nodiscard]] std::optional<std::size_t> previousHit(const Trace& trace, const SearchHits& hits,
                                                     SliceId selected, Time from);

}  // namespace gaplight
