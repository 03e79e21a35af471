// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/hit_list_model.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

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

HitListModel::HitListModel(std::vector<Role> more, QObject* parent)
    : LazyListModel(rolesWith(std::move(more)), parent), m_sorted([this](const auto& change) {
          reset(change);
          findCurrent();
          Q_EMIT statusChanged();
      }) {}

std::vector<HitListModel::Role> HitListModel::rolesWith(std::vector<Role> more) const {
    std::vector<Role> roles{
        {"name", [this](SliceId slice) { return toQString(trace().name(slice)); }},
        {"when",
         [this](SliceId slice) {
             return durationText(trace().slices().start(slice) - trace().range().begin);
         }},
        {"length",
         [this](SliceId slice) { return durationText(trace().slices().duration(slice)); }},
        {"track", [this](SliceId slice) { return trackText(trace(), trace().trackOf(slice)); }},
        {"slice", [](SliceId slice) { return static_cast<qint64>(slice.index()); }}};
    std::move(more.begin(), more.end(), std::back_inserter(roles));
    return roles;
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
    findCurrent();
}

void HitListModel::sortBy(Column column) {
    reset([&] { m_sorted.sortBy(static_cast<HitOrder>(column)); });
    findCurrent();
    Q_EMIT sortingChanged();
    Q_EMIT statusChanged();
}

void HitListModel::setSelected(SliceId slice) {
    if (slice != m_selected) {
        m_selected = slice;
        findCurrent();
        Q_EMIT statusChanged();
    }
}

qint64 HitListModel::step(SliceId selected, Time from, bool forward) const {
    if (!hits()) {
        return -1;
    }
    const auto rank = forward ? nextHit(trace(), *hits(), selected, from)
                              : previousHit(trace(), *hits(), selected, from);
    return rank ? static_cast<qint64>(hits()->byTime()[*rank].index()) : -1;
}

}  // namespace gaplight::ui
