// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/sorted_hits.h"

#include <algorithm>
#include <utility>

namespace gaplight::ui {
namespace {

// Hits of equal length or name stay in the order of time.
SortedHits::Order sorted(const LoadedTrace& trace, const SearchHits& hits, HitOrder by) {
    const SliceTable& slices = trace->session().trace->slices();
    std::vector<SliceId> order(hits.byTime().begin(), hits.byTime().end());
    if (by == HitOrder::Length) {
        std::stable_sort(order.begin(), order.end(), [&](SliceId a, SliceId b) {
            return slices.duration(a) < slices.duration(b);
        });
    } else {
        const SceneModel model = trace->model();
        std::stable_sort(order.begin(), order.end(), [&](SliceId a, SliceId b) {
            return slices.name(a) != slices.name(b) &&
                   model.names->label(slices.name(a)) < model.names->label(slices.name(b));
        });
    }
    return std::make_shared<const std::vector<SliceId>>(std::move(order));
}

}  // namespace

SortedHits::SortedHits(std::function<void(const std::function<void()>&)> apply)
    : m_sorting([this, apply = std::move(apply)](const Order& order) {
          apply([&] { m_order = order; });
      }) {}

void SortedHits::setHits(const LoadedTrace& trace, std::shared_ptr<const SearchHits> hits) {
    m_trace = trace;
    m_hits = std::move(hits);
    arrange();
}

void SortedHits::sortBy(HitOrder order) {
    const bool isSame = order == m_orderBy;
    m_isDescending = isSame ? !m_isDescending : order == HitOrder::Length;
    m_orderBy = order;
    if (!isSame) {
        arrange();
    }
}

void SortedHits::arrange() {
    m_sorting.drop();
    m_order.reset();
    if (m_hits && m_orderBy != HitOrder::Start) {
        m_sorting.start(
            [trace = m_trace, hits = m_hits, by = m_orderBy] { return sorted(trace, *hits, by); });
    }
}

SliceId SortedHits::at(std::size_t row) const {
    const std::size_t place = m_isDescending ? count() - 1 - row : row;
    return m_order ? (*m_order)[place] : m_hits->byTime()[place];
}

int SortedHits::rowOf(SliceId slice) const {
    if (!m_hits || !slice.isValid() || !m_hits->contains(slice)) {
        return -1;
    }
    const auto rank =
        m_order ? static_cast<std::size_t>(std::find(m_order->begin(), m_order->end(), slice) -
                                           m_order->begin())
                : m_hits->rankOf(*m_trace->session().trace, slice);
    return static_cast<int>(m_isDescending ? count() - 1 - rank : rank);
}

}  // namespace gaplight::ui
