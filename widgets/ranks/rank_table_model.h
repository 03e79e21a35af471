// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>
#include <QStringList>

#include "core/report/text/report_page.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/ranks/rank_set_object.h"

namespace gaplight::ui {

// A row's texts, and where it leads.
struct RankTableRow {
    QStringList cells;
    int target = -1;  // finding, rank or collective; -1: nowhere
};

// One of the tables about a set, as in its report: findings, totals of the ranks, operations, late
// collectives, stages of pipelines, sizes of all-to-alls, equal kernels. Roles: cells, target.
class RankTableModel : public RowListModel<RankTableRow> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(Table table READ table WRITE setTable NOTIFY tableChanged)
    Q_PROPERTY(int count READ count NOTIFY tableChanged)
    Q_PROPERTY(QStringList titles READ titles NOTIFY tableChanged)
    // Width of each column as a share of all.
    Q_PROPERTY(QList<double> shares READ shares NOTIFY tableChanged)
    Q_PROPERTY(QList<bool> rightAligned READ rightAligned NOTIFY tableChanged)
    // Reason and advice of the finding that was chosen last; empty: none.
    Q_PROPERTY(QString advice READ advice NOTIFY adviceChanged)
    // About all rows; empty: nothing.
    Q_PROPERTY(QString note READ note NOTIFY tableChanged)
    // Text to show where the table has no rows; empty where it has rows, or no set is open.
    Q_PROPERTY(QString emptyText READ emptyText NOTIFY tableChanged)
    // Some all-to-all's sizes are recorded.
    Q_PROPERTY(bool hasAllToAlls READ hasAllToAlls NOTIFY tableChanged)
    Q_PROPERTY(int findingCount READ findingCount NOTIFY tableChanged)

public:
    enum Table { Findings, Ranks, Operations, LateCollectives, Stages, Tokens, Kernels };
    Q_ENUM(Table)

    // `ranks` must outlive it.
    explicit RankTableModel(RankSetObject& ranks, QObject* parent = nullptr);

    [[nodiscard]] Table table() const { return m_table; }
    void setTable(Table table);
    [[nodiscard]] QStringList titles() const { return m_titles; }
    [[nodiscard]] QList<double> shares() const { return m_shares; }
    [[nodiscard]] QList<bool> rightAligned() const { return m_rightAligned; }
    [[nodiscard]] int findingCount() const {
        return static_cast<int>(m_ranks.assessment().findings.size());
    }

    [[nodiscard]] bool hasAllToAlls() const { return m_hasAllToAlls; }
    [[nodiscard]] QString advice() const { return m_advice; }
    [[nodiscard]] QString note() const;
    [[nodiscard]] QString emptyText() const;

    // Shows the finding, the rank or the collective of a row.
    Q_INVOKABLE void choose(int row);

Q_SIGNALS:
    void tableChanged();
    void adviceChanged();

private:
    [[nodiscard]] QString withoutFindings() const;
    void reload();
    void setAdvice(const QString& advice);
    void takeStages(const RankSet& set);
    void take(const PageTable& table, const std::vector<int>& targets);

    RankSetObject& m_ranks;
    Table m_table = Findings;
    bool m_hasAllToAlls = false;
    QStringList m_titles;
    QString m_advice;
    QList<double> m_shares;
    QList<bool> m_rightAligned;
};

}  // namespace gaplight::ui
