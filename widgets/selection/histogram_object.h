// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QVariantList>

#include "core/analysis/duration_histogram.h"

namespace gaplight::ui {

// The durations of the activities of one row of a table, as columns; a column leads to its
// activities, one after the other.
class HistogramObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by a table")
    Q_PROPERTY(bool exists READ exists NOTIFY changed)
    // What the activities have in common.
    Q_PROPERTY(QString title READ title NOTIFY changed)
    // Heights of the columns, 0 to 1; any activity shows.
    Q_PROPERTY(QVariantList heights READ heights NOTIFY changed)
    // The shortest and the longest duration.
    Q_PROPERTY(QString from READ from NOTIFY changed)
    Q_PROPERTY(QString to READ to NOTIFY changed)
    Q_PROPERTY(bool logarithmic READ logarithmic NOTIFY changed)
    // The column that a click leads through; -1 before one.
    Q_PROPERTY(int bin READ bin NOTIFY binChanged)
    // "3 of 17 from 12.1 µs to 13.0 µs": where it is; empty before a click.
    Q_PROPERTY(QString place READ place NOTIFY binChanged)

public:
    explicit HistogramObject(QObject* parent = nullptr) : QObject(parent) {}

    // `activities` must outlive the next call. None: no histogram.
    void show(QString title, std::span<const CountedActivity> activities);
    [[nodiscard]] bool exists() const { return !m_activities.empty(); }
    [[nodiscard]] QString title() const { return m_title; }
    [[nodiscard]] QVariantList heights() const;
    [[nodiscard]] QString from() const;
    [[nodiscard]] QString to() const;
    [[nodiscard]] bool logarithmic() const { return m_histogram.isLogarithmic; }
    [[nodiscard]] int bin() const { return m_bin; }
    [[nodiscard]] QString place() const;
    // "17 from 12.1 µs to 13.0 µs".
    Q_INVOKABLE QString textOf(int bin) const;
    // The next activity of a column, the first after another column; -1 if it has none.
    Q_INVOKABLE qint64 next(int bin);

Q_SIGNALS:
    void changed();
    void binChanged();

private:
    [[nodiscard]] bool isBin(int bin) const {
        return exists() && bin >= 0 && bin < static_cast<int>(DurationHistogram::kBins);
    }

    QString m_title;
    std::span<const CountedActivity> m_activities;
    DurationHistogram m_histogram;
    int m_bin = -1;
    std::vector<SliceId> m_slices;  // of m_bin
    std::size_t m_at = 0;           // the one that was given last
};

}  // namespace gaplight::ui
