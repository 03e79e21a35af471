// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/hit_list_model.h"

#include <algorithm>
#include <utility>

#include "core/base/quantity_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// Hits that are equal in it stay in the order of time.
SortedHits::Order sorted(const LoadedTrace& trace, const SearchHits& hits, HitOrder by) {
    const SliceTable& slices = trace->session().trace->slices();
    std::vector<SliceId> order(hits.byTime().begin(), hits.byTime().end());
    if (by == HitOrder::Length) {
        std::stable_sort(order.begin(), order.end(), [&](SliceId a, SliceId b) {
            return slices.duration(a) < slices.duration(b);
        });
    } else if (by == HitOrder::Track) {
        const Trace& of = *trace->session().trace;
        std::stable_sort(order.begin(), order.end(), [&](SliceId a, SliceId b) {
            return of.trackOf(a).index() < of.trackOf(b).index();
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

void SortedHits::sortBy(HitOrder order, bool isDescending) {
    m_isDescending = isDescending;
    if (std::exchange(m_orderBy, order) != order) {
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

HitListModel::HitListModel(Match match, QObject* parent)
    : TableModel(parent), m_match(std::move(match)), m_sorted([this](const auto& change) {
          reset(change);
          findSelected();
      }) {
    setTable(tableOfHits({}));
}

Table HitListModel::tableOfHits(std::span<const SliceId> hits) const {
    return tableOf(
        hits,
        column("start_ns", "start", Unit::SinceStart,
               [&](SliceId hit) { return trace().slices().start(hit) - trace().range().begin; }),
        column("length_ns", "length", Unit::Nanoseconds,
               [&](SliceId hit) { return trace().slices().duration(hit); }),
        column("", "name", Unit::Code,
               [&](SliceId hit) {
                   std::string text(trace().name(hit));
                   if (const std::string match = m_match(hit); !match.empty()) {
                       appendItem(text, match, " · ");
                   }
                   return text;
               }),
        column("track", "track", Unit::Text,
               [&](SliceId hit) { return toStdString(trackText(trace(), trace().trackOf(hit))); }),
        column("name", "", Unit::Code, [&](SliceId hit) { return trace().name(hit); }),
        column("match", "", Unit::Text, [&](SliceId hit) { return m_match(hit); }));
}

const CellRow& HitListModel::row(int index) const {
    const SliceId hit = m_sorted.at(static_cast<std::size_t>(index));
    m_row = std::move(tableOfHits(std::span(&hit, 1)).rows.front());
    m_row.target = static_cast<std::int64_t>(hit.index());
    return m_row;
}

void HitListModel::setTrace(LoadedTrace trace) {
    const bool isSame = m_trace && trace && m_trace->session().trace == trace->session().trace;
    m_trace = std::move(trace);
    if (!isSame) {
        m_selected = SliceId();
    }
}

void HitListModel::showHits(std::shared_ptr<const SearchHits> hits) {
    reset([&] { m_sorted.setHits(m_trace, std::move(hits)); });
    measureColumns();
    findSelected();
}

void HitListModel::arrange() {
    reset([&] { m_sorted.sortBy(static_cast<HitOrder>(std::max(0, sorted())), descending()); });
    findSelected();
}

void HitListModel::findSelected() {
    m_hit = m_sorted.rowOf(m_selected);
    setCurrent(m_hit);
    Q_EMIT rowsChanged();
    Q_EMIT statusChanged();
}

void HitListModel::setSelected(SliceId slice) {
    if (slice != m_selected) {
        m_selected = slice;
        findSelected();
    }
}

}  // namespace gaplight::ui
