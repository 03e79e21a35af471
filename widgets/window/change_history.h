// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QTimer>

#include "widgets/timeline/timeline_item.h"
#include "widgets/what_if/what_if_model.h"

namespace gaplight::ui {

// Hits of searches and rows of queries as tracks. Equal where the tracks are.
struct HitTracks {
    HitTrackList::Tracks tracks;
    std::vector<SavedSearch> searches;

    friend bool operator==(const HitTracks& a, const HitTracks& b) { return a.tracks == b.tracks; }
};

// What a person has changed of one run: an immutable value.
struct RunChanges {
    const Trace* trace = nullptr;  // only compared
    std::vector<Note> notes;
    std::array<std::optional<SavedPlace>, SavedView::kBookmarks> bookmarks;
    TrackArrangement tracks;
    std::array<std::optional<Time>, 2> cursors;
    HitTracks hitTracks;
    TrackRange range;  // none where a gap or a finding was gone to

    friend bool operator==(const RunChanges&, const RunChanges&) = default;
};

// The changes that a person makes in a window, as one stack to undo them: notes and bookmarks,
// order, grouping, pins and visibility of tracks, what of them is collapsed, tracks of hits,
// cursors, selected ranges, changes of What if. States are compared after each event, so that every
// way of changing them is undone; what is typed into one note is one change, and so is a drag. What
// a move of the view opens is no change. Opening another trace forgets all. At most kMaxStates.
class ChangeHistory : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
    static constexpr std::size_t kMaxStates = 200;

    // `edits` must outlive it.
    explicit ChangeHistory(WhatIfListModel& edits, QObject* parent = nullptr);

    // Adds a run.
    Q_INVOKABLE void watch(gaplight::ui::TimelineItem* timeline);
    void undo();
    void redo();

Q_SIGNALS:
    // What an undo or redo has done, for the user.
    void noticed(QString text);

private:
    struct State {
        std::vector<RunChanges> runs;
        std::vector<WhatIfRow> edits;
        std::uint64_t tracksRevision = 0;  // of all runs; not compared
    };

    static bool isSame(const State& a, const State& b);
    static bool isOfSameTraces(const State& a, const State& b);
    static QString differenceOf(const State& a, const State& b);
    State capture() const;
    // Lets all states have what of the tracks a move of the view has opened or closed.
    void adoptFolds(const State& now);
    void record();
    void apply(const State& state);
    // Goes from the present state to the last one of `from`.
    void step(std::vector<State>& from, std::vector<State>& to, const QString& done,
              const QString& nothing);

    WhatIfListModel& m_edits;
    std::vector<QPointer<TimelineItem>> m_timelines;
    std::vector<State> m_undo;
    std::vector<State> m_redo;
    State m_last;
    QTimer m_soon;  // after the present event
};

}  // namespace gaplight::ui
