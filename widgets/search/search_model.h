// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include <QFutureWatcher>
#include <QQmlEngine>

#include "core/index/search.h"
#include "core/index/search_hits.h"
#include "core/provenance/provenance.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/search/arg_key_loader.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Partial result of a search.
struct SearchPart {
    std::shared_ptr<const SearchHits> hits;  // null: unchanged
    std::size_t found = 0;                   // hits so far
    std::size_t seen = 0;                    // slices searched
    bool complete = false;
};

// The query of a search and its hits in the open trace, by time. The search runs on a pool thread
// and shows its first hits before it is complete. Kernels are also found by where they come from,
// if that is known (core/provenance). Keys of args are read from the file on first use; until they
// are, the hits are those by name and by the keys read so far.
class SearchModel : public LazyListModel<SliceId> {
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
    Q_PROPERTY(int count READ count NOTIFY hitsChanged)
    Q_PROPERTY(bool searching READ searching NOTIFY statusChanged)
    // Error of the expression.
    Q_PROPERTY(QString error READ error NOTIFY statusChanged)
    // "3 of 1,204", "1,204 hits", "none", "12 in 3.5 of 10 M slices"; empty without a query.
    Q_PROPERTY(QString status READ status NOTIFY statusChanged)
    // Row of the selected slice; -1 if that is no hit.
    Q_PROPERTY(int current READ current NOTIFY statusChanged)

public:
    // `session` must outlive it.
    explicit SearchModel(const SessionObject& session, QObject* parent = nullptr);
    ~SearchModel() override;

    // Mirrors the query of `first` in another trace.
    void follow(SearchModel& first);

    [[nodiscard]] QString text() const { return m_text; }
    void setText(const QString& text);
    [[nodiscard]] bool regex() const { return m_regex; }
    void setRegex(bool regex);
    [[nodiscard]] bool argKeys() const { return m_argKeys; }
    void setArgKeys(bool argKeys);
    [[nodiscard]] double argsRead() const { return m_args.progress(); }
    [[nodiscard]] bool onlyHits() const { return m_onlyHits; }
    void setOnlyHits(bool only);
    [[nodiscard]] bool searching() const { return m_searching || readsArgs(); }
    [[nodiscard]] QString error() const { return m_error; }
    [[nodiscard]] QString status() const;
    [[nodiscard]] int current() const { return m_current; }
    [[nodiscard]] int count() const final;
    // Null: no search.
    [[nodiscard]] const std::shared_ptr<const SearchHits>& hits() const { return m_hits; }

    // The slice of the next (or previous) hit after `selected`, or after `from` if that is invalid;
    // -1 without hits.
    [[nodiscard]] qint64 step(SliceId selected, Time from, bool forward) const;
    void setSelected(SliceId slice);

Q_SIGNALS:
    void queryChanged();
    void hitsChanged();
    void statusChanged();
    void argsReadChanged();

private:
    [[nodiscard]] SliceId row(int index) const final {
        return m_hits->byTime()[static_cast<std::size_t>(index)];
    }
    void updateTrace();
    // Searches for another query or in another trace: the previous hits are replaced at once.
    void restart();
    // Starts a search; the previous hits are shown until it has found the first ones.
    void search();
    void cancel();
    [[nodiscard]] bool readsArgs() const { return m_argKeys && m_args.isReading(); }
    void readArgs();
    [[nodiscard]] QString keyOf(SliceId slice) const;
    [[nodiscard]] QString originOf(SliceId slice) const;
    void receive(const SearchPart& part);
    void setHits(std::shared_ptr<const SearchHits> hits);
    void findCurrent();
    [[nodiscard]] const Trace& trace() const { return *m_trace->session().trace; }

    const SessionObject& m_session;
    LoadedTrace m_trace;
    std::shared_ptr<const Provenance> m_provenance;  // of m_trace; null: none
    QString m_text;
    bool m_regex = false;
    bool m_argKeys = false;
    bool m_onlyHits = false;
    bool m_searching = false;
    QString m_error;
    std::stop_source m_stop;
    QFutureWatcher<SearchPart> m_watcher;
    SearchPart m_last;
    bool m_hasShown = false;                       // hits of the present query
    mutable std::optional<TextPattern> m_pattern;  // of the hits; caches matches
    ArgKeyLoader m_args;
    std::shared_ptr<const SearchHits> m_hits;
    SliceId m_selected;
    int m_current = -1;
};

}  // namespace gaplight::ui
