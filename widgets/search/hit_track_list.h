// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include <QObject>
#include <QString>

#include "core/scene/model/hit_track.h"
#include "core/session/saved_view.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// Searches whose hits are tracks of the timeline, by their queries.
class HitTrackList : public QObject {
    Q_OBJECT

public:
    using Tracks = std::vector<std::shared_ptr<const HitTrack>>;

    explicit HitTrackList(QObject* parent = nullptr);
    ~HitTrackList() override { m_stop.request_stop(); }

    bool has(const QString& query) const;
    // Adds a track, which is made on a pool thread.
    void add(const SavedSearch& search, const LoadedTrace& trace,
             std::shared_ptr<const SearchHits> hits);
    // Adds tracks of searches that are run again on a pool thread; one that cannot be run is left
    // out.
    void restore(const std::vector<SavedSearch>& searches, const LoadedTrace& trace);
    // The searches of all tracks, including tracks that are not built yet.
    const std::vector<SavedSearch>& searches() const { return m_searches; }
    // Adds tracks that are not saved, in place of those with the same titles.
    void addRows(Tracks tracks);
    // Replaces all. `searches`: those of the tracks that are of searches.
    void replaceAll(Tracks tracks, std::vector<SavedSearch> searches);
    void remove(const QString& query);
    void clear();
    const Tracks& tracks() const { return m_tracks; }

Q_SIGNALS:
    void changed();

private:
    Tracks m_tracks;
    std::vector<SavedSearch> m_searches;
    std::stop_source m_stop;  // of restoring
    PoolWork<std::shared_ptr<const HitTrack>> m_making;
    PoolWork<Tracks> m_restoring;
};

}  // namespace gaplight::ui
