// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>
#include <QString>

#include "widgets/ranks/rank_set_object.h"
#include "widgets/tables/table_model.h"

namespace gaplight::ui {

// One of the tables about a set, as in its report: findings, totals of the ranks, operations, late
// collectives, stages of pipelines, sizes of all-to-alls, equal kernels. choose() shows the
// finding, the rank or the collective of a row.
class RankTableModel : public TableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(Table table READ table WRITE setTable NOTIFY tableChanged)
    // Reason and advice of the current finding, as HTML; empty: the table is another.
    Q_PROPERTY(QString why READ why NOTIFY currentChanged)
    Q_PROPERTY(QString fix READ fix NOTIFY currentChanged)
    // About all rows; empty: nothing.
    Q_PROPERTY(QString note READ note NOTIFY tableChanged)
    // Text to show where the table has no rows; empty where it has rows, or no set is open.
    Q_PROPERTY(QString emptyText READ emptyText NOTIFY tableChanged)
    // Some all-to-all's sizes are recorded.
    Q_PROPERTY(bool hasAllToAlls READ hasAllToAlls NOTIFY tableChanged)

public:
    enum Table { Findings, Ranks, Operations, LateCollectives, Stages, Tokens, Kernels };
    Q_ENUM(Table)

    // `ranks` must outlive it.
    explicit RankTableModel(RankSetObject& ranks, QObject* parent = nullptr);

    Table table() const { return m_table; }
    void setTable(Table table);

    bool hasAllToAlls() const { return m_hasAllToAlls; }
    QString why() const;
    QString fix() const;
    QString note() const;
    QString emptyText() const;

Q_SIGNALS:
    void tableChanged();

private:
    QString withoutFindings() const;
    void reload();
    gaplight::Table tableOfSet(const RankSet& set) const;
    // That the current row is about; null: the table is another, or empty.
    const RankFinding* currentFinding() const;
    void show(qint64 target);

    RankSetObject& m_ranks;
    Table m_table = Findings;
    bool m_hasAllToAlls = false;
};

}  // namespace gaplight::ui
