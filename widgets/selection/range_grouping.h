// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>
#include <QTimer>

#include "core/ranks/range_of_ranks.h"
#include "core/report/facts/idle_waits.h"
#include "core/session/range_pivot.h"
#include "widgets/search/histogram_object.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/trace_load.h"
#include "widgets/tables/table_model.h"

namespace gaplight::ui {

// The slices of a range by name, or by what else they have: a track, a module, an arg; of a set of
// ranks by rank, with the slices of all. The chosen row's slices are lit, with their durations,
// where they are of the shown trace. Values are read on a pool thread.
class RangeGrouping : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // Titles of what they can be grouped by; at first only "name", until readKeys().
    Q_PROPERTY(QStringList keys READ keys NOTIFY keysChanged)
    Q_PROPERTY(bool readsKeys READ readsKeys NOTIFY keysChanged)
    // Into keys().
    Q_PROPERTY(int key READ key WRITE setKey NOTIFY grouped)
    Q_PROPERTY(bool grouping READ isGrouping NOTIFY grouped)
    // Of the names: "2 idle waits left out", "2 idle waits shown"; empty: there are none.
    Q_PROPERTY(QString leftOut READ leftOut NOTIFY grouped)
    Q_PROPERTY(bool showsAll READ showsAll WRITE setShowsAll NOTIFY grouped)
    // "grouping: 42 % of args read, Esc stops", "1,234 slices have no stream"; else empty.
    Q_PROPERTY(QString notice READ notice NOTIFY grouped)
    Q_PROPERTY(gaplight::ui::TableModel* rows READ rows CONSTANT)
    Q_PROPERTY(gaplight::ui::HistogramObject* histogram READ histogram CONSTANT)

public:
    // The slices, and their measures by name; immutable.
    struct Input {
        LoadedTrace trace;
        std::vector<TrackId> tracks;
        RangeTables tables;
        std::vector<RangeNameUse> uses;  // of tables.names
    };

    explicit RangeGrouping(QObject* parent = nullptr);
    ~RangeGrouping() override { m_stop.request_stop(); }

    // Gives a range on all ranks of an open set; empty where there is none.
    using OnRanks =
        std::function<std::vector<RankRange>(std::span<const TrackId> tracks, TimeRange range)>;
    void setRanks(OnRanks ranks) { m_onRanks = std::move(ranks); }
    // Null: no range. The key stays.
    void setInput(std::shared_ptr<const Input> input);
    // No effect while they are read, and once they are.
    Q_INVOKABLE void readKeys();
    QStringList keys() const;
    bool readsKeys() const { return m_readsKeys; }
    int key() const;
    void setKey(int key);
    bool isGrouping() const { return m_isGrouping; }
    // Stops reading and groups by name. False: nothing was read.
    bool stop();
    QString leftOut() const;
    bool showsAll() const { return m_showsAll; }
    // Whether names that are no work of the program are shown, too.
    void setShowsAll(bool all);
    QString notice() const;
    TableModel* rows() { return &m_rows; }
    HistogramObject* histogram() { return &m_histogram; }
    // Shows the durations of a row of rows(), and lights its slices; no effect on the chosen one.
    Q_INVOKABLE void choose(int row);

Q_SIGNALS:
    void keysChanged();
    void grouped();

private:
    using Keys = std::shared_ptr<const std::vector<PivotKey>>;
    struct Answer {
        std::shared_ptr<const RangePivot> pivot;  // null: it was stopped, or failed
        QString error;
    };

    void group();
    void receive(const Answer& answer);
    Table table();
    HistogramObject::Collect slicesOf(qint64 longest) const;

    OnRanks m_onRanks;
    std::shared_ptr<const Input> m_input;
    std::shared_ptr<const std::vector<RankRange>> m_ranks;  // of the input; null: no set is open
    Keys m_keys;                                            // null: not read
    bool m_readsKeys = false;
    std::optional<PivotKey> m_key;  // empty: the name
    bool m_isGrouping = false;
    bool m_showsAll = false;
    std::shared_ptr<const RangePivot> m_pivot;
    QString m_error;
    std::shared_ptr<std::atomic<double>> m_read;
    QTimer m_progress;
    qint64 m_chosen = -1;  // its row's longest slice
    std::stop_source m_stop;
    std::set<std::string> m_titles;  // of all tables so far, which refer to them
    TableModel m_rows;
    HistogramObject m_histogram{HistogramObject::Lights::All};
    PoolWork<Keys> m_keysWork;
    PoolWork<Answer> m_work;
};

}  // namespace gaplight::ui
