// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/index/row_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Result of a search, in the orders for drawing, listing and stepping. Immutable. 12 bytes per
// slice plus the samples of a RowIndex.
class SearchHits {
public:
    SearchHits() = default;
    // `slices`: ascending, unique. O(n log tracks), on all cores.
    [[nodiscard]] static SearchHits build(const Trace& trace, std::vector<SliceId> slices);

    std::size_t count() const { return m_byId.size(); }
    // By (track, start).
    std::span<const SliceId> byId() const { return m_byId; }
    // By (start, id): the order of the result list and of stepping.
    std::span<const SliceId> byTime() const { return m_byTime; }
    // Rows and level of detail of the hits only.
    const RowIndex& rows() const { return m_rows; }
    // O(log n).
    bool contains(SliceId slice) const;
    // O(log n).
    std::size_t countOn(const Trace& trace, TrackId track) const;

    // Position in byTime() of a hit, or of the first hit after `slice` or at or after `time`;
    // count() if none. O(log n).
    std::size_t rankOf(const Trace& trace, SliceId slice) const;
    std::size_t rankFrom(const Trace& trace, Time time) const;

    std::size_t memoryBytes() const;

private:
    std::vector<SliceId> m_byId;
    std::vector<SliceId> m_byTime;
    RowIndex m_rows;
};

// Position in byTime() of the hit after or before the selected slice (a hit or not); without a
// selection, relative to `from`. Wraps around at the ends; empty without hits. O(log n).
[[nodiscard]] std::optional<std::size_t> nextHit(const Trace& trace, const SearchHits& hits,
                                                 SliceId selected, Time from);
[[nodiscard]] std::optional<std::size_t> previousHit(const Trace& trace, const SearchHits& hits,
                                                     SliceId selected, Time from);

// Hits of one name.
struct NameTotal {
    StringId name;
    std::uint32_t first = 0;  // of its hits, in SearchTotals::slicesOf()
    std::uint32_t count = 0;
    Duration total{};   // sum; hits inside each other count each
    Duration median{};  // the lower of the two in the middle
    SliceId longest;
};

// The hits of a search by name. Immutable. 4 bytes per hit, 40 per name.
class SearchTotals {
public:
    SearchTotals() = default;
    // O(hits + strings of the trace).
    [[nodiscard]] static SearchTotals build(const Trace& trace, const SearchHits& hits);

    // Most time first.
    std::span<const NameTotal> names() const { return m_names; }
    // The hits of a name, by start.
    std::span<const SliceId> slicesOf(const NameTotal& name) const {
        return std::span(m_slices).subspan(name.first, name.count);
    }
    // Number of all hits.
    std::size_t count() const { return m_slices.size(); }
    Duration total() const { return m_total; }
    Duration median() const { return m_median; }

private:
    std::vector<NameTotal> m_names;
    std::vector<SliceId> m_slices;  // by name
    Duration m_total{};
    Duration m_median{};
};

}  // namespace gaplight
