// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/hit_list_model.h"

#include <iterator>
#include <utility>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/convert/track_text.h"

namespace gaplight::ui {

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
