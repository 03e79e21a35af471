// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/index/search_hits.h"
#include "core/trace/trace.h"

namespace gaplight {

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
    [[nodiscard]] std::span<const NameTotal> names() const { return m_names; }
    // The hits of a name, by start.
    [[nodiscard]] std::span<const SliceId> slicesOf(const NameTotal& name) const {
        return std::span(m_slices).subspan(name.first, name.count);
    }
    // Number of all hits.
    [[nodiscard]] std::size_t count() const { return m_slices.size(); }
    [[nodiscard]] Duration total() const { return m_total; }
    [[nodiscard]] Duration median() const { return m_median; }

private:
    std::vector<NameTotal> m_names;
    std::vector<SliceId> m_slices;  // by name
    Duration m_total{};
    Duration m_median{};
};

}  // namespace gaplight
