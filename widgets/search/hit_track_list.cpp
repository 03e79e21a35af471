// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/hit_track_list.h"

#include <algorithm>
#include <utility>

#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

HitTrackList::HitTrackList(QObject* parent)
    : QObject(parent), m_making([this](const std::shared_ptr<const HitTrack>& track) {
          m_tracks.push_back(track);
          Q_EMIT changed();
      }) {}

bool HitTrackList::has(const QString& query) const {
    return std::any_of(m_tracks.begin(), m_tracks.end(),
                       [&](const auto& track) { return toQString(track->title) == query; });
}

void HitTrackList::add(const QString& query, const LoadedTrace& trace,
                       std::shared_ptr<const SearchHits> hits) {
    m_making.start([trace, hits = std::move(hits), title = query.toStdString()] {
        return std::make_shared<const HitTrack>(
            HitTrack::build(*trace->session().trace, title, hits));
    });
}

void HitTrackList::remove(const QString& query) {
    std::erase_if(m_tracks, [&](const auto& track) { return toQString(track->title) == query; });
    Q_EMIT changed();
}

void HitTrackList::clear() {
    m_making.drop();
    if (!m_tracks.empty()) {
        m_tracks.clear();
        Q_EMIT changed();
    }
}

}  // namespace gaplight::ui
