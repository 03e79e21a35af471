// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QString>

#include "core/scene/model/hit_track.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// Searches whose hits are tracks of the timeline, by their queries.
class HitTrackList : public QObject {
    Q_OBJECT

public:
    using Tracks = std::vector<std::shared_ptr<const HitTrack>>;

    explicit HitTrackList(QObject* parent = nullptr);

    [[nodiscard]] bool has(const QString& query) const;
    // Adds a track, which is made on a pool thread.
    void add(const QString& query, const LoadedTrace& trace,
             std::shared_ptr<const SearchHits> hits);
    void remove(const QString& query);
    void clear();
    [[nodiscard]] const Tracks& tracks() const { return m_tracks; }

Q_SIGNALS:
    void changed();

private:
    Tracks m_tracks;
    PoolWork<std::shared_ptr<const HitTrack>> m_making;
};

}  // namespace gaplight::ui
