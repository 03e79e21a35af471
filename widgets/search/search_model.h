// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include <QFutureWatcher>
#include <QObject>
#include <QQmlEngine>

#include "core/provenance/provenance.h"
#include "core/session/arg_keys.h"
#include "widgets/search/histogram_object.h"
#include "widgets/search/hit_list_model.h"
#include "widgets/search/hit_track_list.h"
#include "widgets/search/search_group_model.h"
#include "widgets/search/search_task.h"
#include "widgets/session/session_object.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// Reads the keys of the args of all slices of a trace on a pool thread, once per trace.
class ArgKeyLoader : public QObject {
    Q_OBJECT

public:
    explicit ArgKeyLoader(QObject* parent = nullptr);
    // Stops reading.
    ~ArgKeyLoader() override;

    // No effect while the keys of a trace are being read, and after they were read.
    void start(const LoadedTrace& trace);
    // Stops reading and drops the keys, for another trace.
    void reset();
    // Null until the first keys are read, and where the source can no longer be read.
    const std::shared_ptr<const ArgKeys>& keys() const { return m_keys; }
    // Share of the args that is read, 0 to 1; 1 while none are being read.
    double progress() const { return m_progress; }
    bool isReading() const { return m_progress < 1; }

Q_SIGNALS:
    void progressChanged();
    // keys() has changed: to those of a part of the args, or of all.
    void keysRead();

private:
    struct Batch {
        std::shared_ptr<const ArgKeys> keys;
        bool isComplete = false;
    };
    void receive(const Batch& batch);
    void setProgress(double share);

    std::stop_source m_stop;
    QFutureWatcher<Batch> m_watcher;
    std::shared_ptr<const ArgKeys> m_keys;
    double m_progress = 1;
};

// The query of a search (core/index/search.h) and its hits in the open trace: a list, and
// sums by name. The search runs on a pool thread and shows its first hits before it is complete.
// Kernels are also found by where they come from, if that is known (core/provenance). Keys of args
// are read from the file on first use; until they are, the hits are those by name and by the keys
// read so far; values of args are compared after that.
class SearchModel : public HitListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY queryChanged)
    Q_PROPERTY(bool regex READ regex WRITE setRegex NOTIFY queryChanged)
    // Whether slices with a matching key in their args are hits too.
    Q_PROPERTY(bool argKeys READ argKeys WRITE setArgKeys NOTIFY queryChanged)
    // Share of the args that is read, 0 to 1; 1 while none are being read.
    Q_PROPERTY(double argsRead READ argsRead NOTIFY argsReadChanged)
    // Hides slices that do not match.
    Q_PROPERTY(bool onlyHits READ onlyHits WRITE setOnlyHits NOTIFY hitsChanged)
    Q_PROPERTY(bool searching READ searching NOTIFY statusChanged)
    // Whether the hits are of the present query: those of the one before it stay until there are
    // others.
    Q_PROPERTY(bool upToDate READ isUpToDate NOTIFY statusChanged)
    // Share of the candidates whose args are compared with the query, 0 to 1; 1 while none are.
    Q_PROPERTY(double valuesRead READ valuesRead NOTIFY statusChanged)
    // "36.2 ms in all · median 12.1 µs · 14 names"; empty until the search is complete. Of the
    // hits of one column: "of 1,204, those from 12.1 µs to 13.0 µs · 310 µs in all …".
    Q_PROPERTY(QString summary READ summary NOTIFY statusChanged)
    Q_PROPERTY(gaplight::ui::SearchGroupModel* groups READ groups CONSTANT)
    // Durations of all hits; a chosen column leaves its hits in the list and in the timeline.
    Q_PROPERTY(gaplight::ui::HistogramObject* histogram READ histogram CONSTANT)
    // Whether the hits of this query are a track, which stays when the query changes.
    Q_PROPERTY(bool pinned READ isPinned NOTIFY tracksChanged)
    // Number of tracks of hits, of other queries too.
    Q_PROPERTY(int trackCount READ trackCount NOTIFY tracksChanged)
    // Error of the query.
    Q_PROPERTY(QString error READ error NOTIFY statusChanged)
    // "3 of 1,204", "1,204 hits", "none", "12 in 3.5 of 10 M slices"; empty without a query.
    Q_PROPERTY(QString status READ status NOTIFY statusChanged)

public:
    // `session` must outlive it.
    explicit SearchModel(const SessionObject& session, QObject* parent = nullptr);
    ~SearchModel() override;

    // Mirrors the query of `first` in another trace.
    void follow(SearchModel& first);

    QString text() const { return m_text; }
    void setText(const QString& text);
    bool regex() const { return m_regex; }
    void setRegex(bool regex);
    bool argKeys() const { return m_argKeys; }
    void setArgKeys(bool argKeys);
    double argsRead() const { return m_args.progress(); }
    bool onlyHits() const { return m_onlyHits; }
    void setOnlyHits(bool only);
    bool searching() const { return m_searching || readsArgs(); }
    bool isUpToDate() const { return m_hasShown || !searching(); }
    double valuesRead() const { return m_last.valuesRead; }
    QString summary() const;
    SearchGroupModel* groups() { return &m_groups; }
    HistogramObject* histogram() { return &m_histogram; }
    // Slices that the timeline shows in place of the hits; null: none. Hits that are found later
    // replace them.
    void light(HistogramObject::Lit slices);
    // Removes the slices of light(), or those of the chosen column of the histogram. False if there
    // were none.
    bool unlight();
    // What the timeline marks: the slices of light(), else the hits of the search.
    const std::shared_ptr<const SearchHits>& shownHits() const { return m_lit ? m_lit : hits(); }
    bool showsLit() const { return m_lit != nullptr; }
    // The slice of the next (or previous) shown hit after `selected`, or after `from` if that is
    // invalid; -1 without hits.
    qint64 step(SliceId selected, Time from, bool forward) const;
    // Stops a search and keeps its hits so far.
    Q_INVOKABLE void stop();
    bool isPinned() const { return m_tracks.has(m_text.trimmed()); }
    // Makes the hits a track of the timeline, or removes that track. No effect without hits.
    Q_INVOKABLE void togglePinned();
    Q_INVOKABLE void removeTracks() { m_tracks.clear(); }
    // The searches of the tracks, and adds the tracks of saved ones.
    const std::vector<SavedSearch>& savedSearches() const { return m_tracks.searches(); }
    void restoreTracks(const std::vector<SavedSearch>& searches) {
        m_tracks.restore(searches, loadedTrace());
    }
    // Rows of a query as tracks; in place of those with the same titles.
    void addTracks(std::vector<HitTrack> tracks);
    // Tracks as they were before, with their searches.
    void setTracks(const HitTrackList::Tracks& tracks, const std::vector<SavedSearch>& searches) {
        m_tracks.replaceAll(tracks, searches);
    }
    // Slices as hits in place of those of a text: ascending, unique. They are built on a pool
    // thread.
    void showSlices(std::vector<SliceId> slices);
    // No text, and no hits.
    void clear();
    int trackCount() const { return static_cast<int>(tracks().size()); }
    const HitTrackList::Tracks& tracks() const { return m_tracks.tracks(); }
    QString error() const { return m_error; }
    QString status() const;

Q_SIGNALS:
    void queryChanged();
    // The slices of light() are no longer shown.
    void unlit();
    void argsReadChanged();
    void tracksChanged();

private:
    void updateTrace();
    // Searches for another query or in another trace: the previous hits are replaced at once.
    void restart();
    // Starts a search; the previous hits are shown until it has found the first ones.
    void search();
    void start(SearchTask task);
    void fail(QString why);
    void cancel();
    bool readsArgs() const { return needsArgs() && m_args.isReading(); }
    bool needsArgs() const { return m_argKeys || m_hasArgs; }
    void readArgs();
    std::string matchOf(SliceId slice) const;
    void receive(const SearchPart& part);
    void showDurations();
    // Leaves the hits of the chosen column, or all.
    void narrow();
    void unlightOthers();
    void setHits(std::shared_ptr<const SearchHits> hits);

    const SessionObject& m_session;
    std::shared_ptr<const Provenance> m_provenance;  // of the trace; null: none
    QString m_text;
    bool m_regex = false;
    bool m_argKeys = false;
    bool m_hasArgs = false;  // the query has conditions on args
    bool m_onlyHits = false;
    bool m_searching = false;
    QString m_error;
    std::stop_source m_stop;
    QFutureWatcher<SearchPart> m_watcher;
    SearchPart m_last;
    bool m_hasShown = false;                       // hits of the present query
    mutable std::optional<TextPattern> m_pattern;  // of the hits; caches matches
    ArgKeyLoader m_args;
    SearchGroupModel m_groups;
    HitTrackList m_tracks;
    PoolWork<SearchPart> m_choosing;            // of showSlices()
    std::shared_ptr<const SearchHits> m_found;  // hits() may be those of one column
    HistogramObject m_histogram{HistogramObject::Lights::OneColumn};
    std::shared_ptr<const SearchTotals> m_columnTotals;
    PoolWork<std::shared_ptr<const SearchTotals>> m_totaling;
    HistogramObject::Lit m_lit;
};

}  // namespace gaplight::ui
