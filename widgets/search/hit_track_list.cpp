// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/hit_track_list.h"

#include <algorithm>
#include <utility>

#include "widgets/convert/qt_convert.h"
#include "widgets/search/saved_search.h"

namespace gaplight::ui {
namespace {

std::shared_ptr<const HitTrack> trackOf(const Session& session, const SavedSearch& search,
                                        std::shared_ptr<const SearchHits> hits) {
    return std::make_shared<const HitTrack>(
        HitTrack::build(*session.trace, search.query, std::move(hits)));
}

}  // namespace

HitTrackList::HitTrackList(QObject* parent)
    : QObject(parent),
      m_making([this](const std::shared_ptr<const HitTrack>& track) {
          m_tracks.push_back(track);
          Q_EMIT changed();
      }),
      m_restoring([this](const Tracks& tracks) {
          m_tracks.insert(m_tracks.begin(), tracks.begin(), tracks.end());
          std::erase_if(m_searches, [this](const SavedSearch& search) {
              return !has(toQString(search.query));
          });
          Q_EMIT changed();
      }) {}

bool HitTrackList::has(const QString& query) const {
    return std::any_of(m_tracks.begin(), m_tracks.end(),
                       [&](const auto& track) { return toQString(track->title) == query; });
}

void HitTrackList::add(const SavedSearch& search, const LoadedTrace& trace,
                       std::shared_ptr<const SearchHits> hits) {
    m_searches.push_back(search);
    m_making.start([trace, search, hits = std::move(hits)] {
        return trackOf(trace->session(), search, hits);
    });
}

void HitTrackList::restore(const std::vector<SavedSearch>& searches, const LoadedTrace& trace) {
    if (searches.empty()) {
        return;
    }
    m_searches.insert(m_searches.begin(), searches.begin(), searches.end());
    m_restoring.start([trace, searches, stop = m_stop.get_token()] {
        Tracks tracks;
        for (const SavedSearch& search : searches) {
            if (auto hits = runSavedSearch(trace->session(), search, stop)) {
                tracks.push_back(trackOf(trace->session(), search, std::move(hits)));
            }
        }
        return tracks;
    });
}

void HitTrackList::remove(const QString& query) {
    std::erase_if(m_tracks, [&](const auto& track) { return toQString(track->title) == query; });
    std::erase_if(m_searches, [&](const auto& search) { return toQString(search.query) == query; });
    Q_EMIT changed();
}

void HitTrackList::clear() {
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_making.drop();
    m_restoring.drop();
    m_searches.clear();
    if (!m_tracks.empty()) {
        m_tracks.clear();
        Q_EMIT changed();
    }
}

}  // namespace gaplight::ui
