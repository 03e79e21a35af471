// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QQmlEngine>
#include <QString>

#include "core/analysis/range_tables.h"
#include "widgets/convert/row_list_model.h"

namespace gaplight::ui {

// A row of a range's tables with its texts.
struct RangeTableRow {
    QString name;    // as shown: kernels by their short name
    QString search;  // as recorded; a filter matches it too
    RangeRow row;
};

// One table of a range: sorted, filtered, copied. Sorting by the same column again reverses the
// order.
class RangeTableModel : public LazyListModel<const RangeTableRow&> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY rowsChanged)
    Q_PROPERTY(Column sorted READ sorted NOTIFY rowsChanged)
    Q_PROPERTY(bool descending READ descending NOTIFY rowsChanged)
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY rowsChanged)
    // Kind of the rows: "name", "kernel group".
    Q_PROPERTY(QString what READ what CONSTANT)

public:
    enum Column { Name, Count, Self, Total, Mean, Shortest, Longest };
    Q_ENUM(Column)
    explicit RangeTableModel(QString what, QObject* parent = nullptr);

    void setRows(std::vector<RangeTableRow> rows, Duration range);
    [[nodiscard]] int count() const final { return static_cast<int>(m_shown.size()); }
    [[nodiscard]] Column sorted() const { return m_sorted; }
    [[nodiscard]] bool descending() const { return m_descending; }
    [[nodiscard]] QString filter() const { return m_filter; }
    void setFilter(const QString& filter);
    [[nodiscard]] QString what() const { return m_what; }
    Q_INVOKABLE void sortBy(gaplight::ui::RangeTableModel::Column column);
    // The longest slice of a row; -1 if `row` is out of range.
    Q_INVOKABLE qint64 longestOf(int row) const;
    // The shown rows.
    [[nodiscard]] QString csv() const;
    [[nodiscard]] QString markdown() const;
    // Copies them to the clipboard.
    Q_INVOKABLE void copyCsv() const;
    Q_INVOKABLE void copyMarkdown() const;

Q_SIGNALS:
    void rowsChanged();

private:
    // Filters and sorts the rows, and notifies views.
    void arrange();
    [[nodiscard]] const RangeTableRow& row(int index) const final {
        return m_rows[m_shown[static_cast<std::size_t>(index)]];
    }

    QString m_what;
    std::vector<RangeTableRow> m_rows;
    std::vector<std::size_t> m_shown;  // indices of the rows that match the filter, sorted
    Duration m_range{1};
    Column m_sorted = Self;
    bool m_descending = true;
    QString m_filter;
};

}  // namespace gaplight::ui
