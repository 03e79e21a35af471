// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/hit_track_list.h"

#include <algorithm>
#include <memory>
#include <stop_token>
#include <utility>

#include "core/index/search_hits.h"
#include "core/session/saved_view.h"
#include "core/session/session.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/search/search_task.h"

namespace gaplight::ui {
namespace {

// Searches a trace again, blocking. Reads the args of its file where the search needs them. Null
// where it was stopped, is no valid query, or the file cannot be read. Cost of the search.
std::shared_ptr<const SearchHits> runSavedSearch(const Session& session, const SavedSearch& search,
                                                 const std::stop_token& stop) {
    Result<ParsedQuery> query = parseQuery(search.query);
    if (!query) {
        return nullptr;
    }
    std::shared_ptr<const ArgKeys> keys;
    if (search.argKeys || !query->args.empty()) {
        Result<ArgKeys> read = ArgKeys::read(session.details, stop);
        if (!read) {
            return nullptr;
        }
        keys = std::make_shared<const ArgKeys>(*std::move(read));
    }
    Result<SearchTask> task = searchTask(*std::move(query), search.isRegex, std::move(keys));
    if (!task) {
        return nullptr;
    }
    task->searchesKeys = search.argKeys;
    task->provenance = session.provenance;
    task->showsFirst = false;
    task->stop = stop;
    QPromise<SearchPart> promise;
    promise.start();
    runSearch(session, *task, promise);
    promise.finish();
    const QFuture<SearchPart> parts = promise.future();
    const int count = parts.resultCount();
    return count > 0 && parts.resultAt(count - 1).complete ? parts.resultAt(count - 1).hits
                                                           : nullptr;
}

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

void HitTrackList::addRows(Tracks tracks) {
    std::erase_if(m_tracks, [&](const auto& known) {
        return std::ranges::any_of(tracks,
                                   [&](const auto& track) { return track->title == known->title; });
    });
    m_tracks.insert(m_tracks.end(), tracks.begin(), tracks.end());
    Q_EMIT changed();
}

void HitTrackList::replaceAll(Tracks tracks, std::vector<SavedSearch> searches) {
    m_tracks = std::move(tracks);
    m_searches = std::move(searches);
    Q_EMIT changed();
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
