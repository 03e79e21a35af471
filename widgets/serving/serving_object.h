// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QVariantList>

#include "core/report/facts/serving_tables.h"
#include "widgets/session/session_object.h"
#include "widgets/tables/table_model.h"

namespace gaplight::ui {

// The iterations of a server in the open trace: a table by phase and bucket, of which one row can
// be chosen, and what the plot of them shows.
class ServingObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // Whether the trace has iterations.
    Q_PROPERTY(bool exists READ exists NOTIFY changed)
    Q_PROPERTY(gaplight::ui::TableModel* groups READ groups CONSTANT)
    // Row of the table whose iterations are plotted; -1: all are.
    Q_PROPERTY(int chosen READ chosenRow NOTIFY changed)
    // "decode in a graph of 16"; empty: all.
    Q_PROPERTY(QString chosenText READ chosenText NOTIFY changed)
    // The phases that occur: name, and hue of its color.
    Q_PROPERTY(QVariantList phases READ phases NOTIFY changed)

public:
    // `session` must outlive it.
    explicit ServingObject(const SessionObject& session, QObject* parent = nullptr);

    bool exists() const { return !m_groups.empty(); }
    TableModel* groups() { return &m_table; }
    int chosenRow() const { return m_chosen < 0 ? -1 : m_table.rowOf(m_chosen); }
    QString chosenText() const;
    QVariantList phases() const;
    Q_INVOKABLE void chooseAll() { choose(-1); }

    // Positions of the plotted iterations.
    std::vector<std::size_t> plotted() const;
    // Needs exists().
    ReportSubject subject() const;

Q_SIGNALS:
    void changed();

private:
    void updateTrace();
    // `group`: position; the chosen one again: all.
    void choose(qint64 group);

    const SessionObject& m_session;
    LoadedTrace m_trace;
    std::vector<IterationGroup> m_groups;
    TableModel m_table;
    qint64 m_chosen = -1;
};

}  // namespace gaplight::ui
