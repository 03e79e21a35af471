// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include <QList>
#include <QQmlEngine>
#include <QStringList>

#include "core/report/table/table.h"
#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

// A table of results (core/report/table) in the window: sorted, filtered, copied. DataTable.qml
// shows it. A model whose rows are too many to be stored overrides count(), row() and arrange().
// Roles: `cells`, a text for each shown column; `bars`, the heights of the row's
// histogram from 0 to 1; `hasTarget`; `swatch`, the kind of a PatternItem in front of the row;
// `tip`; `heading`, within which rows are sorted; `change`: -1 better, 1 worse. A row whose first
// text begins with more blanks than that of the row above is a part of that one, and stays with it.
class TableModel : public LazyListModel<const CellRow&> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY rowsChanged)
    // "46 rows", "12 of 46 rows".
    Q_PROPERTY(QString status READ status NOTIFY rowsChanged)
    Q_PROPERTY(QStringList titles READ titles NOTIFY columnsChanged)
    Q_PROPERTY(QList<bool> rightAligned READ rightAligned NOTIFY columnsChanged)
    // Widths of the shown columns as shares of all: as their cells are wide, or as resized. Where
    // the room is too small, texts are narrower, then the last columns are left out (0).
    Q_PROPERTY(QList<double> shares READ shares NOTIFY sharesChanged)
    // What a view has for all columns, in characters.
    Q_PROPERTY(double room READ room WRITE setRoom NOTIFY sharesChanged)
    // The shown column that holds the histograms; -1: none.
    Q_PROPERTY(int barsColumn READ barsColumn NOTIFY columnsChanged)
    Q_PROPERTY(bool hasSwatches READ hasSwatches NOTIFY rowsChanged)
    // The shown column that rows are sorted by; -1: the order of the table.
    Q_PROPERTY(int sorted READ sorted NOTIFY rowsChanged)
    Q_PROPERTY(bool descending READ descending NOTIFY rowsChanged)
    // A text that some cell contains, without case.
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY rowsChanged)
    // Names of the parts that the rows are of, and the one that alone is shown; empty: all are.
    Q_PROPERTY(QStringList parts READ parts NOTIFY rowsChanged)
    Q_PROPERTY(QString part READ part WRITE setPart NOTIFY rowsChanged)
    // The selected row, which sorting and filtering keep, else the first; -1: there are no rows.
    Q_PROPERTY(int current READ current WRITE setCurrent NOTIFY currentChanged)

public:
    explicit TableModel(QObject* parent = nullptr);

    // Replaces all rows. A table with the same columns keeps order, filter and widths.
    void setTable(Table table);

    int count() const override { return static_cast<int>(m_shown.size()); }
    QString status() const;
    QStringList titles() const;
    QList<bool> rightAligned() const { return m_rightAligned; }
    QList<double> shares() const { return m_shares; }
    double room() const { return m_room; }
    void setRoom(double room);
    int barsColumn() const { return m_barsColumn; }
    bool hasSwatches() const {
        return !m_table.rows.empty() && !m_table.rows.front().swatch.empty();
    }
    int sorted() const { return m_sorted; }
    bool descending() const { return m_isDescending; }
    QString filter() const { return m_filter; }
    void setFilter(const QString& filter);
    QStringList parts() const;
    QString part() const { return m_part; }
    void setPart(const QString& part);
    int current() const { return m_current; }
    // No effect without such a row.
    void setCurrent(int row);

    // Numbers begin with the largest, moments with the first, texts with A; the same column again
    // reverses the order, and a third time gives the order of the table back.
    Q_INVOKABLE void sortBy(int column);
    // Moves the right edge of a column by a share of the table's width.
    Q_INVOKABLE void resize(int column, double by);
    // Columns are as wide as their cells again.
    Q_INVOKABLE void resetWidths();
    // Emits chosen() with what a row is about; nothing for a row without a target.
    Q_INVOKABLE void choose(int row);
    // What a row is about; -1: nothing.
    qint64 target(int row) const { return isRow(row) ? this->row(row).target : -1; }
    // The shown row about `target`; -1: none.
    int rowOf(qint64 target) const;
    // The shown rows, as they are sorted; of more than 100,000 the first ones.
    QString csv() const;
    QString markdown() const;
    Q_INVOKABLE void copyCsv() const;
    Q_INVOKABLE void copyMarkdown() const;

Q_SIGNALS:
    void rowsChanged();
    void columnsChanged();
    void sharesChanged();
    void currentChanged();
    void chosen(qint64 target);

protected:
    const CellRow& row(int index) const override {
        return m_table.rows[m_shown[static_cast<std::size_t>(index)]];
    }
    // Filters and sorts the rows, and notifies views.
    virtual void arrange();
    // The part that a row is of; empty in a table without parts.
    virtual QString partOf(const CellRow&) const { return {}; }
    // What the first column has in the part that is shown, a literal; empty: what it has in all.
    virtual std::string_view titleOfPart() const { return {}; }
    // Empty in a table without headings.
    QString headingOf(const CellRow& row) const;
    // Lets the first rows decide how wide the columns are, unless they were resized.
    void measureColumns();

private:
    QStringList cellsOf(const CellRow& row) const;
    QVariantList barsOf(const CellRow& row) const;
    bool matches(const CellRow& row) const;
    void describeColumns();
    void layOutColumns();
    // Those of the chosen part that match the filter, sorted.
    std::vector<std::size_t> shownRows() const;
    // Blanks at the beginning of its first text.
    std::size_t indentOf(const CellRow& row) const;
    using Position = std::vector<std::size_t>::iterator;
    void sortRows(Position first, Position last) const;
    Table shownTable() const;

    Table m_table;
    std::vector<std::size_t> m_columns;  // shown ones: positions in m_table.columns
    std::vector<std::size_t> m_shown;    // rows that match the filter, sorted
    QStringList m_titles;
    QList<bool> m_rightAligned;
    QList<double> m_widths;  // of titles and cells, in characters
    double m_room = 1e6;     // any, until a view says it
    QList<double> m_shares;
    bool m_isResized = false;
    int m_current = -1;
    int m_barsColumn = -1;
    std::optional<std::size_t> m_headings;  // position in m_table.columns
    int m_sorted = -1;
    bool m_isDescending = false;
    QString m_filter;
    QString m_part;
};

}  // namespace gaplight::ui
