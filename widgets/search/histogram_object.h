// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QVariantList>

#include "core/analysis/duration_histogram.h"
#include "core/index/search_hits.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// The durations of some slices as columns. A chosen column narrows lit(), the slices that its owner
// shows in the timeline; a click leads from one of its slices to the next. Slices are collected,
// counted and indexed on a pool thread.
class HistogramObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by a table")
    Q_PROPERTY(bool exists READ exists NOTIFY changed)
    // What the slices have in common.
    Q_PROPERTY(QString title READ title NOTIFY changed)
    // Heights of the columns, 0 to 1; any slice shows.
    Q_PROPERTY(QVariantList heights READ heights NOTIFY changed)
    // The shortest and the longest duration.
    Q_PROPERTY(QString from READ from NOTIFY changed)
    Q_PROPERTY(QString to READ to NOTIFY changed)
    Q_PROPERTY(bool logarithmic READ logarithmic NOTIFY changed)
    // Index of the chosen column (bin); -1: none.
    Q_PROPERTY(int bin READ bin NOTIFY litChanged)
    // "3 of 17 from 12.1 µs to 13.0 µs": the column, and which of its slices picked() named last.
    Q_PROPERTY(QString place READ place NOTIFY litChanged)

public:
    using Collect = std::function<TimedSlices(const std::stop_token&)>;
    using Lit = std::shared_ptr<const SearchHits>;
    enum class Lights { All, OneColumn };

    // `lights`: whether all slices are lit() while no column is chosen.
    explicit HistogramObject(Lights lights, QObject* parent = nullptr);
    ~HistogramObject() override { m_stop.request_stop(); }

    // `collect` is called on a pool thread and owns what it reads; it may stop early once that is
    // requested, and its result is dropped then.
    void show(QString title, LoadedTrace trace, Collect collect);
    // Shows nothing, and lights nothing.
    void clear();
    bool exists() const { return m_content != nullptr; }
    QString title() const { return m_title; }
    QVariantList heights() const;
    QString from() const;
    QString to() const;
    bool logarithmic() const { return exists() && m_content->histogram.isLogarithmic; }
    int bin() const { return m_bin; }
    QString place() const;
    // "from 12.1 µs to 13.0 µs"; empty for a column without slices.
    QString spanOf(int bin) const;
    // "17 from 12.1 µs to 13.0 µs".
    Q_INVOKABLE QString textOf(int bin) const;
    // Lights the slices of a column; no effect for one that is chosen, or empty.
    Q_INVOKABLE void choose(int bin);
    // The same, and emits picked() with the first of them, of a chosen column with the next.
    Q_INVOKABLE void pick(int bin);
    // Lights nothing; columns stay.
    Q_INVOKABLE void unlight();
    // Null: nothing is lit.
    const Lit& lit() const { return m_lit; }

Q_SIGNALS:
    void changed();
    void litChanged();
    void picked(qint64 slice);

private:
    struct Content {
        DurationHistogram histogram;
        TimedSlices slices;
    };
    struct Made {
        std::shared_ptr<const Content> content;  // null: as before
        Lit lit;
    };

    bool isBin(int bin) const;
    void receive(const Made& made);
    void pickNext();

    Lights m_lights;
    QString m_title;
    LoadedTrace m_trace;
    std::shared_ptr<const Content> m_content;
    int m_bin = -1;
    Lit m_lit;
    bool m_picks = false;      // when the slices of m_bin are there
    std::size_t m_picked = 0;  // that picked() named last, from 1; 0: none
    std::stop_source m_stop;
    PoolWork<Made> m_work;
};

}  // namespace gaplight::ui
