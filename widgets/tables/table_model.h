// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <QList>
#include <QQmlEngine>
#include <QStringList>

#include "core/report/table/table.h"
#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

// A table of results (core/report/table) in the window: sorted, filtered, copied. DataTable.qml
// shows it. Roles: `cells`, a text for each shown column; `bars`, the heights of the row's
// histogram from 0 to 1; `hasTarget`; `swatch`, the kind of a PatternItem in front of the row.
class TableModel : public LazyListModel<const CellRow&> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY rowsChanged)
    // "46 rows", "12 of 46 rows".
    Q_PROPERTY(QString status READ status NOTIFY rowsChanged)
    Q_PROPERTY(QStringList titles READ titles NOTIFY columnsChanged)
    Q_PROPERTY(QList<bool> rightAligned READ rightAligned NOTIFY columnsChanged)
    // Widths of the shown columns as shares of all: as their cells are wide, or as resized.
    Q_PROPERTY(QList<double> shares READ shares NOTIFY sharesChanged)
    // The shown column that holds the histograms; -1: none.
    Q_PROPERTY(int barsColumn READ barsColumn NOTIFY columnsChanged)
    Q_PROPERTY(bool hasSwatches READ hasSwatches NOTIFY rowsChanged)
    // The shown column that rows are sorted by; -1: the order of the table.
    Q_PROPERTY(int sorted READ sorted NOTIFY rowsChanged)
    Q_PROPERTY(bool descending READ descending NOTIFY rowsChanged)
    // A text that some cell contains, without case.
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY rowsChanged)

public:
    explicit TableModel(QObject* parent = nullptr);

    // Replaces all rows. A table with the same columns keeps order, filter and widths.
    void setTable(Table table);

    int count() const final { return static_cast<int>(m_shown.size()); }
    QString status() const;
    QStringList titles() const { return m_titles; }
    QList<bool> rightAligned() const { return m_rightAligned; }
    QList<double> shares() const { return m_shares; }
    int barsColumn() const { return m_barsColumn; }
    bool hasSwatches() const {
        return !m_table.rows.empty() && !m_table.rows.front().swatch.empty();
    }
    int sorted() const { return m_sorted; }
    bool descending() const { return m_isDescending; }
    QString filter() const { return m_filter; }
    void setFilter(const QString& filter);

    // Numbers begin with the largest, moments with the first, texts with A; the same column again
    // reverses the order, and a third time gives the order of the table back.
    Q_INVOKABLE void sortBy(int column);
    // Moves the right edge of a column by a share of the table's width.
    Q_INVOKABLE void resize(int column, double by);
    // Emits chosen() with what a row is about; nothing for a row without a target.
    Q_INVOKABLE void choose(int row);
    // What a row is about; -1: nothing.
    qint64 target(int row) const { return isRow(row) ? this->row(row).target : -1; }
    // The shown rows, as they are sorted.
    QString csv() const;
    QString markdown() const;
    Q_INVOKABLE void copyCsv() const;
    Q_INVOKABLE void copyMarkdown() const;

Q_SIGNALS:
    void rowsChanged();
    void columnsChanged();
    void sharesChanged();
    void chosen(qint64 target);

private:
    const CellRow& row(int index) const final {
        return m_table.rows[m_shown[static_cast<std::size_t>(index)]];
    }
    QStringList cellsOf(const CellRow& row) const;
    QVariantList barsOf(const CellRow& row) const;
    bool matches(const CellRow& row) const;
    void describeColumns();
    void measureColumns();
    // Those that match the filter, sorted.
    std::vector<std::size_t> shownRows() const;
    void arrange();
    Table shownTable() const;

    Table m_table;
    std::vector<std::size_t> m_columns;  // shown ones: positions in m_table.columns
    std::vector<std::size_t> m_shown;    // rows that match the filter, sorted
    QStringList m_titles;
    QList<bool> m_rightAligned;
    QList<double> m_shares;
    bool m_isResized = false;
    int m_barsColumn = -1;
    int m_sorted = -1;
    bool m_isDescending = false;
    QString m_filter;
};

}  // namespace gaplight::ui
