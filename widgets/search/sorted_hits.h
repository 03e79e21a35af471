// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/index/search_hits.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

enum class HitOrder : std::uint8_t { Start, Length, Name };

// Hits of a search in the order of a list. Another order than by start is made on a pool thread;
// until then the hits are by start.
class SortedHits {
public:
    using Order = std::shared_ptr<const std::vector<SliceId>>;

    // `apply` gets a change of the rows to make at once.
    explicit SortedHits(std::function<void(const std::function<void()>&)> apply);

    // Null: no hits. To be called as a change of rows.
    void setHits(const LoadedTrace& trace, std::shared_ptr<const SearchHits> hits);
    [[nodiscard]] const std::shared_ptr<const SearchHits>& hits() const { return m_hits; }
    [[nodiscard]] std::size_t count() const { return m_hits ? m_hits->count() : 0; }
    [[nodiscard]] HitOrder order() const { return m_orderBy; }
    [[nodiscard]] bool isDescending() const { return m_isDescending; }
    // The same order again: reversed. To be called as a change of rows.
    void sortBy(HitOrder order);
    [[nodiscard]] SliceId at(std::size_t row) const;
    // -1 if it is no hit. O(hits) unless they are by start.
    [[nodiscard]] int rowOf(SliceId slice) const;

private:
    void arrange();

    LoadedTrace m_trace;
    std::shared_ptr<const SearchHits> m_hits;
    HitOrder m_orderBy = HitOrder::Start;
    bool m_isDescending = false;
    Order m_order;  // null: by start
    PoolWork<Order> m_sorting;
};

}  // namespace gaplight::ui
